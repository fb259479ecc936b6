"""MRR: the mean over the questions of one divided by the rank of the evidence.

Voorhees 1999, "The TREC-8 Question Answering Track Report".
"""

from __future__ import annotations

from collections.abc import Sequence


def mean_reciprocal_rank(ranks: Sequence[int | None], k: int | None = None) -> float:
    """`sum(1 / rank(q)) / |q|`, in 0-1; a rank of None, or beyond `k` where it is given, counts 0.

    Raises `ValueError` for no questions and for k < 1.
    """
    if k is not None and k < 1:
        raise ValueError(f"k = {k!r} must be a whole number >= 1")
    if not ranks:
        raise ValueError("mean_reciprocal_rank needs at least one question")
    return sum(1 / rank for rank in ranks if rank is not None and (k is None or rank <= k)) / len(ranks)
