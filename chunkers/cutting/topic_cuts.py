"""From the similarities of neighbours to a threshold: five ways to say what "unlike" means in one document.

After the breakpoint types of LangChain's SemanticChunker (percentile, standard deviation, interquartile,
gradient), which follow Greg Kamradt's "5 levels of text splitting". There they are stated on distances,
here on similarities: a cut falls where the value is *below* the threshold.
"""

from __future__ import annotations

import numpy as np

NEIGHBOUR_METHODS = ("percentile", "threshold", "stdev", "iqr", "gradient")

#: Rows that are made float64 at a time: a copy of all would be the largest thing that a long document needs.
_BLOCK = 1024


def neighbour_similarities(vectors: np.ndarray | None) -> np.ndarray:
    """Cosine of each row with the next, float64, shape `(rows - 1,)`; NaN where a vector is not finite."""
    if vectors is None or len(vectors) < 2:
        return np.zeros(0)
    found = np.empty(len(vectors) - 1)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        for start in range(0, len(found), _BLOCK):
            rows = vectors[start : start + _BLOCK + 1].astype(np.float64)
            lengths = np.linalg.norm(rows, axis=1)
            lengths[lengths == 0] = 1.0
            products = np.einsum("ij,ij->i", rows[:-1], rows[1:])
            found[start : start + _BLOCK] = products / (lengths[:-1] * lengths[1:])
    return found


def curve_and_threshold(similarities: np.ndarray, method: str, amount: float) -> tuple[np.ndarray, float]:
    """The curve that is compared and the threshold on it; a cut falls where the curve is below.

    `amount` is a cosine (threshold), a percentile (percentile, gradient), or how many standard deviations
    (stdev) or interquartile ranges (iqr) below the mean. Values that are not finite count in no statistic.
    The threshold is 0 where there is nothing to take it from.
    """
    curve = falls(similarities) if method == "gradient" else similarities
    known = curve[np.isfinite(curve)]
    if method == "threshold":
        return curve, float(amount)
    if not known.size:
        return curve, 0.0
    match method:
        case "percentile" | "gradient":
            threshold = np.percentile(known, amount)
        case "stdev":
            threshold = known.mean() - amount * known.std()
        case "iqr":
            lower, upper = np.percentile(known, [25, 75])
            threshold = known.mean() - amount * (upper - lower)
        case _:
            raise AssertionError(method)
    return curve, float(threshold)


def falls(similarities: np.ndarray) -> np.ndarray:
    """How far each similarity lies above the one before it (below: negative), the first above the mean.

    The one-sided difference, so that the steepest fall is *at* the gap where the topic changes. The central
    difference of `numpy.gradient`, which LangChain takes, is zero at a single low value and cuts one
    sentence early.
    """
    known = similarities[np.isfinite(similarities)]
    return np.diff(similarities, prepend=known.mean() if known.size else 0.0)
