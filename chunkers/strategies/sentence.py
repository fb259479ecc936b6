"""Whole sentences, packed to the limit: no chunk begins or ends in the middle of a thought.

The definition: sentences are taken in order as long as they fit; what stands between them in the source stays
between them. Where they come from, in any language: `chunkers.sentences`.
"""

from __future__ import annotations

from chunkers.cutting.packing import Packer
from chunkers.cutting.sentence_units import units_within
from chunkers.document import Document
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, RangeStrategy


class Sentence(RangeStrategy):
    """Whole sentences up to the chunk size; only a sentence above it is cut, recursively, on its own.

    A heading line never ends a chunk: it goes with the sentence below it wherever both fit together.
    """

    name = "sentence"
    label = "Sentence"
    summary = "Packs whole sentences up to the chunk size; never cuts one that fits."
    when = "Where answers are single sentences or a few: articles, reports, transcripts with punctuation."
    about = About(
        how="Sentences are taken in order while they fit. Where they end is decided by rules for any language: a "
        "stop after an abbreviation, an initial, a decimal, a version, a list number or inside an address ends "
        "none. A heading line goes with the sentence below it. Only a sentence above the chunk size is cut, "
        "recursively. An overlap repeats whole sentences from the end of the chunk before, as many as fit.",
        when_not="Where structure says more than sentences do: lists, tables, code, sections with headings.",
        cost="No model. 10 to 20 MB a second by characters on one core, half of that by tokens. Memory: two to three "
        "times the size of the text.",
        sources=(
            Source("Unicode Standard Annex 29: text segmentation", "https://www.unicode.org/reports/tr29/"),
            Source(
                "Our own rules, compared with pySBD, syntok, BlingFire and sentencex in chunkers/sentences.py",
                "https://github.com/wikimedia/sentencex",
            ),
        ),
        sample=Sample(
            "Dr. J. Lee tested v2.5 on 3.14 GB of logs. It took 9 min. on average. “Is that fast?” she asked. "
            "これは日本語の文です。次の文もあります。\n",
            {"chunk_size": 50},
            "None of the stops in “Dr. J. Lee”, “v2.5”, “3.14” and “9 min. on” ends a sentence; the Japanese ones do, "
            "without a space.",
            "report.txt",
        ),
    )
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, ENCODING)

    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        overlap = min(self.values["overlap"], chunk_size - 1)
        packer = Packer(document, self.measure(document), chunk_size, overlap)
        return packer.pack(units_within(document, within))
