"""One page a strategy, made from its declarations and its `about`: text, a picture, parameters, calls, sources.

    python -m chunkers.docs docs/strategies

writes the pages; `files()` gives them. The app's page *Strategies* is made of the same parts. No model is loaded.
"""

from chunkers.docs.facts import parameter_rows, python_call, sample_cut, sample_settings, shell_call
from chunkers.docs.pages import files
from chunkers.docs.picture import svg

__all__ = ["files", "parameter_rows", "python_call", "sample_cut", "sample_settings", "shell_call", "svg"]
