"""Question sets back to files; what is written reads back as the same questions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from chunkers.evaluation.questions import Question, Reference

COLUMNS = ("id", "question", "answer", "references", "expected_terms", "expected_heading", "expected_source")


def to_json(questions: Iterable[Question]) -> str:
    """The questions as a JSON list, forms that are not used left out."""
    return json.dumps([to_row(question) for question in questions], ensure_ascii=False, indent=2) + "\n"


def to_csv(questions: Iterable[Question]) -> str:
    """The questions as CSV with every column, lists as JSON."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for question in questions:
        writer.writerow({key: _cell(value) for key, value in to_row(question).items()})
    return out.getvalue()


def to_row(question: Question) -> dict[str, Any]:
    """One question under the keys of the files."""
    heading = question.expected_heading
    values = (
        question.id,
        question.query,
        question.answer,
        [_reference(reference) for reference in question.references],
        list(question.expected_terms),
        list(heading) if isinstance(heading, tuple) else heading,
        question.expected_source,
    )
    return {key: value for key, value in zip(COLUMNS, values) if value}


def _reference(reference: Reference) -> dict[str, Any]:
    span = reference.span
    record: dict[str, Any] = {"content": reference.content} if reference.content else {}
    return record | ({"start_index": span.start, "end_index": span.end} if span else {})


def _cell(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value
