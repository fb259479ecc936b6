"""Where the gold of a question is in the document: exact spans of the source, every occurrence.

This side knows nothing of chunks; `holding.py` asks which chunks hold what is found here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from chunkers.document import Document
from chunkers.evaluation.folding import fold, folded
from chunkers.evaluation.occurrences import Places
from chunkers.evaluation.places import heading_spans, source_spans
from chunkers.evaluation.questions import Question, Reference
from chunkers.span import Span

#: Places of one text that are marked; nobody looks at more, and a browser cannot draw them.
_MARKED = 10_000
#: Places that a document keeps for the questions it was asked: 16 bytes each.
_KEPT = 4_000_000


@dataclass(frozen=True)
class Evidence:
    """The gold of one question in one document.

    `answer`: where the answer is, inside the expected section where one is named. `references`: the places
    of each reference, several only where it names no range. `terms`: the occurrences of each term, by its
    folded text. `sections`: for each expected section, the places it has (a title may be there twice).
    `missing` names what is not in the document; terms are not judged here, as they may stand in a chunk's
    context.
    """

    question: Question
    answer: Sequence[Span] = ()
    references: tuple[Sequence[Span], ...] = ()
    terms: dict[str, Sequence[Span]] = field(default_factory=dict)
    sections: tuple[tuple[Span, ...], ...] = ()
    missing: tuple[str, ...] = ()

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """What to mark in the text: the answers, the references, the terms close together."""
        window = tightest_window([places for places in self.terms.values() if places])
        texts = (self.answer, *self.references)
        found = [*(span for places in texts for span in places[:_MARKED]), *([window] if window else [])]
        return tuple(sorted(found)) or tuple(sorted(span for places in self.sections for span in places))

    @property
    def weight(self) -> int:
        """How much it is to keep: the places it has, and one."""
        texts = (self.answer, *self.references, *self.terms.values(), *self.sections)
        return 1 + sum(map(len, texts))


def find_evidence(document: Document, question: Question) -> Evidence:
    """The evidence of a question, matched after NFC, case folding and white-space folding.

    It is searched once for a document, however many cuts of it are evaluated.
    """
    try:
        hash(question)
    except TypeError:  # made by hand, with a list in it
        return _search(document, question)
    return document.memo("evidence", _Kept).of(document, question)


class _Kept:
    """The evidence found in one document. Past the bound it begins anew, as edited questions pile up."""

    def __init__(self) -> None:
        self._found: dict[Question, Evidence] = {}
        self._weight = 0

    def of(self, document: Document, question: Question) -> Evidence:
        evidence = self._found.get(question)
        if evidence is None:
            evidence = _search(document, question)
            if self._weight + evidence.weight > _KEPT:
                self._found, self._weight = {}, 0
            self._found[question] = evidence
            self._weight += evidence.weight
        return evidence


def _search(document: Document, question: Question) -> Evidence:
    missing: list[str] = []
    sections: list[tuple[Span, ...]] = []
    for key, value, find in (
        ("heading", question.expected_heading, heading_spans),
        ("source", question.expected_source, source_spans),
    ):
        if value:
            sections.append(tuple(find(document, value)))
            if not sections[-1]:
                missing.append(f"the {key} {value if isinstance(value, str) else ' > '.join(value)!r}")
    answer = Places()
    if question.answer:
        answer = everywhere = folded(document).find(fold(question.answer))
        for places in sections:
            answer = answer.inside(places)
        if not everywhere:
            missing.append("the answer")
        elif not answer and all(sections):
            missing.append("the answer in the expected section")
    references = tuple(locate(document, reference) for reference in question.references)
    missing += [f"reference {number}" for number, places in enumerate(references, 1) if not places]
    needles = dict.fromkeys(fold(term) for term in question.expected_terms)
    terms = {needle: folded(document).find(needle) for needle in needles}
    return Evidence(question, answer, references, terms, tuple(sections), tuple(missing))


def locate(document: Document, reference: Reference) -> Places:
    """The places of a reference: the range it names, or the nearest place where its text is.

    The text counts more than the range, which goes stale when a file is edited or its line ends change.
    Without a range every place counts.
    """
    stated = reference.span
    if stated and stated.end <= len(document.text):
        if not reference.content.strip() or fold(stated.of(document.text)) == fold(reference.content):
            return Places.of([stated])
    # An empty needle is found nowhere.
    found = folded(document).find(fold(reference.content))
    if not stated or len(found) < 2:
        return found
    nearest = int(np.argmin(np.abs(found.starts - stated.start)))
    return found[nearest : nearest + 1]


def tightest_window(places: Sequence[Sequence[Span]]) -> Span | None:
    """The shortest span that holds one occurrence of everything; None where there is nothing to hold."""
    kinds = [Places.of(spans) for spans in places]
    if not kinds or not all(kinds):
        return None
    starts, ends = (np.concatenate([getattr(kind, edge) for kind in kinds]) for edge in ("starts", "ends"))
    which = np.repeat(np.arange(len(kinds)), [len(kind) for kind in kinds])
    which = which[np.lexsort((which, ends, starts))]
    # Occurrences come by their start, so the latest of each kind is the best partner for this one.
    start = np.full(len(which), np.iinfo(np.int64).max)
    end = np.zeros(len(which), np.int64)
    first = max(int(np.argmax(which == number)) for number in range(len(kinds)))
    for number, kind in enumerate(kinds):
        latest = np.maximum(np.cumsum(which == number) - 1, 0)
        np.minimum(start, kind.starts[latest], out=start)
        np.maximum(end, kind.ends[latest], out=end)
    # Before `first`, one of them has not come yet.
    start, end = start[first:], end[first:]
    best = int(np.argmin(end - start))
    return Span(int(start[best]), int(end[best]))
