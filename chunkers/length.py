"""Length units. A document is measured once; then the length of any span is two look-ups.

A splitter that asks a tokenizer for the length of every piece pays for the same text again and again.
A `Measure` holds the offsets of all units of one document instead. Token counts are not additive, so
`TokenMeasure` re-reads the edges of a slice, and only the edges, to give its exact count.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

import numpy as np
import regex

from chunkers.document import Document
from chunkers.embedder import Tokenizer
from chunkers.tokens import DEFAULT_ENCODING, tiktoken_tokenizer

UNITS = ("characters", "tokens", "words", "bytes", "model_tokens")

#: A word by UAX #29: a segment between word boundaries that begins with a letter, a number or `_`.
_WORD = regex.compile(r"\b[\p{L}\p{N}\p{Pc}].*?\b", regex.WORD | regex.DOTALL)


class Measure(ABC):
    """How long the spans of one document are, in one unit."""

    unit: str
    #: How far `reach` may fall short of the furthest end that fits, in units: 0 where it is exact.
    slack = 0

    @abstractmethod
    def reach(self, start: int, size: int) -> int:
        """The furthest end so that `[start, end)` should measure at most `size`."""

    @abstractmethod
    def reach_back(self, end: int, size: int) -> int:
        """The earliest start so that `[start, end)` should measure at most `size`."""

    @abstractmethod
    def length(self, start: int, end: int) -> int:
        """The exact length of `[start, end)`, the same as `count` of that slice."""

    @abstractmethod
    def count(self, text: str) -> int:
        """The exact length of any text."""


class CharacterMeasure(Measure):
    """Code points."""

    unit = "characters"

    def __init__(self, text: str) -> None:
        self._size = len(text)

    def reach(self, start: int, size: int) -> int:
        return min(start + size, self._size)

    def reach_back(self, end: int, size: int) -> int:
        return max(end - size, 0)

    def length(self, start: int, end: int) -> int:
        return end - start

    def count(self, text: str) -> int:
        return len(text)


class ByteMeasure(Measure):
    """Bytes of UTF-8."""

    unit = "bytes"

    def __init__(self, text: str) -> None:
        points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        self._before = np.zeros(len(points) + 1, dtype=np.int64)
        widths = 1 + (points >= 0x80).astype(np.int8) + (points >= 0x800) + (points >= 0x10000)
        np.cumsum(widths, out=self._before[1:])

    def reach(self, start: int, size: int) -> int:
        return int(np.searchsorted(self._before, self._before[start] + size, "right")) - 1

    def reach_back(self, end: int, size: int) -> int:
        return int(np.searchsorted(self._before, self._before[end] - size, "left"))

    def length(self, start: int, end: int) -> int:
        return int(self._before[end] - self._before[start])

    def count(self, text: str) -> int:
        return len(text.encode("utf-8", "surrogatepass"))


class WordMeasure(Measure):
    """Words by UAX #29: a run of letters, a number, an ideograph; punctuation and spaces weigh nothing."""

    unit = "words"

    def __init__(self, text: str) -> None:
        spans = [match.span() for match in _WORD.finditer(text)]
        self._size = len(text)
        self._starts = np.fromiter((span[0] for span in spans), np.int64, len(spans))
        self._ends = np.fromiter((span[1] for span in spans), np.int64, len(spans))

    def reach(self, start: int, size: int) -> int:
        first = int(np.searchsorted(self._ends, start, "right"))
        after = first + size
        return int(self._starts[after]) if after < len(self._starts) else self._size

    def reach_back(self, end: int, size: int) -> int:
        after = int(np.searchsorted(self._starts, end, "left"))
        return int(self._starts[after - size]) if size and after > size else (0 if size else end)

    def length(self, start: int, end: int) -> int:
        first = int(np.searchsorted(self._ends, start, "right"))
        return max(0, int(np.searchsorted(self._starts, end, "left")) - first)

    def count(self, text: str) -> int:
        return sum(1 for _ in _WORD.finditer(text))


class TokenMeasure(Measure):
    """Tokens of a tokenizer, read once over the whole document.

    `seam` matches two characters between which every text is cut before its pieces are tokenized, so that
    the tokens on both sides do not depend on each other. The tokens between two seams of a slice are then
    those of the document, and only what lies before the first and after the last seam is read again.
    Without a seam the whole slice is.
    """

    slack = 2

    def __init__(
        self, text: str, unit: str, tokenizer: Tokenizer, seam: re.Pattern[str] | None = None
    ) -> None:
        self.unit = unit
        self._text = text
        self._tokenizer = tokenizer
        self._seam = seam
        self._starts = tokenizer.starts(text)

    def _index(self, position: int) -> int:
        """Number of tokens that start before `position`."""
        return int(np.searchsorted(self._starts, position, "left"))

    def reach(self, start: int, size: int) -> int:
        after = self._index(start) + size
        return int(self._starts[after]) if after < len(self._starts) else len(self._text)

    def reach_back(self, end: int, size: int) -> int:
        before = self._index(end) - size
        return int(self._starts[before]) if before > 0 and size else (0 if size else end)

    def length(self, start: int, end: int) -> int:
        first = self._first_seam(start, end)
        if first is None:
            return self._tokenizer.count(self._text[start:end])
        last = self._last_seam(first, end)
        middle = self._index(last) - self._index(first)
        edges = self._text[start:first], self._text[last:end]
        return middle + sum(self._tokenizer.count(edge) for edge in edges if edge)

    def _first_seam(self, start: int, end: int) -> int | None:
        match = self._seam.search(self._text, start, end) if self._seam else None
        return match and match.start() + 1

    def _last_seam(self, first: int, end: int) -> int:
        """The last seam in `[first, end)`, looked for in windows that grow backwards."""
        width = 32
        while end - width > first:
            seams = [match.start() + 1 for match in self._seam.finditer(self._text, end - width, end)]
            if seams:
                return seams[-1]
            width *= 4
        seams = [match.start() + 1 for match in self._seam.finditer(self._text, first, end)]
        return seams[-1] if seams else first

    def count(self, text: str) -> int:
        return self._tokenizer.count(text)


def measure(
    document: Document, unit: str, encoding: str = DEFAULT_ENCODING, tokenizer: Tokenizer | None = None
) -> Measure:
    """The measure of a document, made once per unit and tokenizer.

    Raises `ValueError` for an unknown unit or encoding, and for `model_tokens` without a tokenizer.
    """
    text = document.text
    if unit == "characters":
        return document.memo(unit, lambda: CharacterMeasure(text))
    if unit == "bytes":
        return document.memo(unit, lambda: ByteMeasure(text))
    if unit == "words":
        return document.memo(unit, lambda: WordMeasure(text))
    if unit == "tokens":
        reader = tiktoken_tokenizer(encoding)
        return document.memo((unit, encoding), lambda: TokenMeasure(text, unit, reader, reader.seam))
    if unit == "model_tokens":
        if tokenizer is None:
            raise ValueError("unit = 'model_tokens' counts the tokens of the embedding model: pass embedder=")
        return document.memo((unit, tokenizer.name), lambda: TokenMeasure(text, unit, tokenizer))
    raise ValueError(f"unit = {unit!r} is unknown; choose one of {', '.join(UNITS)}")
