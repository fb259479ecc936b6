"""The best segmentation of a document by all similarities inside each segment, not only of neighbours.

After the ClusterSemanticChunker of Chroma's report "Evaluating Chunking Strategies for Retrieval" (2024): a
segment earns, for every pair of its sentences, by how much their similarity passes the mean over all pairs of
the document, and dynamic programming finds the segments that earn most in all. There the whole matrix of
similarities is held; here only the band of sentences that fit into one chunk, a block at a time, and the mean
comes in closed form from the sum of the vectors.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

#: The most sentences in one segment. It bounds time and memory where the chunk size is larger than any chunk
#: worth having: 512 sentences are about 40,000 characters.
LONGEST = 512
_BLOCK = 256


def directions(vectors: np.ndarray) -> np.ndarray:
    """The rows as unit vectors, float32, same shape; zero where a row has no direction or is not finite."""
    rows = np.array(vectors, np.float32)
    rows[~np.isfinite(rows).all(axis=1)] = 0.0
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=usable)


def pair_threshold(rows: np.ndarray, amount: float) -> float:
    """Mean plus `amount` standard deviations of the cosines of all pairs of `rows` that have a direction.

    From sums over the rows alone: no pair is looked at. 0 where there are fewer than two such rows.
    """
    known = rows[rows.any(axis=1)].astype(np.float64)
    count = len(known)
    if count < 2:
        return 0.0
    pairs = count * (count - 1) / 2
    norms = np.einsum("ij,ij->i", known, known)
    total = known.sum(axis=0)
    mean = (total @ total - norms.sum()) / 2 / pairs
    if not amount:
        return float(mean)
    gram = known.T @ known
    squares = ((gram * gram).sum() - (norms * norms).sum()) / 2 / pairs
    return float(mean + amount * np.sqrt(max(squares - mean * mean, 0.0)))


def best_segments(
    rows: np.ndarray, earliest: Sequence[int], enough: Sequence[int], threshold: float
) -> list[int]:
    """Where the segments of the best segmentation begin, the first apart, as row numbers in order.

    `rows` are unit vectors or zero, shape `(n, dimension)`; a pair with a zero row earns nothing. The segment
    that ends with row `j` may begin at row `earliest[j]` or later, where `earliest` never decreases and is at
    most `j`; it is too short if it begins after `enough[j]`. First as few segments as possible are too
    short, then the sum over segments of the sum over pairs of `cosine - threshold` is the highest; of
    equals, longer segments.
    """
    count = len(rows)
    usable = rows.any(axis=1)
    score = np.zeros(count + 1)
    shorts = np.zeros(count + 1, np.int64)
    begins = np.zeros(count, np.int64)
    starts = np.array([max(low, row - LONGEST + 1) for row, low in enumerate(earliest)], np.int64)
    reward = np.zeros(0)
    for block in range(0, count, _BLOCK):
        stop = min(count, block + _BLOCK)
        low = int(starts[block])
        band = (rows[low:stop] @ rows[block:stop].T).astype(np.float64) - threshold
        band[~usable[low:stop], :] = 0.0
        band[:, ~usable[block:stop]] = 0.0
        for row in range(block, stop):
            begin = int(starts[row])
            # Row by row, a segment grows by its pairs with the new last row: those of the segment that
            # begins at `i` are a sum over `i .. row - 1`.
            pulls = band[begin - low : row - low, row - block]
            grown = reward[len(reward) - (row - begin) :] + np.cumsum(pulls[::-1])[::-1]
            reward = np.append(grown, 0.0)
            total = score[begin : row + 1] + reward
            short = shorts[begin : row + 1] + (np.arange(begin, row + 1) > enough[row])
            total[short > short.min()] = -np.inf
            best = int(np.argmax(total))
            score[row + 1], shorts[row + 1] = total[best], short[best]
            begins[row] = begin + best
    found: list[int] = []
    row = count - 1
    while row >= 0 and begins[row] > 0:
        found.append(int(begins[row]))
        row = int(begins[row]) - 1
    return found[::-1]
