"""Retrieval over the `text` of chunks: dense by vectors, lexical by BM25 or Jaccard."""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.chunk import Chunk
from chunkers.embedder import Embedder
from chunkers.retrieval.base import Retriever, SearchResult
from chunkers.retrieval.dense import DenseRetriever
from chunkers.retrieval.lexical import Bm25Retriever, JaccardRetriever
from chunkers.retrieval.terms import terms

#: The retrievers that need no model.
LEXICAL = {"bm25": Bm25Retriever, "jaccard": JaccardRetriever}
RETRIEVERS = ("dense", *LEXICAL)


def make_retriever(name: str, chunks: Sequence[Chunk], embedder: Embedder | None = None) -> Retriever:
    """The retriever `dense`, `bm25` or `jaccard` over the chunks.

    Raises `ValueError` for another name, and for `dense` without an embedder.
    """
    if name in LEXICAL:
        return LEXICAL[name](chunks)
    if name != "dense":
        raise ValueError(f"retriever = {name!r} is unknown; choose one of {', '.join(RETRIEVERS)}")
    if embedder is None:
        raise ValueError("retriever = 'dense' compares vectors: pass embedder=")
    return DenseRetriever(chunks, embedder)


__all__ = [
    "LEXICAL",
    "RETRIEVERS",
    "Bm25Retriever",
    "DenseRetriever",
    "JaccardRetriever",
    "Retriever",
    "SearchResult",
    "make_retriever",
    "terms",
]
