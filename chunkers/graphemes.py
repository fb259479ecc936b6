"""Grapheme cluster boundaries (UAX #29), looked up where a cut is wanted.

Almost every cut falls between two characters that never join, and that is two set look-ups. Only a text
that really has a joining character next to a cut pays for a scan, once, and that scan is linear.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cache

import regex

from chunkers.document import Document
from chunkers.span import Span

_CLUSTER = regex.compile(r"\X")


@cache
def _joining() -> frozenset[str]:
    """Every character that can take part in a cluster of two or more, CRLF apart (UAX #29, table 2)."""
    # Ideographs and whole Hangul syllables join nothing, and are most of what there is: not worth a look.
    blocks = (range(0x300, 0x3400), range(0xA000, 0xAC00), range(0xD7A4, 0xD800), range(0xF900, 0x20000))
    every = "".join(map(chr, (*(point for block in blocks for point in block), *range(0xE0000, 0xE1000))))
    classes = "".join(
        rf"\p{{GCB={name}}}" for name in ("Extend", "ZWJ", "SpacingMark", "Prepend", "RI", "L", "V", "T")
    )
    return frozenset(regex.findall(f"[{classes}]", every))


@cache
def _prepended() -> frozenset[str]:
    """Every character that joins the one after it, white space too."""
    return frozenset(regex.findall(r"\p{GCB=Prepend}", "".join(_joining())))


class Graphemes:
    """Where a text may be cut without splitting what a reader sees as one character."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._joining = frozenset() if text.isascii() else _joining()
        #: What, alone, white space cannot be trimmed after: the two are one cluster.
        self.prepended = frozenset() if text.isascii() else _prepended()
        #: Whether every position is a boundary: ASCII without CRLF.
        self.plain = text.isascii() and "\r" not in text
        self._starts: array[int] | None = None
        self._ends: array[int] = array("q")

    def is_boundary(self, position: int) -> bool:
        """Whether the text may be cut at `position`. The two ends of the text are boundaries."""
        if position <= 0 or position >= len(self._text):
            return True
        if self.plain:
            return True
        before, after = self._text[position - 1], self._text[position]
        if before in self._joining or after in self._joining:
            return self.floor(position) == position
        return after != "\n" or before != "\r"

    def floor(self, position: int) -> int:
        """The last boundary at or before `position`."""
        if self.plain:
            return position
        cluster = self._cluster_over(position)
        return position if cluster is None else cluster[0]

    def ceil(self, position: int) -> int:
        """The first boundary at or after `position`."""
        if self.plain:
            return position
        cluster = self._cluster_over(position)
        return position if cluster is None else cluster[1]

    def trimmed(self, start: int, end: int) -> Span:
        """The range without white space at its ends, never cutting a cluster; empty, at `end`, where all is blank."""
        text, first, last = self._text, start, end - 1
        while first <= last and text[first].isspace():
            first += 1
        while last > first and text[last].isspace():
            last -= 1
        last += 1
        if not self._joining:
            return Span(first, last)
        if first > start:
            first = max(self.floor(first), start)
        return Span(first, min(self.ceil(last), end) if last < end else end)

    def _cluster_over(self, position: int) -> tuple[int, int] | None:
        """The cluster that has `position` strictly inside it."""
        text = self._text
        if position <= 0 or position >= len(text):
            return None
        before, after = text[position - 1], text[position]
        if before not in self._joining and after not in self._joining:
            return (position - 1, position + 1) if after == "\n" and before == "\r" else None
        if self._starts is None:
            self._scan()
        index = bisect_right(self._starts, position) - 1
        if index >= 0 and self._starts[index] < position < self._ends[index]:
            return self._starts[index], self._ends[index]
        return None

    def _scan(self) -> None:
        """Record every cluster of two or more code points, reading only the text around joining characters."""
        starts, ends, text, size = array("q"), array("q"), self._text, len(self._text)
        runs = regex.compile("[" + "".join(map(regex.escape, sorted(self._joining & set(text)))) + "]+")
        position = 0
        for run in runs.finditer(text):
            if run.start() < position:
                continue
            # Clusters chain (emoji, joiner, emoji): read on until one ends on plain ground.
            position = max(position, run.start() - 1)
            while position < size:
                end = self._cluster_end(position)
                if end - position > 1:
                    starts.append(position)
                    ends.append(end)
                position = end
                if position >= run.end() and (position >= size or text[position] not in self._joining):
                    break
        # In this order: another thread takes the starts as the sign that both are there.
        self._ends = ends
        self._starts = starts

    def _cluster_end(self, position: int) -> int:
        """The end of the cluster that begins at `position`.

        Read from a copy: `regex` would count the flags before it, from their first on, for each one anew.
        """
        width = 32
        while True:
            end = _CLUSTER.match(self._text[position : position + width]).end()
            if end < width or position + end >= len(self._text):
                return position + end
            width *= 8


def graphemes(document: Document) -> Graphemes:
    """The grapheme boundaries of a document, made once."""
    return document.memo("graphemes", lambda: Graphemes(document.text))
