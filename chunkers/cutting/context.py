"""What stands in front of a chunk: its heading path, the header of its table, the opening of its code.

A `Frame` is that text with the places it was taken from. A `Context` gives the frame of any body cut from one
stretch of a document: what lies in the body itself is not repeated in front of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple

from chunkers.chunk import Piece
from chunkers.document import Document
from chunkers.length import Measure
from chunkers.outline import OutlineHeading as Heading
from chunkers.span import Span

FORMATS = ("brackets", "section", "document", "none")
_ELLIPSIS = "…"
_INDENT = " \ufeff"


class Frame(NamedTuple):
    """The text in front of a body, where it was taken from, its status and the path of its section.

    `status` is `full`, `shortened`, `dropped` or `none`; `path` is None where it is not known.
    """

    text: str = ""
    spans: tuple[Span, ...] = ()
    status: str = "none"
    path: tuple[str, ...] | None = None
    rendering: str | None = None

    def piece(self, span: Span) -> Piece:
        """The piece of a body with this in front."""
        return Piece(span, self.text, self.spans, self.status, self.path, self.rendering)


class Draft(NamedTuple):
    """A body and what stands in front of it: a piece that is not written yet."""

    span: Span
    frame: Frame


def drafts_of(spans: Iterable[Span], frame: Frame) -> list[Draft]:
    """The drafts of bodies that have the same in front, made at a third of the cost of a call for each."""
    return list(map(partial(tuple.__new__, Draft), zip(spans, repeat(frame))))


class Context(ABC):
    """The frames of the bodies that are cut from one stretch of a document."""

    @abstractmethod
    def of(self, span: Span) -> Frame:
        """The frame of one body; it takes at most half of the chunk size."""

    def text_of(self, span: Span) -> str:
        """The text of that frame."""
        return self.of(span).text

    @abstractmethod
    def bare(self, span: Span) -> Frame:
        """The frame without text, for a body that leaves no room for it."""

    @abstractmethod
    def widest(self) -> Frame:
        """The longest frame that `of` gives."""

    @property
    def is_constant(self) -> bool:
        """Whether every body has the same frame."""
        return False

    def within(self, span: Span, limit: int) -> Frame:
        """The frame of one body where another context needs the rest: at most `limit`."""
        return self.of(span)


class NoContext(Context):
    """Nothing in front; a chunk takes the path of the section in which it starts."""

    def of(self, span: Span) -> Frame:
        return _NOTHING

    def bare(self, span: Span) -> Frame:
        return _NOTHING

    def widest(self) -> Frame:
        return _NOTHING

    @property
    def is_constant(self) -> bool:
        return True


_NOTHING = Frame()


class PathWriter:
    """Writes the heading paths of one document as the parameters `context` and `include_title` ask."""

    def __init__(
        self, document: Document, values: Mapping[str, Any], title: Heading | None, measure: Measure
    ) -> None:
        self._text = document.text
        self._style = values["context"]
        self._left_out = None if values["include_title"] else title
        self._document_title = document.title or (title.title if title else document.name)
        self.half = values["chunk_size"] // 2
        self._count = measure.count

    def written(self, headings: Sequence[Heading], limit: int) -> PathContext:
        """The path of the headings in at most `limit`."""
        if not headings and self._style != "document":
            return PathContext("", "none")
        titles = [heading.title for heading in headings if heading is not self._left_out]
        return path_context(self._style, titles, self._document_title, limit, self._count)

    def stands_in(self, heading: Heading, body: Span) -> bool:
        """Whether a body holds the whole heading; it may begin after the heading's indent."""
        start, end = heading.span
        return (
            start < body.end
            and end <= body.end
            and (
                body.start <= start
                or (body.start < end and not self._text[start : body.start].strip(_INDENT))
            )
        )


