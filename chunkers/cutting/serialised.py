"""Tables written out: each row as a line of its own, under the table's caption and the names of its columns.

    Table: Limits of travel
    Columns: Destination | Per night
    Row: Portugal | 105 EUR
    Source: page 3

The body of such a chunk is still the slice of the source; what is embedded, and what the limit counts, is the
rendering.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from chunkers.cutting.context import Draft, Frame, NoContext
from chunkers.cutting.room import Room, Splitter
from chunkers.cutting.rows import row_starts
from chunkers.document import Document
from chunkers.span import Span
from chunkers.tables import Table


def cut_serialised(
    document: Document, room: Room, table: Table, split: Splitter, split_row: Splitter
) -> list[Draft]:
    """The pieces of a table, each with its rendering.

    Caption and columns take at most half of the size. What does not fit in that is left out of the
    renderings and stands in a chunk of its own, as in the source.
    """
    return _Serialiser(document, room, table).cut(split, split_row)


class _Serialiser:
    def __init__(self, document: Document, room: Room, table: Table) -> None:
        self._document = document
        self._room = room
        self._table = table
        self._starts = starts = row_starts(room, table.row_starts, table.span.end)
        self._ends = [
            room.trimmed(start, end).end for start, end in zip(starts, [*starts[1:], table.span.end])
        ]
        title = [f"Table: {table.title}"] if table.title else []
        columns = ["Columns: " + " | ".join(table.columns)] if table.columns else []
        self._head, self._begin = [], starts[0] if starts else table.span.end
        self._status = "dropped" if title or columns else "none"
        for lines, begin in ((title + columns, table.lead), (columns, table.span.start)):
            if lines and room.count("\n".join([*lines, ""])) <= room.half:
                self._head, self._begin = lines, begin
                self._status = "full" if lines == title + columns else "shortened"
                break
        if not table.columns and not self._head:
            self._begin = table.lead if not title else table.span.start
        spans = table.repeated_spans if columns and columns[0] in self._head else ()
        if table.caption and title and title[0] in self._head:
            spans = (table.caption, *spans)
        self._spans = tuple(sorted(spans))

    def cut(self, split: Splitter, split_row: Splitter) -> list[Draft]:
        before = self._room.trimmed(self._table.lead, self._begin)
        drafts = self._room.cut(NoContext(), before, split)
        if not self._starts:
            body = self._room.trimmed(self._begin, self._table.span.end)
            return drafts + (
                [self._draft(body, [])] if self._head else self._room.cut(NoContext(), body, split)
            )
        lines = [self._line(Span(start, end)) for start, end in zip(self._starts, self._ends)]
        sums = list(accumulate((self._room.count(line + "\n") for line in lines), initial=0))
        index = 0
        while index < len(lines):
            start = self._starts[index] if index else self._room.trimmed(self._begin, self._ends[0]).start
            budget = self._room.size - self._room.count(self._text([], Span(start, start)))
            stop = max(index + 1, bisect_right(sums, sums[index] + max(0, budget) + 1) - 1)
            while stop > index and self._excess(lines[index:stop], Span(start, self._ends[stop - 1])) > 0:
                stop -= 1
            if stop > index:
                drafts.append(self._draft(Span(start, self._ends[stop - 1]), lines[index:stop]))
                index = stop
                continue
            fragments = self._fragments(Span(self._starts[index], self._ends[index]), split_row)
            if start < self._starts[index]:
                first = fragments[0]
                if first.frame.rendering is None:
                    header = self._room.trimmed(start, self._starts[index])
                    drafts += self._room.cut(NoContext(), header, split)
                else:
                    fragments[0] = first._replace(span=Span(start, first.span.end))
            drafts += fragments
            index += 1
        return drafts

    def _fragments(self, row: Span, split: Splitter) -> list[Draft]:
        """A row that does not fit by itself, cut at spaces; in the source's own words where nothing else fits."""
        budget = self._room.size - self._room.count(self._text(["Row: "], row))
        while budget > 0:
            spans = split(row, budget)
            drafts = [self._draft(span, [self._line(span)]) for span in spans]
            fits = [draft for draft in drafts if self._room.measure.length(*draft.span) <= budget]
            excess = max((self._room.count(one.frame.rendering) for one in fits), default=0) - self._room.size
            if excess <= 0:
                return [
                    draft
                    if self._room.count(draft.frame.rendering) <= self._room.size
                    else self._bare(draft.span)
                    for draft in drafts
                ]
            budget -= excess
        return [self._bare(span) for span in split(row, self._room.size)]

    def _line(self, row: Span) -> str:
        cells = self._table.cells(row)
        return "Row: " + (" | ".join(cells) if any(cells) else row.of(self._document.text).strip())

    def _text(self, lines: list[str], body: Span) -> str:
        """The rendering of some rows; the page stands below them where it is known and there is room for it."""
        head = self._head
        first, last = self._document.pages_of(body)
        if first is not None:
            source = f"Source: page {first}" if first == last else f"Source: pages {first}-{last}"
            if self._room.count("\n".join([*head, source, ""])) <= self._room.half:
                return "\n".join([*head, *lines, source])
        return "\n".join([*head, *lines])

    def _excess(self, lines: list[str], body: Span) -> int:
        return self._room.count(self._text(lines, body)) - self._room.size

    def _draft(self, body: Span, lines: list[str]) -> Draft:
        spans = tuple(span for span in self._spans if not body.contains(span))
        return Draft(body, Frame("", spans, self._status, None, self._text(lines, body)))

    def _bare(self, body: Span) -> Draft:
        return Draft(body, Frame("", self._spans, "none" if self._status == "none" else "dropped"))
