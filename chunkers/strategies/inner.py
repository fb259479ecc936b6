"""The strategies inside others: those that `inner` may name for what does not fit, and the one for wide rows."""

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

#: Where a row may be cut that is too wide by itself: at a space, or after a mark that needs none behind it.
_ROW_BREAKS = [[" ", "\t", "\u3000", "\n", "。", "！", "？", "；", "，", "、"]]


def inner_strategy(embedder: Embedder | None, values: dict[str, Any]) -> RangeStrategy:
    """The strategy that `inner` names (its default where it is not declared), as large as the one around it."""
    shared = {name: values[name] for name in ("chunk_size", "overlap", "unit", "encoding")}
    return INNER_STRATEGIES[values.get("inner", INNER.default)](embedder, **shared)


def row_cutter(embedder: Embedder | None, unit: str, encoding: str) -> RangeStrategy:
    """The strategy that cuts a row which is too wide: at spaces, else anywhere between characters."""
    return Recursive(embedder, unit=unit, encoding=encoding, separators=_ROW_BREAKS)
