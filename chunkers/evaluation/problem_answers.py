"""The answers that a cut breaks: evidence of questions that is whole in no chunk.

What holds evidence is said in `chunkers.evaluation.holding`, and that stays the last word. It reads the text of
every chunk for expected terms, so here a first look uses only what is known already: where the terms stand in
the document, and the few different contexts. A question that this look finds answered is answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.evaluation.evidence import Evidence, find_evidence
from chunkers.evaluation.folding import fold, folded
from chunkers.evaluation.holding import ChunkIndex, Need, needs
from chunkers.evaluation.occurrences import occurrences
from chunkers.evaluation.questions import Question
from chunkers.span import Span


class CutAnswer(NamedTuple):
    """A place of evidence that no chunk holds whole, and the question, None for a span that was given."""

    span: Span
    question: Question | None


def cut_answers(
    document: Document, index: ChunkIndex, wanted: Iterable[Question | Span]
) -> Iterator[CutAnswer]:
    """The evidence that is cut, in the order of what was wanted.

    A question whose evidence is not in the document has no place, and so nothing here.
    """
    quick = _QuickIndex(document, index.chunks)
    for one in wanted:
        if not isinstance(one, Question):
            span = Span(*one)
            if not index.containing([span]).any():
                yield CutAnswer(span, None)
            continue
        for need in _unmet(find_evidence(document, one), index, quick):
            yield from (CutAnswer(span, one) for span in need.places)


def _unmet(evidence: Evidence, index: ChunkIndex, quick: _QuickIndex) -> list[Need]:
    if quick.is_sure and all(need.met for need in needs(evidence, quick)):
        return []
    if quick.is_exact(evidence):
        return [need for need in needs(evidence, quick) if not need.met]
    return [need for need in needs(evidence, index) if not need.met]


class _QuickIndex(ChunkIndex):
    """Finds terms in bodies by their places in the document, and in contexts by themselves.

    What it finds is there (`is_sure`), but for renderings, which are not what stands in the document.
    """

    def __init__(self, document: Document, chunks: Sequence[Chunk]) -> None:
        super().__init__(chunks)
        self._document = document
        self.is_sure = not any(chunk.piece.rendering for chunk in chunks)
        self._has_contexts = any(chunk.piece.context for chunk in chunks)

    def is_exact(self, evidence: Evidence) -> bool:
        """Whether it misses no term either.

        It does where one begins in the context and ends in the body, or is a part of a folded character, as `s`
        of `ß`.
        """
        text = folded(self._document).text
        return (
            self.is_sure
            and not self._has_contexts
            and all(len(occurrences(text, needle)) == len(found) for needle, found in evidence.terms.items())
        )

    def having(self, needle: str) -> np.ndarray:
        if not needle:
            return np.ones(len(self.chunks), bool)
        holders = self.containing(folded(self._document).find(needle))
        kinds, numbers = self._contexts
        return holders | np.array([needle in context for context in kinds], bool)[numbers]

    @cached_property
    def _contexts(self) -> tuple[list[str], np.ndarray]:
        """The different contexts, folded, and the number of that of each chunk."""
        numbers: dict[str, int] = {}
        of_chunk = [numbers.setdefault(chunk.piece.context, len(numbers)) for chunk in self.chunks]
        return list(map(fold, numbers)), np.array(of_chunk, np.int64)
