"""Where the gold of a question is in the document: exact spans of the source, every occurrence.

This side knows nothing of chunks; `holding.py` asks which chunks hold what is found here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chunkers.document import Document
from chunkers.evaluation.folding import fold, folded
from chunkers.evaluation.places import heading_spans, source_spans
from chunkers.evaluation.questions import Question, Reference
from chunkers.span import Span


@dataclass(frozen=True, slots=True)
class Evidence:
    """The gold of one question in one document.

    `answer`: where the answer is, inside the expected section where one is named. `references`: one span a
    reference, None where it is not in the document. `terms`: the occurrences of each term, by its folded
    text. `sections`: for each expected section, the places it has (a title may be there twice). `missing`
    names what is not in the document; terms are not judged here, as they may stand in a chunk's context.
    """

    question: Question
    answer: tuple[Span, ...] = ()
    references: tuple[Span | None, ...] = ()
    terms: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    sections: tuple[tuple[Span, ...], ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """What to mark in the text: the answers, the references, the terms close together."""
        window = tightest_window([places for places in self.terms.values() if places])
        found = [*self.answer, *(span for span in self.references if span), *([window] if window else [])]
        return tuple(sorted(found)) or tuple(sorted(span for places in self.sections for span in places))


def find_evidence(document: Document, question: Question) -> Evidence:
    """The evidence of a question, matched after NFC, case folding and white-space folding."""
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
    answer: tuple[Span, ...] = ()
    if question.answer:
        everywhere = folded(document).find(fold(question.answer))
        answer = tuple(span for span in everywhere if all(_inside(span, places) for places in sections))
        if not everywhere:
            missing.append("the answer")
        elif not answer and all(sections):
            missing.append("the answer in the expected section")
    references = tuple(locate(document, reference) for reference in question.references)
    missing += [f"reference {number}" for number, span in enumerate(references, 1) if span is None]
    needles = dict.fromkeys(fold(term) for term in question.expected_terms)
    terms = {needle: tuple(folded(document).find(needle)) for needle in needles}
    return Evidence(question, answer, references, terms, tuple(sections), tuple(missing))


def locate(document: Document, reference: Reference) -> Span | None:
    """The span of a reference: the range it names, or the nearest place where its text is.

    The text counts more than the range, which goes stale when a file is edited or its line ends change.
    """
    stated = reference.span
    if not reference.content.strip():
        return stated if stated and stated.end <= len(document.text) else None
    needle = fold(reference.content)
    if stated and stated.end <= len(document.text) and fold(stated.of(document.text)) == needle:
        return stated
    places = folded(document).find(needle)
    return min(places, key=lambda span: abs(span.start - stated.start) if stated else 0, default=None)


def tightest_window(places: Sequence[Sequence[Span]]) -> Span | None:
    """The shortest span that holds one occurrence of everything; None where there is nothing to hold."""
    if not places:
        return None
    events = sorted((span, which) for which, spans in enumerate(places) for span in spans)
    latest: dict[int, Span] = {}
    best: Span | None = None
    for span, which in events:
        # Occurrences come by their start, so the latest of each kind is the best partner for this one.
        latest[which] = span
        if len(latest) == len(places):
            start = min(one.start for one in latest.values())
            end = max(one.end for one in latest.values())
            if best is None or end - start < best.length:
                best = Span(start, end)
    return best


def _inside(span: Span, places: Sequence[Span]) -> bool:
    return any(place.contains(span) for place in places)
