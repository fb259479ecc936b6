"""Integers as text: base 64 with five bits a character, as in source maps.

The size of a chunk takes two characters instead of five as JSON, so that a slider change on a document of
500 KB stays well under 60 KB.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from chunkers import Span

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def encode_numbers(numbers: Iterable[int]) -> str:
    """Signed integers: the lowest bit is the sign, the low digits come first, 32 says that more follow."""
    return "".join(map(_encoded, numbers))


def encode_spans(spans: Sequence[Span]) -> str:
    """For each span the step from the end of the one before (negative: overlap) and the length."""
    numbers: list[int] = []
    before = 0
    for start, end in spans:
        numbers += (start - before, end - start)
        before = end
    return encode_numbers(numbers)


@lru_cache(maxsize=65536)
def _encoded(number: int) -> str:
    rest = (-number << 1) | 1 if number < 0 else number << 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        if not rest:
            return text + _DIGITS[digit]
        text += _DIGITS[digit | 32]
