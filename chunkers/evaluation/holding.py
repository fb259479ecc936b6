"""Which chunks hold the evidence of a question, whole.

A question has *needs*, and it is answered once each need is met by some retrieved chunk:

- every reference is a need of its own: a chunk whose body contains it, at its range or, where it names none,
  wherever its text is;
- answer, terms and expected section together are one need: a single chunk whose body contains the answer,
  whose text has all the terms, and which lies at least in part in the section.

So a question with one form asks what the form says, several forms must all hold, and an answer made of
three excerpts is retrieved when the last of the three is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.evaluation.evidence import Evidence, find_evidence, tightest_window
from chunkers.evaluation.folding import fold
from chunkers.evaluation.occurrences import Places
from chunkers.evaluation.questions import Question
from chunkers.span import Span

#: Places of a cut answer that are looked at; a word that is there a thousand times needs no more.
_SHOWN_PLACES = 20


@dataclass(frozen=True, slots=True)
class Need:
    """Something that one chunk must hold: which chunks do (bool, shape `(chunks,)`), and where it is."""

    holders: np.ndarray
    places: tuple[Span, ...]

    @property
    def met(self) -> bool:
        """Whether any chunk holds it."""
        return bool(self.holders.any())


class ChunkIndex:
    """The chunks of one document by place; starts increase and ends never decrease, so ranges are enough."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks
        self.starts = np.array([chunk.char_start for chunk in chunks], np.int64)
        self.ends = np.array([chunk.char_end for chunk in chunks], np.int64)

    @cached_property
    def folded_texts(self) -> list[str]:
        """The chunks' `text`, folded."""
        return [fold(chunk.text) for chunk in self.chunks]

    def containing(self, spans: Sequence[Span]) -> np.ndarray:
        """Which bodies contain at least one of the spans whole."""
        places = Places.of(spans)
        first = np.searchsorted(self.ends, places.ends, "left")
        return self._in_ranges(first, np.searchsorted(self.starts, places.starts, "right"))

    def touching(self, spans: Sequence[Span]) -> np.ndarray:
        """Which bodies share at least one character with one of the spans."""
        places = Places.of(spans)
        first = np.searchsorted(self.ends, places.starts, "right")
        return self._in_ranges(first, np.searchsorted(self.starts, places.ends, "left"))

    def _in_ranges(self, first: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Which chunks are in at least one of the ranges of indices; a range may be empty."""
        some = first < after
        size = len(self.chunks) + 1
        opened = np.bincount(first[some], minlength=size) - np.bincount(after[some], minlength=size)
        return np.cumsum(opened)[:-1] > 0

    def having(self, needle: str) -> np.ndarray:
        """Which texts, context included, have the folded needle."""
        return np.array([needle in text for text in self.folded_texts], bool)

    def boundaries_inside(self, span: Span) -> tuple[int, ...]:
        """Where chunks end strictly inside the span; where none does, where they start."""
        for edges in (self.ends, self.starts):
            low, high = np.searchsorted(edges, span.start, "right"), np.searchsorted(edges, span.end, "left")
            if low < high:
                return tuple(sorted({int(edge) for edge in edges[low:high]}))
        return ()


def needs(evidence: Evidence, index: ChunkIndex) -> list[Need]:
    """What the question needs; empty for a question without gold."""
    together = _passage(evidence, index)
    apart = [Need(index.containing(places), _shown(places)) for places in evidence.references]
    return [together, *apart] if together else apart


def section_need(evidence: Evidence, index: ChunkIndex) -> Need | None:
    """The need for a chunk of the expected section alone; None where no section is expected."""
    if not evidence.sections:
        return None
    mask = np.ones(len(index.chunks), bool)
    for spans in evidence.sections:
        mask &= index.touching(spans)
    return Need(mask, _shown(evidence.sections[0]))


def _passage(evidence: Evidence, index: ChunkIndex) -> Need | None:
    """The need for one chunk with the answer, the terms and the section; None without any of them."""
    question = evidence.question
    section = section_need(evidence, index)
    if not question.answer and not question.expected_terms:
        # Next to references, a section alone asks that one of the chunks comes from it.
        return section
    mask = section.holders.copy() if section else np.ones(len(index.chunks), bool)
    places: list[Sequence[Span]] = []
    if question.answer:
        mask &= index.containing(evidence.answer)
        places.append(evidence.answer)
    for needle, spans in evidence.terms.items():
        mask &= index.having(needle)
        if spans:
            places.append(spans)
    if len(places) == 1:
        return Need(mask, _shown(places[0]))
    window = tightest_window(places)
    return Need(mask, (window,) if window else ())


def _shown(places: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(places[:_SHOWN_PLACES])


def holds(question: Question, chunk: Chunk, document: Document | None = None) -> bool:
    """Whether this one chunk holds everything the question expects; False without any gold."""
    index = ChunkIndex([chunk])
    evidence = find_evidence(document or chunk.document, question)
    found = needs(evidence, index)
    return bool(found) and all(need.met for need in found)
