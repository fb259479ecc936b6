"""How code is written: comments, calls, and what every peer's code needs: the text, and what counts its length."""

from __future__ import annotations

import textwrap
from typing import Any

from chunkers.strategies import Strategy

_WIDTH = 88


class Raw(str):
    """Code that stands as it is; every other value is written by `repr`."""

    __slots__ = ()


def lines(*parts: str) -> str:
    """The parts as lines of code."""
    return "\n".join(parts) + "\n"


def comment(*sentences: str) -> str:
    """Sentences as comment lines; each after the first is an item of a list."""
    first, *items = sentences
    wrapped = textwrap.wrap(first, _WIDTH - 2)
    for item in items:
        wrapped += textwrap.wrap(item, _WIDTH - 2, initial_indent="- ", subsequent_indent="  ")
    return "\n".join(f"# {line}" for line in wrapped)


def called(function: str, *values: Any, **named: Any) -> str:
    """A call, one argument a line."""
    arguments = [*map(_written, values), *(f"{name}={_written(value)}" for name, value in named.items())]
    inside = "".join(f"    {argument},\n" for argument in arguments)
    return f"{function}(\n{inside})"


def _written(value: Any) -> str:
    if isinstance(value, Raw):
        return value
    if isinstance(value, list) and len(repr(value)) > _WIDTH // 2:
        return "[\n" + "".join(f"        {item!r},\n" for item in value) + "    ]"
    return repr(value)


def unable(peer: str, reason: str) -> str:
    """The statement that a peer cannot make this cut."""
    return comment(f"{peer} cannot do the same: {reason}") + "\n"


def reading(path: str) -> str:
    """The line that reads the file, its line ends as they are."""
    return f"text = Path({path!r}).read_bytes().decode('utf-8-sig')"


def model_of(strategy: Strategy) -> str:
    """The name of the strategy's model on the Hugging Face hub, or the folder it was given by."""
    from chunkers.embedding import default_model
    from chunkers.embedding.sources import bundled

    name = strategy.embedder.name if strategy.embedder else default_model()
    known = bundled(name)
    return known.hub_name if known else name


def tokenizing(strategy: Strategy) -> tuple[list[str], list[str]]:
    """Imports, and lines that define `tokenize`: a text as a sequence whose length is that in the cut's unit."""
    match strategy.values["unit"]:
        case "characters":
            return [], ["tokenize = list"]
        case "bytes":
            return [], ["tokenize = str.encode"]
        case "words":
            # As in chunkers.length: a segment of UAX #29 that begins with a letter, a number or `_`.
            word = r'regex.compile(r"\b[\p{L}\p{N}\p{Pc}].*?\b", regex.WORD | regex.DOTALL)'
            return ["import regex"], [f"tokenize = {word}.findall"]
        case "tokens":
            encoding = strategy.values["encoding"]
            return ["import tiktoken"], [f"tokenize = tiktoken.get_encoding({encoding!r}).encode_ordinary"]
        case _:
            name = model_of(strategy)
            return ["from transformers import AutoTokenizer"], [
                f"tokenize = AutoTokenizer.from_pretrained({name!r}).tokenize"
            ]
