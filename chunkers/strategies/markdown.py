"""Sections by heading, with the heading path in front of every chunk.

A section that fits is one chunk. In one that does not, tables are cut between their rows with the header
repeated, fenced code between its symbols or lines under its opening fence, each only where it does not fit
by itself, and the text between them is cut by the inner strategy.
"""

from __future__ import annotations

from bisect import bisect_left

from chunkers.cutting.code_rows import code_rows
from chunkers.cutting.context import Draft, SectionContext
from chunkers.cutting.joining import Joiner
from chunkers.cutting.parts import Part, lead_in
from chunkers.cutting.room import Room
from chunkers.cutting.rows import Rows, cut_rows, rows_of
from chunkers.document import Document
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT
from chunkers.strategies.inner import INNER, INNER_STRATEGIES
from chunkers.strategies.sections import CONTEXT, INCLUDE_TITLE, KEEP_HEADING, SectionStrategy
from chunkers.tables import document_fences, document_tables, fences_within, tables_within

__all__ = ["CONTEXT", "INCLUDE_TITLE", "INNER", "INNER_STRATEGIES", "KEEP_HEADING", "Markdown"]


class Markdown(SectionStrategy):
    """One chunk a section; a section that is too long is cut by `inner`, its path on every piece."""

    name = "markdown"
    version = "3"
    label = "Markdown"
    summary = "Cuts at headings and puts the heading path in front of every chunk."
    when = "Where documents have headings that say what a passage is about: handbooks, manuals, wikis."
    about = About(
        how="Headings are found as CommonMark defines them, so that a # inside code is none. Each section is one "
        "chunk if it fits. In one that does not, tables and fenced code stay whole where they fit; larger tables are "
        "cut between rows, larger code between symbols or lines, and the rest by the strategy named in inner. The "
        "heading lines are not in the body: the path of headings stands in front of every chunk, uses at most half of "
        "the size, and is counted in.",
        when_not="Where headings are missing or say nothing, such as “Section 3”; where sections are so short that "
        "single chunks hold too little: structure puts small neighbours together.",
        cost="No model. 20 to 30 MB a second on one core. Memory: about four times the size of the text. The path "
        "takes room in every chunk, and so adds some chunks.",
        sources=(
            Source("CommonMark 0.31.2: what a heading is", "https://spec.commonmark.org/0.31.2/"),
            Source("GitHub Flavored Markdown: tables", "https://github.github.com/gfm/"),
        ),
        sample=Sample(
            "# Travel policy\n\n"
            "## Hotels\n\n### Abroad\n\nUp to 180 euros a night. Ask before you book more.\n\n"
            "### At home\n\nUp to 120 euros a night.\n\n"
            "## Meals\n\nUp to 45 euros a day.\n",
            {"chunk_size": 80},
            "“Up to 120 euros a night” does not say for what. Its heading path does, and is embedded with it.",
            "travel.md",
        ),
    )
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, CONTEXT, INCLUDE_TITLE, KEEP_HEADING, INNER, ENCODING)

    def _cut_part(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Draft]:
        split, blocks = room.splitter(self._inner), _uncut_blocks(document, room, context, part)
        if not blocks:
            return room.cut(context, part.body, split)
        split_row = room.splitter(self._row_cutter)
        joiner = Joiner(room, context, split)
        at, end = part.body
        for block, rows in blocks:
            joiner.text(at, block.start)
            if room.seems_to_fit(context, block):
                joiner.add(block)
            else:
                joiner.extend(cut_rows(room, context, rows, split, split_row))
            at = block.end
        joiner.text(at, end)
        return joiner.drafts()

    def _bodies(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Span]:
        if _may_hold_blocks(document, part.body):
            return super()._bodies(document, room, context, part)
        return room.bodies(context, part.body, room.splitter(self._inner))


def _uncut_blocks(
    document: Document, room: Room, context: SectionContext, part: Part
) -> list[tuple[Span, Rows | None]]:
    """What the inner strategy must not cut: tables, with their captions, and fenced code, in order."""
    body = part.body
    blocks: list[tuple[Span, Rows | None]] = []
    if not _may_hold_blocks(document, body):
        return blocks
    for table in tables_within(document, body):
        lead = lead_in(document, part, max(table.lead, body.start))
        blocks.append((Span(lead, table.span.end), rows_of(table, lead)))
    for fence in fences_within(document, body):
        lead = lead_in(document, part, fence.start)
        whole = [one for one in (Span(lead, fence.end), fence) if room.seems_to_fit(context, one)]
        if whole:
            blocks.append((whole[0], None))
        else:
            blocks.append((Span(lead, fence.end), code_rows(room, context, fence, lead)))
    return sorted(blocks, key=lambda one: one[0])


def _may_hold_blocks(document: Document, body: Span) -> bool:
    """Whether a table or fenced code begins in a stretch of a document."""
    starts = document.memo("uncut starts", lambda: _uncut_starts(document))
    return bisect_left(starts, body.start) < bisect_left(starts, body.end)


def _uncut_starts(document: Document) -> list[int]:
    """Where the tables and the fenced code of a document begin."""
    spans = [table.span for table in document_tables(document)] + document_fences(document)
    return sorted([span.start for span in spans])
