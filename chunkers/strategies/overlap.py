"""Windows that repeat the end of the one before: an answer at a boundary gets a second chance."""

from __future__ import annotations

from dataclasses import replace

from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT
from chunkers.strategies.fixed import Fixed


class Overlap(Fixed):
    """Windows of `chunk_size` that advance by `chunk_size - overlap`."""

    name = "overlap"
    label = "Overlap"
    summary = "Windows of one size that repeat the end of the one before."
    when = "Where a cheap cut must not lose short answers at its boundaries; it costs storage and repeated results."
    about = About(
        how="As fixed, but each window begins before the end of the last one, by the overlap. The overlap is a "
        "maximum: the start moves forward to the next whole character or token. The last window is the first that "
        "reaches the end of the text, so none holds only what was there before.",
        when_not="Where storage counts, or where few chunks are handed on: neighbours repeat each other and crowd "
        "out other results. An answer longer than the overlap is still cut.",
        cost="No model. As fast as fixed, hundreds of MB a second by characters. There are chunk size / (chunk size - "
        "overlap) times as many chunks to embed and store: an overlap of half the size doubles them.",
        sources=(
            Source(
                "Greg Kamradt, 5 Levels of Text Splitting, level 1: chunk overlap (2023)",
                "https://github.com/FullStackRetrieval-com/RetrievalTutorials/blob/main/tutorials/"
                "LevelsOfTextSplitting/5_Levels_Of_Text_Splitting.ipynb",
            ),
            Source(
                "Chroma, Evaluating Chunking Strategies for Retrieval (2024): what overlap costs in precision",
                "https://research.trychroma.com/evaluating-chunking",
            ),
        ),
        sample=Sample(
            "A refund is paid within 14 days of the request. Opened boxes cannot be returned. Gift cards never "
            "expire.\n",
            {"chunk_size": 40, "overlap": 20},
            "The same text as for fixed. “14 days of the request”, which is cut after 40 characters, is whole in the "
            "second chunk. The price: nearly everything is there twice.",
            "refunds.txt",
        ),
    )
    parameters = (
        CHUNK_SIZE,
        replace(
            OVERLAP,
            help="How much of each window the next one repeats. Less than the chunk size.",
            range=replace(OVERLAP.range, default=50),
        ),
        UNIT,
        ENCODING,
    )
