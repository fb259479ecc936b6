"""One metric a module, with its definition and source. All take ranks: 1-based, None where nothing holds."""

from chunkers.evaluation.metrics.ceiling import ceiling
from chunkers.evaluation.metrics.hit_rate import hit_rate
from chunkers.evaluation.metrics.reciprocal_rank import mean_reciprocal_rank

__all__ = ["ceiling", "hit_rate", "mean_reciprocal_rank"]
