"""What the strategies share that cut along the headings of a document and put the path in front.

A passage cut out of its section has lost what it is about; the path gives it back. The heading lines are
not in the body: they travel as context, and `context_spans` says where they stand in the source.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.markdown import title_of
from chunkers.outline import OutlineHeading, document_headings
from chunkers.parameters import Parameter
from chunkers.span import Span
from chunkers.strategies.base import Cut, Strategy
from chunkers.strategies.context import FORMATS, Draft, PathWriter, SectionContext
from chunkers.strategies.inner import inner_strategy
from chunkers.strategies.room import Room, visible_end
from chunkers.strategies.rows import row_cutter

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


class Part(NamedTuple):
    """A stretch to cut, and the headings it stands under, outermost first.

    `start` is where the section's heading line begins; `has_own`: heading lines stand in the body, at its
    beginning; `is_leaf`: the section has no deeper ones.
    """

    body: Span
    headings: tuple[OutlineHeading, ...]
    start: int
    has_own: bool
    is_leaf: bool


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
            if room.fits_whatever(part.body):  # then the path need not be written
                found.append(part.body)
            else:
                found += [draft.span for draft in self._drafts(document, room, writer, part)]
        return found

    def cut(self, document: Document) -> Cut:
        room, writer, parts = self._prepared(document)
        return Cut(
            [
                frame.piece(span)
                for part in parts
                for span, frame in self._drafts(document, room, writer, part)
                # A line of code can be blank by itself, such as one with a lone separator character.
                if not document.text[span.start : span.end].isspace()
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

    @abstractmethod
    def _cut_part(self, document: Document, room: Room, context: SectionContext, part: Part) -> list[Draft]:
        """The pieces of a part that does not fit in one chunk."""


def parts_of(document: Document, room: Room, keep: bool) -> Iterator[Part]:
    """The bodies of the sections, with their heading lines where those are kept.

    A heading with neither body nor deeper section would be lost, so it stands as a part of its own.
    """
    found, size = document_headings(document), len(document.text)
    trimmed = room.trimmed
    body = trimmed(0, found[0].span.start if found else size)
    if body.start < body.end:
        yield Part(body, (), body.start, False, True)
    path: list[OutlineHeading] = []
    pending: int | None = None
    last = len(found) - 1
    for index, heading in enumerate(found):
        level, (own, start) = heading.level, heading.span
        while path and path[-1].level >= level:
            path.pop()
        path.append(heading)
        is_leaf, end = True, size
        if index < last:
            following = found[index + 1]
            is_leaf, end = following.level <= level, following.span.start
        body = trimmed(start, end)
        if body.start < body.end:
            if keep:
                body = trimmed(own if pending is None else pending, end)
        elif is_leaf:
            body = trimmed(pending if keep and pending is not None else own, start)
        else:
            pending = own if pending is None else pending
            continue
        yield Part(body, tuple(path), own, keep or body.end <= start, is_leaf)
        pending = None


def lead_in(document: Document, part: Part, start: int) -> int:
    """Where a block that begins at `start` begins with the heading lines of its section that stand on it."""
    if part.has_own:
        headings_end = max(one.span.end for one in part.headings)
        if visible_end(document.text, headings_end, start) <= headings_end:
            return part.body.start
    return start
