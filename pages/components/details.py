"""The selected chunk: the exact text that is embedded, its neighbours' overlap, and its record."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from chunkers import Span
from chunkers.length import unit_words
from pages.components.boundary_view import Selection
from pages.components.lanes import CutLane
from pages.components.texts import chunk_text

#: Shown above the record already.
_SHOWN = ("body", "context", "text")


def chunk_details(selection: Selection, lanes: Sequence[CutLane], marks: Sequence[Span]) -> None:
    """The details pane of a selection."""
    lane = next(lane for lane in lanes if lane.key == selection.lane)
    chunk = lane.chunking.chunks[selection.index]
    overlaps = lane.chunking.overlaps
    unit = unit_words(lane.chunking.unit)
    st.subheader(
        f"Chunk {selection.index + 1} of {len(lane.chunking.chunks)}, lane {lane.key.upper()}", anchor=False
    )
    text, record = st.columns([3, 2], gap="large")
    with text:
        st.caption(f"What is embedded: {len(chunk.text)} characters, {chunk.token_count} tokens")
        chunk_text(chunk, marks)
        with st.expander("Copy the text"):
            st.code(chunk.text, language=None, wrap_lines=True)
    with record:
        if selection.index:
            before = overlaps[selection.index - 1]
            st.caption(f"Overlap with the chunk before: asked for {before.asked}, got {before.got} {unit}")
        fields = {name: value for name, value in chunk.to_dict().items() if name not in _SHOWN}
        rows = [(name, _written(value)) for name, value in fields.items()]
        st.dataframe(pd.DataFrame(rows, columns=["field", "value"]), hide_index=True, height=320)


def _written(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " > ".join(map(str, value))
    return str(value)
