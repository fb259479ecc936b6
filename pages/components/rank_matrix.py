"""Questions by strategies: the rank of each, with a cut answer that does not look like a low rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from chunkers.evaluation import Evaluation, Outcome
from pages.components.lanes import CutLane

#: More rows than this scroll inside the table.
_SHOWN_ROWS = 14
_CUT, _ABSENT = "✂ cut", "∅ absent"
#: Cividis for ranks, light to dark in worse; vermilion for a cut; text colours by contrast.
_COLOURS = {
    "hit": "background-color: #00336f; color: #ffffff",
    "ranked": "background-color: #8c8a78; color: #000000",
    "cut": "background-color: #d55e00; color: #000000; font-weight: bold",
    "absent": "background-color: #f5e38a; color: #000000",
}


def rank_matrix(lanes: Sequence[CutLane], evaluations: Mapping[str, Evaluation]) -> str | None:
    """Draw the matrix; the id of the question that was chosen in it, or None."""
    first = next(iter(evaluations.values()))
    outcomes = {lane.setting.name: evaluations[lane.key].outcomes for lane in lanes}
    frame = pd.DataFrame(
        {
            "question": [outcome.question.query for outcome in first.outcomes],
            **{name: [_cell(outcome) for outcome in column] for name, column in outcomes.items()},
        }
    )
    colours = pd.DataFrame(
        {
            "question": [""] * len(frame),
            **{name: [_COLOURS[outcome.verdict] for outcome in column] for name, column in outcomes.items()},
        }
    )
    event = st.dataframe(
        frame.style.apply(lambda _: colours, axis=None),
        key="rank_matrix",
        hide_index=True,
        on_select="rerun",
        selection_mode="single-row",
        height="content" if len(frame) <= _SHOWN_ROWS else 520,
        column_config={
            "question": st.column_config.TextColumn(width="large"),
            **{
                lane.setting.name: st.column_config.TextColumn(
                    f"{lane.key.upper()} · {lane.setting.label}", help=lane.setting.detail, width="small"
                )
                for lane in lanes
            },
        },
    )
    st.caption(
        f"The number is the rank of the first chunk that holds the whole evidence; dark blue is within the first "
        f"{max(first.ks)}, grey is further down. {_CUT}: whole in no chunk, out of reach of any model. "
        f"{_ABSENT}: not in the document. Choose a row to see why."
    )
    rows = event.selection.rows
    return first.outcomes[rows[0]].question.id if rows and rows[0] < len(frame) else None


def _cell(outcome: Outcome) -> str:
    if outcome.rank is not None:
        return str(outcome.rank)
    return _CUT if outcome.verdict == "cut" else _ABSENT
