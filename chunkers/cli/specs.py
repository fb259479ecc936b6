"""Strategies as the command line spells them: `name`, `name:param=value,param=value` or a JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from chunkers.api import make_strategy
from chunkers.strategies import STRATEGIES, Strategy

DEFAULT_SPECS = ("fixed", "overlap", "recursive", "markdown", "semantic")
#: Parameters that may be given once for all strategies.
COMMON = ("unit", "chunk_size", "overlap", "encoding")

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
                values[key] = declared[key].parse(text)
    return make_strategy(name, **values)


def _from_json(spec: str) -> tuple[str, dict[str, Any]]:
    try:
        content = json.loads(spec)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"--strategy {spec!r} is no valid JSON: {error}") from None
    name = content.pop("name", None) or content.pop("strategy", None)
    if not isinstance(name, str):
        raise ValueError(f'--strategy {spec!r} needs a "name"')
    return name, content


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
            raise ValueError(f"--strategy {spec!r}: {setting!r} must be param=value")
        values[key] = STRATEGIES[name].parameter(key).parse(text)
    return name, values
