"""The cuts in numbers, one row a lane."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from chunkers.evaluation import Question, summarise
from chunkers.evaluation.reachable import reachable
from pages.components.lanes import CutLane


def summary_table(lanes: Sequence[CutLane], questions: Sequence[Question]) -> None:
    """Sizes, overlap, coverage, cut sentences and whole answers of every lane."""
    asked = [question for question in questions if question.has_gold]
    st.dataframe(
        pd.DataFrame([_row(lane, asked) for lane in lanes]),
        hide_index=True,
        column_config={
            "mean": st.column_config.NumberColumn(
                format="%.1f", help="On the text that is embedded, context included"
            ),
            "overlap got": st.column_config.NumberColumn(format="%.1f", help="Mean over the boundaries"),
            "coverage": st.column_config.NumberColumn(
                format="percent",
                help="Share of the visible characters that are in a chunk or in its context",
            ),
            "cut sentences": st.column_config.NumberColumn(help="Sentences that are whole in no chunk"),
            "whole answers": st.column_config.TextColumn(
                help="Questions of the set whose evidence is whole in a chunk: the ceiling"
            ),
        },
    )


def _row(lane: CutLane, asked: Sequence[Question]) -> dict[str, object]:
    summary = summarise(lane.chunking)
    whole = sum(reachable(lane.chunking, asked))
    return {
        "lane": lane.setting.name,
        "chunks": summary.count,
        "mean": summary.mean,
        "shortest": summary.minimum,
        "longest": summary.maximum,
        "unit": lane.setting.values["unit"],
        "overlap asked": summary.overlap_asked,
        "overlap got": summary.overlap_got,
        "coverage": summary.coverage,
        "cut sentences": summary.cut_sentences,
        "whole answers": f"{whole} of {len(asked)}" if asked else "no questions",
    }
