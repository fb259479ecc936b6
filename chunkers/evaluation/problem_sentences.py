"""The sentences that a cut breaks: those that stand whole in no chunk.

The sentences of a document, without white space at their ends, are kept with it as two arrays; a cut then costs
two searches in sorted arrays, whatever its strategy.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from typing import NamedTuple

import numpy as np

from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.evaluation.holding import ChunkIndex
from chunkers.evaluation.occurrences import Places
from chunkers.reading import document_sentences
from chunkers.span import Span, union


class _Sentences(NamedTuple):
    """The sentences of a document, as spans and as places; none is empty, both are in the same order."""

    spans: list[Span]
    places: Places


def cut_sentences(document: Document, index: ChunkIndex) -> list[Span]:
    """The sentences that no chunk holds whole, in its body or in the source of its context."""
    spans, places = document.memo("visible sentences", lambda: _sentences(document))
    is_cut = np.searchsorted(index.ends, places.ends, "left") >= np.searchsorted(
        index.starts, places.starts, "right"
    )
    contexts = Places.of(union(_context_spans(index.chunks)))
    if contexts:
        is_cut &= np.searchsorted(contexts.ends, places.ends, "left") >= np.searchsorted(
            contexts.starts, places.starts, "right"
        )
    return list(compress(spans, is_cut.tolist()))


def _context_spans(chunks: Iterable[Chunk]) -> Iterable[Span]:
    return {span for chunk in chunks for span in chunk.piece.context_spans}


def _sentences(document: Document) -> _Sentences:
    found = (trimmed(document.text, sentence) for sentence in document_sentences(document))
    spans = [span for span in found if span.length]
    return _Sentences(spans, Places.of(spans))


def trimmed(text: str, span: Span) -> Span:
    """The span without white space at its ends."""
    words = span.of(text)
    start = span.end - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))
