"""The strategies that may cut what does not fit: the choices of the parameter `inner`."""

from __future__ import annotations

from typing import Any

from chunkers.embedder import Embedder
from chunkers.parameters import Parameter
from chunkers.strategies.base import RangeStrategy
from chunkers.strategies.fixed import Fixed
from chunkers.strategies.overlap import Overlap
from chunkers.strategies.recursive import Recursive
from chunkers.strategies.sentence import Sentence

INNER_STRATEGIES: dict[str, type[RangeStrategy]] = {
    one.name: one for one in (Recursive, Sentence, Fixed, Overlap)
}
INNER = Parameter(
    "inner",
    "choice",
    "Long sections are cut by",
    "The strategy that cuts a section that does not fit.",
    default="recursive",
    choices=tuple(INNER_STRATEGIES),
    expert=True,
)


def inner_strategy(embedder: Embedder | None, values: dict[str, Any]) -> RangeStrategy:
    """The strategy that `inner` names, with the sizes and units of the one around it."""
    shared = {name: values[name] for name in ("chunk_size", "overlap", "unit", "encoding")}
    return INNER_STRATEGIES[values["inner"]](embedder, **shared)
