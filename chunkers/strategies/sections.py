"""What the strategies share that cut along the headings of a document and put the path in front.

A passage cut out of its section has lost what it is about; the path gives it back. The heading lines are
not in the body: they travel as context, and `context_spans` says where they stand in the source.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from chunkers.cutting.context import FORMATS, Draft, PathWriter, SectionContext
from chunkers.cutting.parts import Part, parts_of
from chunkers.cutting.room import Room
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.markdown import title_of
from chunkers.outline import document_headings
from chunkers.parameters import Parameter
from chunkers.span import Span
from chunkers.strategies.base import Cut, Strategy
from chunkers.strategies.inner import inner_strategy, row_cutter

CONTEXT = Parameter(
    "context",
    "choice",
    "Context",
    "How the heading path is written in front: 【A > B】 (brackets), Section: A > B (section), with the document's "
    "title (document), or not at all (none: heading lines then stay in the text).",
    default="brackets",
    choices=FORMATS,
    expert=True,
)
INCLUDE_TITLE = Parameter(
    "include_title",
    "flag",
    "Title in the path",
    "The document's title is the same on every chunk and only dilutes; left out unless asked for.",
    default=False,
    expert=True,
)
KEEP_HEADING = Parameter(
    "keep_heading",
    "flag",
    "Heading lines stay in the text",
    "The heading line stays in its section's first chunk, and is then not repeated in that chunk's context.",
    default=False,
    expert=True,
)


class SectionStrategy(Strategy):
    """A strategy that takes a document section by section."""

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        self._inner = inner_strategy(embedder, self.values)
        self._row_cutter = row_cutter(embedder, self.values["unit"], self.values["encoding"])

    def spans(self, document: Document) -> list[Span]:
        room, writer, parts = self._prepared(document)
        found: list[Span] = []
        for part in parts:
            body = part.body
            if room.fits_whatever(body):  # then the path need not be written
                found.append(body)
                continue
            context = SectionContext(writer, part.headings, part.has_own)
            if room.excess(context.text_of(body), body) <= 0:
                found.append(body)
            else:
                found += self._bodies(document, room, context, part)
        return found

    def cut(self, document: Document) -> Cut:
        room, writer, parts = self._prepared(document)
        return Cut(
            [
                frame.piece(span)
                for part in parts
                for span, frame in self._drafts(document, room, writer, part)
            ]
        )

    def _prepared(self, document: Document) -> tuple[Room, PathWriter, Iterable[Part]]:
        measure = self.measure(document)
        writer = PathWriter(document, self.values, title_of(document_headings(document)), measure)
        room = Room(document, measure, self.values["chunk_size"])
        keep = self.values["keep_heading"] or self.values["context"] == "none"
        return room, writer, self._parts(document, room, writer, keep)

    def _drafts(self, document: Document, room: Room, writer: PathWriter, part: Part) -> list[Draft]:
        context = SectionContext(writer, part.headings, part.has_own)
        frame = context.of(part.body)
        if room.excess(frame.text, part.body) <= 0:
            return [Draft(part.body, frame)]
        return self._cut_part(document, room, context, part)

    def _parts(self, document: Document, room: Room, writer: PathWriter, keep: bool) -> Iterator[Part]:
        """What is cut by itself; each part is one chunk if it fits."""
        return parts_of(document, room, keep)

    def _bodies(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Span]:
        """The spans of `_cut_part` alone, where they can be had for less."""
        return [draft.span for draft in self._cut_part(document, room, context, part)]

    @abstractmethod
    def _cut_part(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Draft]:
        """The pieces of a part that does not fit in one chunk."""
