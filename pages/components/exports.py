"""What is shown, to take away: the chunks as files, the picture as a page, the cut as code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import streamlit as st

from chunkers import Chunk, Chunking, Document
from chunkers.export import reproduce, to_csv, to_jsonl, to_parquet
from pages.components.boundary_view import Evidence, Lane
from pages.components.boundary_view.standalone import standalone_page
from pages.components.lanes import CutLane, choose_lane

_FORMATS: dict[str, tuple[str, Callable[[Iterable[Chunk]], bytes], str]] = {
    "jsonl": ("JSONL", to_jsonl, "application/jsonl"),
    "csv": ("CSV", to_csv, "text/csv"),
    "parquet": ("Parquet", to_parquet, "application/vnd.apache.parquet"),
}


def exports(
    document: Document, lanes: Sequence[CutLane], drawn: Sequence[Lane], evidence: Sequence[Evidence]
) -> None:
    """Buttons for the files, made when they are pressed, and the code of one lane."""
    stem = document.name.rsplit(".", 1)[0].replace("/", "-")
    with st.expander("Take it away: files and code", icon=":material/download:"):
        lane = choose_lane(lanes, "export_lane")
        with st.container(horizontal=True):
            for ending, (label, write, mime) in _FORMATS.items():
                st.download_button(
                    label,
                    partial(write, with_parents(lane.chunking)),
                    f"{stem}.{lane.setting.strategy}.{ending}",
                    mime,
                    icon=":material/table_rows:",
                    on_click="ignore",
                    help=f"The chunks of lane {lane.key.upper()}, one record each; parents first where there are any.",
                )
            st.download_button(
                "The picture as a page",
                partial(standalone_page, document, drawn, evidence),
                f"{stem}.boundaries.html",
                "text/html",
                icon=":material/html:",
                on_click="ignore",
                help="All lanes in one file that opens in any browser, without a network. It holds the whole text.",
            )
        for tab, code in zip(
            st.tabs(["Python, this package", "LangChain", "LlamaIndex"]),
            reproduce(lane.chunking.strategy, document.source_uri or document.name).values(),
        ):
            tab.code(code, language="python", wrap_lines=True)


def with_parents(chunking: Chunking) -> list[Chunk]:
    """Every chunk of a cut that has a record of its own."""
    return [*(chunking.parents or ()), *chunking.chunks]
