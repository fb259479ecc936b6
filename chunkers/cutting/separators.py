"""Separators for the recursive cut: levels of equals, from coarse to fine.

A level answers two questions about a stretch of text, without a copy and without looking further than it
must: where is the last boundary that still fits, and where is the first. Marks are plain strings; headings
and a person's own regular expressions are found once in the whole text, the latter in the `regex` module,
with a timeout.
"""

from __future__ import annotations

import re
import sys
from abc import ABC, abstractmethod
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache

import regex

from chunkers.document import Document
from chunkers.parameters import shown

#: Bounds on a person's own regular expression: compiling one cannot be interrupted.
MAX_EXPRESSION = 1000
MAX_REPEATS = 10_000
_REPEAT = re.compile(r"\d{1,}(?=\s*\})")
_RECURSION = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")

#: Seconds that a person's own regular expression may take on the whole document.
REGEX_TIMEOUT = 5.0

#: `str.find` for two characters or more is several times faster on a stretch shorter than this: CPython
#: then prepares no tables (3.11: 0.3 ns a character, above it 2.4).
_SHORT = 2_000
#: How far back the end of a sentence is looked for at first.
_NEAR = 128


class Level(ABC):
    """Separators of equal rank. A boundary is a position at which the text may be cut."""

    #: Whether every boundary is one between graphemes: a line feed stands before it.
    sure = False
    #: How many characters before every boundary are white space for certain.
    blanks = 0
    #: The one string, kept with the text before it, that the level consists of; empty where it is anything else.
    mark = ""

    def within(self, document: Document) -> Level | None:
        """The same level with only what occurs in the document; None where nothing does."""
        return self

    @abstractmethod
    def last(self, text: str, start: int, end: int) -> int:
        """The last boundary in `(start, end]`, or -1."""

    @abstractmethod
    def first(self, text: str, start: int, end: int) -> int:
        """The first boundary in `(start, end]`, or -1."""


@dataclass(frozen=True, eq=False)
class Marks(Level):
    """Plain strings. The mark stays with the text before it, or with what follows where `leading`."""

    marks: tuple[str, ...]
    leading: bool = False

    @cached_property
    def sure(self) -> bool:
        kept = [mark[: _line_break(mark)] if self.leading else mark for mark in self.marks]
        return all(mark.endswith("\n") for mark in kept)

    def within(self, document: Document) -> Level | None:
        return document.memo(self, lambda: self._occurring(document.text))

    def _occurring(self, text: str) -> Level | None:
        # Single characters are searched for at the speed of memory; longer strings are not.
        found = tuple(mark for mark in self.marks if all(char in text for char in mark))
        if len(found) == 1 and not self.leading:
            return Mark(found[0])
        return Marks(found, self.leading) if found else None

    def last(self, text: str, start: int, end: int) -> int:
        best = -1
        for mark in self.marks:
            shift = _line_break(mark) if self.leading else len(mark)
            position = text.rfind(mark, start + self.leading, end - shift + len(mark))
            if position >= 0 and position + shift > best:
                best = position + shift
                # Another mark only counts if its boundary lies further on.
                start = max(start, best - self._longest)
        return best

    def first(self, text: str, start: int, end: int) -> int:
        match = self._any.search(text, start + self.leading, end)
        if not match:
            return -1
        return match.start() + _line_break(match[0]) if self.leading else match.end()

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.marks))

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.marks)))


def _line_break(mark: str) -> int:
    """Length of the line break before a heading mark: it belongs to neither side."""
    return 0 if mark.isspace() else len(mark) - len(mark.lstrip())


class Mark(Level):
    """One plain string, which stays with the text before it."""

    def __init__(self, mark: str) -> None:
        self.mark = mark
        self.sure = mark.endswith("\n")
        self.blanks = len(mark) - len(mark.rstrip())

    def last(self, text: str, start: int, end: int) -> int:
        position = text.rfind(self.mark, start, end)
        return position + len(self.mark) if position >= 0 else -1

    def first(self, text: str, start: int, end: int) -> int:
        if len(self.mark) > 1:
            while end - start > _SHORT:
                position = text.find(self.mark, start, start + _SHORT)
                if position >= 0:
                    return position + len(self.mark)
                start += _SHORT - len(self.mark) + 1
        position = text.find(self.mark, start, end)
        return position + len(self.mark) if position >= 0 else -1


class SentenceEnds(Level):
    """Where a sentence may end, by its stop alone.

    A stop of a script without spaces (Chinese, Japanese, Hindi, Arabic, Armenian, Ethiopic, Khmer, Burmese)
    takes what repeats or closes it along; a Latin stop ends a sentence only before a space.
    """

    _WIDE = "。！？…．｡।॥؟۔։።။។"
    _TRAILING = frozenset(_WIDE + "\"'”’»)]」』）】》〉］｣")
    _ASCII_ENDS = re.compile(r"[.!?][\"')\]]? ")
    # The first class is all that the engine looks for; what follows then sorts the hits.
    _ENDS = re.compile(
        rf"[.!?{_WIDE}](?:(?<=[.!?])[\"'”’)\]]? |(?<=[{_WIDE}])[{_WIDE}\"'”’»)\]」』）】》〉］｣]*+)"
    )

    def last(self, text: str, start: int, end: int) -> int:
        # The patterns read forward: begin at the last plain stop, or near the end, and go back from there.
        near = max(start, end - _NEAR)
        best = text.rfind(". ", near, end)
        if best >= 0:
            best = near = best + 2
        if text.isascii():
            search = self._ASCII_ENDS.search
        else:
            search = self._ENDS.search
            near = max(near, text.rfind("。", near, end))
        while True:
            match = search(text, near, end)
            while match:
                if self._is_whole(text, match.end(), end):
                    best = match.end()
                match = search(text, match.end(), end)
            if best >= 0 or near <= start:
                return best
            near = max(start, end - 4 * (end - near))

    def _is_whole(self, text: str, boundary: int, end: int) -> bool:
        """Whether the closers that end at `boundary` do not go on past `end`."""
        if boundary < end or boundary >= len(text):
            return True
        return text[boundary - 1] not in self._TRAILING or text[boundary] not in self._TRAILING

    def first(self, text: str, start: int, end: int) -> int:
        match = self._ENDS.search(text, start, end)
        return match.end() if match else -1


