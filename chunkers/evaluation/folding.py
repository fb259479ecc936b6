"""Text as it is compared, with the way back: NFC, case folded, white space as single spaces.

Folding changes lengths (`ß` is `ss`, `e` and a mark are `é`, a line end and its indent are one space), so a
match in folded text is not a range of the source. `Folded` remembers, for the few stretches that change
their length, where they came from, and accepts a match only where it begins and ends between whole
characters: `s` is not found in `ß`, nor `e` in `é`, however either is written.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, cached_property

import numpy as np
import regex

from chunkers.document import Document
from chunkers.evaluation.occurrences import Places, occurrences
from chunkers.span import Span

#: What may change together with the character before it under NFC: marks, the vowels and finals of
#: decomposed Hangul, and the two vowel signs of Kirat Rai, which are letters by category.
_JOINING = r"\p{M}\u1160-\u11ff\ud7b0-\ud7fb\U00016d63\U00016d67"
#: What `str.isspace` calls white; the `regex` module leaves out the four separators.
_WHITE = r"[\s\x1c-\x1f]"
#: White space that is not already one plain space.
_SPACES = re.compile(rf"(?! ){_WHITE}+|{_WHITE}{{2,}}")


def fold(text: str) -> str:
    """The folded text, without white space at its ends."""
    return Folded(text).trimmed


class Folded:
    """A text folded, in which spans of the source are found."""

    def __init__(self, text: str) -> None:
        self._at: list[int] = []
        self._source: list[Span] = []
        self._changed: list[bool] = []
        pieces: list[str] = []
        length = position = 0
        for match in _changing(text).finditer(text):
            for span, changed in ((Span(position, match.start()), False), (Span(*match.span()), True)):
                if span.length:
                    piece = _plain(span.of(text)) if not changed else _changed(match.group())
                    self._at.append(length)
                    self._source.append(span)
                    self._changed.append(changed)
                    pieces.append(piece)
                    length += len(piece)
            position = match.end()
        if position < len(text):
            self._at.append(length)
            self._source.append(Span(position, len(text)))
            self._changed.append(False)
            pieces.append(_plain(text[position:]))
        self.text = "".join(pieces)

    @property
    def trimmed(self) -> str:
        """The folded text without white space at its ends; a space that carries a mark is none."""
        start, end = 0, len(self.text)
        if self.text.startswith(" ") and self._ends(np.array([1]))[0] >= 0:
            start = 1
        if end > start and self.text.endswith(" ") and self._starts(np.array([end - 1]))[0] >= 0:
            end -= 1
        return self.text[start:end]

    def find(self, needle: str) -> Places:
        """Every span of the source whose folded text is `needle`, which is folded already; overlaps too."""
        at = np.array(occurrences(self.text, needle), np.int64)
        if not len(at):
            return Places()
        starts, ends = self._starts(at), self._ends(at + len(needle))
        whole = (starts >= 0) & (ends >= 0)
        return Places(starts[whole], ends[whole])

    @cached_property
    def _pieces(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of each piece: where it begins, folded and in the source, where it ends there, if it is changed."""
        source = np.array(self._source, np.int64).reshape(-1, 2)
        return np.array(self._at, np.int64), source[:, 0], source[:, 1], np.array(self._changed, bool)

    def _starts(self, at: np.ndarray) -> np.ndarray:
        """The places in the source where folded positions begin; -1 inside a changed stretch."""
        begins, starts, _, changed = self._pieces
        piece = np.searchsorted(begins, at, "right") - 1
        shift = at - begins[piece]
        return np.where(changed[piece] & (shift > 0), -1, starts[piece] + shift)

    def _ends(self, at: np.ndarray) -> np.ndarray:
        """The places in the source where what ends at folded positions ends; -1 inside a changed stretch."""
        begins, starts, ends, changed = self._pieces
        piece = np.searchsorted(begins, at, "left") - 1
        after = np.append(begins[1:], len(self.text))[piece]
        inside = np.where(at == after, ends[piece], -1)
        return np.where(changed[piece], inside, starts[piece] + at - begins[piece])


def folded(document: Document) -> Folded:
    """A document's text folded, once."""
    return document.memo("folded", lambda: Folded(document.text))


def _plain(stretch: str) -> str:
    """A stretch in which every character folds to one."""
    if stretch.isascii():
        return stretch.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", stretch).casefold())


def _changed(stretch: str) -> str:
    """White space as one space; one character with its marks in its folded form."""
    return " " if stretch.isspace() else _plain(stretch)


def _changing(text: str) -> re.Pattern[str] | regex.Pattern[str]:
    """Matches the stretches whose folded form may differ in length."""
    return _SPACES if text.isascii() else _changing_unicode()


@cache
def _changing_unicode() -> regex.Pattern[str]:
    # Every character that decomposes or folds to several lies below U+30000.
    every = map(chr, (*range(0x80, 0xD800), *range(0xE000, 0x30000)))
    longer = "".join(char for char in every if not char.isspace() and len(_plain(char)) != 1)
    # A mark makes a space visible: `(?![marks])` gives that last space back to the first alternative.
    white = rf"(?! ){_WHITE}+(?![{_JOINING}])|{_WHITE}{{2,}}(?![{_JOINING}])"
    return regex.compile(rf"(?s:.)[{_JOINING}]+|\A[{_JOINING}]+|{white}|[{regex.escape(longer)}]")
