"""Lines for a picture: any Unicode text broken to a width in columns, never inside a character that readers see."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.span import Span

_LINE = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_TAB = 4
#: A wide character is as wide as the type is high, a narrow one three fifths of that.
_WIDE = 5 / 3


def columns(grapheme: str) -> float:
    """How wide one grapheme is in a fixed-width font: 5/3 for East Asian wide ones and emoji, else 1."""
    if grapheme == "\t":
        return _TAB
    return _WIDE if any(unicodedata.east_asian_width(char) in "WF" for char in grapheme) else 1


def width(text: str) -> float:
    """How wide a line is, in columns."""
    return sum(columns(text[start:end]) for start, end in _graphemes(text))


def wrapped(text: str, limit: int) -> list[Span]:
    """The lines of a text as spans of it, each at most `limit` columns, without their line ends.

    Breaks after a space, or before an East Asian character; in a word only where it alone is too wide.
    """
    lines: list[Span] = []
    at = 0
    for end in _LINE.finditer(text):
        lines += _wrapped_line(text, Span(at, end.start()), limit)
        at = end.end()
    return [*lines, *_wrapped_line(text, Span(at, len(text)), limit)]


def _wrapped_line(text: str, line: Span, limit: int) -> Iterator[Span]:
    start, used, good = line.start, 0.0, 0
    for left, right in _graphemes(text[line.start : line.end]):
        left, right = left + line.start, right + line.start
        size = columns(text[left:right])
        if left > start and (size == _WIDE or text[left - 1] == " "):
            good = left
        if used + size > limit and left > start and text[left:right] != " ":
            end = good if good > start else left
            yield Span(start, end)
            start = end
            used = width(text[start:left])
        used += size
    yield Span(start, line.end)


def _graphemes(text: str) -> Iterator[tuple[int, int]]:
    boundaries = graphemes(Document(text, version="-"))
    start = 0
    while start < len(text):
        end = boundaries.ceil(start + 1)
        yield start, end
        start = end
