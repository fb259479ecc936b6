"""Tables in a text, as spans: GFM pipe tables and HTML tables, with header, rows and caption.

A table says where it may be cut (between its rows) and what a piece of it must repeat (its header). The
rows tile the table from the end of its header on, so that no character between two rows is lost.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cached_property

from chunkers.block_scan import document_scan
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.html_tables import cells as html_cells
from chunkers.html_tables import html_tables
from chunkers.markdown_blocks import Scan
from chunkers.markdown_inline import visible_text
from chunkers.markdown_lines import BOM
from chunkers.span import Span

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
_CELL_END = re.compile(r"(?<!\\)\|")
_SPACE = re.compile(r"\s+")
_VISIBLE = re.compile(rf"[^\s{BOM}]")
#: A line that names what stands below it: "Table 1: people", "Bảng 2. ...", "表 3：...", "Table: people".
_LABEL = re.compile(
    r"[*_\s]*+(?:table|tab\.|bảng|biểu|附?表格?)(?:\s*+[0-9０-９a-z一二三四五六七八九十]++(?:[.\-–][0-9０-９a-z]++)*+)?+\s*+"
    r"(?:[.:：．、)\]*_]|\Z)",
    re.IGNORECASE,
)
#: A label without a number says nothing more than that this is a table.
_BARE_LABEL = re.compile(r"\A(?:table|tab\.|bảng|biểu|附?表格?)\s*+[:：]\s*+", re.IGNORECASE)
#: A caption has at most so many lines, so many characters, and so much white space below it.
_CAPTION_LINES, _CAPTION_SIZE, _CAPTION_GAP = 4, 600, 8


@dataclass(frozen=True)
class Table:
    """One table. `span` is the table alone; `row_starts` are the places between its rows.

    `repeated` is the header as it stands above every further piece, empty where the table has none;
    `repeated_spans` say where it was taken from. `caption` is what names the table, above it or inside it.
    """

    text: str
    kind: str
    span: Span
    row_starts: tuple[int, ...]
    repeated: str
    repeated_spans: tuple[Span, ...]
    caption: Span | None

    @property
    def lead(self) -> int:
        """Where the table begins with the caption above it."""
        return min(self.span.start, self.caption.start) if self.caption else self.span.start

    @cached_property
    def title(self) -> str:
        """The caption as one line of plain text, without a colon at its end."""
        if not self.caption:
            return ""
        words = self.caption.of(self.text)
        words = " ".join(html_cells(f"<td>{words}")) if self.kind == "html" else words
        return _BARE_LABEL.sub("", visible_text(words), 1).rstrip(":：").rstrip()

    @cached_property
    def columns(self) -> list[str]:
        """The header's cells; of several header rows, the last one's."""
        if not self.repeated_spans:
            return []
        header = self.repeated_spans[-1].of(self.text)
        if self.kind == "html":
            return html_cells(header[max(0, header.lower().rfind("<tr")) :])
        return pipe_cells(_LINE.match(header)[0])

    def cells(self, span: Span) -> list[str]:
        """The cells of one row, as plain text."""
        row = span.of(self.text)
        return html_cells(row) if self.kind == "html" else pipe_cells(row)


def document_tables(document: Document) -> list[Table]:
    """The tables of a document in order, disjoint; a table within another is part of it."""
    return document.memo("tables", lambda: _cuttable(document))


def _cuttable(document: Document) -> list[Table]:
    """The tables between whose ends and the text around them a cut may fall, without the white space there.

    A section's body has none at its ends: with it, the first or last table would reach out of its section.
    """
    boundaries = graphemes(document)
    found = find_tables(document.text, document_scan(document))
    return [
        replace(table, span=boundaries.trimmed(*table.span))
        for table in found
        if all(map(boundaries.is_boundary, table.span))
    ]


def tables_within(document: Document, span: Span) -> list[Table]:
    """The tables that lie whole in a stretch of a document."""
    tables = document_tables(document)
    starts = document.memo("table starts", lambda: [table.span.start for table in tables])
    touched = tables[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
    return [table for table in touched if table.span.end <= span.end]


def document_fences(document: Document) -> list[Span]:
    """The fenced code blocks of a document in order, without the white space at their ends."""
    trimmed = graphemes(document).trimmed
    return document.memo("fences", lambda: [trimmed(*span) for span in document_scan(document).fences])


def fences_within(document: Document, span: Span) -> list[Span]:
    """The fenced code blocks that lie whole in a stretch of a document."""
    fences = document_fences(document)
    touched = fences[bisect_left(fences, (span.start,)) : bisect_left(fences, (span.end,))]
    return [fence for fence in touched if fence.end <= span.end]


def find_tables(text: str, scan: Scan) -> list[Table]:
    """Pipe tables and HTML tables of a text; HTML is not looked for in fenced code, and is none in a heading line."""
    taken = sorted([*scan.tables, *scan.fences])
    found = [_pipe_table(text, span) for span in scan.tables]
    raws = html_tables(text)
    headings = sorted(span for _, _, span in scan.headings) if raws else []
    for raw in raws:
        if any(_is_inside(place, headings) for place in raw.span):
            continue
        index = bisect_left(taken, (raw.span.start, raw.span.start))
        before = taken[index - 1] if index else None
        if (before and before.end > raw.span.start) or any(
            raw.span.overlap(one) for one in taken[index : index + 1]
        ):
            continue
        head = text[slice(*raw.header)] if raw.header else ""
        found.append(
            Table(
                text,
                "html",
                raw.span,
                raw.row_starts,
                f"<table>\n{head.strip()}\n" if head else "",
                (raw.opening, raw.header) if raw.header else (),
                raw.caption or _caption_above(text, raw.span.start),
            )
        )
    found.sort(key=lambda table: table.span)
    for index, (table, above) in enumerate(zip(found[1:], found), 1):
        if table.lead < above.span.end:  # the last row of another table
            found[index] = replace(table, caption=None)
    return found


def _is_inside(place: int, spans: list[Span]) -> bool:
    """Whether a place lies strictly inside one of the sorted, disjoint spans."""
    index = bisect_left(spans, (place, place)) - 1
    return index >= 0 and spans[index].start < place < spans[index].end


def pipe_cells(row: str) -> list[str]:
    """The cells of a pipe row without their escapes."""
    parts = _CELL_END.split(row.strip())
    parts = parts[1:] if parts[0] == "" else parts
    parts = parts[:-1] if len(parts) > 1 and parts[-1] == "" else parts
    return [_SPACE.sub(" ", part.replace("\\|", "|")).strip() for part in parts]


def _pipe_table(text: str, span: Span) -> Table:
    starts, at = [], span.start
    while at < span.end:
        starts.append(at)
        at = _LINE.match(text, at, span.end).end()
    body = starts[2] if len(starts) > 2 else span.end
    begin = _VISIBLE.search(text, span.start, body).start()
    header = Span(begin, body)
    return Table(
        text, "pipe", span, tuple(starts[2:]), header.of(text), (header,), _caption_above(text, begin)
    )


def _caption_above(text: str, start: int) -> Span | None:
    """The paragraph above a table, if it names it.

    That is: a paragraph that begins with a label (Table 1, 表 2, Bảng 3), one line that ends in a colon, or
    one line that stands on the table without a blank line between.
    """
    end = start
    while end > max(0, start - _CAPTION_GAP) and text[end - 1].isspace():
        end -= 1
    if end == 0 or text[end - 1].isspace():
        return None
    gap = text[end:start].replace("\r\n", "\n").replace("\r", "\n").count("\n")
    if not 1 <= gap <= 3:
        return None
    bottom = begin = _line_start(text, end)
    for _ in range(_CAPTION_LINES):
        line = unicodedata.normalize("NFC", text[begin:end])
        if end - begin > _CAPTION_SIZE or line.lstrip()[:1] in ("#", "|", ">", "<", "`", "~"):
            return None
        if not any(map(str.isalnum, line)):  # a rule, or the underline of a heading
            return None
        if _LABEL.match(line):
            return Span(begin, end)
        if begin == 0:
            break
        above = _line_start(text, begin - (2 if text.startswith("\r\n", begin - 2) else 1))
        if not text[above:begin].strip():
            break
        begin = above
    is_single = begin == bottom
    if is_single and (gap == 1 or text[begin:end].rstrip("*_ ").endswith((":", "："))):
        return Span(begin, end)
    return None


def _line_start(text: str, position: int) -> int:
    low = max(0, position - _CAPTION_SIZE - 1)
    return max(text.rfind("\n", low, position), text.rfind("\r", low, position), low - 1) + 1
