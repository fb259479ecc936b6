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


def overlap_begins(document: Document, measure: Measure, before: Span, overlap: int) -> Iterator[int]:
    """The places in the chunk `before` from which to its end at most `overlap` is measured, the earliest first.

    The beginnings of its sentences; only where not even the last of them fits, of its words.
    """
    end = before.end
    earliest = max(measure.reach_back(end, overlap), before.start + 1)
    is_boundary = graphemes(document).is_boundary
    for begins in (_sentences, _words):
        some_fit = False
        for begin in filter(is_boundary, begins(document, earliest, end)):
            if measure.fits(begin, end, overlap):  # tokens do not add up, so each is measured
                some_fit = True
                yield begin
        if some_fit:
            return


def _sentences(document: Document, start: int, end: int) -> list[int]:
    starts = sentence_starts(document)
    return starts[bisect_left(starts, start) : bisect_left(starts, end)]


def _words(document: Document, start: int, end: int) -> Iterator[int]:
    return (match.start() for match in _WORD_START.finditer(document.text, start, end))
