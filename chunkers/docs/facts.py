"""What a page says of a strategy, from its declarations: its parameters, its sample cut, how to call it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chunkers.api import Chunking, run
from chunkers.docs.toy import WordEmbedder
from chunkers.document import Document
from chunkers.parameters import Parameter, Range
from chunkers.strategies import Strategy

STAND_IN = "Drawn with a stand-in for the model that only sees which words two sentences share. A model compares meanings."


@dataclass(frozen=True)
class ParameterRow:
    """One row of the table of parameters, all of it as people read it.

    `beside` is `method = stdev` where the row holds only beside that value of another parameter.
    """

    name: str
    label: str
    default: str
    allowed: str
    unit: str
    help: str
    beside: str = ""


def sample_settings(strategy: type[Strategy]) -> dict[str, Any]:
    """The settings of the strategy's sample, without those that it does not declare."""
    declared = {parameter.name for parameter in strategy.parameters}
    return {name: value for name, value in strategy.about.sample.settings.items() if name in declared}


def sample_cut(strategy: type[Strategy], settings: Mapping[str, Any] | None = None) -> Chunking:
    """The strategy's sample, cut by it. No model is loaded: see `WordEmbedder`.

    `settings` are its own unless given. Raises `ValueError` where they are wrong.
    """
    sample = strategy.about.sample
    made = strategy(**(sample_settings(strategy) if settings is None else settings))
    if made.needs_embedder:
        made = made.with_embedder(WordEmbedder())
    return run(made, Document(sample.text, name=sample.name))


def parameter_rows(strategy: type[Strategy]) -> list[ParameterRow]:
    """The table of parameters, in the order of the declaration, a row for each range of a dependent one."""
    rows: list[ParameterRow] = []
    for parameter in strategy.parameters:
        rows.append(_row(parameter, parameter.range))
        for value, limits in parameter.variants.items():
            rows.append(_row(parameter, limits, f"{parameter.depends_on} = {value}"))
    return rows


def _row(parameter: Parameter, limits: Range | None, beside: str = "") -> ParameterRow:
    default = limits.default if limits else parameter.default
    # The help is the same for every range: said once.
    words = "" if beside else parameter.help
    unit = limits.unit if limits else ""
    return ParameterRow(
        parameter.name, parameter.label, _value(default), _allowed(parameter, limits), unit, words, beside
    )


def _allowed(parameter: Parameter, limits: Range | None) -> str:
    if limits is None:
        if parameter.kind == "list":
            return "a list of strings; an inner list is a group of equals"
        return ", ".join(parameter.choices or ("false", "true"))
    least = f"{limits.minimum:,}"
    return f"{least} or more" if limits.maximum is None else f"{least} to {limits.maximum:,}"


def _value(value: Any) -> str:
    if value is None:
        return "built in"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def python_call(strategy: type[Strategy]) -> str:
    """Lines of Python that cut a string `text` by the strategy, its main parameters at their defaults."""
    settings = "".join(f", {name}={_python(value)}" for name, value in _main_settings(strategy).items())
    lines = ["from chunkers import split", "", f"cut = split(text, {_python(strategy.name)}{settings})"]
    lines += ["for one in cut.chunks:", "    print(one.char_start, one.char_end, one.text)"]
    if sample_cut(strategy).parents:
        lines += ["for parent in cut.parents:", "    print(parent.chunk_id, parent.text)"]
    return "\n".join(lines)


def _python(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def shell_call(strategy: type[Strategy]) -> str:
    """A line for the shell that cuts the file `FILE` and shows the chunks."""
    values = {name: _value(value) for name, value in _main_settings(strategy).items()}
    settings = ",".join(f"{name}={value}" for name, value in values.items())
    spec = f"{strategy.name}:{settings}" if settings else strategy.name
    return f"python -m chunkers compare FILE --strategy {spec}"


def _main_settings(strategy: type[Strategy]) -> dict[str, Any]:
    """The parameters that are no expert's, at their defaults."""
    values = strategy().values
    shown = [one.name for one in strategy.parameters if not one.expert and values[one.name] is not None]
    return {name: values[name] for name in shown}


def cut_reason(cut: Chunking, start: int) -> str:
    """Why a semantic cut falls where a chunk begins, in numbers; empty where nothing is known."""
    curve = cut.similarities
    if curve is None or curve.method == "cluster" or start not in curve.positions:
        return ""
    value = curve.values[curve.positions.index(start)]
    return f"similarity {value:.2f}, below {curve.threshold:.2f}" if value < curve.threshold else ""
