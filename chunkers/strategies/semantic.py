"""Cuts where the topic changes: neighbouring sentences compared by the cosine of their vectors.

After Greg Kamradt's "5 levels of text splitting". Each sentence is embedded once; moving the threshold
costs no embedding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chunkers.chunk import Piece
from chunkers.document import Document
from chunkers.parameters import Parameter, Range
from chunkers.reading import document_sections, document_sentences
from chunkers.span import Span
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, UNIT, Cut, Similarities, Strategy
from chunkers.strategies.recursive import Cutter
from chunkers.strategies.separators import DEFAULT_LEVELS

METHOD = Parameter(
    "method",
    "choice",
    "Threshold is",
    "A percentile of this document's similarities, or an absolute cosine. Absolute values do not carry over "
    "between models: look at the curve of this document before you set one.",
    default="percentile",
    choices=("percentile", "threshold"),
)
THRESHOLD = Parameter(
    "threshold",
    "number",
    "Semantic threshold",
    "Cut where a sentence is less similar to the next than this. As a percentile: 25 cuts at the lowest quarter "
    "of the similarities. As an absolute cosine: the bundled model rarely goes below 0.8 between neighbours.",
    range=Range(default=25.0, minimum=0.0, maximum=100.0, low=0.0, high=100.0, step=1.0),
    depends_on="method",
    variants={"threshold": Range(default=0.8, minimum=-1.0, maximum=1.0, low=0.5, high=1.0, step=0.005)},
)
#: Below the levels of lines: what a heading and its sentence may be cut by when they do not fit together.
_WITHIN_LINE = DEFAULT_LEVELS[-3:]


class Semantic(Strategy):
    """Whole sentences together while they stay on one topic and within the chunk size."""

    name = "semantic"
    label = "Semantic"
    summary = "Cuts where neighbouring sentences are least alike, by an embedding model."
    when = "Where topics change without a mark: transcripts, chats, long prose. It costs a model run per sentence."
    parameters = (CHUNK_SIZE, METHOD, THRESHOLD, UNIT, ENCODING)
    uses_embedder = True

    def spans(self, document: Document) -> list[Span]:
        return [piece.span for piece in self.cut(document).pieces]

    def cut(self, document: Document) -> Cut:
        """The pieces and the similarities.

        Raises `ValueError` where no embedder was given.
        """
        if self.embedder is None:
            raise ValueError(
                "semantic compares vectors: pass embedder=, or use chunkers.split, which loads the default"
            )
        units = _units(document)
        similarities = self._similarities(document, units)
        topic_starts = {
            position
            for value, position in zip(similarities.values, similarities.positions)
            if value < similarities.threshold
        }
        return Cut(
            [Piece(span) for span in self._pack(document, units, topic_starts)], similarities=similarities
        )

    def _similarities(self, document: Document, units: list[_Unit]) -> Similarities:
        texts = [unit.span.of(document.text) for unit in units]
        values = neighbour_similarities(
            np.asarray(self.embedder.encode_passages(texts)) if len(texts) > 1 else None
        )
        known = values[np.isfinite(values)]
        threshold = self.values["threshold"]
        if self.values["method"] == "percentile":
            threshold = float(np.percentile(known, threshold)) if known.size else 0.0
        return Similarities(tuple(values.tolist()), tuple(unit.span.start for unit in units[1:]), threshold)

    def _pack(self, document: Document, units: list[_Unit], topic_starts: set[int]) -> list[Span]:
        measure, size = self.measure(document), self.values["chunk_size"]
        found: list[Span] = []
        current: Span | None = None
        for unit in units:
            span = unit.span
            if current and span.start not in topic_starts and measure.length(current.start, span.end) <= size:
                current = Span(current.start, span.end)
                continue
            if current:
                found.append(current)
            current = span
            if measure.length(*span) > size:
                levels = _WITHIN_LINE if unit.has_heading else DEFAULT_LEVELS
                found.extend(Cutter(document, measure, levels, size, 0).cut(span))
                current = None
        return [*found, current] if current else found


@dataclass(frozen=True, slots=True)
class _Unit:
    """What is compared: a sentence, together with the heading lines above it."""

    span: Span
    has_heading: bool


def _units(document: Document) -> list[_Unit]:
    """Sentences, each with the headings before it, so that a heading never is a topic of its own."""
    headings = {
        section.heading.span.start: section.heading.span
        for section in document_sections(document)
        if section.heading
    }
    units: list[_Unit] = []
    pending: Span | None = None
    heading_end = -1
    for sentence in document_sentences(document):
        is_heading = sentence.start in headings or sentence.end <= heading_end
        if sentence.start in headings:
            heading_end = max(heading_end, headings[sentence.start].end)
        span = Span(pending.start, sentence.end) if pending else sentence
        if is_heading:
            pending = span
        else:
            units.append(_Unit(span, pending is not None))
            pending = None
    if pending and units:
        last = units.pop()
        units.append(_Unit(Span(last.span.start, pending.end), True))
    elif pending:
        units.append(_Unit(pending, True))
    return units


def neighbour_similarities(vectors: np.ndarray | None) -> np.ndarray:
    """Cosine of each row with the next, float64, shape `(rows - 1,)`; NaN where a vector is not finite."""
    if vectors is None or len(vectors) < 2:
        return np.zeros(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        rows = vectors.astype(np.float64)
        lengths = np.linalg.norm(rows, axis=1)
        lengths[lengths == 0] = 1.0
        return np.einsum("ij,ij->i", rows[:-1], rows[1:]) / (lengths[:-1] * lengths[1:])
