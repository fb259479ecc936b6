"""The recursive strategy: coarse separators first, finer ones only for the piece that does not fit.

The cut itself, and what it comes from, is in `chunkers.cutting.cutter`.
"""

from __future__ import annotations

from typing import Any

from chunkers.cutting.cutter import Cutter
from chunkers.cutting.separators import Level, levels_of, pattern_levels
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.parameters import Parameter
from chunkers.span import Span
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, RangeStrategy

SEPARATORS = Parameter(
    "separators",
    "list",
    "Separators",
    "From coarse to fine, taken literally; an inner list is a level of equals. Left out: headings, blank line, "
    "line, sentence end, clause mark, space, for English, Vietnamese, Chinese, Japanese and more.",
    expert=True,
)
IS_REGEX = Parameter(
    "is_regex",
    "flag",
    "Separators are regular expressions",
    "Read each separator as a pattern.",
    False,
    expert=True,
)
KEEP_SEPARATOR = Parameter(
    "keep_separator",
    "choice",
    "Separator stays with",
    "The text before it (end) or after it (start). Holds for your own separators.",
    default="end",
    choices=("end", "start"),
    expert=True,
)


class Recursive(RangeStrategy):
    """Coarse separators first; only a piece that does not fit is cut by finer ones."""

    name = "recursive"
    label = "Recursive"
    summary = "Cuts at the coarsest separator that fits: heading, paragraph, line, sentence, clause, word."
    when = "As the default for prose of unknown structure. It loses the heading of what it cuts."
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, SEPARATORS, IS_REGEX, KEEP_SEPARATOR, ENCODING)

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        if self.values["is_regex"] and self.values["separators"] is None:
            raise ValueError("is_regex = True needs separators: a list of patterns, coarse to fine")

    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        cutter = Cutter(
            document,
            self.measure(document),
            self._levels(document),
            chunk_size,
            min(self.values["overlap"], chunk_size - 1),
        )
        return cutter.cut(within)

    def _levels(self, document: Document) -> tuple[Level, ...]:
        separators, leading = self.values["separators"], self.values["keep_separator"] == "start"
        if not self.values["is_regex"]:
            return levels_of(separators, leading)
        key = ("pattern levels", separators, leading)
        return document.memo(key, lambda: pattern_levels(separators, leading, document.text))
