"""Whole sentences packed greedily into chunks: what the sentence and the semantic strategy share.

The last unit that fits is found by bisection over the ends of the units, so the work is a few steps a chunk
and not a length a sentence; the exact length of the chunk is then confirmed.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from chunkers.cutting.cutter import Cutter
from chunkers.cutting.overlap import overlap_begins
from chunkers.cutting.sentence_units import Units
from chunkers.cutting.separators import DEFAULT_LEVELS
from chunkers.document import Document
from chunkers.length import Measure
from chunkers.span import Span

#: What a heading and its sentence are cut by where they do not fit together: never between their lines.
_WITHIN_LINE = DEFAULT_LEVELS[-3:]


def last_fitting(measure: Measure, begin: int, ends: Sequence[int], first: int, size: int) -> int:
    """The last index from `first` on so that `[begin, ends[index])` measures at most `size`, or `first - 1`.

    `ends` never decrease.
    """
    last = bisect_right(ends, measure.reach(begin, size + measure.slack), first) - 1
    while last >= first and measure.length(begin, ends[last]) > size:
        last -= 1
    return last


class Packer:
    """Packs the units of one document into chunks of at most `chunk_size`."""

    def __init__(self, document: Document, measure: Measure, chunk_size: int, overlap: int = 0) -> None:
        self._document = document
        self._measure = measure
        self._size = chunk_size
        self._overlap = overlap
        self._found: list[Span] = []
        self._cutters: dict[bool, Cutter] = {}

    def pack(self, units: Units, topics: Sequence[int] = (), min_size: int = 0) -> list[Span]:
        """Chunks that each run from the start of a sentence to the end of one, in order.

        `topics` are units, in order, that begin a topic, and so a chunk: unless the chunk before, or what is
        left of the document, would then measure less than `min_size`. A sentence above the limit is cut on
        its own.
        """
        self._found = found = []
        starts, ends = units.starts, units.ends
        topics = self._allowed(units, topics, min_size)
        index, count = 0, len(units)
        start = starts[0] if count else 0
        while index < count:
            begin, last = self._furthest(start, ends, index)
            if last < index:
                start = self._break_up(units.members(index, start))
                if start >= 0:
                    continue
                last = index
            else:
                if topics:
                    last = self._before_topic(begin, ends, index, last, topics, min_size)
                found.append(Span(begin, ends[last]))
            index = last + 1
            start = starts[index] if index < count else -1
        return found

    def _furthest(self, start: int, ends: Sequence[int], index: int) -> tuple[int, int]:
        """Where the chunk that goes on at `start` begins, its overlap included, and its last unit."""
        if self._overlap and self._found:
            for begin in overlap_begins(self._document, self._measure, self._found[-1], self._overlap):
                last = last_fitting(self._measure, begin, ends, index, self._size)
                if last >= index:
                    return begin, last
        return start, last_fitting(self._measure, start, ends, index, self._size)

    def _break_up(self, members: list[Span]) -> int:
        """Cut a unit that does not fit. Gives where the rest of it begins that does, or -1.

        The outermost headings are left behind first; a sentence that alone is too long is cut with them.
        """
        end = members[-1].end
        for before, heading in zip(members, members[1:]):
            if last_fitting(self._measure, heading.start, [end], 0, self._size) == 0:
                self._cut(Span(members[0].start, before.end))
                return heading.start
        self._cut(Span(members[0].start, end), within_line=len(members) > 1)
        return -1

    def _cut(self, span: Span, within_line: bool = False) -> None:
        levels = _WITHIN_LINE if within_line else DEFAULT_LEVELS
        if within_line not in self._cutters:
            self._cutters[within_line] = Cutter(
                self._document, self._measure, levels, self._size, self._overlap
            )
        before = self._found[-1] if self._overlap and self._found else None
        self._found.extend(self._cutters[within_line].cut(span, before))

    def _allowed(self, units: Units, topics: Sequence[int], min_size: int) -> Sequence[int]:
        """The topics without those that would leave too little at the end of the document."""
        kept = len(topics)
        if min_size:
            while kept and self._measure.length(units.starts[topics[kept - 1]], units.ends[-1]) < min_size:
                kept -= 1
        return topics[:kept]

    def _before_topic(
        self, begin: int, ends: Sequence[int], index: int, last: int, topics: Sequence[int], min_size: int
    ) -> int:
        """The last unit before the first topic after `index` whose cut leaves enough, or `last`."""
        place = bisect_right(topics, index)
        while place < len(topics) and topics[place] <= last:
            end = topics[place] - 1
            if not min_size or self._measure.length(begin, ends[end]) >= min_size:
                return end
            place += 1
        return last
