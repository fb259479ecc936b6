"""The selected chunk: the exact text that is embedded, its record, its parent and its neighbours."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from chunkers import Chunk, Span
from chunkers.length import unit_words
from pages.components.boundary_view import Selection
from pages.components.lanes import CutLane
from pages.components.texts import chunk_text

#: Shown above the record already.
_SHOWN = ("body", "context", "text")


def chunk_details(selection: Selection, lanes: Sequence[CutLane], marks: Sequence[Span]) -> None:
    """The details pane of a selection."""
    lane = next(lane for lane in lanes if lane.key == selection.lane)
    chunks = lane.chunking.chunks
    chunk = chunks[selection.index]
    st.header(f"Chunk {selection.index + 1} of {len(chunks)}, lane {lane.key.upper()}", anchor=False)
    text, record = st.columns([3, 2], gap="large")
    with text:
        st.caption(f"What is embedded: {len(chunk.text)} characters, {chunk.token_count} tokens")
        chunk_text(chunk, marks)
        with st.expander("Copy the text"):
            st.code(chunk.text, language=None, wrap_lines=True)
        if chunk.parent:
            with st.expander(f"Its parent: {len(chunk.parent.text)} characters"):
                chunk_text(chunk.parent, marks)
        with st.expander("Its neighbours"):
            _neighbours(selection.index, chunks, marks)
    with record:
        if selection.index:
            _overlap(lane, selection.index)
        _record(chunk)


def _neighbours(index: int, chunks: Sequence[Chunk], marks: Sequence[Span]) -> None:
    for place, name in ((index - 1, "before"), (index + 1, "after")):
        if 0 <= place < len(chunks):
            st.caption(f"Chunk {place + 1}, the one {name}: {len(chunks[place].text)} characters")
            chunk_text(chunks[place], marks)
        else:
            st.caption(f"There is no chunk {name}.")


def _overlap(lane: CutLane, index: int) -> None:
    before = lane.chunking.overlaps[index - 1]
    unit = unit_words(lane.chunking.unit)
    st.caption(f"Overlap with the chunk before: asked for {before.asked}, got {before.got} {unit}")


def _record(chunk: Chunk) -> None:
    fields = chunk.to_dict()
    rows = [(name, _written(value)) for name, value in fields.items() if name not in _SHOWN]
    st.dataframe(pd.DataFrame(rows, columns=["field", "value"]), hide_index=True, height=320)
    with st.expander("Copy the record"):
        st.code(json.dumps(fields, ensure_ascii=False, indent=1), language="json", wrap_lines=True)


def _written(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " > ".join(map(str, value))
    return str(value)
