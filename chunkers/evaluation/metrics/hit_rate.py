"""Hit@k: the share of questions whose evidence is complete among the first k chunks.

Known as success@k or, with one relevant item a question, recall@k (Voorhees & Tice 2000, "The TREC-8 Question
Answering Track").
"""

from __future__ import annotations

from collections.abc import Sequence


def hit_rate(ranks: Sequence[int | None], k: int) -> float:
    """`|{q : rank(q) <= k}| / |q|`, in 0-1; a rank of None is never a hit.

    Raises `ValueError` for no questions and for k < 1.
    """
    if k < 1:
        raise ValueError(f"k = {k!r} must be a whole number >= 1")
    if not ranks:
        raise ValueError("hit_rate needs at least one question")
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)
