"""Whole sentences, packed to the limit: no chunk begins or ends in the middle of a thought.

The definition: sentences are taken in order as long as they fit; what stands between them in the source stays
between them. Where they come from, in any language: `chunkers.sentences`.
"""

from __future__ import annotations

from chunkers.cutting.packing import Packer
from chunkers.cutting.sentence_units import units_within
from chunkers.document import Document
from chunkers.span import Span
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, RangeStrategy


class Sentence(RangeStrategy):
    """Whole sentences up to the chunk size; only a sentence above it is cut, recursively, on its own.

    A heading line never ends a chunk: it goes with the sentence below it wherever both fit together.
    """

    name = "sentence"
    label = "Sentence"
    summary = "Packs whole sentences up to the chunk size; never cuts one that fits."
    when = "Where answers are single sentences or a few: articles, reports, transcripts with punctuation."
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, ENCODING)

    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        overlap = min(self.values["overlap"], chunk_size - 1)
        packer = Packer(document, self.measure(document), chunk_size, overlap)
        return packer.pack(units_within(document, within))
