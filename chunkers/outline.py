"""The headings of a document for the hot path: level and place at once, the visible title when it is asked for.

A cut needs every heading's place, but the title only of those that are written down. Reading titles costs as
much as finding the headings, so here it waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chunkers.block_scan import document_scan
from chunkers.document import Document
from chunkers.markdown_inline import visible_text
from chunkers.span import Span


class OutlineHeading:
    """The same as `chunkers.markdown.Heading`, its title read on first access."""

    __slots__ = ("level", "span", "title", "_content", "_definitions")

    title: str

    def __init__(
        self, level: int, content: str, span: Span, definitions: Callable[[], dict[str, Any]]
    ) -> None:
        self.level = level
        self.span = span
        self._content = content
        self._definitions = definitions

    def __getattr__(self, name: str) -> Any:
        """The visible text of the heading: asked for here only once, as `title` then has a value."""
        if name != "title":
            raise AttributeError(name)
        self.title = visible_text(self._content, self._definitions)
        return self.title


def document_headings(document: Document) -> list[OutlineHeading]:
    """The top-level headings of a document, in order."""
    return document.memo("outline", lambda: _headings(document))


def _headings(document: Document) -> list[OutlineHeading]:
    scan = document_scan(document)
    return [OutlineHeading(level, content, span, scan.definitions) for level, content, span in scan.headings]
