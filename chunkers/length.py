"""Length units. A document is measured once; then the length of any span is two look-ups.

A splitter that asks a tokenizer for the length of every piece pays for the same text again and again.
A `Measure` holds the offsets of all units of one document instead. Token counts are not additive, so
`SeamMeasure` re-reads the edges of a slice, and only the edges, to give its exact count.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from bisect import bisect_left, bisect_right

import numpy as np

from chunkers.document import Document
from chunkers.embedder import Tokenizer
from chunkers.tokens import DEFAULT_ENCODING, TiktokenTokenizer, tiktoken_tokenizer
from chunkers.words import WORD

UNITS = ("characters", "tokens", "words", "bytes", "model_tokens")

_INT32 = 2**31
#: Characters whose bytes are counted at a time.
_SLICE = 1 << 18


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

    def fits(self, start: int, end: int, size: int) -> bool:
        """Whether `length(start, end)` is at most `size`; cheaper where the answer is plain."""
        return self.length(start, end) <= size

    @abstractmethod
    def count(self, text: str) -> int:
        """The exact length of any text."""


def unit_words(unit: str) -> str:
    """The name of a unit as people read it."""
    return unit.replace("_", " ")


class CharacterMeasure(Measure):
    """Code points."""

    unit = "characters"

    def __init__(self, text: str) -> None:
        self._size = len(text)

    def reach(self, start: int, size: int) -> int:
        end = start + size
        return end if end < self._size else self._size

    def reach_back(self, end: int, size: int) -> int:
        return end - size if end > size else 0

    def length(self, start: int, end: int) -> int:
        return end - start

    def count(self, text: str) -> int:
        return len(text)


class ByteMeasure(Measure):
    """Bytes of UTF-8."""

    unit = "bytes"

    def __init__(self, text: str) -> None:
        """Sum up the bytes before each character, in slices, so that little is needed in between."""
        before = np.zeros(len(text) + 1, dtype=np.int64 if len(text) > _INT32 // 4 else np.int32)
        for start in range(0, len(text), _SLICE):
            part = text[start : start + _SLICE].encode("utf-32-le", "surrogatepass")
            points = np.frombuffer(part, dtype=np.uint32)
            widths = 1 + (points >= 0x80).astype(np.int8) + (points >= 0x800) + (points >= 0x10000)
            sums = before[start + 1 : start + 1 + len(points)]
            np.cumsum(widths, out=sums)
            sums += before[start]
        self._before = memoryview(before)

    def reach(self, start: int, size: int) -> int:
        return bisect_right(self._before, self._before[start] + size) - 1

    def reach_back(self, end: int, size: int) -> int:
        return bisect_left(self._before, self._before[end] - size)

    def length(self, start: int, end: int) -> int:
        return self._before[end] - self._before[start]

    def count(self, text: str) -> int:
        return len(text.encode("utf-8", "surrogatepass"))


class WordMeasure(Measure):
    """Words by UAX #29: a run of letters, a number, an ideograph; punctuation and spaces weigh nothing."""

    unit = "words"

    def __init__(self, text: str) -> None:
        self._size = len(text)
        self._starts, self._ends = array("q"), array("q")
        for match in WORD.finditer(text):
            self._starts.append(match.start())
            self._ends.append(match.end())

    def reach(self, start: int, size: int) -> int:
        after = bisect_right(self._ends, start) + size
        return self._starts[after] if after < len(self._starts) else self._size

    def reach_back(self, end: int, size: int) -> int:
        before = bisect_left(self._starts, end) - size
        return min(self._ends[before - 1], end) if before > 0 else 0

    def length(self, start: int, end: int) -> int:
        return max(0, bisect_left(self._starts, end) - bisect_right(self._ends, start))

    def count(self, text: str) -> int:
        return sum(1 for _ in WORD.finditer(text))


class TokenMeasure(Measure):
    """Tokens of any tokenizer, read once over the whole document; the exact count reads the slice again."""

    slack = 2

    def __init__(self, text: str, unit: str, tokenizer: Tokenizer, starts: np.ndarray | None = None) -> None:
        self.unit = unit
        self._text = text
        self._tokenizer = tokenizer
        starts = tokenizer.starts(text) if starts is None else starts
        # A bisection reads single numbers: a memoryview gives them several times faster than an array of numpy.
        self._starts = memoryview(np.ascontiguousarray(starts))
        self._last = 0, 0

    def reach(self, start: int, size: int) -> int:
        after = self._index(start) + size
        return self._starts[after] if after < len(self._starts) else len(self._text)

    def _index(self, position: int) -> int:
        """Number of tokens that start before `position`; the last answer is kept, it is asked for again."""
        asked, answer = self._last
        if position > asked:
            answer = self._further(position, answer, position - asked)
        elif position < asked:
            answer = bisect_left(self._starts, position, 0, answer)
        self._last = position, answer
        return answer

    def _further(self, position: int, low: int, distance: int) -> int:
        """Number of tokens that start before `position`: the first `low`, and seldom over `distance` more."""
        high = low + distance
        if high < len(self._starts) and self._starts[high] >= position:
            return bisect_left(self._starts, position, low, high)
        return bisect_left(self._starts, position, low)

    def reach_back(self, end: int, size: int) -> int:
        before = bisect_left(self._starts, end) - size
        return self._starts[before] if before > 0 and size else (0 if size else end)

    def length(self, start: int, end: int) -> int:
        return self._tokenizer.count(self._text[start:end])

    def count(self, text: str) -> int:
        return self._tokenizer.count(text)


