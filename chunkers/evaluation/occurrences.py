"""Where a text is in a longer one, every place and in linear time, also where the places overlap.

Evidence can be very frequent: `a` in a megabyte of `a` is there a million times. So places are kept as two
arrays, `Places`, and become `Span`s only where they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from chunkers.span import Span


class Places(Sequence[Span]):
    """Spans as two arrays, `starts` and `ends` (int64); reads like a tuple of `Span`."""

    __slots__ = ("ends", "starts")

    def __init__(self, starts: Any = (), ends: Any = ()) -> None:
        self.starts = np.asarray(starts, np.int64)
        self.ends = np.asarray(ends, np.int64)

    @classmethod
    def of(cls, spans: Sequence[Span]) -> Places:
        """The spans as places; places stay what they are."""
        if isinstance(spans, cls):
            return spans
        both = np.array(spans, np.int64).reshape(-1, 2)
        return cls(both[:, 0], both[:, 1])

    def inside(self, others: Sequence[Span]) -> Places:
        """Those that lie whole in one of the others."""
        outer = Places.of(others)
        if not outer:
            return Places()
        order = np.argsort(outer.starts, kind="stable")
        # Of the others that begin in time, only the one that reaches furthest counts.
        reach = np.maximum.accumulate(outer.ends[order])
        before = np.searchsorted(outer.starts[order], self.starts, "right") - 1
        kept = (before >= 0) & (reach[before] >= self.ends)
        return Places(self.starts[kept], self.ends[kept])

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Span: ...
    @overload
    def __getitem__(self, index: slice) -> Places: ...
    def __getitem__(self, index: int | slice) -> Span | Places:
        if isinstance(index, slice):
            return Places(self.starts[index], self.ends[index])
        return Span(int(self.starts[index]), int(self.ends[index]))

    def __iter__(self) -> Iterator[Span]:
        return map(Span, self.starts.tolist(), self.ends.tolist())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Places):
            return np.array_equal(self.starts, other.starts) and np.array_equal(self.ends, other.ends)
        return tuple(self) == tuple(other) if isinstance(other, (tuple, list)) else NotImplemented

    __hash__ = None

    def __repr__(self) -> str:
        more = f", ... {len(self) - 3} more" if len(self) > 3 else ""
        return f"Places({', '.join(map(repr, self[:3]))}{more})"


def occurrences(text: str, needle: str) -> list[int]:
    """Where the needle begins in the text, overlaps too; nowhere for an empty needle.

    `str.find` from each place to the next would compare the whole needle again for each; where places
    overlap, the needle repeats itself, and only the part that is new has to be compared.
    """
    found: list[int] = []
    at, size = text.find(needle) if needle else -1, len(needle)
    period = 0
    while at >= 0:
        found.append(at)
        following = text.find(needle, at + 1) if not period else -1
        if not period and 0 <= following < at + size:
            period = _period(needle)
        if not period:
            at = following
            continue
        tail = needle[size - period :]
        while text.startswith(tail, at + size):
            at += period
            found.append(at)
        # A repetition that ended here cannot begin again within half the needle, so this is linear as well.
        at = text.find(needle, at + 1)
    return found


def _period(text: str) -> int:
    """The smallest shift at which a text agrees with itself (Knuth, Morris and Pratt)."""
    borders = [0] * len(text)
    border = 0
    for position in range(1, len(text)):
        while border and text[border] != text[position]:
            border = borders[border - 1]
        border += text[border] == text[position]
        borders[position] = border
    return len(text) - border
