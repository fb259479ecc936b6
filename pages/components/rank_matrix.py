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
#: Cividis for ranks, darker is better; vermilion for a cut; text colours by contrast.
_RANKS = (
    (1, "background-color: #00224e; color: #ffffff"),
    (3, "background-color: #35456c; color: #ffffff"),
    (5, "background-color: #666970; color: #ffffff"),
    (10, "background-color: #948e77; color: #000000"),
)
_COLOURS = {
    "far": "background-color: #c8b866; color: #000000",
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
            **{name: [_colour(outcome) for outcome in column] for name, column in outcomes.items()},
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
            "question": st.column_config.TextColumn(width="medium"),
            **{
                lane.setting.name: st.column_config.TextColumn(
                    f"{lane.key.upper()} · {lane.setting.label}", help=lane.setting.detail, width="small"
                )
                for lane in lanes
            },
        },
    )
    st.caption(
        "The number is the rank of the first chunk that holds the whole evidence: the darker, the better. "
        f"{_CUT}: whole in no chunk, out of reach of any model. {_ABSENT}: not in the document. "
        "Choose a row to see why."
    )
    rows = event.selection.rows
    return first.outcomes[rows[0]].question.id if rows and rows[0] < len(frame) else None


def _colour(outcome: Outcome) -> str:
    if outcome.rank is None:
        return _COLOURS[outcome.verdict]
    return next((colour for limit, colour in _RANKS if outcome.rank <= limit), _COLOURS["far"])


def _cell(outcome: Outcome) -> str:
    if outcome.rank is not None:
        return str(outcome.rank)
    return _CUT if outcome.verdict == "cut" else _ABSENT
