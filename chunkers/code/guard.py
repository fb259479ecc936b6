"""A parse within bounds.

tree-sitter is fast and linear on programs, but not on everything. Lexing can be quadratic: an unclosed `/*`,
repeated, makes it read to the end again and again. And after an error it follows several readings of the text
at once; where these never come together again, it writes out all their combinations at the end, in one step
that nothing can stop (8 KB of `foo(|a| ` take 900 MB in the Java grammar, 100 KB take all there is). So a parse
is stopped early when it reads or works far more than programs ask for, or when it goes on following several
readings for some kilobytes.
"""

from __future__ import annotations

import threading
import time

from tree_sitter import Language, Parser, Tree

#: Bytes handed to the lexer at a time. Programs are read 1 to 13 times over in such steps.
_STEP = 1024
_READS_PER_STEP = 64
#: The parser reports after so many operations. Programs take up to 2.5 operations a byte, broken ones 4.
_OPERATIONS_PER_REPORT = 100
_OPERATIONS_PER_BYTE = 12
_FREE_REPORTS = 64
#: CPU seconds, the last resort, against 0.15 to 0.45 microseconds a byte for programs.
_SECONDS, _SECONDS_PER_BYTE = 0.5, 4e-6

#: Bytes between looks at how many readings there are, while there are few and while there are many.
_CALM_STEP, _HOT_STEP = 2048, 512
#: Readings at a time, on average over a look: programs have 1 to 2, now and then more; what explodes has 2.4 to 4.
_MANY, _VERY_MANY = 2.0, 2.5
#: The score at which a parse is stopped: a look at many readings adds 1, at very many 2, any other takes 1 off.
_MOST = 8
#: In the log, each step of one reading begins so, and says how many there are.
_STEP_OF_READING, _READINGS = "process version:", "version_count:"


class _Handed(threading.local):
    """The bytes that are handed to the lexer, of each thread."""

    def __init__(self) -> None:
        self.bytes = bytearray()


_HANDED = _Handed()


class Budget:
    """The CPU seconds that all parses of one program may take together, whatever their number."""

    def __init__(self, size: int) -> None:
        self.seconds = _SECONDS + _SECONDS_PER_BYTE * size


def guarded_parse(grammar: Language, data: bytes, budget: Budget) -> Tree | None:
    """The syntax tree of UTF-8 text, or None where it is no program to speak of or the budget is spent."""
    if budget.seconds <= 0:
        return None
    started = time.thread_time()
    guard = _Guard(grammar, data, started + budget.seconds)
    try:
        return guard.parser.parse(guard.read, progress_callback=guard.stop)
    except ValueError:  # stopped
        return None
    finally:
        guard.parser.logger = None  # which holds the guard, which holds the parser: a circle that nobody collects
        budget.seconds -= time.thread_time() - started


class _Guard:
    """Hands the text to one parse, watches what the parse does, and says when it is enough."""

    def __init__(self, grammar: Language, data: bytes, deadline: float) -> None:
        self.parser = Parser(grammar)
        self._data = data
        self._deadline = deadline
        self._reads = 64 + _READS_PER_STEP * (len(data) // _STEP + 1)
        self._reports = _FREE_REPORTS + _OPERATIONS_PER_BYTE * len(data) // _OPERATIONS_PER_REPORT
        self._next_look = _CALM_STEP
        self._is_looking = False
        self._steps = self._readings = self._score = 0

    def read(self, offset: int, _: object) -> bytearray:
        """The bytes from an offset on, never fewer than there are, whatever the parse has read.

        The lexer steps back, and would read beyond the end of a text that has become shorter meanwhile. It has done
        with the bytes before it asks for the next ones. The binding never lets go of what it was handed (py-tree-sitter
        0.26), so that is always the same object.
        """
        self._reads -= 1
        handed: bytearray = _HANDED.bytes
        handed[:] = self._data[offset : offset + _STEP]
        return handed

    def stop(self, offset: int, _: object) -> bool:
        """Whether the parse has done enough; asked after every hundred operations."""
        self._reports -= 1
        if self._is_looking:
            self._look(offset)
        elif offset >= self._next_look:
            # The log is slow, so it is on from one report to the next only.
            self._is_looking = True
            self._steps = self._readings = 0
            self.parser.logger = self._note
        is_spent = self._reads < 0 or self._reports < 0 or self._score >= _MOST
        return is_spent or time.thread_time() > self._deadline

    def _look(self, offset: int) -> None:
        self.parser.logger = None
        self._is_looking = False
        is_hot = self._readings > _MANY * self._steps
        if is_hot:
            self._score += 2 if self._readings > _VERY_MANY * self._steps else 1
        else:
            self._score = max(0, self._score - 1)
        self._next_look = offset + (_HOT_STEP if is_hot else _CALM_STEP)

    def _note(self, _: object, message: str) -> None:
        if message.startswith(_STEP_OF_READING):
            self._steps += 1
            self._readings += int(message.partition(_READINGS)[2].partition(",")[0])
