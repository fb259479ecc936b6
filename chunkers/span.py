"""The one idea of the package: a chunk is a span of the source.

A `Span` is a half-open range of code points, `text[start:end]`. Everything else (drawing, overlap,
coverage, "was this answer cut") is arithmetic on spans, and that arithmetic is here, once.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple


class Span(NamedTuple):
    """Half-open range `[start, end)` in code points. Unpacks as `start, end`."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """Number of code points."""
        return self.end - self.start

    def of(self, text: str) -> str:
        """The slice of `text` that this span names."""
        return text[self.start : self.end]

    def shift(self, offset: int) -> Span:
        """The same range, `offset` code points further on."""
        return Span(self.start + offset, self.end + offset)

    def contains(self, other: Span) -> bool:
        """Whether `other` lies whole inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlap(self, other: Span) -> int:
        """Number of code points the two spans share."""
        return max(0, min(self.end, other.end) - max(self.start, other.start))


def spans_of(edges: Iterable[int]) -> list[Span]:
    """The spans whose start and end follow each other in `edges`, made at half the cost of a call for each."""
    starts = iter(edges)
    return list(map(partial(tuple.__new__, Span), zip(starts, starts)))


def union(spans: Iterable[Span]) -> list[Span]:
    """The spans as sorted, disjoint, non-empty ranges; ranges that touch become one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if start >= end:
            continue
        if merged and start <= merged[-1].end:
            if end > merged[-1].end:
                merged[-1] = Span(merged[-1].start, end)
        else:
            merged.append(Span(start, end))
    return merged


def covered(span: Span, by: Iterable[Span]) -> int:
    """Number of code points of `span` that lie in at least one of the spans `by`."""
    return sum(span.overlap(part) for part in union(by))
