"""The ceiling: the share of questions whose evidence is whole in some chunk.

No embedder and no reranker can lift Hit@k above it, because retrieval only chooses among the chunks that
there are.
"""

from __future__ import annotations

from collections.abc import Sequence


def ceiling(ranks: Sequence[int | None]) -> float:
    """`|{q : rank(q) is known}| / |q|`, in 0-1: the limit of Hit@k for a k as large as you like.

    Raises `ValueError` for no questions.
    """
    if not ranks:
        raise ValueError("ceiling needs at least one question")
    return sum(rank is not None for rank in ranks) / len(ranks)
