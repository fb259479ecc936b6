"""Sections by heading, with the heading path in front of every chunk.

A passage cut out of its section has lost what it is about; the path gives it back. The heading lines are
not in the body: they travel as context, and `context_spans` says where they stand in the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chunkers.chunk import Piece
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.graphemes import Graphemes, graphemes
from chunkers.length import Measure
from chunkers.markdown import Heading, Section, title_of
from chunkers.parameters import Parameter
from chunkers.reading import document_sections, section_start
from chunkers.span import Span
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, Cut, RangeStrategy, Strategy
from chunkers.strategies.context import FORMATS, PathContext, path_context
from chunkers.strategies.fixed import Fixed
from chunkers.strategies.overlap import Overlap
from chunkers.strategies.recursive import Recursive

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
INNER_STRATEGIES: dict[str, type[RangeStrategy]] = {one.name: one for one in (Recursive, Fixed, Overlap)}
INNER = Parameter(
    "inner",
    "choice",
    "Long sections are cut by",
    "The strategy that cuts a section that does not fit.",
    default="recursive",
    choices=tuple(INNER_STRATEGIES),
    expert=True,
)


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch to cut, and the headings it stands under, outermost first; some may lie inside the body."""

    body: Span
    headings: tuple[Heading, ...]


class Markdown(Strategy):
    """One chunk a section; a section that is too long is cut by `inner`, its path on every piece."""

    name = "markdown"
    label = "Markdown"
    summary = "Cuts at headings and puts the heading path in front of every chunk."
    when = "Where documents have headings that say what a passage is about: handbooks, manuals, wikis."
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, CONTEXT, INCLUDE_TITLE, KEEP_HEADING, INNER, ENCODING)

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        inner = INNER_STRATEGIES[self.values["inner"]]
        shared = {name: self.values[name] for name in ("chunk_size", "overlap", "unit", "encoding")}
        self._inner = inner(embedder, **shared)

    def spans(self, document: Document) -> list[Span]:
        return [piece.span for piece in self.cut(document).pieces]

    def cut(self, document: Document) -> Cut:
        keep = self.values["keep_heading"] or self.values["context"] == "none"
        found = document_sections(document)
        title = title_of([section.heading for section in found if section.heading])
        writer = _Writer(document, self.values, title, self.measure(document))
        pieces: list[Piece] = []
        for part in _parts(document, found, keep):
            pieces.extend(self._cut_part(writer, part))
        return Cut(pieces)

    def _cut_part(self, writer: _Writer, part: _Part) -> list[Piece]:
        whole = writer.piece(part, part.body)
        if writer.excess(whole) <= 0:
            return [whole]
        budget = writer.budget(part)
        while budget > 0:
            spans = self._inner.spans_within(writer.document, part.body, budget)
            pieces = [writer.piece(part, span) for span in spans]
            # Token counts are not additive: where context and body together measure more than apart,
            # give back what was short. A lone grapheme above the budget is not made to fit by that.
            excess = max(
                (writer.excess(piece) for piece in pieces if writer.length(piece) <= budget), default=0
            )
            if excess <= 0:
                return [
                    writer.bare(part, piece.span) if writer.excess(piece) > 0 else piece for piece in pieces
                ]
            budget -= excess
        spans = self._inner.spans_within(writer.document, part.body, self.values["chunk_size"])
        return [writer.bare(part, span) for span in spans]


class _Writer:
    """Writes the pieces of one document: path, context, and whether the two fit with the body."""

    def __init__(
        self, document: Document, values: Mapping[str, Any], title: Heading | None, measure: Measure
    ) -> None:
        self.document = document
        self._values = values
        self._left_out = None if values["include_title"] else title
        self._document_title = document.title or (title.title if title else document.name)
        self._measure = measure
        self._written: dict[tuple[Heading, ...], PathContext] = {}

    def piece(self, part: _Part, span: Span) -> Piece:
        """The piece with the headings that are not in its own text as context."""
        carried = tuple(heading for heading in part.headings if not span.contains(heading.span))
        context = self._context(carried)
        return self._piece(part, span, carried, context)

    def bare(self, part: _Part, span: Span) -> Piece:
        """The piece without context, for a body that leaves no room for it."""
        carried = tuple(heading for heading in part.headings if not span.contains(heading.span))
        status = "none" if self._context(carried).status == "none" else "dropped"
        return self._piece(part, span, carried, PathContext("", status))

    def budget(self, part: _Part) -> int:
        """What the context of all headings leaves of the chunk size."""
        return self._values["chunk_size"] - self._measure.count(self._context(part.headings).text)

    def length(self, piece: Piece) -> int:
        """The length of the body alone."""
        return self._measure.length(*piece.span)

    def excess(self, piece: Piece) -> int:
        """By how much context and body together pass the chunk size; not above 0 where they fit."""
        body = piece.span
        if not piece.context:
            return self._measure.length(*body) - self._values["chunk_size"]
        if (
            body.length > 8 * self._values["chunk_size"]
            and self._measure.length(*body) > self._values["chunk_size"]
        ):
            return self._measure.length(*body)  # far too long: not worth a copy
        return self._measure.count(piece.context + body.of(self.document.text)) - self._values["chunk_size"]

    def _piece(self, part: _Part, span: Span, carried: tuple[Heading, ...], context: PathContext) -> Piece:
        return Piece(
            span,
            context=context.text,
            context_spans=tuple(heading.span for heading in carried),
            context_status=context.status,
            heading_path=tuple(heading.title for heading in part.headings),
        )

    def _context(self, carried: tuple[Heading, ...]) -> PathContext:
        if carried not in self._written:
            titles = [heading.title for heading in carried if heading is not self._left_out]
            half = self._values["chunk_size"] // 2
            style = self._values["context"]
            context = path_context(style, titles, self._document_title, half, self._measure.count)
            self._written[carried] = context
        return self._written[carried]


def _parts(document: Document, found: list[Section], keep: bool) -> Iterator[_Part]:
    """What is to be cut: the bodies of the sections, with their heading lines where they are kept.

    A heading with neither body nor deeper section would be lost, so it stands as a part of its own.
    """
    boundaries = graphemes(document)
    path: list[Heading] = []
    pending: int | None = None
    for index, section in enumerate(found):
        if section.heading:
            while path and path[-1].level >= section.heading.level:
                path.pop()
            path.append(section.heading)
        following = found[index + 1].heading if index + 1 < len(found) else None
        start, end = section.body
        text = document.text[start:end]
        is_empty = not text.strip()
        is_leaf = not (following and section.heading and following.level > section.heading.level)
        if is_empty and (not is_leaf or not section.heading):
            pending = section_start(section) if pending is None else pending
            continue
        if keep or is_empty:
            start = section_start(section) if pending is None or not keep else pending
            end = section.heading.span.end if is_empty else end
        pending = None
        yield _Part(_trimmed(document.text, start, end, boundaries), tuple(path))


def _trimmed(text: str, start: int, end: int, boundaries: Graphemes) -> Span:
    """The range without white space at its ends, never cutting a cluster."""
    body = text[start:end]
    first = boundaries.floor(end - len(body.lstrip()))
    last = boundaries.ceil(start + len(body.rstrip()))
    return Span(max(first, start), min(last, end))
