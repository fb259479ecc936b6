"""The pages of the strategies as Markdown, and their index: `files()` gives all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from chunkers.api import Chunking
from chunkers.docs.facts import (
    STAND_IN,
    ParameterRow,
    parameter_rows,
    python_call,
    sample_cut,
    sample_settings,
    shell_call,
)
from chunkers.docs.layout import CutLine, Outside, Shown, parts_of
from chunkers.docs.picture import MARK, svg
from chunkers.length import unit_words
from chunkers.strategies import STRATEGIES, Strategy

_MARKUP = re.compile(r"([\\`*_\[\]<>|~#&])")
#: A name in code, the one piece of markup in the help texts, escaped.
_CODE = re.compile(r"\\`([a-z]+)\\`")
_RUN_OF_TICKS = re.compile("`+")
_NOTICE = f"<!-- {MARK} from the strategy's own file: change it there. -->\n"


def files(strategies: Mapping[str, type[Strategy]] = STRATEGIES) -> dict[str, str]:
    """Every file of the folder by its name: `README.md`, and a page and a picture for each strategy."""
    made = {"README.md": index(strategies)}
    for name, strategy in strategies.items():
        made[f"{name}.md"] = page(strategy)
        made[f"{name}.svg"] = svg(sample_cut(strategy), f"{strategy.label}: how it cuts a small text")
    return made


def index(strategies: Mapping[str, type[Strategy]] = STRATEGIES) -> str:
    """The list of strategies, each with a link to its page."""
    rows = [
        f"| [{escaped(one.label)}]({name}.md) | `{name}` | {escaped(one.summary)} | {escaped(one.when)} "
        f"| {'yes' if one.uses_embedder else 'no'} |"
        for name, one in strategies.items()
    ]
    return "\n".join(
        [
            "# Strategies",
            "",
            _NOTICE,
            "| strategy | name | what it does | when to use it | needs a model |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "The same pages are in the app, under *Strategies*, where the small texts can be cut anew.",
            "",
            "All strategies keep the same laws: chunks are exact slices of the source, nothing is lost, no character that",
            "a reader sees as one is cut, and no chunk is longer than asked for, its context counted in (only such a",
            "character that is longer by itself stands alone).",
            "",
            "Speeds were measured on one core of a shared machine, on texts of 1 MB; `tests/benchmarks` measures yours.",
            "",
        ]
    )


def page(strategy: type[Strategy]) -> str:
    """The page of one strategy."""
    about, cut = strategy.about, sample_cut(strategy)
    settings = ", ".join(f"`{name} = {value}`" for name, value in sample_settings(strategy).items())
    caption = f"A small text cut with {settings or 'the defaults'}."
    parts = [
        f"# {escaped(strategy.label)}",
        _NOTICE.rstrip(),
        f"`{strategy.name}`: {escaped(strategy.summary)}",
        "## How it cuts",
        escaped(about.how),
        f"![The small text of this page, cut: the same follows as text]({strategy.name}.svg)",
        " ".join(filter(None, (caption, escaped(about.sample.shows), STAND_IN if cut.strategy.needs_embedder else ""))),
        f"<details><summary>The same as text</summary>\n\n{fenced(as_text(cut), 'text')}\n\n</details>",
        "## When to use it",
        escaped(strategy.when),
        "## When not" if about.when_not else "",
        escaped(about.when_not),
        "## What it costs",
        escaped(about.cost) or ("It needs an embedding model." if strategy.uses_embedder else "It needs no model."),
        "## Parameters",
        _table(parameter_rows(strategy)),
        "## How to call it",
        "From Python, here with its defaults:",
        fenced(python_call(strategy), "python"),
        "Left out, `embedder=` is the bundled model, loaded once." if strategy.uses_embedder else "",
        "From the command line:",
        fenced(shell_call(strategy), "sh"),
        "## Source" if about.sources else "",
        "\n".join(f"- [{escaped(one.title)}]({one.url})" for one in about.sources),
        "[All strategies](README.md)",
    ]  # fmt: skip
    return "\n\n".join(filter(None, parts)) + "\n"


def as_text(cut: Chunking) -> str:
    """The picture as plain text: each chunk's context after `+`, its body after `|`, other source after `.`.

    After `=`: a rendering, which is embedded in place of the body.
    """
    unit = unit_words(cut.unit)
    lines: list[str] = []
    for part in parts_of(cut):
        match part:
            case CutLine(reason):
                lines.append(f"--- {reason}".rstrip())
            case Outside(start, end):
                lines += _prefixed(".", cut.document.text[start:end])
            case Shown():
                chunk = part.chunk
                parent = f", in parent {chunk.parent.chunk_index + 1}" if chunk.parent else ""
                lines.append(
                    f"{part.number}: characters {chunk.char_start} to {chunk.char_end}, {part.length} {unit}{parent}"
                )
                if chunk.rendered:
                    lines += _prefixed("=", chunk.text)
                elif chunk.context:
                    lines += _prefixed("+", chunk.context.rstrip())
                lines += _prefixed("|", chunk.body)
    return "\n".join(lines)


def _prefixed(sign: str, text: str) -> list[str]:
    return [f"{sign} {line}".rstrip() for line in text.splitlines()]


def fenced(code: str, language: str) -> str:
    """A fenced block, with a fence longer than any inside it."""
    longest = max((len(run) for run in _RUN_OF_TICKS.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def escaped(text: str) -> str:
    """A text on one line that Markdown shows as it is."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))


def _table(rows: list[ParameterRow]) -> str:
    lines = [
        "| parameter | in the app | default | allowed | unit | what it does |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        label = f"… with `{row.beside}`" if row.beside else escaped(row.label)
        unit = "as `unit` says" if row.unit == "unit" else escaped(row.unit)
        cells = (
            f"`{row.name}`",
            label,
            escaped(row.default),
            escaped(row.allowed),
            unit,
            _CODE.sub(r"`\1`", escaped(row.help)),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
