"""What both commands do: load the file, make the strategies, cut, and describe."""

from __future__ import annotations

import argparse
import json
from functools import cache
from typing import Any

from chunkers.api import Chunking, run
from chunkers.cli.specs import COMMON, DEFAULT_SPECS, strategy_from
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.loaders import decoding, load_document
from chunkers.retrieval import LEXICAL
from chunkers.strategies import Strategy


class Work:
    """One call of the command line: its document, its strategies and, once it is needed, its embedder."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Checks everything that can be checked before a model is loaded. Raises `ValueError`."""
        common = {name: getattr(arguments, name) for name in COMMON}
        self.strategies: list[Strategy] = [
            strategy_from(spec, common) for spec in arguments.strategy or DEFAULT_SPECS
        ]
        self.document: Document = load_document(arguments.file, arguments.file_encoding)
        self.model: str | None = None if arguments.model in LEXICAL else arguments.model

    @property
    def embedder(self) -> Embedder:
        """The embedder, with the vector cache before it. Raises `ModelUnavailable`."""
        return _embedder(self.model)

    def cut(self, strategy: Strategy) -> Chunking:
        """The document cut by one of the strategies."""
        if strategy.needs_embedder:
            strategy = strategy.with_embedder(self.embedder)
        return run(strategy, self.document)

    def describe_document(self) -> dict[str, Any]:
        """What `--json` says of the document."""
        document, decoded = self.document, decoding(self.document)
        return {
            "name": document.name,
            "document_id": document.document_id,
            "version": document.version,
            "title": document.title,
            "source_type": document.source_type,
            "source_uri": document.source_uri,
            "characters": len(document.text),
            "encoding": decoded.encoding,
            "warnings": list(decoded.warnings),
        }


@cache
def _embedder(model: str | None) -> Embedder:
    from chunkers.embedding import CachedEmbedder, load_embedder

    return CachedEmbedder(load_embedder(model))


def label(strategy: Strategy) -> str:
    """A strategy and the parameters that are not at their defaults, on one line."""
    changed = [
        f"{parameter.name}={_spelled(strategy.values[parameter.name])}"
        for parameter in strategy.parameters
        if strategy.values[parameter.name] != parameter.default_for(strategy.values)
    ]
    return f"{strategy.name} ({', '.join(changed)})" if changed else strategy.name


def _spelled(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (tuple, bool)) else str(value)
