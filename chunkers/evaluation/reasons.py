"""One plain sentence for each outcome: why a question was missed, or where it was found."""

from __future__ import annotations

from chunkers.document import Document
from chunkers.evaluation.outcome import CutAt, Outcome

#: Characters shown on each side of a cut.
_AROUND = 24


def explain(outcome: Outcome, document: Document) -> str:
    """Why a question has its verdict, with the words at the cut where there is one."""
    if outcome.verdict == "absent":
        return f"not in the document: {', '.join(outcome.missing)}"
    if outcome.verdict == "cut":
        return _cut(outcome.cuts, document)
    holders = ", ".join(map(str, outcome.holders[:3])) + ("..." if len(outcome.holders) > 3 else "")
    return f"whole in chunk {holders}, ranked {outcome.rank}"


def _cut(cuts: tuple[CutAt, ...], document: Document) -> str:
    if not cuts:
        return "no chunk holds everything that is expected"
    cut = min(cuts, key=lambda one: len(one.boundaries) or len(document.text))
    if not cut.boundaries:
        return f"in no chunk's body, only in a heading: {quote(document, *cut.span)}"
    first = cut.boundaries[0]
    others = f" and {len(cut.boundaries) - 1} more" if len(cut.boundaries) > 1 else ""
    start, end = max(cut.span.start, first - _AROUND), min(cut.span.end, first + _AROUND)
    before = "…" * (start > cut.span.start) + quote(document, start, first)
    after = quote(document, first, end) + "…" * (end < cut.span.end)
    return f"cut at {first}{others}: {before} | {after}"


def quote(document: Document, start: int, end: int) -> str:
    """A slice on one line."""
    return " ".join(document.text[start:end].split())
