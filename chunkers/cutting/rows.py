"""Rows packed under a header: how a table, or a block of code by its lines, is cut where it does not fit.

No row is cut while it fits; each piece after the first repeats the header as context. The first piece holds
it in its body, with what leads in to the table: its caption, a heading line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkers.cutting.context import Context, Draft, HeaderContext
from chunkers.cutting.room import Room, Splitter
from chunkers.span import Span
from chunkers.tables import Table


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows from `start` to `end`: a header up to the first of `row_starts`, which tile the rest.

    `lead` is where the first piece may begin; `header` is the text that the further pieces repeat and
    `header_spans` where it was taken from. `keep_indent`: the white space before a row belongs to it.
    """

    lead: int
    start: int
    row_starts: Sequence[int]
    end: int
    header: str
    header_spans: tuple[Span, ...] = ()
    keep_indent: bool = False


def rows_of(table: Table, lead: int) -> Rows:
    """The rows of a table whose first piece may begin at `lead`."""
    start = table.repeated_spans[0].start if table.repeated_spans else table.span.start
    return Rows(lead, start, table.row_starts, table.span.end, table.repeated, table.repeated_spans)


def cut_rows(
    room: Room, above: Context, rows: Rows, split_lead: Splitter, split_row: Splitter
) -> list[Draft]:
    """The pieces of a table.

    `split_lead` cuts the text before the table where it does not fit together with the first row, and
    `split_row` a row that does not fit by itself.
    """
    context = HeaderContext(above, rows.start, rows.header, rows.header_spans, room.half, room.count)
    starts = _starts(room, rows, context.holds)
    ends = [room.trimmed(start, end).end for start, end in zip(starts, [*starts[1:], rows.end])]
    drafts: list[Draft] = []
    index = 0
    begin = rows.lead  # of the next piece
    while index < len(starts):
        first = _first(room, rows, begin, ends[index])
        last = room.last_fitting(context.of(Span(first, ends[index])).text, first, ends, index)
        if last >= index:
            body = Span(first, ends[last])
            drafts.append(Draft(body, context.of(body)))
            index = last + 1
        elif begin < rows.start:
            drafts += room.cut(above, room.trimmed(begin, rows.start), split_lead)
            begin = rows.start
            continue
        else:
            row = Span(_first(room, rows, starts[index], ends[index]), ends[index])
            fragments = room.cut(context, row, split_row)
            if begin < starts[index] and fragments:
                header = room.trimmed(begin, starts[index])
                joined = Span(header.start, fragments[0].span.end)
                if room.fits(above, joined):
                    fragments[0] = Draft(joined, above.of(joined))
                else:
                    drafts += room.cut(above, header, split_row)
                    if len(fragments) == 1:  # it fits below the header that is repeated
                        begin = starts[index]
                        continue
            drafts += fragments
            index += 1
        begin = starts[index] if index < len(starts) else rows.end
    return drafts


def row_starts(room: Room, starts: Sequence[int], end: int) -> list[int]:
    """Where the rows that begin at `starts` may be cut: not inside a cluster, and not before a row of white space.

    Such a row belongs to the one above it. There is more white space than what ends a table or a line, such as
    a lone separator character.
    """
    text, boundaries = room.text, room.boundaries
    kept = [start for start in starts if boundaries.is_boundary(start)]
    return [
        start
        for start, stop in zip(kept, [*kept[1:], end])
        if start < stop and not text[start:stop].isspace()
    ]


def _starts(room: Room, rows: Rows, header_is_context: bool) -> list[int]:
    """Where the rows begin. A header that is not repeated is a row itself."""
    starts = row_starts(room, rows.row_starts, rows.end)
    if not starts or (rows.header and not header_is_context):
        return [rows.start, *starts]
    return starts


def _first(room: Room, rows: Rows, start: int, end: int) -> int:
    return start if rows.keep_indent else room.trimmed(start, end).start
