"""Question files: JSON (a list, or an object with `questions`), JSONL, CSV.

Keys: `question` or `query`, `id`, `answer`, `references`, `expected_terms`, `expected_heading`,
`expected_source`. In a CSV cell a list is JSON or has `|` between its items; the delimiter is a comma, a
semicolon or a tab. Every row that cannot be used is reported by its number, counted from 1 (in JSONL by
line, in CSV below the header). One bad row never costs the others.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, Literal

from chunkers.evaluation.json_reading import Unreadable, read_json
from chunkers.evaluation.question_rows import KNOWN_KEYS, QUERY_KEYS, read_row, short
from chunkers.evaluation.questions import Problem, Question, QuestionFileError, QuestionSet
from chunkers.loaders import MAX_BYTES, LoadError, decode, read_bytes

#: Problems of each kind that are listed; a file that is wrong throughout would give millions.
_LISTED = 100

#: A row: its number, and its keys and values, or the reason why it has none.
Row = tuple[int, Any]


def load_questions(path: str | Path) -> QuestionSet:
    """The question set in a file.

    Raises `QuestionFileError` where the file cannot be read, is larger than `MAX_BYTES` or is no question
    set, and `LoadError` where its bytes are no text; both are `ValueError`.
    """
    try:
        data = read_bytes(path)
    except LoadError as error:
        raise QuestionFileError(f"{path}: cannot be read ({error.seen})") from error
    return parse_questions(data, str(path))


def parse_questions(data: bytes | str, name: str = "questions.json") -> QuestionSet:
    """The question set in the content of a file; the format is told by the name, else by the content.

    Raises as `load_questions` does.
    """
    if len(data) > MAX_BYTES:
        raise QuestionFileError(
            f"{name}: more than {MAX_BYTES // 1024 // 1024} MB; split it into smaller files"
        )
    text = data.removeprefix("\ufeff") if isinstance(data, str) else decode(data, name=name).text
    questions: list[Question] = []
    report = _Report()
    unknown: dict[str, int] = {}
    for number, row in _rows(text, name):
        if isinstance(row, ValueError):
            report.add(number, str(row))
            continue
        if not isinstance(row, dict):
            what = row if isinstance(row, Unreadable) else type(row).__name__
            report.add(number, f"a row must be an object with `question`, not {what}")
            continue
        for key in row:
            if key not in KNOWN_KEYS:
                unknown.setdefault(key, number)
        try:
            question = read_row(row, f"q{number}")
        except ValueError as error:
            report.add(number, str(error))
            continue
        questions.append(question)
        if not question.has_gold:
            reason = "no evidence (answer, references, expected_terms, expected_heading or expected_source): not evaluated"
            report.add(number, reason, "note")
    questions = _unique_ids(questions, report)
    for key, number in unknown.items():
        report.add(number, f"the key {short(key)} is not known and not used", "note")
    return QuestionSet(tuple(questions), report.problems)


class _Report:
    """What was wrong, in order; past `_LISTED` of a kind they are only counted."""

    def __init__(self) -> None:
        self._listed: list[Problem] = []
        self._counts: Counter[str] = Counter()

    def add(self, row: int | None, reason: str, kind: Literal["error", "note"] = "error") -> None:
        self._counts[kind] += 1
        if self._counts[kind] <= _LISTED:
            self._listed.append(Problem(row, reason, kind))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The list, and at its end how many are not in it."""
        more = [
            Problem(None, f"and {self._counts[kind] - _LISTED} more {what}", kind)
            for kind, what in (("error", "rows that cannot be used"), ("note", "notes"))
            if self._counts[kind] > _LISTED
        ]
        return (*self._listed, *more)


def _unique_ids(questions: list[Question], report: _Report) -> list[Question]:
    """The questions with `-2`, `-3`... after an id that was there before."""
    taken = {question.id for question in questions}
    # The last number given after each id: counting from 2 again for each would take the square of the time.
    numbers: dict[str, int] = {}
    unique: list[Question] = []
    for question in questions:
        first = question.id
        if first in numbers:
            number = numbers[first] + 1
            while f"{first}-{number}" in taken:
                number += 1
            new = f"{first}-{number}"
            numbers[first] = number
            taken.add(new)
            reason = f"the id {short(first)} is there twice; the later one is now {short(new)}"
            report.add(None, reason, "note")
            question = replace(question, id=new)
        else:
            numbers[first] = 1
        unique.append(question)
    return unique


def _rows(text: str, name: str) -> Iterable[Row]:
    suffix = PurePath(name).suffix.lower()
    if not text.strip():
        raise QuestionFileError(f"{name}: the file is empty")
    if suffix in (".csv", ".tsv"):
        return _csv_rows(text, name)
    if suffix in (".jsonl", ".ndjson"):
        return _jsonl_rows(text)
    if suffix == ".json" or text.lstrip()[0] in "[{":
        return _json_rows(text, name)
    return _csv_rows(text, name)


def _json_rows(text: str, name: str) -> Iterable[Row]:
    try:
        content = read_json(text)
    except ValueError as error:
        # Many a .json file holds one object a line.
        lines = list(_jsonl_rows(text))
        if len(lines) > 1 and isinstance(lines[0][1], dict) and isinstance(lines[1][1], dict):
            return lines
        raise QuestionFileError(f"{name}: no valid JSON: {error}") from None
    if isinstance(content, dict):
        if any(key in content for key in QUERY_KEYS):
            content = [content]
        else:
            content = content.get("questions")
    if not isinstance(content, list):
        raise QuestionFileError(f"{name}: the JSON must be a list, or an object with a list `questions`")
    return enumerate(content, 1)


def _jsonl_rows(text: str) -> Iterator[Row]:
    # Only these end a line of JSONL; `splitlines` would also cut at U+2028 inside a string.
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield number, read_json(line)
        except ValueError as error:
            yield number, ValueError(f"no valid JSON: {error}")


def _csv_rows(text: str, name: str) -> Iterator[Row]:
    # The limit is one for the whole process, so it is raised and never lowered.
    csv.field_size_limit(max(csv.field_size_limit(), MAX_BYTES))
    for delimiter in ",;\t":
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        try:
            header = [cell.strip() for cell in next(reader, [])]
        except csv.Error:
            continue
        if any(key in header for key in QUERY_KEYS):
            return _csv_records(reader, header)
    raise QuestionFileError(f"{name}: no column `question` (or `query`) in the first line")


def _csv_records(reader: Iterator[list[str]], header: list[str]) -> Iterator[Row]:
    number = 0
    while True:
        number += 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, ValueError(f"no valid CSV ({error}); rows after it may be part of it")
            continue
        if not any(cell.strip() for cell in cells):
            number -= 1
        elif len(cells) > len(header):
            reason = f"{len(cells)} cells under {len(header)} columns: quote a cell that holds the delimiter"
            yield number, ValueError(reason)
        else:
            yield number, {key: cell for key, cell in zip(header, cells) if cell.strip()}
