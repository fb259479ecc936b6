"""Whether a body fits under its context, exactly, and how a stretch is cut so that every piece does.

The size of a chunk counts what is embedded, context included. Token counts are not additive: what context and
body measure apart is an estimate, and the text of both together is what decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Protocol

from chunkers.cutting.context import Context, Draft, drafts_of
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.length import Measure
from chunkers.span import Span

#: Units in which the length of two texts together is the sum of their lengths.
_ADDITIVE = ("characters", "bytes")
#: Units by which two texts together may measure more or less than apart; more is possible, and looked for.
_CLOSE = 8

#: Cuts a stretch at a size: `spans_within` of a strategy, bound to a document.
Splitter = Callable[[Span, int], list[Span]]


class Splits(Protocol):
    """What makes a splitter: a strategy that can cut a part of a document."""

    def splitter(self, document: Document) -> Splitter: ...


class Room:
    """The room of one chunk in one document."""

    def __init__(self, document: Document, measure: Measure, size: int) -> None:
        self.document = document
        self.text = document.text
        self.size = size
        self.half = size // 2
        self.count = measure.count
        self.measure = measure
        self.boundaries = graphemes(document)
        self._is_additive = measure.unit in _ADDITIVE
        #: A range without white space at its ends.
        self.trimmed = self.boundaries.trimmed
        self._counted = "", 0
        self._by_characters = measure.unit == "characters"
        self._splitters: dict[Splits, Splitter] = {}

    def splitter(self, strategy: Splits) -> Splitter:
        """The strategy as a function that cuts a stretch of this document at a size, made once."""
        found = self._splitters.get(strategy)
        if found is None:
            found = self._splitters[strategy] = strategy.splitter(self.document)
        return found

    def excess(self, context: str, span: Span) -> int:
        """By how much context and body together pass the size; not above 0 where they fit."""
        start, end = span
        if self._by_characters:
            return end - start + len(context) - self.size
        if not context:
            return self.measure.length(start, end) - self.size
        if self._is_additive:
            return self.measure.length(start, end) + self.count(context) - self.size
        if end - start > 8 * self.size and (length := self.measure.length(start, end)) > self.size:
            return length  # far too long: not worth a copy
        return self.count(context + self.text[start:end]) - self.size

    def fits_whatever(self, span: Span) -> bool:
        """Whether the body fits under any context: one takes at most half. Known where lengths add up."""
        if self._by_characters:
            return span[1] - span[0] <= self.size - self.half
        return self._is_additive and self.measure.length(*span) <= self.size - self.half

    def fits(self, context: Context, span: Span) -> bool:
        """Whether the body fits under its context."""
        return self.excess(context.text_of(span), span) <= 0

    def seems_to_fit(self, context: Context, span: Span) -> bool:
        """The same as `fits` by the lengths of both apart; both together are measured only in a close case."""
        text = context.text_of(span)
        if not self._is_additive:
            if self._counted[0] != text:
                self._counted = text, self.count(text)
            over = self.measure.length(*span) + self._counted[1] - self.size
            if abs(over) > _CLOSE:
                return over < 0
        return self.excess(text, span) <= 0

    def cut(self, context: Context, span: Span, split: Splitter) -> list[Draft]:
        """The stretch in pieces that fit under their context.

        Where pieces still measure too much together with it, the cut is made again with what was short given
        back. A grapheme that leaves no room for its context stands without.
        """
        if span.start >= span.end:
            return []
        budget = self.size - self.count(context.widest().text)
        if self._is_additive and context.is_constant:
            frame = context.widest()
            # What context and body measure apart is exact: only a lone grapheme can be above the budget.
            parts = split(span, budget)
            if self.boundaries.plain:
                return drafts_of(parts, frame)
            length, bare = self.measure.length, context.bare
            return [Draft(part, frame if length(*part) <= budget else bare(part)) for part in parts]
        while budget > 0:
            drafts, most = [], 0
            for part in split(span, budget):
                frame = context.of(part)
                excess = self.excess(frame.text, part)
                if excess > 0:
                    if self.measure.length(*part) > budget:  # one grapheme: no budget makes it smaller
                        frame = context.bare(part)
                    else:
                        most = max(most, excess)
                drafts.append(Draft(part, frame))
            if most <= 0:
                return drafts
            budget -= most
        return [Draft(part, context.bare(part)) for part in split(span, self.size)]

    def bodies(self, context: Context, span: Span, split: Splitter) -> list[Span]:
        """The spans of `cut` alone; where lengths add up, nothing is written for them."""
        if not self._is_additive or not context.is_constant:
            return [draft.span for draft in self.cut(context, span, split)]
        return split(span, self.size - self.count(context.text_of(span)))

    def last_fitting(self, context: str, begin: int, ends: Sequence[int], first: int) -> int:
        """The last index from `first` on so that `[begin, ends[index])` fits under the context, or `first - 1`."""
        budget = max(0, self.size - self.count(context))
        reach = self.measure.reach(begin, budget + self.measure.slack)
        last = bisect_right(ends, reach, first) - 1
        while last >= first and self.excess(context, Span(begin, ends[last])) > 0:
            last -= 1
        return last


def visible_end(text: str, start: int, end: int) -> int:
    """The end of the last visible character in `[start, end)`, or `start`; reads only the white space there."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
