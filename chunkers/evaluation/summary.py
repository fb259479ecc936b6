"""What a cut is like before anything is retrieved: sizes, overlap, coverage, sentences cut in two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from chunkers.api import Chunking
from chunkers.document import Document
from chunkers.reading import document_sentences
from chunkers.span import Span, union


@dataclass(frozen=True, slots=True)
class Summary:
    """Lengths are in the cut's unit, on the final text; 0 where there are no chunks.

    `overlap_got` is the mean over the boundaries. `coverage` is the share, in 0-1, of the characters other
    than white space that are in a chunk's body or were taken into its context; 1 for a blank document.
    `cut_sentences` are those that stand whole in no chunk.
    """

    count: int
    mean: float
    minimum: int
    maximum: int
    overlap_asked: int
    overlap_got: float
    coverage: float
    cut_sentences: int


def summarise(chunking: Chunking) -> Summary:
    """The summary of a cut, in time linear in the document."""
    lengths = [chunking.length(chunk) for chunk in chunking.chunks]
    overlaps = chunking.overlaps
    return Summary(
        count=len(lengths),
        mean=sum(lengths) / len(lengths) if lengths else 0.0,
        minimum=min(lengths, default=0),
        maximum=max(lengths, default=0),
        overlap_asked=chunking.strategy.values.get("overlap", 0),
        overlap_got=sum(overlap.got for overlap in overlaps) / len(overlaps) if overlaps else 0.0,
        coverage=coverage(chunking.document, _all_spans(chunking)),
        cut_sentences=len(cut_sentences(chunking)),
    )


def coverage(document: Document, spans: Iterable[Span]) -> float:
    """The share of the document's characters other than white space that lie in the spans."""
    total = _visible(document.text)
    return sum(_visible(span.of(document.text)) for span in union(spans)) / total if total else 1.0


def cut_sentences(chunking: Chunking) -> list[Span]:
    """The sentences that no chunk holds whole, in its body or in the source of its context."""
    text = chunking.document.text
    bodies = [chunk.span for chunk in chunking.chunks]
    contexts = union(span for chunk in chunking.chunks for span in chunk.context_spans)
    sentences = [_trimmed(text, sentence) for sentence in document_sentences(chunking.document)]
    inside = _inside_one(sentences, bodies) | _inside_one(sentences, contexts)
    return [sentence for sentence, whole in zip(sentences, inside) if sentence.length and not whole]


def _inside_one(spans: Sequence[Span], containers: Sequence[Span]) -> np.ndarray:
    """For each span, whether one container holds it whole; containers in order of start and of end."""
    starts = np.array([container.start for container in containers], np.int64)
    ends = np.array([container.end for container in containers], np.int64)
    first = np.searchsorted(ends, [span.end for span in spans], "left")
    return first < np.searchsorted(starts, [span.start for span in spans], "right")


def _all_spans(chunking: Chunking) -> list[Span]:
    return [span for chunk in chunking.chunks for span in (chunk.span, *chunk.context_spans)]


def _trimmed(text: str, span: Span) -> Span:
    """The span without white space at its ends."""
    words = span.of(text)
    start = span.end - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))


def _visible(text: str) -> int:
    """Number of characters other than white space."""
    return len("".join(text.split()))
