"""The parts of a strategy's page: the settings of its small text, what is embedded, the table of parameters."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import streamlit as st

from chunkers import Chunk, Chunking, Strategy
from chunkers.docs import parameter_rows, sample_settings
from chunkers.docs.facts import ParameterRow, cut_reason
from chunkers.length import unit_words
from chunkers.parameters import Parameter
from pages.components.boundary_view import Selection
from pages.components.controls import parameter_widget
from pages.components.texts import chunk_text

_STYLE = """
<style>
.cs-parameters { overflow-x: auto; }
.cs-parameters table { border-collapse: collapse; width: 100%; min-width: 44rem; font-size: .9rem; }
.cs-parameters th, .cs-parameters td { text-align: start; vertical-align: top; padding: .45rem .8rem .45rem 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 22%, transparent); font-weight: 400; }
.cs-parameters thead th { font-weight: 650; }
.cs-parameters tbody th, .cs-parameters td:nth-child(2), .cs-parameters td:nth-child(4) { white-space: nowrap; }
.cs-parameters td:nth-child(3) { min-width: 9rem; overflow-wrap: anywhere; }
.cs-parameters td:last-child { min-width: 20rem; }
.cs-parameters code { font-size: .86rem; background: none; color: inherit; padding: 0; }
@media (max-width: 640px) {
  .cs-parameters table { min-width: 0; }
  .cs-parameters thead { display: none; }
  .cs-parameters table, .cs-parameters tbody, .cs-parameters tr, .cs-parameters th, .cs-parameters td {
    display: block; }
  .cs-parameters tr { border-bottom: 1px solid color-mix(in srgb, currentColor 22%, transparent);
    padding: .5rem 0; }
  .cs-parameters th, .cs-parameters td { border: 0; padding: .1rem 0; white-space: normal !important; }
  .cs-parameters tbody th { font-weight: 650; }
  .cs-parameters td[data-label]:not(:empty)::before { content: attr(data-label) ": "; opacity: .8; }
}
</style>
"""
#: The one piece of markup in the help texts.
_CODE = re.compile("`([a-z_]+)`")
_COLUMNS = ("Parameter", "Default", "Allowed", "Unit", "What it does")


def sample_controls(strategy: type[Strategy]) -> dict[str, Any]:
    """Widgets for what the strategy's sample sets, and all of its settings."""
    values = {parameter.name: parameter.default_for({}) for parameter in strategy.parameters}
    settings = sample_settings(strategy)
    length = len(strategy.about.sample.text)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        for name, value in settings.items():
            parameter = strategy.parameter(name)
            # Lengths are shown in the unit that the sample is meant for.
            if name == "unit":
                values[name] = value
                continue
            # Beside another method than the sample's own, a threshold begins at that method's default.
            above = parameter.depends_on
            begins = None if above and values[above] != settings.get(above, values[above]) else value
            values[name] = parameter_widget(
                _near(parameter, value, length), f"sample.{strategy.name}.{name}", values, begins
            )
    return {name: values[name] for name in settings}


def _near(parameter: Parameter, value: Any, length: int) -> Parameter:
    """The parameter with a slider that suits a small text: from half of the value up to all of the text."""
    limits = parameter.range
    if limits is None or limits.unit != "unit":
        return parameter
    low = limits.minimum if limits.minimum == 0 else max(limits.minimum, value // 2)
    high = max(length, value * 2)
    return replace(parameter, range=replace(limits, low=low, high=high, step=5))


def embedded_texts(cut: Chunking, selection: Selection | None) -> None:
    """Every chunk as it is embedded, its context set apart, under its parent where it has one."""
    unit = unit_words(cut.unit)
    for parent, chunks in groupby(cut.chunks, key=lambda chunk: chunk.parent):
        if parent is None:
            _cards(cut, list(chunks), selection, unit)
            continue
        with st.container(border=True, gap="small"):
            st.markdown(f"**Parent {parent.chunk_index + 1}** · handed on whole: {cut.length(parent)} {unit}")
            _cards(cut, list(chunks), selection, unit)


def _cards(cut: Chunking, chunks: Sequence[Chunk], selection: Selection | None, unit: str) -> None:
    for chunk in chunks:
        chosen = selection is not None and selection.index == chunk.chunk_index
        with st.container(border=True, gap=None):
            mark = ":material/left_click: " if chosen else ""
            reason = cut_reason(cut, chunk.char_start)
            why = f" · {reason}" if reason else ""
            st.caption(f"{mark}Chunk {chunk.chunk_index + 1} · {cut.length(chunk)} {unit}{why}")
            chunk_text(chunk)


def parameter_table(strategy: type[Strategy]) -> None:
    """The parameters as declared, in a table that wraps its texts."""
    head = "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS)
    rows = "".join(map(_table_row, parameter_rows(strategy)))
    st.html(
        f'{_STYLE}<div class="cs-parameters" tabindex="0" role="region" aria-label="Parameters">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _code_marked(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", text)


def _table_row(row: ParameterRow) -> str:
    if row.beside:
        name = f"… with <code>{html.escape(row.beside)}</code>"
    else:
        name = f"{html.escape(row.label)}<br><code>{html.escape(row.name)}</code>"
    unit = "as <code>unit</code> says" if row.unit == "unit" else html.escape(row.unit)
    cells = (html.escape(row.default), html.escape(row.allowed), unit, _code_marked(html.escape(row.help)))
    labels = (*(f' data-label="{label}"' for label in _COLUMNS[1:4]), "")
    texts = "".join(f"<td{label}>{cell}</td>" for label, cell in zip(labels, cells))
    return f'<tr><th scope="row">{name}</th>{texts}</tr>'