class Found(Level):
    """Boundaries in one text that were found beforehand, in order."""

    def __init__(self, boundaries: list[int], sure: bool = False) -> None:
        self._boundaries = [-1, *boundaries, sys.maxsize]
        self.sure = sure
        # The last answer: what is asked next mostly lies between the same two boundaries.
        self._gap = self._boundaries[0], self._boundaries[1]

    def within(self, document: Document) -> Level | None:
        return self if len(self._boundaries) > 2 else None

    def last(self, text: str, start: int, end: int) -> int:
        before, after = self._gap
        if not before <= end < after:
            before, after = self._around(end)
        return before if before > start else -1

    def first(self, text: str, start: int, end: int) -> int:
        before, after = self._gap
        if not before <= start < after:
            before, after = self._around(start)
        return after if after <= end else -1

    def _around(self, place: int) -> tuple[int, int]:
        """The last boundary up to `place` and the first one behind it."""
        index = bisect_right(self._boundaries, place)
        self._gap = self._boundaries[index - 1], self._boundaries[index]
        return self._gap


class Headings(Level):
    """Lines that begin with `level` times `#` and a space. The line break before them belongs to neither side."""

    _LINE = re.compile(r"#(?<=\n#)#{0,5}(?= )")

    def __init__(self, level: int) -> None:
        self._level = level

    def within(self, document: Document) -> Level | None:
        found = document.memo("heading marks", lambda: self._by_level(document.text))[self._level - 1]
        return found.within(document)

    def _by_level(self, text: str) -> list[Found]:
        starts: list[list[int]] = [[] for _ in range(6)]
        for match in self._LINE.finditer(text) if "#" in text else ():
            start, end = match.span()
            starts[end - start - 1].append(start)
        return [Found(boundaries, sure=True) for boundaries in starts]

    def last(self, text: str, start: int, end: int) -> int:
        mark = f"\n{'#' * self._level} "
        return text.rfind(mark, start, end - 1 + len(mark)) + 1 or -1

    def first(self, text: str, start: int, end: int) -> int:
        return text.find(f"\n{'#' * self._level} ", start, end) + 1 or -1


#: Headings by level, blank line, line, sentence end, clause mark, space.
DEFAULT_LEVELS: tuple[Level, ...] = (
    *map(Headings, range(1, 7)),
    Marks(("\n\n", "\r\n\r\n")),
    Marks(("\n",)),
    SentenceEnds(),
    Marks(("；", "，", "、", "：", "; ", ", ", "،")),
    Marks((" ", "\t", "\u3000", "\u200b")),
)


@lru_cache(maxsize=256)
def levels_of(separators: tuple[str | tuple[str, ...], ...] | None, leading: bool) -> tuple[Level, ...]:
    """The levels of a list of literal separators; None gives the default ones.

    An inner tuple is one level of equals. The empty string, which other splitters use for "cut anywhere",
    is passed over: that is what happens after the last level anyway.
    """
    if separators is None:
        return DEFAULT_LEVELS
    groups = ((item,) if isinstance(item, str) else item for item in separators)
    kept = (tuple(mark for mark in group if mark) for group in groups)
    return tuple(Marks(marks, leading) for marks in kept if marks)


def pattern_levels(
    separators: tuple[str | tuple[str, ...], ...], leading: bool, text: str
) -> tuple[Level, ...]:
    """The levels of a list of regular expressions, matched against the text.

    Raises `ValueError` for one that does not compile or takes longer than `REGEX_TIMEOUT` seconds.
    """
    levels = []
    for item in separators:
        expression = item if isinstance(item, str) else "|".join(f"(?:{part})" for part in item)
        if not expression:
            continue
        _refuse_explosive(expression)
        try:
            matches = regex.compile(expression).finditer(text, timeout=REGEX_TIMEOUT)
            boundaries = [match.start() if leading else match.end() for match in matches]
        except regex.error as error:
            raise ValueError(
                f"separators: {shown(expression)} is not a regular expression: {error}"
            ) from None
        except (RecursionError, MemoryError, OverflowError):
            raise ValueError(f"separators: {shown(expression)} is too complex; make it simpler") from None
        except TimeoutError:
            raise ValueError(
                f"separators: {shown(expression)} took longer than {REGEX_TIMEOUT:g} s on this text; "
                "make it simpler (nested repeats are the usual cause)"
            ) from None
        levels.append(Found(boundaries))
    return tuple(levels)


def _refuse_explosive(expression: str) -> None:
    """Raises `ValueError` for what would cost time or memory before the timeout of a match can help."""
    repeats = 1
    for count in _REPEAT.findall(expression):
        repeats *= max(int(count[:9]), 1)
    if repeats > MAX_REPEATS or len(expression) > MAX_EXPRESSION or _RECURSION.search(expression):
        raise ValueError(
            f"separators: {shown(expression)} is too complex: at most {MAX_EXPRESSION} characters, no recursion, and "
            f"counted repeats that multiply to at most {MAX_REPEATS}"
        )
