"""Integers as text: base 64 with five bits a character as in source maps, and a denser form for long columns.

A column is what a slider change sends of every chunk. Four lanes of a document of 500 KB, cut at 100
characters, are 20,000 to 30,000 chunks: packed, a chunk takes one to two characters, and all of them 30 KB.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

from chunkers import Span

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
#: The number that is subtracted from all, the code length of each class, and the bits as base 64.
Packed = list[int | str]


def encode_numbers(numbers: Iterable[int]) -> str:
    """Signed integers: the lowest bit is the sign, the low digits come first, 32 says that more follow."""
    return "".join(map(_encoded, numbers))


def pack(numbers: Sequence[int]) -> Packed:
    """Signed integers below 2**30 as classes and bits, as JPEG writes its coefficients (ITU-T T.81, F.1.2.1).

    The distance d of a number from the commonest becomes z = 2d, or -2d - 1 where it is negative. Its class is
    the number of bits of z, written in a Huffman code; the bits of z below the first follow. The code is
    canonical: shorter codes first, of one length the lower class first, so that lengths are enough to know it:
    a digit of base 64 a class, 0 where there is none. How many numbers there are is not written.
    """
    counted = Counter(numbers)
    if not counted:
        return [0, "", ""]
    middle = counted.most_common(1)[0][0]
    folded = {number: _folded(number - middle) for number in counted}
    classes: Counter[int] = Counter()
    for number, count in counted.items():
        classes[folded[number].bit_length()] += count
    lengths = _code_lengths(classes)
    prefixes = _canonical(lengths)
    codes = {number: prefixes[value.bit_length()] + f"{value:b}"[1:] for number, value in folded.items()}
    bits = "".join(map(codes.__getitem__, numbers))
    size = -(-len(bits) // 8)
    packed = int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")
    table = "".join(_DIGITS[lengths.get(one, 0)] for one in range(max(lengths) + 1))
    return [middle, table, base64.b64encode(packed).decode().rstrip("=")]


def pack_rising(numbers: Sequence[int]) -> Packed:
    """`pack` of each number's step from the one before, the first from 0."""
    return pack([number - before for before, number in zip([0, *numbers], numbers)])


def pack_spans(spans: Sequence[Span]) -> dict[str, int | Packed]:
    """How many spans, for each the step from the end of the one before (negative: overlap), and its length."""
    steps: list[int] = []
    lengths: list[int] = []
    before = 0
    for start, end in spans:
        steps.append(start - before)
        lengths.append(end - start)
        before = end
    return {"count": len(lengths), "steps": pack(steps), "lengths": pack(lengths)}


def _folded(number: int) -> int:
    return -2 * number - 1 if number < 0 else 2 * number


def _code_lengths(counts: Counter[int]) -> dict[int, int]:
    """The bits of each class in a Huffman code (D. A. Huffman, 1952); one bit where there is one class only."""
    heap = [(count, one, (one,)) for one, count in counts.items()]
    heapify(heap)
    lengths = dict.fromkeys(counts, 1 if len(heap) == 1 else 0)
    while len(heap) > 1:
        few, first, below = heappop(heap)
        more, second, above = heappop(heap)
        for one in below + above:
            lengths[one] += 1
        heappush(heap, (few + more, min(first, second), below + above))
    return lengths


def _canonical(lengths: dict[int, int]) -> dict[int, str]:
    """The code of each class, as a string of 0 and 1."""
    codes: dict[int, str] = {}
    code, before = 0, 0
    for length, one in sorted((length, one) for one, length in lengths.items()):
        code <<= length - before
        codes[one] = f"{code:0{length}b}"
        code, before = code + 1, length
    return codes


@lru_cache(maxsize=65536)
def _encoded(number: int) -> str:
    rest = (-number << 1) | 1 if number < 0 else number << 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        if not rest:
            return text + _DIGITS[digit]
        text += _DIGITS[digit | 32]
