"""What sentences are packed by: a sentence, together with the heading lines right above it.

A heading that ends a chunk names what stands in the next one. So heading lines and the sentence below them
are one unit wherever sentences are packed (`sentence`) or compared (`semantic`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from chunkers.block_scan import document_scan
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.reading import document_sentences
from chunkers.span import Span


@dataclass(frozen=True, slots=True)
class Units:
    """Units in order, as parallel lists, so that the last that fits is found by bisection.

    Unit `i` is `[starts[i], ends[i])` and begins with sentence `first[i]`. `trailing`: the last unit is
    heading lines with no sentence below them.
    """

    sentences: Sequence[Span]
    first: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    trailing: bool

    def __len__(self) -> int:
        return len(self.starts)

    def members(self, index: int, start: int) -> list[Span]:
        """The sentences of unit `index` that begin at or after `start`."""
        end = self.first[index + 1] if index + 1 < len(self.first) else len(self.sentences)
        return [span for span in self.sentences[self.first[index] : end] if span.start >= start]


def sentence_starts(document: Document) -> list[int]:
    """Where each sentence of the document begins, made once."""
    return document.memo("sentence starts", lambda: [span[0] for span in document_sentences(document)])


def document_units(document: Document) -> Units:
    """The units of a whole document, made once."""
    return document.memo("sentence units", lambda: _whole(document))


def units_within(document: Document, within: Span) -> Units:
    """The units of a part of the document; a sentence that reaches out of it is clipped."""
    if within.start <= 0 and within.end >= len(document.text):
        return document_units(document)
    sentences = document_sentences(document)
    low = max(bisect_right(sentence_starts(document), within.start) - 1, 0)
    high = bisect_left(sentence_starts(document), within.end)
    headings = _heading_sentences(document)
    marked = set(headings[bisect_left(headings, low) : bisect_left(headings, high)])
    trimmed = graphemes(document).trimmed
    clipped: list[Span] = []
    kept: set[int] = set()
    for index in range(low, high):
        span = sentences[index]
        if span.start < within.start or span.end > within.end:
            span = trimmed(max(span.start, within.start), min(span.end, within.end))
        if span.start < span.end:
            if index in marked:
                kept.add(len(clipped))
            clipped.append(span)
    return _units(clipped, kept)


def _whole(document: Document) -> Units:
    return _units(document_sentences(document), set(_heading_sentences(document)))


def _heading_sentences(document: Document) -> list[int]:
    """The numbers of the sentences that lie in heading lines, in order, found once."""

    def find() -> list[int]:
        starts, sentences = sentence_starts(document), document_sentences(document)
        found: list[int] = []
        # Only where the headings are: titles and paths, which sections have too, cost as much again.
        for _, _, (start, end) in document_scan(document).headings:
            index = bisect_left(starts, start)
            while index < len(sentences) and sentences[index].end <= end:
                found.append(index)
                index += 1
        return found

    return document.memo("heading sentences", find)


def _units(sentences: Sequence[Span], headings: AbstractSet[int]) -> Units:
    count = len(sentences)
    if headings:
        first: Sequence[int] = [index for index in range(count) if index - 1 not in headings]
    else:
        first = range(count)
    starts = [sentences[index][0] for index in first]
    ends = [sentences[index - 1][1] for index in first[1:]]
    if count:
        ends.append(sentences[-1][1])
    return Units(sentences, first, starts, ends, count - 1 in headings)
