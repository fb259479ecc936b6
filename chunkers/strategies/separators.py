"""Separators for the recursive cut: levels of equals, from coarse to fine.

A level answers two questions about a stretch of text, without a copy and without looking further than it
must: where is the last boundary that still fits, and where is the first. Marks are plain strings; a level
made of a regular expression finds its boundaries once, in the `regex` module, with a timeout.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

import regex

from chunkers.parameters import shown

#: Marks that end a sentence in Chinese, Japanese, Hindi, Arabic, Armenian, Ethiopic, Khmer and Burmese.
_WIDE_ENDS = ("。", "！", "？", "…", "．", "｡", "।", "॥", "؟", "۔", "։", "።", "។", "။")
_CLOSERS = "\"'”’»)]」』）】》〉］｣"
#: A Latin stop ends a sentence only before a space; a closing quote or bracket stays with it.
_LATIN_ENDS = tuple(f"{stop}{closer} " for closer in ("", '"', "'", "”", "’", ")", "]") for stop in ".!?")

#: Bounds on a person's own regular expression: compiling one cannot be interrupted.
MAX_EXPRESSION = 1000
MAX_REPEATS = 10_000
_REPEAT = re.compile(r"\d{1,}(?=\s*\})")
_RECURSION = re.compile(r"\(\?(?:R|[+-]?\d|&|P>)")

#: Seconds that a person's own regular expression may take on the whole document.
REGEX_TIMEOUT = 5.0


class Level(ABC):
    """Separators of equal rank. A boundary is a position at which the text may be cut."""

    @abstractmethod
    def last(self, text: str, start: int, end: int) -> int:
        """The last boundary in `(start, end]`, or -1."""

    @abstractmethod
    def first(self, text: str, start: int, end: int) -> int:
        """The first boundary in `(start, end]`, or -1."""


@dataclass(frozen=True)
class Marks(Level):
    """Plain strings. The mark stays with the text before it, or with what follows where `leading`.

    Characters in `trailing` that follow a mark stay with it too: closing quotes, repeated stops. A mark that
    ends in white space is complete, and what follows it may be an opening quote.
    """

    marks: tuple[str, ...]
    leading: bool = False
    trailing: str = ""

    def last(self, text: str, start: int, end: int) -> int:
        return max(self._last(text, mark, start, end) for mark in self.marks)

    def _last(self, text: str, mark: str, start: int, end: int) -> int:
        if self.leading:
            shift = _line_break(mark)
            position = text.rfind(mark, start + 1, end - shift + len(mark))
            return position + shift if position >= 0 else -1
        if not self.trailing or mark[-1].isspace():
            position = text.rfind(mark, start, end)
            return position + len(mark) if position >= 0 else -1
        stop = end
        while (position := text.rfind(mark, start, stop)) >= 0:
            boundary = self._after(text, position + len(mark), end + 1)
            if boundary <= end:
                return boundary
            # The run of stops and closers goes on past the end: look before its beginning.
            while position > start and text[position - 1] in self.trailing:
                position -= 1
            stop = position + len(mark) - 1
        return -1

    def first(self, text: str, start: int, end: int) -> int:
        if len(self.marks) == 1:
            mark = self.marks[0]
            position = text.find(mark, start + self.leading, end)
        else:
            match = self._any.search(text, start + self.leading, end)
            mark, position = (match[0], match.start()) if match else ("", -1)
        if position < 0:
            return -1
        if self.leading:
            return position + _line_break(mark)
        boundary = position + len(mark)
        return boundary if mark[-1].isspace() else self._after(text, boundary, end)

    def _after(self, text: str, position: int, limit: int) -> int:
        """The end of the trailing characters at `position`, not past `limit`."""
        limit = min(limit, len(text))
        while position < limit and text[position] in self.trailing:
            position += 1
        return position

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile("|".join(map(re.escape, self.marks)))


def _line_break(mark: str) -> int:
    """Length of the line break before a heading mark: it belongs to neither side."""
    return 0 if mark.isspace() else len(mark) - len(mark.lstrip())


class Pattern(Level):
    """A regular expression whose matches in one text were found beforehand."""

    def __init__(self, boundaries: list[int]) -> None:
        self._boundaries = boundaries

    def last(self, text: str, start: int, end: int) -> int:
        index = bisect_right(self._boundaries, end) - 1
        return self._boundaries[index] if index >= 0 and self._boundaries[index] > start else -1

    def first(self, text: str, start: int, end: int) -> int:
        index = bisect_right(self._boundaries, start)
        if index < len(self._boundaries) and self._boundaries[index] <= end:
            return self._boundaries[index]
        return -1


#: Headings by level, blank line, line, sentence end, clause mark, space.
DEFAULT_LEVELS: tuple[Level, ...] = (
    *(Marks((f"\n{'#' * level} ",), leading=True) for level in range(1, 7)),
    Marks(("\n\n", "\r\n\r\n")),
    Marks(("\n",)),
    Marks(_WIDE_ENDS + _LATIN_ENDS, trailing=_CLOSERS + "".join(_WIDE_ENDS)),
    Marks(("；", "，", "、", "：", "; ", ", ", "،")),
    Marks((" ", "\t", "\u3000", "\u200b")),
)


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
        levels.append(Pattern(boundaries))
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
