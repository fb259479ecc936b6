"""Where a chunk may begin so that it shares the end of the chunk before it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from chunkers.cutting.sentence_units import sentence_starts
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.length import Measure
from chunkers.span import Span

#: A word begins after white space; each ideograph and kana is one.
_WORD_START = re.compile(r"(?<=\s)\S|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\U00020000-\U0003ffff]")


def overlap_begins(
    document: Document, measure: Measure, before: Span, overlap: int
) -> Iterator[Iterator[int]]:
    """The places in the chunk `before` from which to its end about `overlap` is measured, the earliest first.

    First the beginnings of its sentences, then, where none of those is taken, of its words. Whether the overlap
    that begins at one is within the limit is still to be measured: tokens do not add up.
    """
    end = before.end
    earliest = max(measure.reach_back(end, overlap), before.start + 1)
    is_boundary = graphemes(document).is_boundary
    yield filter(is_boundary, _sentences(document, earliest, end))
    yield filter(is_boundary, _words(document, earliest, end))


def _sentences(document: Document, start: int, end: int) -> list[int]:
    starts = sentence_starts(document)
    return starts[bisect_left(starts, start) : bisect_left(starts, end)]


def _words(document: Document, start: int, end: int) -> Iterator[int]:
    return (match.start() for match in _WORD_START.finditer(document.text, start, end))
