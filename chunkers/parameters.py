"""`Parameter`: one declared setting. Sliders, command line, links and documentation all read it.

A parameter has hard limits (outside them a `ValueError`) and a slider range, which is only what is
comfortable to explore. Where the meaning depends on another parameter (`threshold` on `method`),
`variants` gives the ranges by that parameter's value.
"""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any, Literal

Kind = Literal["integer", "number", "choice", "flag", "list"]


_KINDS = {"integer": "a whole number", "number": "a number", "flag": "true or false", "list": "a list"}


def shown(value: Any) -> str:
    """A value as an error message shows it: never longer than a line."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list without a bottom
        return f"a value of type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:79]}…"


@dataclass(frozen=True)
class Range:
    """Hard limits, slider range and default of a number. `maximum` None: no upper limit.

    `unit` says what is counted: a word, or the name of the parameter that chooses it.
    """

    default: float | int
    minimum: float | int
    maximum: float | int | None
    low: float | int
    high: float | int
    step: float | int
    unit: str = ""

    def describe(self) -> str:
        """The allowed values in words."""
        return f">= {self.minimum}" if self.maximum is None else f"between {self.minimum} and {self.maximum}"


@dataclass(frozen=True)
class Parameter:
    """One setting of a strategy, under the name it has everywhere."""

    name: str
    kind: Kind
    label: str
    help: str
    default: Any = None
    range: Range | None = None
    choices: tuple[str, ...] = ()
    depends_on: str = ""
    variants: Mapping[str, Range] = field(default_factory=dict)
    expert: bool = False

    def range_for(self, values: Mapping[str, Any]) -> Range | None:
        """The range that holds beside the other values."""
        return self.variants.get(values.get(self.depends_on, ""), self.range)

    def default_for(self, values: Mapping[str, Any]) -> Any:
        """The default that holds beside the other values."""
        limits = self.range_for(values)
        return limits.default if limits else self.default

    def validate(self, value: Any, values: Mapping[str, Any]) -> Any:
        """The value in its own type.

        Raises `ValueError` that names the parameter, the value and what is allowed.
        """
        match self.kind:
            case "integer" | "number":
                return self._number(value, self.range_for(values))
            case "choice":
                if not isinstance(value, str) or value not in self.choices:
                    raise ValueError(
                        f"{self.name} = {shown(value)} is unknown; choose one of {', '.join(self.choices)}"
                    )
                return value
            case "flag":
                if not isinstance(value, bool):
                    raise ValueError(f"{self.name} = {shown(value)} must be true or false")
                return value
            case "list":
                return self._strings(value)
        raise AssertionError(self.kind)

    def _number(self, value: Any, limits: Range) -> float | int:
        wanted, kind = ("a whole number", Integral) if self.kind == "integer" else ("a number", Real)
        if isinstance(value, kind) and not isinstance(value, bool) and self._within(value, limits):
            return operator.index(value) if self.kind == "integer" else float(value)
        raise ValueError(f"{self.name} = {shown(value)} must be {wanted} {limits.describe()}")

    @staticmethod
    def _within(number: Real, limits: Range) -> bool:
        return number >= limits.minimum and (limits.maximum is None or number <= limits.maximum)

    def _strings(self, value: Any) -> tuple[Any, ...] | None:
        """A list of strings; an inner list is a group of equals. None keeps the default."""
        if value is None:
            return None
        message = (
            f"{self.name} = {shown(value)} must be a list of strings (an inner list is a group of equals)"
        )
        if isinstance(value, str) or not isinstance(value, (list, tuple)):
            raise ValueError(message)
        items = tuple(tuple(item) if isinstance(item, (list, tuple)) else item for item in value)
        for item in items:
            if not all(isinstance(part, str) for part in (item if isinstance(item, tuple) else (item,))):
                raise ValueError(message)
        return items

    def parse(self, text: str) -> Any:
        """The value that a command line or a link spells.

        Raises `ValueError` where the text is not of the parameter's kind.
        """
        try:
            match self.kind:
                case "integer":
                    return int(text)
                case "number":
                    return float(text)
                case "flag":
                    return {"true": True, "false": False, "1": True, "0": False}[text.strip().lower()]
                case "list":
                    return json.loads(text)
        except (KeyError, ValueError):
            example = ' such as ["\\n\\n", " "]' if self.kind == "list" else ""
            raise ValueError(
                f"{self.name} = {shown(text)} cannot be read as {_KINDS[self.kind]}{example}"
            ) from None
        return text
