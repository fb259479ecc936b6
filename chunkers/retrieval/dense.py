"""Retrieval by vectors: exact inner product over unit vectors (FAISS `IndexFlatIP`), which is the cosine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from chunkers.chunk import Chunk
from chunkers.embedder import Embedder
from chunkers.retrieval.base import SearchResult, best, check_search


class DenseRetriever:
    """Ranks chunks by the cosine of their text's vector with the question's. The name is the model's."""

    def __init__(self, chunks: Sequence[Chunk], embedder: Embedder) -> None:
        """Embeds the chunks' `text`; wrap the embedder in `CachedEmbedder` to embed each text once."""
        import faiss

        self.name = embedder.name
        self.size = len(chunks)
        self._texts = [chunk.text for chunk in chunks]
        self._embedder = embedder
        self._index = faiss.IndexFlatIP(embedder.dimension)
        if chunks:
            self._index.add(unit_rows(embedder.encode_passages(self._texts)))

    @cached_property
    def truncated(self) -> list[bool]:
        """For each chunk, whether the model read only its head."""
        return self._embedder.truncated(self._texts)

    def search(self, queries: Sequence[str], k: int) -> SearchResult:
        """The `k` chunks with the highest cosine, all queries in one call of the index.

        A vector that is zero or not finite has cosine 0 with everything. Raises `ValueError` for k < 1.
        """
        check_search(queries, k)
        if not queries or not self.size:
            width = min(k, self.size)
            return best(np.zeros((len(queries), width), np.float32), k)
        vectors = unit_rows(self._embedder.encode_queries(queries))
        # All of them are asked for, not k: the index breaks ties as it likes, also at the edge of k.
        found, indices = self._index.search(vectors, self.size)
        scores = np.empty_like(found)
        np.put_along_axis(scores, indices, found, axis=1)
        return best(scores, k)


def unit_rows(vectors: np.ndarray) -> np.ndarray:
    """The rows at length 1, float32, contiguous; rows that are zero or not finite become zero."""
    rows = np.array(vectors, dtype=np.float32, order="C")
    rows[~np.isfinite(rows).all(axis=1)] = 0.0
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
