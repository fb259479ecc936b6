"""Strategies as the command line spells them: `name`, `name:param=value,param=value` or a JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from chunkers.api import make_strategy
from chunkers.parameters import Parameter, shown
from chunkers.strategies import STRATEGIES, Strategy
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT

DEFAULT_SPECS = ("fixed", "overlap", "recursive", "markdown", "semantic")
#: Parameters that may be given once for all strategies.
COMMON = {one.name: one for one in (UNIT, CHUNK_SIZE, OVERLAP, ENCODING)}

#: A comma is part of a value, such as a JSON list, unless a parameter's name follows.
_SEPARATOR = re.compile(r",(?=\s*[A-Za-z_]+\s*=)")


def strategy_from(spec: str, common: Mapping[str, str | None]) -> Strategy:
    """The strategy that a SPEC names, with `common` for what the SPEC leaves out.

    Raises `ValueError` that names the strategy or the parameter, its value and what is allowed.
    """
    name, values = _from_json(spec) if spec.lstrip().startswith("{") else _from_text(spec)
    if name in STRATEGIES:
        declared = {parameter.name: parameter for parameter in STRATEGIES[name].parameters}
        for key, text in common.items():
            # `fixed` can overlap, but only on its own demand: as the baseline it does not.
            hidden = key == "overlap" and key in declared and declared[key].expert
            if text is not None and key in declared and key not in values and not hidden:
                values[key] = _read(declared[key], text)
    return make_strategy(name, **values)


def _from_json(spec: str) -> tuple[str, dict[str, Any]]:
    try:
        content = json.loads(spec, object_pairs_hook=_once, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        raise ValueError(f"--strategy {shown(spec)} is no valid JSON: {error}") from None
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ValueError(f"--strategy {shown(spec)}: {reason}") from None
    name = content.pop("name", None) or content.pop("strategy", None)
    if not isinstance(name, str):
        raise ValueError(f'--strategy {shown(spec)} needs a "name"')
    for key in content:
        _declared(name, key)
    return name, content


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs of a JSON object. Raises `ValueError` for a key that is there twice."""
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ValueError(f"{shown(key)} is given twice")
        values[key] = value
    return values


def _whole_number(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:
        raise ValueError(f"no parameter takes a number of {len(digits)} digits") from None


def _from_text(spec: str) -> tuple[str, dict[str, Any]]:
    name, _, settings = spec.partition(":")
    name = name.strip()
    if name not in STRATEGIES:
        make_strategy(name)  # raises, with a hint
    values: dict[str, Any] = {}
    for setting in _SEPARATOR.split(settings) if settings.strip() else ():
        key, equals, text = setting.partition("=")
        key = key.strip()
        if not equals:
            raise ValueError(f"--strategy {shown(spec)}: {shown(setting)} must be param=value")
        if key in values:
            raise ValueError(f"--strategy {shown(spec)}: {key} is given twice")
        values[key] = _read(_declared(name, key), text)
    return name, values


def _declared(name: str, key: str) -> Parameter:
    """The declaration of a parameter. Raises `ValueError` for an unknown strategy or parameter.

    To be asked before the values go to `make_strategy`, whose own arguments have names as well.
    """
    if name not in STRATEGIES:
        make_strategy(name)  # raises, with a hint
    return STRATEGIES[name].parameter(key)


def _read(parameter: Parameter, text: str) -> Any:
    try:
        return parameter.parse(text)
    except RecursionError:
        raise ValueError(f"{parameter.name} = {shown(text)} is nested too deeply") from None
