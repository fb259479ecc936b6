"""`evaluate`: a cut, questions and a retriever in; ranks, verdicts and shares out."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from chunkers.api import Chunking
from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.evaluation import metrics
from chunkers.evaluation.evidence import find_evidence
from chunkers.evaluation.holding import ChunkIndex
from chunkers.evaluation.outcome import VERDICTS, Outcome, Ranked, Verdict, judge
from chunkers.evaluation.questions import Question
from chunkers.retrieval import Retriever

DEFAULT_KS = (1, 3, 5)


@dataclass(frozen=True)
class Evaluation:
    """What became of every question. All shares are in 0-1.

    A question whose evidence is nowhere counts in every share; `unscored` are the questions that expect
    nothing, which count in none.
    """

    retriever: str
    ks: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    unscored: tuple[Question, ...]

    @cached_property
    def ranks(self) -> tuple[int | None, ...]:
        """The rank of each outcome."""
        return tuple(outcome.rank for outcome in self.outcomes)

    @property
    def hit(self) -> dict[int, float]:
        """Hit@k by k."""
        return {k: metrics.hit_rate(self.ranks, k) for k in self.ks}

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank over all chunks."""
        return metrics.mean_reciprocal_rank(self.ranks)

    @property
    def ceiling(self) -> float:
        """The share of questions whose evidence is whole in some chunk."""
        return metrics.ceiling(self.ranks)

    @property
    def verdicts(self) -> dict[Verdict, int]:
        """How many questions got each verdict."""
        given = [outcome.verdict for outcome in self.outcomes]
        return {verdict: given.count(verdict) for verdict in VERDICTS}


def evaluate(
    chunking: Chunking | Sequence[Chunk],
    questions: Sequence[Question],
    retriever: Retriever,
    ks: Sequence[int] = DEFAULT_KS,
    *,
    keep: int = 10,
) -> Evaluation:
    """Ask every question in one search and judge what comes back.

    `chunking` is a cut or its chunks, of one document and in its order; `retriever` was built on those
    chunks. `keep` is how many of the best chunks each outcome carries. Raises `ValueError` where no
    question expects anything, for a k below 1, and for a retriever of other chunks.
    """
    ks = _checked(ks)
    scored = [question for question in questions if question.has_gold]
    if not scored:
        raise ValueError("no question with gold: add an answer, references, expected_terms or a heading")
    chunks = chunking.chunks if isinstance(chunking, Chunking) else list(chunking)
    if retriever.size != len(chunks):
        raise ValueError(f"the retriever was built on {retriever.size} chunks, but there are {len(chunks)}")
    document = chunking.document if isinstance(chunking, Chunking) else _document_of(chunks)
    result = retriever.search([question.query for question in scored], max(1, len(chunks)))
    index = ChunkIndex(chunks)
    outcomes = [
        judge(find_evidence(document, question), index, order, _top(scores, order, keep), max(ks))
        for question, scores, order in zip(scored, result.scores, result.indices, strict=True)
    ]
    unscored = tuple(question for question in questions if not question.has_gold)
    return Evaluation(retriever.name, ks, tuple(outcomes), unscored)


def _checked(ks: Sequence[int]) -> tuple[int, ...]:
    if not ks:
        raise ValueError("ks is empty: give at least one k, such as 1, 3, 5")
    try:
        numbers = sorted({operator.index(k) for k in ks})
    except TypeError:
        raise ValueError(f"k = {list(ks)!r} must be whole numbers >= 1") from None
    if numbers[0] < 1:
        raise ValueError(f"k = {numbers[0]!r} must be a whole number >= 1")
    return tuple(numbers)


def _document_of(chunks: Sequence[Chunk]) -> Document:
    """The document that all chunks come from; an empty one for no chunks."""
    documents = {id(chunk.document): chunk.document for chunk in chunks}
    if len(set(documents.values())) > 1:
        raise ValueError(f"the chunks come from {len(documents)} documents; evaluate one document at a time")
    return next(iter(documents.values()), Document(""))


def _top(scores: np.ndarray, order: np.ndarray, keep: int) -> list[Ranked]:
    return [Ranked(int(index), float(score)) for index, score in zip(order[:keep], scores[:keep])]