class SectionContext(Context):
    """The path of one section in front of every body cut from it.

    `has_own` says that some of the headings stand in the text that is cut: a body that holds a heading does
    not repeat it. The frame of all headings, which most bodies have, is written once, and its text before the
    rest: whether a body fits needs no more.
    """

    def __init__(self, writer: PathWriter, headings: tuple[Heading, ...], has_own: bool) -> None:
        self._writer = writer
        self._headings = headings
        self._has_own = has_own
        self._written: PathContext | None = None
        self._full: Frame | None = None

    def of(self, span: Span) -> Frame:
        carried = self._carried(span)
        if len(carried) == len(self._headings):
            return self.widest()
        return self._frame(carried, self._writer.written(carried, self._writer.half))

    def text_of(self, span: Span) -> str:
        return self.of(span).text if self._has_own else self._whole().text

    def bare(self, span: Span) -> Frame:
        status = "none" if self.of(span).status == "none" else "dropped"
        return self._frame(self._carried(span), PathContext("", status))

    def widest(self) -> Frame:
        if self._full is None:
            self._full = self._frame(self._headings, self._whole())
        return self._full

    @property
    def is_constant(self) -> bool:
        return not self._has_own

    def within(self, span: Span, limit: int) -> Frame:
        carried = self._carried(span)
        return self._frame(carried, self._writer.written(carried, limit))

    def _whole(self) -> PathContext:
        """The path of all headings."""
        if self._written is None:
            self._written = self._writer.written(self._headings, self._writer.half)
        return self._written

    def _frame(self, carried: Sequence[Heading], written: PathContext) -> Frame:
        path = tuple([heading.title for heading in self._headings])
        return Frame(written.text, tuple([heading.span for heading in carried]), written.status, path)

    def _carried(self, span: Span) -> tuple[Heading, ...]:
        if not self._has_own:
            return self._headings
        return tuple([heading for heading in self._headings if not self._writer.stands_in(heading, span)])


class HeaderContext(Context):
    """A header above every body that does not hold it, and the context of the section above that.

    `holds` says whether the header fits in half of the chunk size at all; where it does not, it must stand in
    the text. The path gets what the header leaves of that half.
    """

    def __init__(
        self, above: Context, start: int, header: str, spans: tuple[Span, ...], half: int,
        count: Callable[[str], int],
    ) -> None:  # fmt: skip
        self._above = above
        self._start = start
        self._header = header
        self._spans = spans
        self._half = half
        self._count = count
        self.holds = bool(header) and count(header) <= half
        self._below: Frame | None = None

    def of(self, span: Span) -> Frame:
        if not self._header or span.start <= self._start:
            return self._above.of(span)
        if self._below is None:
            self._below = self._written(span)
        return self._below

    def bare(self, span: Span) -> Frame:
        above = self._above.bare(span)
        if not self._header or span.start <= self._start:
            return above
        return above._replace(spans=above.spans + self._carried(), status="dropped")

    def widest(self) -> Frame:
        return self.of(Span(self._start + 1, self._start + 1))

    def _carried(self) -> tuple[Span, ...]:
        return self._spans if self.holds else ()

    def _written(self, span: Span) -> Frame:
        if not self.holds:
            path = self._above.of(span)
            return path._replace(status="shortened" if path.text else "dropped")
        path = self._above.within(span, self._half - self._count(self._header))
        above = path.text if not path.text or path.text.endswith("\n") else path.text + "\n"
        if above and self._count(above + self._header) > self._half:
            above = ""
        is_full = path.status == "none" or (above and path.status == "full")
        return path._replace(
            text=above + self._header,
            spans=path.spans + self._spans,
            status="full" if is_full else "shortened",
        )


class PathContext(NamedTuple):
    """The text in front of a body and its status: `full`, `shortened`, `dropped` or `none`."""

    text: str
    status: str


def path_context(
    style: str, titles: Sequence[str], document_title: str, limit: int, count: Callable[[str], int]
) -> PathContext:
    """The longest form of the path that measures at most `limit`.

    A path that is too long loses its outermost titles first, marked by `…`; what still does not fit is dropped.
    """
    full = _written(style, titles, document_title)
    if not full:
        return PathContext("", "none")
    if count(full) <= limit:
        return PathContext(full, "full")
    for left_out in range(1, len(titles)):
        text = _written(style, [_ELLIPSIS, *titles[left_out:]], document_title)
        if count(text) <= limit:
            return PathContext(text, "shortened")
    return PathContext("", "dropped")


def _written(style: str, titles: Sequence[str], document_title: str) -> str:
    path = " > ".join(titles)
    match style:
        case "brackets":
            return f"【{path}】" if path else ""
        case "section":
            return f"Section: {path}\n\n" if path else ""
        case "document":
            lines = [f"Document: {document_title}"] if document_title else []
            lines += [f"Section: {path}"] if path else []
            return "\n".join([*lines, "Content:\n"]) if lines else ""
    return ""
