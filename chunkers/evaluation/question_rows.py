"""One row of a question file, a mapping of keys to values, as a `Question`."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Mapping
from typing import Any

from chunkers.evaluation.json_reading import read_json
from chunkers.evaluation.questions import Question, Reference

QUERY_KEYS = ("question", "query")
#: Keys that are no surprise; `corpus_id`, of Chroma's files, is known but says nothing about one document.
_GOLD_KEYS = ("answer", "references", "expected_terms", "expected_heading", "expected_source")
KNOWN_KEYS = frozenset((*QUERY_KEYS, *_GOLD_KEYS, "id", "corpus_id"))

#: Never walks a value to its end.
_BRIEFLY = reprlib.Repr()
_BRIEFLY.maxstring = _BRIEFLY.maxother = _BRIEFLY.maxlong = 60


def read_row(row: Mapping[str, Any], default_id: str) -> Question:
    """The question of a row. Raises `ValueError` with the reason where a value is not what it should be."""
    query = next((text for key in QUERY_KEYS if (text := _text(row, key))), None)
    if query is None:
        raise ValueError("no question: the key `question` (or `query`) is missing or empty")
    return Question(
        id=_text(row, "id") or default_id,
        query=query,
        answer=_text(row, "answer"),
        references=_references(row.get("references")),
        expected_terms=_strings(row, "expected_terms"),
        expected_heading=_heading(row),
        expected_source=_text(row, "expected_source"),
    )


def _text(row: Mapping[str, Any], key: str) -> str | None:
    value = row.get(key)
    if value is None:
        return None
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if not isinstance(value, str) and not number:
        raise ValueError(f"{key} = {short(value)} must be a text")
    return str(value).strip() or None


def _listed(value: Any, key: str) -> list[Any]:
    """The items of a list, a JSON list in a text, or a text with `|` between its items."""
    if isinstance(value, str):
        text = value.strip()
        if text.startswith("["):
            try:
                value = read_json(text)
            except ValueError as error:
                raise ValueError(f"{key} is no valid JSON list: {error}") from None
        else:
            return [part.strip() for part in text.split("|") if part.strip()]
    if not isinstance(value, list):
        raise ValueError(f"{key} = {short(value)} must be a list, or a text with | between its items")
    return value


def _strings(row: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = row.get(key)
    items = [] if value is None else _listed(value, key)
    if not all(isinstance(item, str) and item.strip() for item in items):
        raise ValueError(f"{key} = {short(value)} must hold texts that are not empty")
    return tuple(item.strip() for item in items)


def _heading(row: Mapping[str, Any]) -> str | tuple[str, ...] | None:
    value = row.get("expected_heading")
    # A title may hold a bar, so only a JSON list is a path here; "A > B" stays a text.
    if isinstance(value, list) or (isinstance(value, str) and value.strip().startswith('["')):
        return _strings(row, "expected_heading") or None
    return _text(row, "expected_heading")


def _references(value: Any) -> tuple[Reference, ...]:
    if value is None or value == "":
        return ()
    if isinstance(value, str) and value.strip().startswith("{"):
        value = f"[{value}]"
    items = [value] if isinstance(value, dict) else _listed(value, "references")
    if len(items) == 2 and all(_is_index(item) for item in items):
        items = [items]
    return tuple(_reference(item) for item in items)


def _reference(item: Any) -> Reference:
    if isinstance(item, str) and item.strip():
        return Reference(item)
    if isinstance(item, list) and len(item) == 2:
        item = {"start_index": item[0], "end_index": item[1]}
    if not isinstance(item, dict):
        raise ValueError(f"reference {short(item)} must be a text, [start, end] or an object with `content`")
    content = item.get("content", "")
    start, end = item.get("start_index", item.get("start")), item.get("end_index", item.get("end"))
    if not isinstance(content, str):
        raise ValueError(f"content = {short(content)} of a reference must be a text")
    if start is None and end is None and content.strip():
        return Reference(content)
    if not _is_index(start) or not _is_index(end) or start >= end:
        raise ValueError(f"reference from {short(start)} to {short(end)} is no range of code points")
    return Reference(content, start, end)


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def short(value: Any) -> str:
    """A value as a reason shows it: its beginning, however long or deep it is."""
    text = _BRIEFLY.repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
