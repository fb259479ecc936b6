"""JSON as question files hold it, where one value that cannot be read must not cost the others.

Python reads no number of thousands of digits and no nesting of hundreds of levels; both end the whole
reading. Here such a value becomes `Unreadable`, which says what it was, in its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

#: Levels of lists and objects that are read once a text has too many. A question has five.
_LEVELS = 50
#: What stands for a value nested deeper. Read as a constant, it cannot be mistaken for a text of the file.
_DEEP = "-Infinity"

#: A string, whole or open to the end, or one bracket; possessive, so that nothing is tried twice.
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """In the place of a value: what it was."""

    what: str

    def __repr__(self) -> str:
        return self.what


def read_json(text: str) -> Any:
    """What the text says, with `Unreadable` in the place of values that Python cannot read.

    Raises `ValueError` where the text is no JSON.
    """
    try:
        return _loads(text, Unreadable)
    except RecursionError:
        pass
    try:
        return _loads(_without_depths(text), _constant)
    except RecursionError:  # hardly any stack is left
        raise ValueError("it is nested too deeply") from None


def _loads(text: str, constant: Callable[[str], Unreadable]) -> Any:
    return json.loads(text, parse_int=_whole_number, parse_constant=constant)


def _whole_number(digits: str) -> int | Unreadable:
    try:
        return int(digits)
    except ValueError:
        return Unreadable(f"a number of {len(digits)} digits")


def _constant(name: str) -> Unreadable:
    return Unreadable(f"a value more than {_LEVELS} levels deep" if name == _DEEP else name)


def _without_depths(text: str) -> str:
    """The text with `_DEEP` for every list and object that lies too deep."""
    kept: list[str] = []
    position = level = 0
    for token in _TOKENS.finditer(text):
        match token.group():
            case "[" | "{":
                level += 1
                if level == _LEVELS + 1:
                    kept += text[position : token.start()], _DEEP
            case "]" | "}":
                level -= 1
                if level == _LEVELS:
                    position = token.end()
    return "".join(kept) + ("" if level > _LEVELS else text[position:])
