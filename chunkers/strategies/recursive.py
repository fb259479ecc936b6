"""The recursive strategy: coarse separators first, finer ones only for the piece that does not fit.

The cut itself, and what it comes from, is in `chunkers.cutting.cutter`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chunkers.cutting.cutter import Cutter
from chunkers.cutting.separators import Headings, Level, levels_of, pattern_levels
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.parameters import Parameter
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT, RangeStrategy

SEPARATORS = Parameter(
    "separators",
    "list",
    "Separators",
    "From coarse to fine, taken literally; an inner list is a level of equals. Left out: headings, blank line, "
    "line, sentence end, clause mark, space, for English, Vietnamese, Chinese, Japanese and more.",
    expert=True,
)
IS_REGEX = Parameter(
    "is_regex",
    "flag",
    "Separators are regular expressions",
    "Read each separator as a pattern.",
    False,
    expert=True,
)
KEEP_SEPARATOR = Parameter(
    "keep_separator",
    "choice",
    "Separator stays with",
    "The text before it (end) or after it (start). Holds for your own separators.",
    default="end",
    choices=("end", "start"),
    expert=True,
)

#: A stretch of fewer characters is looked through for headings before it is cut.
_SHORT = 2_000


class Recursive(RangeStrategy):
    """Coarse separators first; only a piece that does not fit is cut by finer ones."""

    name = "recursive"
    label = "Recursive"
    summary = "Cuts at the coarsest separator that fits: heading, paragraph, line, sentence, clause, word."
    when = "As the default for prose of unknown structure. It loses the heading of what it cuts."
    about = About(
        how="From the start of each chunk it looks for the coarsest separator inside the window: a heading, then a "
        "blank line, a line, the end of a sentence, a clause, a space. Pieces between separators are put together "
        "while they fit; only a piece that does not fit is cut by the finer ones. The list can be your own, also as "
        "regular expressions, which run with a time limit.",
        when_not="Where a passage needs its heading to be understood: the heading stays only in the chunk that it "
        "begins. markdown and structure put it in front of all of them.",
        cost="No model. About 100 MB a second by characters on one core; by tokens the tokenizer decides, at 10 to "
        "20. Memory: about the size of the text by characters, three times that by tokens.",
        sources=(
            Source(
                "LangChain, RecursiveCharacterTextSplitter",
                "https://github.com/langchain-ai/langchain/blob/master/libs/text-splitters/"
                "langchain_text_splitters/character.py",
            ),
        ),
        sample=Sample(
            "Bikes can be hired at the station. Bring an identity card.\n\n"
            "The deposit is 50 euros and comes back with the bike. A late return costs 18 euros a day. Damage is "
            "paid at the desk, and a stolen bike is paid in full.\n\n"
            "Helmets are free.\n",
            {"chunk_size": 90},
            "The first paragraph fits and stays whole. The second does not, so it alone is cut, between sentences.",
            "bikes.txt",
        ),
    )
    parameters = (CHUNK_SIZE, OVERLAP, UNIT, SEPARATORS, IS_REGEX, KEEP_SEPARATOR, ENCODING)

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        if self.values["is_regex"] and self.values["separators"] is None:
            raise ValueError("is_regex = True needs separators: a list of patterns, coarse to fine")

    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        return self.splitter(document)(within, chunk_size)

    def splitter(self, document: Document) -> Callable[[Span, int], list[Span]]:
        text, overlap = document.text, self.values["overlap"]
        levels = self._levels(document)
        below = tuple(level for level in levels if not isinstance(level, Headings))
        measure, size = self.measure(document), self.values["chunk_size"]
        cutter = Cutter(document, measure, levels, size, overlap)
        # A short stretch is mostly of one section: there no heading need be looked for, level by level.
        without = Cutter(document, measure, below, size, overlap) if len(below) < len(levels) else cutter

        def cut(within: Span, chunk_size: int) -> list[Span]:
            start, end = within
            is_plain = end - start < _SHORT and text.find("\n#", start, end + 1) < 0
            chosen = without if is_plain else cutter
            chosen.chunk_size, chosen.overlap = chunk_size, min(overlap, chunk_size - 1)
            return chosen.cut(within)

        return cut

    def _levels(self, document: Document) -> tuple[Level, ...]:
        separators, leading = self.values["separators"], self.values["keep_separator"] == "start"
        if not self.values["is_regex"]:
            return levels_of(separators, leading)
        key = ("pattern levels", separators, leading)
        return document.memo(key, lambda: pattern_levels(separators, leading, document.text))
