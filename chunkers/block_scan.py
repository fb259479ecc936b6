"""One scan of a document for everything that is read of its blocks."""

from __future__ import annotations

import re

from chunkers.document import Document
from chunkers.markdown_blocks import Scan
from chunkers.span import Span


class BlockScan(Scan):
    """The scan that also notes where lists, quotes and HTML blocks stand, in order."""

    def __init__(self, text: str) -> None:
        self.noted: list[tuple[str, Span]] = []
        super().__init__(text)

    def _list(self, line: int, marker_end: int) -> int:
        return self._noted("list", line, super()._list(line, marker_end))

    def _quote(self, line: int, candidate: re.Match[str]) -> int:
        return self._noted("quote", line, super()._quote(line, candidate))

    def _html(self, line: int, candidate: re.Match[str]) -> int:
        end = super()._html(line, candidate)
        # A lone tag in a paragraph is text of that paragraph: then no block was ended.
        return self._noted("html", line, end) if self.floor == end else end

    def _noted(self, kind: str, line: int, end: int) -> int:
        if end > line:
            self.noted.append((kind, self._span(line, end)))
        return end


def document_scan(document: Document) -> BlockScan:
    """The block scan of a document, made once. Program text has no Markdown blocks: its `#` is a comment."""
    return document.memo(
        "block scan", lambda: BlockScan("" if document.source_type == "code" else document.text)
    )
