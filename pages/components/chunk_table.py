"""The chunks of a lane as a table: the picture for people who cannot see it, or want to sort."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from chunkers import Chunk
from pages.components.lanes import CutLane, choose_lane


def chunk_table(lanes: Sequence[CutLane]) -> None:
    """A table of every chunk of one lane, with what the picture shows of it."""
    with st.expander("Every chunk as a table", icon=":material/table:"):
        lane = choose_lane(lanes, "table_lane")
        chunking = lane.chunking
        got = [None, *(overlap.got for overlap in chunking.overlaps)]
        rows = [_row(chunk, shared) for chunk, shared in zip(chunking.chunks, got)]
        st.dataframe(pd.DataFrame(rows), hide_index=True, height=420)


def _row(chunk: Chunk, shared: int | None) -> dict[str, object]:
    row: dict[str, object] = {
        "chunk": chunk.chunk_index + 1,
        "from": chunk.char_start,
        "to": chunk.char_end,
        "characters": len(chunk.text),
        "overlap with the one before": shared,
        "context": chunk.context,
        "heading path": " > ".join(chunk.heading_path),
        "text": chunk.text if chunk.rendered else chunk.body,
    }
    if chunk.parent:
        row["parent"] = chunk.parent.chunk_index + 1
    return row
