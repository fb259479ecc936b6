"""The code that makes a cut again: with this package exactly, with its peers where they can do the like.

A peer's code is given only where the kind of cut is the same, and then begins with what differs; elsewhere
stands a plain statement, as comments. So every text is Python that runs. Values are written by `repr`: no
separator, name or path can end its string.
"""

from __future__ import annotations

from chunkers.export.for_langchain import langchain_code
from chunkers.export.for_llama_index import llama_index_code
from chunkers.export.writing import Raw, called, lines
from chunkers.strategies import Strategy


def reproduce(strategy: Strategy, path: str = "document.md") -> dict[str, str]:
    """Python code by the package it is for: `chunkers`, `LangChain`, `LlamaIndex`.

    Run, each reads the file at `path` and leaves `chunks`: of `chunkers` the chunks, with the ids they had if
    the file has the name it had, of a peer a list of strings. What a peer cannot do is said in comments.
    """
    return {
        "chunkers": _own_code(strategy, path),
        "LangChain": langchain_code(strategy, path),
        "LlamaIndex": llama_index_code(strategy, path),
    }


def _own_code(strategy: Strategy, path: str) -> str:
    settings = {name: value for name, value in strategy.values.items() if value is not None}
    imports = ["from chunkers import split", "from chunkers.loaders import load_document"]
    if strategy.needs_embedder and strategy.embedder is not None:
        imports.insert(1, "from chunkers.embedding import load_embedder")
        settings["embedder"] = Raw(f"load_embedder({strategy.embedder.name!r})")
    cut = called("split", Raw(f"load_document({path!r})"), strategy.name, **settings)
    return lines(*imports, "", f"chunking = {cut}", "chunks = chunking.chunks")
