"""What became of one question under one cut: its rank, its verdict, and for a cut answer, the boundary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from chunkers.evaluation.evidence import Evidence
from chunkers.evaluation.holding import ChunkIndex, Need, needs, section_need
from chunkers.evaluation.questions import Question
from chunkers.span import Span

#: `hit`: within the largest k. `ranked`: whole in a chunk, but further down. `cut`: in the document, but
#: whole in no chunk. `absent`: not in the document.
Verdict = Literal["hit", "ranked", "cut", "absent"]
VERDICTS: tuple[Verdict, ...] = ("hit", "ranked", "cut", "absent")


@dataclass(frozen=True, slots=True)
class CutAt:
    """A piece of evidence and the chunk boundaries inside it, as code-point positions.

    No boundary inside: the piece lies, at least in part, in no chunk's body (a heading that is context).
    """

    span: Span
    boundaries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """One retrieved chunk: its index among the chunks and its score."""

    index: int
    score: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question. `rank` is 1-based over all chunks and None where no chunk holds the evidence.

    `heading_rank` is that of the first chunk of the expected section, whatever text it holds. `places` are
    the evidence in the source, `holders` the indices of the chunks that hold it (of several needs, any),
    `cuts` where it was cut, `missing` what is not in the document, `top` the best chunks.
    """

    question: Question
    rank: int | None
    verdict: Verdict
    heading_rank: int | None
    places: tuple[Span, ...]
    holders: tuple[int, ...]
    cuts: tuple[CutAt, ...]
    missing: tuple[str, ...]
    top: tuple[Ranked, ...]


def judge(
    evidence: Evidence, index: ChunkIndex, order: np.ndarray, top: Sequence[Ranked], depth: int
) -> Outcome:
    """The outcome of a question from the order of all chunks, best first, shape `(chunks,)`.

    `depth` is the largest k that still counts as a hit.
    """
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(1, len(order) + 1)
    found = needs(evidence, index)
    missing = evidence.missing + _missing_terms(evidence, index)
    # The evidence is complete where the last of its needs is met.
    firsts = [_first(need, ranks) for need in found]
    rank = None if missing or not firsts or None in firsts else max(firsts)
    section = section_need(evidence, index)
    held = np.zeros(len(order), bool)
    for need in found:
        held |= need.holders
    cut = [need for need in found if not need.met and not missing]
    return Outcome(
        question=evidence.question,
        rank=rank,
        verdict=_verdict(rank, bool(missing), depth),
        heading_rank=_first(section, ranks) if section else None,
        places=evidence.spans,
        holders=tuple(np.flatnonzero(held).tolist()),
        cuts=tuple(CutAt(span, index.boundaries_inside(span)) for need in cut for span in need.places),
        missing=missing,
        top=tuple(top),
    )


def _first(need: Need, ranks: np.ndarray) -> int | None:
    """The rank of the best chunk that meets the need."""
    return int(ranks[need.holders].min()) if need.met else None


def _verdict(rank: int | None, missing: bool, depth: int) -> Verdict:
    if missing:
        return "absent"
    if rank is None:
        return "cut"
    return "hit" if rank <= depth else "ranked"


def _missing_terms(evidence: Evidence, index: ChunkIndex) -> tuple[str, ...]:
    """Terms that are neither in the document nor in the text of any chunk."""
    nowhere = [needle for needle, spans in evidence.terms.items() if not spans]
    return tuple(f"the term {needle!r}" for needle in nowhere if not index.having(needle).any())
