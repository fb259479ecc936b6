"""Retrieval by shared terms, the baselines that need no model: BM25 and Jaccard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from chunkers.chunk import Chunk
from chunkers.retrieval.base import SearchResult, best, check_search
from chunkers.retrieval.terms import terms


class Bm25Retriever:
    """BM25 in Lucene's form (k1 = 1.5, b = 0.75), by the library bm25s over our own terms.

    Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework: BM25 and Beyond"; Lù 2024, "BM25S".
    """

    name = "bm25"

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        import bm25s

        self.size = len(chunks)
        vocabulary = _Vocabulary()
        rows = [vocabulary.add(terms(chunk.text)) for chunk in chunks]
        self._vocabulary = vocabulary
        self._model = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
        if len(vocabulary):
            ids = bm25s.tokenization.Tokenized(ids=rows, vocab=vocabulary.ids)
            self._model.index(ids, create_empty_token=False, show_progress=False)

    def search(self, queries: Sequence[str], k: int) -> SearchResult:
        """The `k` chunks with the highest BM25; 0 where no term is shared. Raises `ValueError` for k < 1."""
        check_search(queries, k)
        scores = np.zeros((len(queries), self.size), np.float32)
        for row, query in enumerate(queries):
            known = self._vocabulary.known(terms(query))
            if known:
                scores[row] = self._model.get_scores_from_ids(known)
        return best(scores, k)


class JaccardRetriever:
    """Shared terms over all terms of question and chunk, as sets (Jaccard 1901)."""

    name = "jaccard"

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.size = len(chunks)
        self._vocabulary = _Vocabulary()
        sets = [sorted(set(self._vocabulary.add(terms(chunk.text)))) for chunk in chunks]
        self._lengths = np.array([len(one) for one in sets], np.int64)
        # An inverted index: the chunks of each term, one after the other.
        tokens = np.array([token for one in sets for token in one], np.int64)
        owners = np.repeat(np.arange(self.size), self._lengths)
        self._owners = owners[np.argsort(tokens, kind="stable")]
        counts = np.bincount(tokens, minlength=len(self._vocabulary))
        self._starts = np.concatenate([[0], np.cumsum(counts)])

    def search(self, queries: Sequence[str], k: int) -> SearchResult:
        """The `k` chunks with the highest share of terms in common, in 0-1. Raises `ValueError` for k < 1."""
        check_search(queries, k)
        scores = np.zeros((len(queries), self.size), np.float32)
        for row, query in enumerate(queries):
            asked = set(terms(query))
            known = self._vocabulary.known(asked)
            if known:
                holders = [self._owners[self._starts[term] : self._starts[term + 1]] for term in known]
                shared = np.bincount(np.concatenate(holders), minlength=self.size)
                scores[row] = shared / (len(asked) + self._lengths - shared)
        return best(scores, k)


class _Vocabulary:
    """Terms by number, in order of first appearance."""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, words: Iterable[str]) -> list[int]:
        """The numbers of the terms; new ones get the next number."""
        return [self.ids.setdefault(word, len(self.ids)) for word in words]

    def known(self, words: Iterable[str]) -> list[int]:
        """The numbers of those terms that are known."""
        return [self.ids[word] for word in words if word in self.ids]
