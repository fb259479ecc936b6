"""The recursive cut of a range: at the coarsest separator that stands inside the window.

At each level the pieces between separators are merged greedily, left to right, while they fit; a piece that
does not fit by itself is cut by the finer separators on its own. What is done here is equivalent and linear:
the last separator of this level inside the window that starts at the chunk ends the chunk; where the window
holds none, the piece that starts here is too large and is cut one level down.

After LangChain's RecursiveCharacterTextSplitter, with spans carried along instead of strings searched for
afterwards, and no merging across levels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkers.cutting.overlap import overlap_begins
from chunkers.cutting.separators import Level
from chunkers.document import Document
from chunkers.graphemes import Graphemes, graphemes
from chunkers.length import Measure
from chunkers.span import Span

_VISIBLE = re.compile(r"\S")


class Cutter:
    """One recursive cut of one document."""

    def __init__(
        self, document: Document, measure: Measure, levels: tuple[Level, ...], chunk_size: int, overlap: int
    ) -> None:
        self.document = document
        self.text = document.text
        self.measure = measure
        self.chunk_size = chunk_size
        self.overlap = overlap
        self.boundaries: Graphemes = graphemes(document)
        # Only the levels that occur in the document, each looked for when it is first needed.
        self._levels: list[Level] = []
        self._unread = (found for level in levels if (found := level.within(document)))
        self._found: list[Span] = []
        self._blank = Span(0, 0)

    def cut(self, within: Span, before: Span | None = None) -> list[Span]:
        """The spans of one range, trimmed of white space, in order; the first overlaps the chunk `before`."""
        text, overlap = self.text, self.overlap
        anywhere, prepended = self.boundaries.plain, self.boundaries.prepended
        is_boundary = self.boundaries.is_boundary
        size, slack, reach, fits = self.chunk_size, self.measure.slack, self.measure.reach, self.measure.fits
        rfind, new = text.rfind, tuple.__new__
        furthest, plain = size + slack, self.measure.unit == "characters"
        self._found = found = [before] if before else []
        # The piece that is cut by the levels from `depth` on: its end, and that without white space.
        start, end = within
        rest = self._trim(start, end)
        levels, depth, level = self._levels, 0, self._level(0)
        # The same of the pieces that it is a part of, from the outermost on.
        around: list[tuple[int, int, int]] = []
        while True:
            if start < rest and text[start].isspace():
                start = self._skip(start, rest)
            if start >= rest:
                if not around:
                    return found[1:] if before else found
                start = end
                end, rest, depth = around.pop()
                level = levels[depth]
                continue
            begin = self._begin(start) if overlap else start
            limit = begin + furthest if plain else reach(begin, furthest)
            if limit < rest:
                # White space there does not count: a separator may stand behind it.
                window = min(self._after_blank(limit), end) if text[limit].isspace() else limit
            elif not slack or fits(begin, rest, size):  # where `reach` is exact, it alone says what fits
                found.append(new(Span, (begin, rest)))
                start = rest
                continue
            else:
                window = end
            while level is not None:
                mark = level.mark
                if not mark:
                    boundary = level.last(text, start, window)
                elif (boundary := rfind(mark, start, window)) >= 0:
                    boundary += len(mark)
                while boundary > start:
                    stop = boundary
                    if anywhere or level.sure or is_boundary(boundary):
                        stop -= level.blanks
                        while (last := text[stop - 1]).isspace() and stop > start:
                            stop -= 1
                        if stop < boundary and last in prepended:
                            stop = self.boundaries.ceil(stop)
                        if stop <= limit and (not slack or fits(begin, stop, size)):
                            break
                    # No boundary between here and `stop` makes a smaller chunk.
                    boundary = level.last(text, start, stop - 1)
                else:
                    boundary = level.first(text, start, end)
                    if not (anywhere or level.sure):
                        boundary = self._between_graphemes(level, boundary, start, end)
                    if boundary < 0 or boundary >= rest:  # behind the last word, it cuts nothing off
                        if begin < start and self._take(start, rest):
                            start = rest
                            break
                        depth += 1
                        level = levels[depth] if depth < len(levels) else self._level(depth)
                        continue
                    # A piece that does not fit, unless it does so without the whole of the overlap.
                    piece = self._trim(start, boundary)
                    if begin < start and self._take(start, piece):
                        start = boundary
                        break
                    around.append((end, rest, depth))
                    end, rest, depth = boundary, piece, depth + 1
                    level = levels[depth] if depth < len(levels) else self._level(depth)
                    break
                found.append(new(Span, (begin, stop)))
                start = boundary
                break
            else:
                start = self._hard_cut(start, rest)

    def _level(self, depth: int) -> Level | None:
        """The level `depth` of those that occur in the document; None after the last."""
        while depth >= len(self._levels):
            level = next(self._unread, None)
            if level is None:
                return None
            self._levels.append(level)
        return self._levels[depth]

    def _between_graphemes(self, level: Level, boundary: int, start: int, end: int) -> int:
        """The boundary, the first one of the level in the piece, or the next one that is inside no grapheme, or -1."""
        while boundary >= 0 and not (boundary > start and self.boundaries.is_boundary(boundary)):
            start = max(boundary, start + 1)
            boundary = level.first(self.text, start, end)
        return boundary

    def _take(self, start: int, end: int) -> bool:
        """Make the piece `[start, end)` a chunk if it fits, with as much overlap in front as there is room for."""
        if not self._fits(start, end):
            return False
        begin = next(begin for begin in self._begins(start) if self._fits(begin, end))
        self._found.append(Span(begin, end))
        return True

    def _hard_cut(self, start: int, end: int) -> int:
        """Cut where the size ends, at a grapheme boundary, and return that place."""
        for begin in self._begins(start):
            reach = min(self.measure.reach(begin, self.chunk_size), end)
            boundary = self.boundaries.floor(reach)
            while boundary > start and not self._fits(begin, self._trim(start, boundary)):
                boundary = self.boundaries.floor(boundary - 1)
            if boundary > start:
                break
        else:
            begin, boundary = start, self.boundaries.ceil(start + 1)
        self._found.append(Span(begin, self._trim(start, boundary)))
        return boundary

    def _fits(self, start: int, end: int) -> bool:
        furthest = self.measure.reach(start, self.chunk_size + self.measure.slack)
        return end <= furthest and self.measure.fits(start, end, self.chunk_size)

    def _begin(self, start: int) -> int:
        """Where the chunk whose own text begins at `start` begins, its full overlap included."""
        return next(self._begins(start))

    def _begins(self, start: int) -> Iterator[int]:
        """The possible beginnings of that chunk, from the longest overlap to none."""
        if self.overlap and self._found:
            yield from overlap_begins(self.document, self.measure, self._found[-1], self.overlap)
        yield start

    def _skip(self, start: int, end: int) -> int:
        """The first visible character at or after `start`, or `end`; never inside a cluster."""
        match = _VISIBLE.search(self.text, start, end)
        return self.boundaries.floor(match.start()) if match else end

    def _trim(self, start: int, end: int) -> int:
        """The end without trailing white space; never inside a cluster."""
        text, stop = self.text, end
        while stop > start and text[stop - 1].isspace():
            stop -= 1
        return (
            stop
            if stop == end or text[stop - 1] not in self.boundaries.prepended
            else self.boundaries.ceil(stop)
        )

    def _after_blank(self, position: int) -> int:
        """The end of the white space that holds `position`, remembered, so that a long run is read once."""
        if not self.text[position + 1 : position + 2].isspace():
            return position + 1
        if not self._blank.start <= position < self._blank.end:
            match = _VISIBLE.search(self.text, position)
            self._blank = Span(position, match.start() if match else len(self.text))
        return self._blank.end
