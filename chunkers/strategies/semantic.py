"""Cuts where the topic changes, by the vectors of the sentences.

Five methods compare each sentence with the next and differ in where they put the threshold
(`chunkers.cutting.topic_cuts`, after Greg Kamradt's "5 levels of text splitting" and LangChain's
SemanticChunker); `cluster` looks at all sentences of a chunk at once (`chunkers.cutting.cluster`, after
Chroma's report). Each sentence is embedded once; moving the threshold costs no embedding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from chunkers.chunk import Piece
from chunkers.cutting.cluster import best_segments, directions, pair_threshold
from chunkers.cutting.packing import Packer
from chunkers.cutting.sentence_units import Units, document_units
from chunkers.cutting.topic_cuts import NEIGHBOUR_METHODS, curve_and_threshold, neighbour_similarities
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.length import Measure
from chunkers.parameters import Parameter, Range
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, UNIT, Cut, Similarities, Strategy

METHOD = Parameter(
    "method",
    "choice",
    "Threshold is",
    "A percentile of this document's similarities, an absolute cosine, so many standard deviations (stdev) or "
    "interquartile ranges (iqr) below their mean, or a percentile of their falls (gradient). cluster instead finds "
    "the best segmentation by the similarities of all sentences within a chunk. Absolute values do not carry "
    "over between models: look at the curve of this document before you set one.",
    default="percentile",
    choices=(*NEIGHBOUR_METHODS, "cluster"),
)
_PERCENT = {"minimum": 0.0, "maximum": 100.0, "low": 0.0, "high": 100.0, "step": 1.0, "unit": "%"}
_TIMES = {"minimum": -10.0, "maximum": 10.0, "high": 3.0}
THRESHOLD = Parameter(
    "threshold",
    "number",
    "Semantic threshold",
    "Cut where a sentence is less similar to the next than this. As a percentile: 25 cuts at the lowest quarter "
    "of the similarities. As an absolute cosine: the bundled model rarely goes below 0.8 between neighbours. As "
    "stdev or iqr: how many of them below the mean (the 3 and 1.5 usual elsewhere never cut with the bundled "
    "model). For cluster: how many standard deviations above the document's mean two sentences must be to pull "
    "together; 0 as published, more gives smaller chunks.",
    range=Range(default=25.0, **_PERCENT),
    depends_on="method",
    # The defaults cut at about every seventh sentence of the sample documents, with the bundled model.
    variants={
        "threshold": Range(
            default=0.8, minimum=-1.0, maximum=1.0, low=0.5, high=1.0, step=0.005, unit="cosine"
        ),
        "stdev": Range(default=1.0, low=0.0, step=0.05, unit="standard deviations", **_TIMES),
        "iqr": Range(default=0.75, low=0.0, step=0.05, unit="interquartile ranges", **_TIMES),
        "gradient": Range(default=15.0, **_PERCENT),
        "cluster": Range(default=0.0, low=-2.0, step=0.05, unit="standard deviations", **_TIMES),
    },
)
BUFFER = Parameter(
    "buffer",
    "integer",
    "Sentence window",
    "How many sentences on each side are embedded together with each sentence. Smooths the curve of short "
    "sentences; costs a longer embedding.",
    range=Range(default=0, minimum=0, maximum=100, low=0, high=5, step=1, unit="sentences"),
    expert=True,
)
MIN_SIZE = Parameter(
    "min_size",
    "integer",
    "Smallest chunk",
    "A change of topic that would leave a chunk below this, in the unit chosen, does not cut. Not above the chunk "
    "size. What the chunk size forces may still be smaller.",
    range=Range(default=0, minimum=0, maximum=10**9, low=0, high=400, step=5, unit="unit"),
    expert=True,
)


class Semantic(Strategy):
    """Whole sentences together while they stay on one topic and within the chunk size."""

    name = "semantic"
    version = "2"
    label = "Semantic"
    summary = "Cuts where neighbouring sentences are least alike, by an embedding model."
    when = "Where topics change without a mark: transcripts, chats, long prose. It costs a model run per sentence."
    about = About(
        how="Each sentence becomes a vector, on its own or with its neighbours (buffer). The cosine of each sentence "
        "with the next gives a curve, and a cut falls where it is below the threshold, which method sets as a "
        "percentile, a cosine, standard deviations or interquartile ranges below the mean, or by how far it falls "
        "(gradient). cluster instead finds the segmentation in which sentences of one chunk are most alike, all with "
        "all. No chunk exceeds the chunk size, and no sentence that fits is cut.",
        when_not="Where headings mark the topics already, where facts stand in tables, or where documents change "
        "often: every sentence is embedded before anything is cut.",
        cost="Needs an embedding model, once for each sentence, which takes nearly all of the time; moving the "
        "threshold afterwards costs none. Without the model: 2 to 6 MB a second on one core; "
        "cluster 0.2 to 1, and no chunk of more than 512 sentences. "
        "Memory: the vectors, "
        "such as 1.5 KB a sentence at 384 dimensions.",
        sources=(
            Source(
                "Greg Kamradt, 5 Levels of Text Splitting, level 4: semantic splitting (2023)",
                "https://github.com/FullStackRetrieval-com/RetrievalTutorials/blob/main/tutorials/"
                "LevelsOfTextSplitting/5_Levels_Of_Text_Splitting.ipynb",
            ),
            Source(
                "LangChain, SemanticChunker: percentile, standard deviation, interquartile, gradient",
                "https://github.com/langchain-ai/langchain-experimental/blob/main/libs/experimental/"
                "langchain_experimental/text_splitter.py",
            ),
            Source(
                "Chroma, Evaluating Chunking Strategies for Retrieval (2024): ClusterSemanticChunker",
                "https://research.trychroma.com/evaluating-chunking",
            ),
        ),
        sample=Sample(
            "The printer jams on thick paper. Thick paper needs the rear tray of the printer. The rear tray is empty "
            "again. Lunch on Friday is at noon. Noon is early, but lunch on Friday has a table for nine.\n",
            {"chunk_size": 200, "method": "percentile", "threshold": 25.0},
            "No mark in the text says that the topic changes; the third and the fourth sentence have nothing in "
            "common.",
            "chat.txt",
        ),
    )
    parameters = (CHUNK_SIZE, METHOD, THRESHOLD, UNIT, BUFFER, MIN_SIZE, ENCODING)
    uses_embedder = True

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        size, smallest = self.values["chunk_size"], self.values["min_size"]
        if smallest > size:
            raise ValueError(
                f"min_size = {smallest} must be between 0 and {size}: at most chunk_size = {size}"
            )

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
        units = document_units(document)
        # Heading lines at the very end stay with what is before them: they are no topic of their own.
        compared = len(units) - units.trailing
        vectors = self._vectors(document, units, compared) if compared > 1 else None
        method, amount = self.values["method"], self.values["threshold"]
        similarities = neighbour_similarities(vectors)
        measure, size, smallest = (
            self.measure(document),
            self.values["chunk_size"],
            self.values["min_size"],
        )
        if method == "cluster":
            rows = directions(np.zeros((compared, 1)) if vectors is None else vectors)
            values, threshold = similarities, pair_threshold(rows, amount)
            bounds = _bounds(measure, units, compared, size, smallest)
            topics, smallest = best_segments(rows, *bounds, threshold), 0
        else:
            values, threshold = curve_and_threshold(similarities, method, amount)
            topics = [index + 1 for index, value in enumerate(values.tolist()) if value < threshold]
        found = Packer(document, measure, size).pack(units, topics, smallest)
        curve = Similarities(tuple(values.tolist()), tuple(units.starts[1:compared]), threshold, method)
        return Cut([Piece(span) for span in found], similarities=curve)

    def _vectors(self, document: Document, units: Units, count: int) -> np.ndarray:
        """A vector a unit, each with the `buffer` units on both sides in one text, shape `(count, dimension)`."""
        buffer, text = self.values["buffer"], document.text
        texts = [
            text[units.starts[max(0, index - buffer)] : units.ends[min(count - 1, index + buffer)]]
            for index in range(count)
        ]
        return np.asarray(self.embedder.encode_passages(texts))


def _bounds(
    measure: Measure, units: Units, count: int, chunk_size: int, min_size: int
) -> tuple[Sequence[int], Sequence[int]]:
    """For the chunk that ends with each unit: the first unit with which it may begin so that it fits, and the
    last with which it reaches `min_size`, -1 where none does."""
    starts, ends = units.starts, units.ends
    earliest, enough = [], []
    low, high = 0, -1
    for index in range(count):
        while low < index and measure.length(starts[low], ends[index]) > chunk_size:
            low += 1
        while high < index and measure.length(starts[high + 1], ends[index]) >= min_size:
            high += 1
        earliest.append(low)
        enough.append(high)
    return earliest, enough
