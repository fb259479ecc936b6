"""The charts. Each says in words what it shows, carries its numbers as text, and has a table beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import streamlit as st

from chunkers.evaluation import Evaluation
from chunkers.strategies import Similarities
from pages.components.lanes import COLOURS, CutLane

_CONFIG = {"displaylogo": False, "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"]}
#: The text colours of `.streamlit/config.toml`.
_INK = {"light": "#17212b", "dark": "#e8eef3"}
#: Fills that tell the lanes apart without colour.
_PATTERNS = {"a": "", "b": "/", "c": ".", "d": "x"}


def _draw(figure: go.Figure, key: str) -> None:
    """Draw a figure with its words in the theme's text colour: Streamlit's own grey is too faint for small type."""
    ink = _INK[st.context.theme.type or "light"]
    figure.update_layout(font={"color": ink}, legend={"font": {"color": ink}})
    figure.update_xaxes(tickfont={"color": ink}, title={"font": {"color": ink}})
    figure.update_yaxes(tickfont={"color": ink}, title={"font": {"color": ink}})
    figure.update_traces(textfont={"color": ink}, selector={"type": "bar"})
    figure.update_annotations(font={"color": ink})
    st.plotly_chart(figure, key=key, config=_CONFIG)


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
            marker={
                "color": COLOURS[lane.key],
                "pattern": {
                    "shape": _PATTERNS[lane.key],
                    "fillmode": "overlay",
                    "fgcolor": "#17212b",
                    "fgopacity": 0.45,
                },
            },
            text=[f"{share:.0%}" for share in shares],
            textposition="outside",
            hovertemplate="%{x}: %{y:.1%}<extra>" + lane.setting.label + "</extra>",
        )
        # The ceiling as an outline around the bars: no model can fill more of it than this cut allows.
        figure.add_bar(
            name="ceiling of each",
            x=labels,
            y=[evaluation.ceiling] * len(labels),
            offsetgroup=lane.key,
            marker={"color": "rgba(0,0,0,0)", "line": {"color": COLOURS[lane.key], "width": 2}},
            hovertemplate="ceiling: %{y:.1%}<extra>" + lane.setting.label + "</extra>",
            showlegend=lane is lanes[0],
            legendgroup="ceiling",
        )
    figure.update_layout(
        barmode="group",
        bargroupgap=0.12,
        height=360,
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
        yaxis={"range": [0, 1.12], "tickformat": ".0%", "title": "share of questions"},
        legend={"orientation": "h", "y": -0.15, "x": 0},
    )
    _draw(figure, "hit_chart")
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
    values, threshold = list(similarities.values), similarities.threshold
    places = list(range(1, len(values) + 1))
    chunk_starts = set(starts)
    cuts = [index for index, position in enumerate(similarities.positions) if position in chunk_starts]
    figure = go.Figure()
    figure.add_scatter(
        x=places,
        y=values,
        mode="lines",
        name="similarity",
        line={"color": "#0072b2", "width": 1.5},
        hovertemplate="sentence %{x} and the next: %{y:.3f}<extra></extra>",
    )
    measured = "change of similarity" if similarities.method == "gradient" else "similarity"
    # The clusters are weighed as a whole: no single value decides where they are cut.
    by_threshold = similarities.method != "cluster"
    below = [index for index in cuts if values[index] < threshold or not by_threshold]
    for name, symbol, indices in (
        ("topic changes", "triangle-down", below),
        ("chunk is full", "circle-open", [index for index in cuts if index not in set(below)]),
    ):
        figure.add_scatter(
            x=[places[index] for index in indices],
            y=[values[index] for index in indices],
            mode="markers",
            name=f"cut: {name}",
            marker={"color": "#d55e00", "size": 9, "symbol": symbol},
            hovertemplate="cut after sentence %{x}: %{y:.3f}<extra></extra>",
        )
    if by_threshold:
        figure.add_hline(
            y=threshold, line_dash="dash", line_color="#d55e00", annotation_text=f"threshold {threshold:.3f}"
        )
    figure.update_layout(
        height=260,
        margin={"l": 8, "r": 8, "t": 12, "b": 8},
        xaxis={"title": "sentence"},
        yaxis={"title": measured.capitalize()},
        legend={"orientation": "h", "y": -0.3, "x": 0},
    )
    _draw(figure, f"similarity_{lane.key}")
    words = f"Lane {lane.key.upper()}: {len(values)} gaps between sentences, "
    words += f"{measured} {min(values):.3f} to {max(values):.3f}; "
    if by_threshold:
        count = sum(value < threshold for value in values)
        words += f"{count} below the threshold of {threshold:.3f}. "
        words += "Other cuts fall where the chunk size would be passed."
    else:
        words += f"{len(cuts)} cuts that together keep the most similar sentences in one chunk."
    st.caption(words)
