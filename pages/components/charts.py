"""The charts. Each says in words what it shows, carries its numbers as text, and has a table beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import streamlit as st

from chunkers.evaluation import Evaluation
from chunkers.strategies import Similarities
from pages.components.lanes import COLOURS, CutLane

_CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}
#: Fills that tell the lanes apart without colour.
_PATTERNS = {"a": "", "b": "/", "c": ".", "d": "x"}


def hit_chart(lanes: Sequence[CutLane], evaluations: Mapping[str, Evaluation]) -> None:
    """Hit@k by strategy, each under its ceiling."""
    figure = go.Figure()
    first = next(iter(evaluations.values()))
    labels = [f"Hit@{k}" for k in first.ks]
    for lane in lanes:
        evaluation = evaluations[lane.key]
        shares = [evaluation.hit[k] for k in evaluation.ks]
        figure.add_bar(
            name=lane.setting.name,
            x=labels,
            y=shares,
            offsetgroup=lane.key,
            marker={"color": COLOURS[lane.key], "pattern": {"shape": _PATTERNS[lane.key], "fgopacity": 0.5}},
            text=[f"{share:.0%}" for share in shares],
            textposition="outside",
            hovertemplate="%{x}: %{y:.1%}<extra>" + lane.setting.label + "</extra>",
        )
        # The ceiling as an outline around the bars: no model can fill more of it than this cut allows.
        figure.add_bar(
            name=f"ceiling of {lane.key.upper()}",
            x=labels,
            y=[evaluation.ceiling] * len(labels),
            offsetgroup=lane.key,
            marker={"color": "rgba(0,0,0,0)", "line": {"color": COLOURS[lane.key], "width": 2}},
            hovertemplate="ceiling: %{y:.1%}<extra>" + lane.setting.label + "</extra>",
            showlegend=False,
        )
    figure.update_layout(
        barmode="group",
        bargroupgap=0.12,
        height=360,
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
        yaxis={"range": [0, 1.12], "tickformat": ".0%", "title": "share of questions"},
        legend={"orientation": "h", "y": -0.15, "x": 0},
    )
    st.plotly_chart(figure, key="hit_chart", config=_CONFIG)
    st.caption(_hit_words(lanes, evaluations))


def _hit_words(lanes: Sequence[CutLane], evaluations: Mapping[str, Evaluation]) -> str:
    parts = []
    for lane in lanes:
        evaluation = evaluations[lane.key]
        k = evaluation.ks[min(1, len(evaluation.ks) - 1)]
        parts.append(
            f"{lane.key.upper()} {lane.setting.label}: Hit@{k} {evaluation.hit[k]:.0%} under a ceiling of "
            f"{evaluation.ceiling:.0%}"
        )
    return "Filled bars are hits, the outline is the ceiling. " + "; ".join(parts) + "."


def similarity_chart(lane: CutLane, similarities: Similarities, starts: Sequence[int]) -> None:
    """Similarity of each sentence with the next along the document, and the threshold."""
    values = list(similarities.values)
    cuts = [index for index, position in enumerate(similarities.positions) if position in set(starts)]
    places = list(range(1, len(values) + 1))
    figure = go.Figure()
    figure.add_scatter(
        x=places,
        y=values,
        mode="lines",
        name="similarity",
        line={"color": "#0072b2", "width": 1.5},
        hovertemplate="sentence %{x} and the next: %{y:.3f}<extra></extra>",
    )
    figure.add_scatter(
        x=[places[index] for index in cuts],
        y=[values[index] for index in cuts],
        mode="markers",
        name="cut here",
        marker={"color": "#d55e00", "size": 8, "symbol": "triangle-down"},
        hovertemplate="cut after sentence %{x}: %{y:.3f}<extra></extra>",
    )
    figure.add_hline(
        y=similarities.threshold, line_dash="dash", annotation_text=f"threshold {similarities.threshold:.3f}"
    )
    figure.update_layout(
        height=260,
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
        xaxis={"title": "sentence"},
        yaxis={"title": "cosine with the next"},
        legend={"orientation": "h", "y": -0.3, "x": 0},
    )
    st.plotly_chart(figure, key=f"similarity_{lane.key}", config=_CONFIG)
    below = sum(value < similarities.threshold for value in values)
    st.caption(
        f"Lane {lane.key.upper()}: {len(values)} gaps between sentences, similarity {min(values):.3f} to "
        f"{max(values):.3f}; {below} below the threshold of {similarities.threshold:.3f}. "
        "Other cuts fall where the chunk size would be passed."
    )
