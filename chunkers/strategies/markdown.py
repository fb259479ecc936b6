"""Sections by heading, with the heading path in front of every chunk.

A section that fits is one chunk. In one that does not, tables are cut between their rows with the header
repeated, fenced code that fits is not cut, and the text between them is cut by the inner strategy.
"""

from __future__ import annotations

from chunkers.cutting.context import Draft, SectionContext
from chunkers.cutting.joining import Joiner
from chunkers.cutting.parts import Part, lead_in
from chunkers.cutting.room import Room
from chunkers.cutting.rows import Rows, cut_rows, rows_of
from chunkers.document import Document
from chunkers.span import Span
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT
from chunkers.strategies.inner import INNER, INNER_STRATEGIES, bound
from chunkers.strategies.sections import CONTEXT, INCLUDE_TITLE, KEEP_HEADING, SectionStrategy
from chunkers.tables import fences_within, tables_within

__all__ = ["CONTEXT", "INCLUDE_TITLE", "INNER", "INNER_STRATEGIES", "KEEP_HEADING", "Markdown"]


class Markdown(SectionStrategy):
    """One chunk a section; a section that is too long is cut by `inner`, its path on every piece."""

    name = "markdown"
    version = "2"
    label = "Markdown"
    summary = "Cuts at headings and puts the heading path in front of every chunk."
    when = "Where documents have headings that say what a passage is about: handbooks, manuals, wikis."
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, CONTEXT, INCLUDE_TITLE, KEEP_HEADING, INNER, ENCODING)

    def _cut_part(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Draft]:
        split, split_row = bound(self._inner, document), bound(self._row_cutter, document)
        blocks = _uncut_blocks(document, room, context, part)
        if not blocks:
            return room.cut(context, part.body, split)
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


def _uncut_blocks(
    document: Document, room: Room, context: SectionContext, part: Part
) -> list[tuple[Span, Rows | None]]:
    """What the inner strategy must not cut: tables, with their captions, and code that fits, in order."""
    text, body = document.text, part.body
    blocks: list[tuple[Span, Rows | None]] = []
    if text.find("|", *body) >= 0 or text.find("<", *body) >= 0:
        for table in tables_within(document, body):
            lead = lead_in(document, part, max(table.lead, body.start))
            blocks.append((Span(lead, table.span.end), rows_of(table, lead)))
    if text.find("```", *body) >= 0 or text.find("~~~", *body) >= 0:
        for fence in fences_within(document, body):
            for block in (Span(lead_in(document, part, fence.start), fence.end), fence):
                if room.seems_to_fit(context, block):
                    blocks.append((block, None))
                    break
    return sorted(blocks, key=lambda one: one[0])
