"""The blocks of a Markdown text between its headings: paragraphs, lists with their items, tables, code, quotes.

Found by the scanner behind `chunkers.markdown`, which must know where lists, quotes and HTML end to tell what
a heading is; here it writes them down. So a block can never disagree with a heading, a fence or a table.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from chunkers.block_scan import document_scan
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.span import Span, union
from chunkers.tables import Table, document_fences, document_tables

_MARKER = re.compile(r"([ ]{0,3})(?:([-+*])|[0-9]{1,9}([.)]))(?=\s|\Z)")
_BLANK_LINES = re.compile(r"(?:\r\n|\r|\n)[ \t]*+(?:\r\n|\r|\n)(?:[ \t]*+(?:\r\n|\r|\n))*+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_INDENTED = re.compile(r"(?:[ \t]*+(?:\r\n|\r|\n))*+(?: {4}| {0,3}\t)")


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """One block: its kind and its place, without the white space at its ends (code keeps its indent).

    `kind` is `paragraph`, `list`, `table`, `fence`, `code` (indented), `quote` or `html`. `items` are the
    places where the top-level items of a list begin; `table` is set for a table.
    """

    kind: str
    span: Span
    items: tuple[int, ...] = ()
    table: Table | None = None


def document_blocks(document: Document) -> list[MarkdownBlock]:
    """All blocks of a document but headings, in order and disjoint; what is in none is white space or heading."""
    return document.memo("blocks", lambda: _find(document))


def blocks_within(document: Document, span: Span) -> list[MarkdownBlock]:
    """The blocks of a stretch of a document, those at its ends cut to it."""
    blocks = document_blocks(document)
    starts = document.memo("block starts", lambda: [block.span.start for block in blocks])
    first = bisect_right(starts, span.start) - 1
    first += first < 0 or blocks[first].span.end <= span.start
    return [_clipped(block, span) for block in blocks[first : bisect_left(starts, span.end)]]


def _clipped(block: MarkdownBlock, span: Span) -> MarkdownBlock:
    if span.contains(block.span):
        return block
    part = Span(max(block.span.start, span.start), min(block.span.end, span.end))
    kind = "paragraph" if block.kind in ("table", "fence") else block.kind
    return MarkdownBlock(kind, part, tuple(item for item in block.items if part.start <= item < part.end))


def _find(document: Document) -> list[MarkdownBlock]:
    text = document.text
    scan = document_scan(document)
    blocks = [MarkdownBlock("fence", span) for span in document_fences(document)]
    blocks += [MarkdownBlock("table", table.span, table=table) for table in document_tables(document)]
    blocks.sort(key=lambda block: block.span)
    headings = [span for _, _, span in scan.headings]
    fixed = union([*(block.span for block in blocks), *headings])
    noted = [
        (kind, part) for kind, span in scan.noted for part in _gaps(span, fixed) if part.of(text).strip()
    ]
    blocks += _lists(text, noted)
    taken = union([*fixed, *(span for _, span in noted)])
    for gap in _gaps(Span(0, len(text)), taken):
        blocks += _paragraphs(text, gap)
    trimmed = graphemes(document).trimmed
    return sorted((_trimmed(block, trimmed) for block in blocks), key=lambda block: block.span)


def _trimmed(block: MarkdownBlock, trimmed: Callable[[int, int], Span]) -> MarkdownBlock:
    """The block as a section's body holds it, which has no white space at its ends either."""
    span = trimmed(*block.span)
    if block.kind == "code":
        span = Span(block.span.start, span.end)
    items = (span.start, *block.items[1:]) if block.items else ()
    return MarkdownBlock(block.kind, span, items, block.table)


def _gaps(within: Span, taken: list[Span]) -> Iterator[Span]:
    """What the sorted, disjoint spans leave of a stretch."""
    at = within.start
    index = bisect_left(taken, (within.start, within.start))
    if index and taken[index - 1].end > at:
        at = taken[index - 1].end
    while index < len(taken) and taken[index].start < within.end:
        if taken[index].start > at:
            yield Span(at, taken[index].start)
        at = max(at, taken[index].end)
        index += 1
    if at < within.end:
        yield Span(at, within.end)


def _lists(text: str, noted: list[tuple[str, Span]]) -> Iterator[MarkdownBlock]:
    """The noted blocks; items of one kind that follow each other are one list."""
    items: list[int] = []
    last: tuple[str, Span] = ("", Span(0, 0))
    start = 0
    for kind, span in [*noted, ("", Span(len(text), len(text)))]:
        mark = _mark(text, span.start)
        follows = kind == "list" == last[0] and mark == _mark(text, last[1].start)
        if not (follows and not text[last[1].end : span.start].strip()):
            if last[0]:
                yield MarkdownBlock(last[0], Span(start, last[1].end), tuple(items))
            items, start = [], span.start
        if kind == "list":
            items += _items(text, span, mark)
        last = (kind, span)


def _mark(text: str, start: int) -> str:
    """The sign of the list item at a place: `-`, `+`, `*`, `.` or `)`; empty where none is."""
    marker = _MARKER.match(text, start)
    return (marker[2] or marker[3]) if marker else ""


def _items(text: str, span: Span, mark: str) -> Iterator[int]:
    """Where the items of a stretch begin.

    It is one item, or several where it took a parser to say where the first one ends.
    """
    yield span.start
    first = _MARKER.match(text, span.start)
    if first:
        for line in _LINE_END.finditer(text, span.start, span.end):
            other = _MARKER.match(text, line.end(), span.end)
            if other and other[1] == first[1] and (other[2] or other[3]) == mark:
                yield line.end()


def _paragraphs(text: str, gap: Span) -> Iterator[MarkdownBlock]:
    """The stretches between blank lines; indented ones, in a row, are code."""
    found: list[MarkdownBlock] = []
    at = gap.start
    for blank in [*_BLANK_LINES.finditer(text, *gap), None]:
        part = Span(at, blank.start() if blank else gap.end)
        at = blank.end() if blank else gap.end
        if not text[part.start : part.end].strip():
            continue
        body = text[part.start : part.end]
        kind = "code" if _INDENTED.match(body) else "paragraph"
        if kind == "code" and found and found[-1].kind == "code":
            part = Span(found.pop().span.start, part.end)
        found.append(MarkdownBlock(kind, part))
    yield from found
