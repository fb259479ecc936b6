"""The strategies side by side: which, with which parameters, and their cuts of the document."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from chunkers import STRATEGIES, Chunking, Document, make_strategy
from chunkers.api import run
from chunkers.embedder import Embedder
from chunkers.length import unit_words
from chunkers.parameters import Parameter
from chunkers.strategies.base import CHUNK_SIZE, UNIT
from pages.components.bound import bound, forget, keep
from pages.components.controls import parameter_widget

#: The lanes by key, and what each shows before anything was chosen.
FIRST = {"a": "fixed", "b": "markdown", "c": "recursive", "d": "overlap"}
#: Colours by lane (Okabe-Ito), the same in every chart.
COLOURS = {"a": "#0072b2", "b": "#e69f00", "c": "#009e73", "d": "#cc79a7"}


@dataclass(frozen=True)
class LaneSetting:
    """A strategy with the parameters chosen for one lane."""

    key: str
    strategy: str
    values: Mapping[str, Any]

    @property
    def label(self) -> str:
        return STRATEGIES[self.strategy].label

    @property
    def detail(self) -> str:
        """The parameters that matter, in words."""
        values = self.values
        unit = unit_words(values["unit"])
        if "chunk_size" in values:
            parts = [f"{values['chunk_size']} {unit}"]
        else:
            parts = [f"{values['child_size']} in {values['parent_size']} {unit}"]
        if values.get("overlap"):
            parts.append(f"overlap {values['overlap']}")
        if "threshold" in values:
            parts.append(f"{values['method']} {values['threshold']:g}")
        if values.get("context") not in (None, "brackets"):
            parts.append(f"context {values['context']}")
        return " · ".join(parts)

    @property
    def name(self) -> str:
        """Lane letter, label and parameters: unique on a page."""
        return f"{self.key.upper()} · {self.label} · {self.detail}"


def lane_controls(default_size: int) -> list[LaneSetting]:
    """The controls of all lanes: what they share, then a column a lane."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        count = bound(
            st.segmented_control,
            "Strategies side by side",
            [2, 3, 4],
            default=2,
            key="lanes",
            required=True,
        )
        same = bound(
            st.toggle,
            "Same size in every lane",
            True,
            key="same_size",
            help="Off: each lane gets a size and a unit of its own.",
        )
        shared = _shared_controls(default_size) if same else {}
    columns = st.columns(count or 2, gap="small")
    return [_lane(key, column, shared, default_size) for key, column in zip(FIRST, columns)]


def _shared_controls(default_size: int) -> dict[str, Any]:
    size = parameter_widget(CHUNK_SIZE, "chunk_size", {}, default_size)
    return {"chunk_size": size, "unit": parameter_widget(UNIT, "unit", {})}


def _lane(key: str, column: Any, shared: Mapping[str, Any], default_size: int) -> LaneSetting:
    with column, st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            names = list(STRATEGIES)
            name = bound(
                st.selectbox,
                f"Strategy {key.upper()}",
                names,
                names.index(FIRST[key]),
                format_func=lambda one: STRATEGIES[one].label,
                key=f"{key}.strategy",
                help="\n".join(f"- **{one.label}**: {one.summary}" for one in STRATEGIES.values()),
                on_change=_overlap_follows,
                args=(key, default_size),
            )
            strategy = STRATEGIES[name]
            more = st.popover("", icon=":material/tune:", help="More settings of this strategy")
        names = {one.name for one in strategy.parameters}
        # Parents and children have sizes of their own, in a unit of their own.
        values: dict[str, Any] = dict(shared) if names >= set(shared) else {}
        declared = [one for one in strategy.parameters if one.name not in values]
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            for parameter in declared:
                if not parameter.expert:
                    values[parameter.name] = _value(parameter, key, values, default_size)
        with more:
            st.caption(f"{strategy.summary} {strategy.when}")
            for parameter in declared:
                if parameter.expert:
                    values[parameter.name] = _value(parameter, key, values, default_size)
        _reconcile(values)
    return LaneSetting(key, name, values)


def _reconcile(values: dict[str, Any]) -> None:
    """Use what can be used of settings that exclude each other; the sliders stay where they are."""
    if values.get("child_size", 0) >= values.get("parent_size", math.inf):
        values["child_size"] = max(values["parent_size"] - 1, 1)
        st.caption(f":material/info: Children limited to {values['child_size']}, less than their parents.")
    size = values.get("chunk_size", values.get("child_size"))
    if values.get("overlap", 0) >= size:
        values["overlap"] = size - 1
        st.caption(f":material/info: Overlap limited to {values['overlap']}, less than the chunk size.")
    if values.get("min_size", 0) > size:
        values["min_size"] = size
        st.caption(f":material/info: Smallest size limited to {size}, the chunk size.")
    if values.get("is_regex") and not values.get("separators"):
        values["is_regex"] = False
        st.caption(":material/info: Patterns need separators of your own.")


def open_in_lane(key: str, strategy: str) -> None:
    """Let a lane show a strategy, with the overlap it begins with, when its page is drawn next."""
    keep(f"{key}.strategy", strategy)
    forget(f"{key}.overlap")


def _overlap_follows(lane: str, default_size: int) -> None:
    """A strategy begins with its own overlap: the slider is the same one, and would keep the last one's."""
    for parameter in STRATEGIES[st.session_state[f"{lane}.strategy"]].parameters:
        if parameter.name == "overlap":
            st.session_state[f"{lane}.overlap"] = _first_overlap(parameter, default_size)


def _first_overlap(parameter: Parameter, default_size: int) -> int:
    """A fifth of the size shows what an overlap does at any size."""
    return min(parameter.range.default, default_size // 5)


def _value(parameter: Parameter, lane: str, values: Mapping[str, Any], default_size: int) -> Any:
    default = default_size if parameter.name == "chunk_size" else None
    if parameter.name == "overlap":
        default = _first_overlap(parameter, default_size)
    return parameter_widget(parameter, f"{lane}.{parameter.name}", values, default)


@st.cache_resource(
    max_entries=64, show_spinner=False, hash_funcs={Document: lambda one: (one.name, one.version)}
)
def cut(
    document: Document, strategy: str, values: Mapping[str, Any], _embedder: Embedder | None, model: str
) -> Chunking:
    """The cut of a document, remembered by document, parameters and model."""
    return run(make_strategy(strategy, _embedder, **values), document)


@dataclass(frozen=True)
class CutLane:
    """A lane with its cut, or with the reason why there is none."""

    setting: LaneSetting
    chunking: Chunking | None = None
    problem: str = ""

    @property
    def key(self) -> str:
        return self.setting.key


def cut_lanes(
    document: Document, settings: list[LaneSetting], embedder: Embedder | None, waiting: str
) -> list[CutLane]:
    """Each lane's cut. A lane that needs a model which is not there yet says so, and the others go on."""
    lanes = []
    for setting in settings:
        lane = CutLane(setting)
        try:
            needs = make_strategy(setting.strategy, embedder, **setting.values).needs_embedder
            if needs and embedder is None:
                lane = replace(lane, problem=waiting)
            else:
                model = embedder.name if embedder and needs else ""
                made = cut(
                    document, setting.strategy, dict(setting.values), embedder if needs else None, model
                )
                lane = replace(lane, chunking=made)
        except ValueError as error:
            lane = replace(lane, problem=str(error))
        lanes.append(lane)
    return lanes