class SeamMeasure(TokenMeasure):
    """Tokens of a tokenizer that has seams: most of a slice has the tokens that it has in the document.

    A seam lies between two characters where every text is cut before its pieces become tokens, so that what
    stands on one side does not matter to the other. Only the text before the first and after the last seam of
    a slice is read again.
    """

    def __init__(self, text: str, unit: str, tokenizer: TiktokenTokenizer) -> None:
        starts, whole = tokenizer.offsets(text)
        super().__init__(text, unit, tokenizer, starts)
        self._whole = None if whole is None else memoryview(whole)
        self._seam, self._last_seam = tokenizer.seam, tokenizer.last_seam
        self._letters_stay = tokenizer.letters_stay
        # No token is shorter than a byte, and no character longer than four.
        self._widest = 1 if text.isascii() else 4

    def length(self, start: int, end: int) -> int:
        middle, head, tail = self._parts(start, end, 0, len(self._starts))
        return middle + self._count(head) + self._count(tail)

    def fits(self, start: int, end: int, size: int) -> bool:
        low = self._index(start)
        high = self._further(end, low, end - start)
        if high - low <= size and self._begins_clean(start, low) and self._ends_clean(end, high):
            return True
        middle, head, tail = self._parts(start, end, low, high)
        if middle + self._widest * (len(head) + len(tail)) <= size:
            return True
        return middle <= size and middle + self._count(head) + self._count(tail) <= size

    def _begins_clean(self, position: int, index: int) -> bool:
        """Whether text that begins here, with the token `index`, has the tokens of the document, or fewer."""
        text = self._text
        if 0 < position < len(text) and text[position - 1] in "\r\n":
            # No piece goes on after a line end, but for a `/` in o200k_base.
            return not text[position].isspace() and text[position] != "/"
        return self._is_clean(position, index)

    def _ends_clean(self, position: int, index: int) -> bool:
        """Whether text that ends here, before the token `index`, has the tokens of the document, or fewer."""
        text = self._text
        if 1 < position < len(text) and text[position] in "\r\n":
            # A line end joins no letter or number. It may join a mark, but one in ASCII, by itself, is one token anyway.
            before = text[position - 1]
            return before.isalnum() or "!" <= before <= "~" and text[position - 2].isalnum()
        return self._is_clean(position, index)

    def _is_clean(self, position: int, index: int) -> bool:
        """Whether text cut here, before the token `index`, has, on both sides, the tokens that it has in the document, or fewer.

        So it is at a seam, and where a token begins at the edge of a letter or number and no piece can reach
        over the cut another way: byte pairs are merged in the same order on either side of a place over which
        nothing was merged. (Only a part that is a token as a whole can have fewer.)
        """
        text = self._text
        if position <= 0 or position >= len(text):
            return True
        before, after = text[position - 1], text[position]
        if after == " ":
            return not before.isspace()
        if not self._letters_stay or "'" in text[max(position - 3, 0) : position]:
            return False  # an apostrophe makes a piece of the one or two letters after it
        if before.isspace():  # a single space is a piece also where it is cut off from what it belongs to
            if before != " " or position < 2 or text[position - 2].isspace():
                return False
            fine = after.isalnum()
        elif after.isalpha():
            fine = True
        elif after.isnumeric():  # numbers are cut into threes from their beginning
            fine = before.isalpha() or not before.isnumeric()
        else:
            fine = before.isalnum() and after.isprintable()
        if not fine or index == len(self._starts) or self._starts[index] != position:
            return False
        return self._whole is None or self._whole[index]

    def _parts(self, start: int, end: int, low: int, high: int) -> tuple[int, str, str]:
        """The tokens between the outermost seams of a slice, and the text before and after these seams.

        The indexes of these tokens lie between `low` and `high`.
        """
        text, before = self._text, start - 1 if start else 0
        # A seam at the very edge counts too: the tokens of the document begin or end there.
        seam = self._seam.search(text, before, end)
        if seam is None:
            return 0, text[start:end], ""
        first = seam.start() + 1
        last = self._last_seam.search(text, before, end + 1).start() + 1
        low = bisect_left(self._starts, first, low, high)
        return bisect_left(self._starts, last, low, high) - low, text[start:first], text[last:end]

    def _count(self, edge: str) -> int:
        return self._tokenizer.count(edge) if edge else 0


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
        return document.memo((unit, encoding), lambda: SeamMeasure(text, unit, reader))
    if unit == "model_tokens":
        if tokenizer is None:
            raise ValueError("unit = 'model_tokens' counts the tokens of the embedding model: pass embedder=")
        return document.memo((unit, tokenizer.name), lambda: TokenMeasure(text, unit, tokenizer))
    raise ValueError(f"unit = {unit!r} is unknown; choose one of {', '.join(UNITS)}")
