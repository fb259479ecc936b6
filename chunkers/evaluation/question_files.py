"""Question files: JSON (a list, or an object with `questions`), JSONL, CSV.

Keys: `question` or `query`, `id`, `answer`, `references`, `expected_terms`, `expected_heading`,
`expected_source`. In a CSV cell a list is JSON or has `|` between its items; the delimiter is a comma, a
semicolon or a tab. Every row that cannot be used is reported by its number, counted from 1 (in JSONL by
line, in CSV below the header).
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from chunkers.evaluation.question_rows import KNOWN_KEYS, QUERY_KEYS, read_row
from chunkers.evaluation.questions import Problem, Question, QuestionFileError, QuestionSet
from chunkers.loaders import decode

#: A row: its number, and its keys and values, or the reason why it has none.
Row = tuple[int, Any]


def load_questions(path: str | Path) -> QuestionSet:
    """The question set in a file.

    Raises `QuestionFileError` where the file cannot be read or is no question set, and `LoadError` where
    its bytes are no text; both are `ValueError`.
    """
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise QuestionFileError(f"{path}: cannot be read ({reason})") from error
    return parse_questions(data, str(path))


def parse_questions(data: bytes | str, name: str = "questions.json") -> QuestionSet:
    """The question set in the content of a file; the format is told by the name, else by the content.

    Raises as `load_questions` does.
    """
    text = data.removeprefix("\ufeff") if isinstance(data, str) else decode(data, name=name).text
    rows = _rows(text, name)
    questions: list[Question] = []
    problems: list[Problem] = []
    unknown: dict[str, int] = {}
    for number, row in rows:
        if isinstance(row, ValueError):
            problems.append(Problem(number, str(row)))
            continue
        if not isinstance(row, dict):
            reason = f"a row must be an object with `question`, not {type(row).__name__}"
            problems.append(Problem(number, reason))
            continue
        for key in row:
            if key not in KNOWN_KEYS:
                unknown.setdefault(key, number)
        try:
            question = read_row(row, f"q{number}")
        except ValueError as error:
            problems.append(Problem(number, str(error)))
            continue
        questions.append(question)
        if not question.has_gold:
            reason = "no evidence (answer, references, expected_terms, expected_heading or expected_source): not evaluated"
            problems.append(Problem(number, reason, "note"))
    questions, renamed = _unique_ids(questions)
    strange = "the key {!r} is not known and not used"
    notes = [Problem(row, strange.format(key), "note") for key, row in unknown.items()]
    return QuestionSet(tuple(questions), (*problems, *renamed, *notes))


def _unique_ids(questions: list[Question]) -> tuple[list[Question], list[Problem]]:
    """The questions with `-2`, `-3`... after an id that was there before."""
    taken = {question.id for question in questions}
    seen: set[str] = set()
    unique: list[Question] = []
    notes: list[Problem] = []
    for question in questions:
        if question.id in seen:
            number = 2
            while f"{question.id}-{number}" in taken:
                number += 1
            new = f"{question.id}-{number}"
            reason = f"the id {question.id!r} is there twice; the later one is now {new!r}"
            notes.append(Problem(None, reason, "note"))
            taken.add(new)
            question = replace(question, id=new)
        seen.add(question.id)
        unique.append(question)
    return unique, notes


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
        content = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
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
            yield number, json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            yield number, ValueError(f"no valid JSON: {error}")


def _csv_rows(text: str, name: str) -> Iterator[Row]:
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
