"""Windows of a fixed size: the baseline that everything else must beat."""

from __future__ import annotations

import re
from dataclasses import replace

from chunkers.document import Document
from chunkers.graphemes import Graphemes, graphemes
from chunkers.length import Measure
from chunkers.span import Span, spans_of
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, RangeStrategy

_VISIBLE = re.compile(r"\S")


class Fixed(RangeStrategy):
    """Windows of `chunk_size`, one after the other."""

    name = "fixed"
    label = "Fixed"
    summary = "Windows of one size, one after the other, blind to words and sentences."
    when = "As the baseline, or where a text has no structure at all, such as logs and raw sequences."
    about = About(
        how="Windows of the chunk size follow each other from the first character to the last and end wherever the "
        "size ends: inside a sentence, a word or a table row. Only what a reader sees as one character, such as an "
        "accented letter or a flag, is never cut. In tokens a window holds as many whole tokens as fit.",
        when_not="Where the text has sentences or headings: then it only serves to show what a better cut gains.",
        cost="No model. Hundreds of MB a second by characters on one core; by tokens the tokenizer decides, at 10 to "
        "20. Memory: about the size of the text by characters, three times that by tokens.",
        sources=(
            Source(
                "Greg Kamradt, 5 Levels of Text Splitting, level 1: character splitting (2023)",
                "https://github.com/FullStackRetrieval-com/RetrievalTutorials/blob/main/tutorials/"
                "LevelsOfTextSplitting/5_Levels_Of_Text_Splitting.ipynb",
            ),
            Source(
                "Unicode Standard Annex 29: what a reader sees as one character",
                "https://www.unicode.org/reports/tr29/",
            ),
        ),
        sample=Sample(
            "A refund is paid within 14 days of the request. Opened boxes cannot be returned. Gift cards never "
            "expire.\n",
            {"chunk_size": 40},
            "The first boundary falls inside the word “request”, and so inside the answer to “How long does a refund "
            "take?”.",
            "refunds.txt",
        ),
    )
    parameters = (
        CHUNK_SIZE,
        UNIT,
        replace(
            OVERLAP, expert=True, help="The end of each window that the next repeats. 0 here: see `overlap`."
        ),
        ENCODING,
    )

    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        overlap = min(self.values["overlap"], chunk_size - 1)
        return windows(
            document.text, within, self.measure(document), graphemes(document), chunk_size, overlap
        )


def windows(
    text: str, within: Span, measure: Measure, boundaries: Graphemes, chunk_size: int, overlap: int
) -> list[Span]:
    """Windows of at most `chunk_size` over `within`, each starting `overlap` before the end of the last.

    The last window is the first that reaches the end of the text: no tail made only of overlap.
    """
    stop = min(boundaries.ceil(within.start + len(text[within.start : within.end].rstrip())), within.end)
    # The gap between words weighs nothing in words, so a window neither starts nor ends with one.
    trim = measure.unit == "words"
    edges: list[int] = []
    start, done = within.start, -1
    while start < stop:
        if trim:
            start = boundaries.floor(_VISIBLE.search(text, start, stop).start())
        end = _window_end(start, stop, measure, boundaries, chunk_size)
        if trim:
            end = boundaries.ceil(start + len(text[start:end].rstrip()))
        if end <= done:
            # The overlap left no room for anything new: go on without it.
            start = done
            continue
        if not text[start:end].isspace():
            edges += (start, end)
            done = end
        if end >= stop:
            break
        start = _overlap_start(start, end, measure, boundaries, overlap) if overlap else end
    return spans_of(edges)


def _window_end(start: int, stop: int, measure: Measure, boundaries: Graphemes, chunk_size: int) -> int:
    """The furthest grapheme boundary that fits; the end of one grapheme where not even that fits."""
    for size in range(chunk_size, 0, -1):
        end = boundaries.floor(min(measure.reach(start, size), stop))
        if end <= start:
            break
        if measure.fits(start, end, chunk_size):
            return end
    return min(boundaries.ceil(start + 1), stop)


def _overlap_start(start: int, end: int, measure: Measure, boundaries: Graphemes, overlap: int) -> int:
    """Where the window after `[start, end)` begins: the overlap is a maximum, so any rounding goes forward."""
    # At the start of a unit; where the overlap is as long as the window, of the second one in it.
    earliest = measure.reach(measure.reach_back(end, overlap), 0)
    begin = boundaries.ceil(max(earliest, measure.reach(start, 1), start + 1))
    while begin < end and not measure.fits(begin, end, overlap):
        begin = boundaries.ceil(begin + 1)
    return min(begin, end)
