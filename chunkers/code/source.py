"""A part of a document as the parser reads it: UTF-8 bytes, and the way back to code points and lines."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

import numpy as np
from tree_sitter import Node

from chunkers.document import Document
from chunkers.span import Span

_SURROGATE = re.compile("[\ud800-\udfff]")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_LINE_HEAD = re.compile(rb"^(?:\xef\xbb\xbf)?[ \t\f]*", re.MULTILINE)
_LINE_END = re.compile(r"\r\n|\n|\r")

_SPACE = re.compile(r"\s+")
#: A name longer than this is no name but a broken text.
_LONGEST_NAME = 200

#: Bytes after which a line may be cut before a node: a name or an operator stays with what it belongs to.
_CUT_AFTER = frozenset(b" \t\f;,{}()[]")


class Source:
    """The bytes of `within`, every one of them in its place.

    Lone surrogates, NUL and lone carriage returns would mislead the parser; they are replaced by as many
    bytes of something plain, so that no offset moves.
    """

    def __init__(self, document: Document, within: Span) -> None:
        text = within.of(document.text)
        self.document = document
        self.within = within
        self._ascii = text.isascii()
        clean = text if self._ascii else _SURROGATE.sub("\ufffd", text)
        self.data = _LONE_RETURN.sub(b"\n", clean.encode().replace(b"\0", b" "))
        if not self._ascii:
            heads = (np.frombuffer(self.data, dtype=np.uint8) & 0xC0) != 0x80
            self._points = memoryview(np.cumsum(heads, dtype=np.int32))
        heads = [match.span() for match in _LINE_HEAD.finditer(self.data)]
        self._lines = array("q", (start for start, _ in heads))
        #: Of each line, the byte where its visible text begins.
        self._visible = array("q", (end for _, end in heads))

    def place(self, byte: int) -> int:
        """The code point of the document in which a byte lies."""
        if self._ascii:
            return self.within.start + byte
        if byte >= len(self.data):
            return self.within.end
        return self.within.start + self._points[byte] - 1

    def text_of(self, node: Node, limit: int = _LONGEST_NAME) -> str:
        """The text of a node on one line, or nothing where it is longer than any name.

        `Node.text` of a tree that was parsed from a callable reads bytes that are freed already (py-tree-sitter 0.26).
        """
        if node.end_byte - node.start_byte > 4 * limit:
            return ""
        text = self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")
        text = _SPACE.sub(" ", text).strip()
        return text if len(text) <= limit else ""

    def begins_line(self, node: Node) -> bool:
        """Whether only white space stands before the node in its line."""
        return node.start_byte == self._visible[node.start_point[0]]

    def start_of(self, node: Node) -> int:
        """Where a piece that begins with the node begins: at the start of its line if it is the first there."""
        row = node.start_point[0]
        byte = node.start_byte
        return self.place(self._lines[row] if byte == self._visible[row] else byte)

    def line_start(self, node: Node) -> int:
        """Where the line begins in which the node does."""
        return self.place(self._lines[node.start_point[0]])

    def may_cut_before(self, node: Node) -> bool:
        """Whether a line may be cut before the node."""
        byte = node.start_byte
        return byte > 0 and self.data[byte - 1] in _CUT_AFTER


def last_row(node: Node) -> int:
    """The last row with something of the node on it; some nodes take in the line break."""
    row, column = node.end_point
    return row - 1 if column == 0 and row > node.start_point[0] else row


def line_starts(document: Document) -> array:
    """Offsets at which the lines of a document begin, for `\\n`, `\\r\\n` and `\\r`."""

    def make() -> array:
        starts = array("q", (0,))
        starts.extend(match.end() for match in _LINE_END.finditer(document.text))
        return starts

    return document.memo("line starts", make)


def line_of(document: Document, position: int) -> int:
    """The number of the line, from 1, in which a position lies."""
    return bisect_right(line_starts(document), position)
