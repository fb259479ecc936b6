"""Which questions a cut leaves answerable at all, before anything is ranked: the ceiling, question by question."""

from __future__ import annotations

from collections.abc import Sequence

from chunkers.api import Chunking
from chunkers.evaluation.evidence import find_evidence
from chunkers.evaluation.holding import ChunkIndex, needs
from chunkers.evaluation.questions import Question


def reachable(chunking: Chunking, questions: Sequence[Question]) -> list[bool]:
    """For each question, whether its whole evidence is in the chunks: what the best retriever could find.

    A question without gold counts as not reachable.
    """
    index = ChunkIndex(chunking.chunks)
    found = []
    for question in questions:
        evidence = find_evidence(chunking.document, question)
        wanted = needs(evidence, index)
        found.append(bool(wanted) and not evidence.missing and all(need.met for need in wanted))
    return found
