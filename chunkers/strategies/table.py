"""Tables cut between their rows, with the header above every piece; the text around them as `recursive` does.

A row without its header is a list of values without names. The header row travels as context, or each row is
written out with the names of its columns (`rows="serialised"`).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from chunkers.cutting.context import Draft, NoContext
from chunkers.cutting.room import Room, visible_end
from chunkers.cutting.rows import cut_rows, rows_of
from chunkers.cutting.serialised import cut_serialised
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.outline import document_headings
from chunkers.parameters import Parameter
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, Cut, Strategy
from chunkers.strategies.inner import inner_strategy, row_cutter
from chunkers.tables import Table, document_tables

ROWS = Parameter(
    "rows",
    "choice",
    "Rows are written",
    "As they stand in the source, under the repeated header, or serialised: Table, Columns, one Row a line, Source. "
    "The limit counts what is written.",
    default="source",
    choices=("source", "serialised"),
)


class TableRows(Strategy):
    """Runs of rows that fit, under their header; a row is cut only where it does not fit by itself.

    Pipe tables (GFM) and HTML tables are found in Markdown and in plain text. The caption, and heading lines
    right above the table, are in its first piece.
    """

    name = "table"
    label = "Table"
    summary = "Cuts tables between rows and repeats the header on every piece; other text recursively."
    when = "Where the answers stand in tables: price lists, limits, specifications, reports of figures."
    about = About(
        how="Pipe tables and HTML tables are cut only between rows, in runs that fit. The header stands in front of "
        "every piece as context; the caption and heading lines right above the table are in its first piece. A row "
        "that alone exceeds the size is cut at spaces. With rows = serialised each row is written out: Table, "
        "Columns, Row, Source. The text around the tables is cut as recursive does.",
        when_not="Where a question asks about a whole column, such as a sum or a maximum: no run of rows holds it. In "
        "a text with few tables, structure cuts them the same way and keeps the heading path.",
        cost="No model. 20 to 40 MB a second on one core, about 8 where rows are serialised. Memory: three times the "
        "size of the text, seven times where rows are serialised. The header takes room in every piece.",
        sources=(
            Source("GitHub Flavored Markdown: tables", "https://github.github.com/gfm/#tables-extension-"),
            Source("HTML: the table element", "https://html.spec.whatwg.org/multipage/tables.html"),
        ),
        sample=Sample(
            "Fares in euros:\n\n"
            "| Line | Single | Day pass |\n|---|---|---|\n"
            "| 1 | 2.40 | 7.00 |\n| 2 | 2.40 | 7.00 |\n| N3 | 3.10 | 8.50 |\n| Ferry | 5.00 | 12.00 |\n\n"
            "Children travel free.\n",
            {"chunk_size": 100, "rows": "source"},
            "“Ferry | 5.00 | 12.00” says nothing by itself. With the header in front, it says which is the day pass.",
            "fares.md",
        ),
    )
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, ROWS, ENCODING)

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        self._around = inner_strategy(embedder, self.values)
        self._row_cutter = row_cutter(embedder, self.values["unit"], self.values["encoding"])

    def spans(self, document: Document) -> list[Span]:
        return [draft.span for draft in self._drafts(document)]

    def cut(self, document: Document) -> Cut:
        return Cut([frame.piece(span) for span, frame in self._drafts(document)])

    def _drafts(self, document: Document) -> list[Draft]:
        room = Room(document, self.measure(document), self.values["chunk_size"])
        split, split_row = room.splitter(self._around), room.splitter(self._row_cutter)
        nothing = NoContext()
        drafts: list[Draft] = []
        at = 0
        for table in document_tables(document):
            if self.values["rows"] == "serialised":
                lead, cut = table.lead, cut_serialised(document, room, table, split, split_row)
            else:
                lead = _lead(document, table, at)
                cut = cut_rows(room, nothing, rows_of(table, lead), split, split_row)
            drafts += room.cut(nothing, room.trimmed(at, lead), split)
            drafts += cut
            at = table.span.end
        return drafts + room.cut(nothing, room.trimmed(at, len(document)), split)


def _lead(document: Document, table: Table, after: int) -> int:
    """Where the first piece of a table may begin: at its caption, or at the heading lines right above that."""
    headings = document_headings(document)
    starts = document.memo("heading starts", lambda: [heading.span.start for heading in headings])
    lead = table.lead
    index = bisect_left(starts, lead) - 1
    while index >= 0 and after <= starts[index]:
        end = headings[index].span.end
        if end > lead or visible_end(document.text, end, lead) > end:
            break
        lead = starts[index]
        index -= 1
    return lead
