"""The structure of a document, block by block: sections, paragraphs, lists, tables, code, quotes.

Whole blocks are packed, left to right, into chunks of one section. Where a block does not fit by itself it is
cut where its kind allows: a table between rows, under its header; a list between its top-level items; code
between its symbols or lines, under its opening fence; prose by the inner strategy. What leads in to a block
goes with it: a heading, a caption, a line that ends in a colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.blocks import MarkdownBlock, blocks_within
from chunkers.cutting.code_rows import code_rows
from chunkers.cutting.context import Draft, PathWriter, SectionContext
from chunkers.cutting.joining import Joiner
from chunkers.cutting.merging import merged_siblings
from chunkers.cutting.parts import Part, lead_in, parts_of
from chunkers.cutting.room import Room, Splitter
from chunkers.cutting.rows import Rows, cut_rows, rows_of
from chunkers.document import Document
from chunkers.parameters import Parameter, Range
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT
from chunkers.strategies.inner import INNER
from chunkers.strategies.sections import CONTEXT, INCLUDE_TITLE, KEEP_HEADING, SectionStrategy

MIN_SIZE = Parameter(
    "min_size",
    "integer",
    "Smallest section",
    "A section below this size is put together with the next one under the same heading, where both fit. 0: never.",
    range=Range(default=100, minimum=0, maximum=10**9, low=0, high=1000, step=10, unit="unit"),
)
_COLON = re.compile(r"[:：][*_\s]*+\Z")


class Structure(SectionStrategy):
    """Blocks of one section packed to the limit; small sections next to each other share a chunk.

    `min_size` starts at a quarter of the default chunk size: large enough to take in sections of a line or
    two, too small to mix topics. `overlap` holds where prose is cut inside a paragraph; blocks are not repeated.
    """

    name = "structure"
    label = "Structure"
    summary = "Packs whole paragraphs, lists, tables and code of a section, the heading path in front."
    when = "As the default for Markdown, documentation and reports; it costs no model and cuts inside a block last."
    about = About(
        how="A section is taken block by block: paragraphs, lists, tables, code, quotes. Whole blocks are packed, in "
        "order, up to the size, and small sections under the same heading share a chunk. A block that does not fit "
        "is cut as its kind allows: a table between rows, under its header; a list between items; code between "
        "symbols or lines, under its fence; prose by the strategy named in inner. What leads in to a block, such as a "
        "line that ends in a colon, goes with it. The heading path stands in front of every chunk.",
        when_not="Where the text has no structure, such as a transcript: it then does what its inner strategy does.",
        cost="No model. About 10 MB a second by characters on one core, 4 by tokens. Memory: about four times the "
        "size of the text.",
        sources=(
            Source("CommonMark 0.31.2: what a block is", "https://spec.commonmark.org/0.31.2/"),
            Source("GitHub Flavored Markdown: tables", "https://github.github.com/gfm/"),
        ),
        sample=Sample(
            "# Bike hire\n\n"
            "## Prices\n\nA day costs 18 euros, a week 90.\n\n"
            "Not included:\n\n- fuel for the cargo bike\n- insurance\n- the ferry\n\n"
            "## Return\n\nAt any station.\n\n"
            "## Contact\n\nAsk at the desk.\n",
            {"chunk_size": 80, "min_size": 30},
            "“Not included:” stays with its list. The two short sections at the end share a chunk.",
            "bikes.md",
        ),
    )
    parameters = (
        CHUNK_SIZE, OVERLAP, UNIT, CONTEXT, INCLUDE_TITLE, KEEP_HEADING, INNER, MIN_SIZE, ENCODING,
    )  # fmt: skip

    def _parts(self, document: Document, room: Room, writer: PathWriter, keep: bool) -> Iterator[Part]:
        return merged_siblings(parts_of(document, room, keep), room, writer, self.values["min_size"])

    def _cut_part(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Draft]:
        split, split_row = room.splitter(self._inner), room.splitter(self._row_cutter)
        units = _units(document, room, part)
        if not units:
            return room.cut(context, part.body, split)
        return _SectionCut(room, context, split, split_row).cut(units)


class _SectionCut:
    """The cut of one section, block by block."""

    def __init__(self, room: Room, context: SectionContext, split: Splitter, split_row: Splitter) -> None:
        self._room = room
        self._context = context
        self._split = split
        self._split_row = split_row
        self._joiner = Joiner(room, context, split)

    def cut(self, units: list[tuple[int, MarkdownBlock]]) -> list[Draft]:
        for lead, block in units:
            whole = self._room.trimmed(lead, block.span.end)
            if whole.start >= whole.end:  # what the end of the section left of a block
                continue
            if self._room.seems_to_fit(self._context, whole):
                self._joiner.add(whole)
            elif block.table:
                self._rows(rows_of(block.table, lead))
            elif block.kind in ("fence", "code"):
                is_fenced = block.kind == "fence"
                self._rows(code_rows(self._room, self._context, block.span, lead, is_fenced=is_fenced))
            elif len(block.items) > 1:
                self._items(lead, block)
            else:
                self._prose(lead, block.span)
        return self._joiner.drafts()

    def _rows(self, rows: Rows) -> None:
        self._joiner.extend(cut_rows(self._room, self._context, rows, self._split, self._split_row))

    def _items(self, lead: int, block: MarkdownBlock) -> None:
        """A list between its top-level items; only an item that does not fit is cut as prose."""
        for start, end in zip(block.items, [*block.items[1:], block.span.end]):
            item = self._room.trimmed(min(lead, start), end)
            lead = end
            if self._room.seems_to_fit(self._context, item):
                self._joiner.add(item)
            else:
                self._prose(item.start, Span(start, end))

    def _prose(self, lead: int, span: Span) -> None:
        """Text that may be cut anywhere the inner strategy likes, but not right after what leads in to it."""
        room = self._room
        body = room.trimmed(*span)
        if lead < body.start:
            first = self._first_piece(lead, body)
            if first:
                self._joiner.add(first)
                body = room.trimmed(first.end, body.end)
            else:
                self._joiner.text(lead, body.start)
        self._joiner.text(*body)

    def _first_piece(self, lead: int, body: Span) -> Span | None:
        """The lead-in with as much of the text as the inner strategy puts in the room that is left."""
        room = self._room
        before = Span(lead, body.start)
        budget = room.size - room.count(self._context.of(before).text) - room.measure.length(*before)
        while budget > 0:
            piece = Span(lead, self._split(body, budget)[0].end)
            excess = room.excess(self._context.of(piece).text, piece)
            if excess <= 0:
                return piece
            budget -= excess
        return None


def _units(document: Document, room: Room, part: Part) -> list[tuple[int, MarkdownBlock]]:
    """The blocks of a part, each with the place where what leads in to it begins."""
    text = document.text
    units: list[tuple[int, MarkdownBlock]] = []
    for block in blocks_within(document, part.body):
        lead = lead_in(document, part, room.trimmed(*block.span).start)
        if units and units[-1][1].kind == "paragraph":
            above_lead, above = units[-1]
            caption = block.table.lead if block.table else block.span.start
            if caption < block.span.start:
                units.pop()
                start = room.trimmed(*above.span).start
                lead = max(caption, start) if caption > start else above_lead
                if caption > start:
                    units.append((above_lead, MarkdownBlock("paragraph", Span(above.span.start, caption))))
            elif block.kind not in ("paragraph", "html") and _leads_in(room, above.span.of(text), above.span):
                units.pop()
                lead = above_lead
        units.append((lead, block))
    return units


def _leads_in(room: Room, words: str, span: Span) -> bool:
    """Whether a paragraph announces the block below it: one line that ends in a colon, and not a long one."""
    if not _COLON.search(words) or "\n" in words.strip():
        return False
    return room.measure.length(*span) <= room.half
