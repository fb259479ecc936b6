"""What a retriever is: it ranks the chunks it was built on, the same way every time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

#: Scores that agree to this many decimals are equal. Inner products of float32 vectors carry noise near
#: 1e-7, by which chunks of the same text would otherwise be ordered.
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The best chunks of each question, best first, ties by chunk index.

    `scores` float32 and `indices` int64, both of shape `(questions, min(k, chunks))`.
    """

    scores: np.ndarray
    indices: np.ndarray


@runtime_checkable
class Retriever(Protocol):
    """Ranks chunks for questions. `size` is the number of chunks it was built on."""

    name: str
    size: int

    def search(self, queries: Sequence[str], k: int) -> SearchResult:
        """The `k` best chunks of each query. Raises `ValueError` for k < 1."""
        ...


def check_search(queries: Sequence[str], k: int) -> None:
    """Raises `TypeError` for one string in place of a sequence, `ValueError` for k < 1."""
    if isinstance(queries, str):
        raise TypeError("queries must be a sequence of strings, got one string")
    if k < 1:
        raise ValueError(f"k = {k!r} must be a whole number >= 1")


def best(scores: np.ndarray, k: int) -> SearchResult:
    """The `k` highest of each row of `scores`, shape `(questions, chunks)`, ties by column."""
    scores = np.round(scores.astype(np.float32, copy=False), DECIMALS)
    order = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    return SearchResult(np.take_along_axis(scores, order, axis=1), order)
