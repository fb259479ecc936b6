"""A question with its gold evidence, and what a question file gave.

A row may carry several forms of evidence; then all of them must hold (see `holding.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chunkers.span import Span


@dataclass(frozen=True, slots=True)
class Reference:
    """A passage of the document: its code-point range, its text, or both."""

    content: str = ""
    start: int | None = None
    end: int | None = None

    @property
    def span(self) -> Span | None:
        """The range, where it is known."""
        return None if self.start is None or self.end is None else Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its gold.

    `answer` must appear in one chunk's body; each of `references` whole in one chunk's body;
    `expected_terms` all in one chunk's text; `expected_heading` (a title, or a path from an outer to an
    inner title) and `expected_source` (`file#anchor`) name the section of the chunk.
    """

    id: str
    query: str
    answer: str | None = None
    references: tuple[Reference, ...] = ()
    expected_terms: tuple[str, ...] = ()
    expected_heading: str | tuple[str, ...] | None = None
    expected_source: str | None = None

    @property
    def has_text_gold(self) -> bool:
        """Whether a text is expected, not only a section."""
        return bool(self.answer or self.references or self.expected_terms)

    @property
    def has_section_gold(self) -> bool:
        """Whether a section is expected."""
        return bool(self.expected_heading or self.expected_source)

    @property
    def has_gold(self) -> bool:
        """Whether anything is expected at all; without it a question cannot be evaluated."""
        return self.has_text_gold or self.has_section_gold


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a row. `row` counts from 1 (None: the whole file).

    An `error` means that the row is not among the questions, a `note` that it is.
    """

    row: int | None
    reason: str
    kind: Literal["error", "note"] = "error"

    def __str__(self) -> str:
        return self.reason if self.row is None else f"row {self.row}: {self.reason}"


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of a file and what was wrong with it; of very many problems the first, and how many."""

    questions: tuple[Question, ...]
    problems: tuple[Problem, ...] = ()


class QuestionFileError(ValueError):
    """A file that is no question set at all; the message names it and the remedy."""
