"""The strategies side by side: what each is set to, and its cut of the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from chunkers import STRATEGIES, Chunking, Document, make_strategy
from chunkers.api import run
from chunkers.embedder import Embedder
from chunkers.length import unit_words

#: Colours by lane (Okabe-Ito), the same in every chart.
COLOURS = {"a": "#0072b2", "b": "#e69f00", "c": "#009e73", "d": "#cc79a7"}


@dataclass(frozen=True)
class LaneSetting:
    """A strategy with the parameters chosen for one lane."""

    key: str
    strategy: str
    values: Mapping[str, Any]
    #: The sliders of the lane: the keys of the widgets by parameter.
    sliders: Mapping[str, str] = field(default_factory=dict)

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


def choose_lane(lanes: Sequence[CutLane], key: str) -> CutLane:
    """One of the lanes, chosen in a box."""
    by_key = {lane.key: lane for lane in lanes}
    # Keys, not lanes: Streamlit copies the options deeply, and a cut cannot be copied.
    chosen = st.selectbox("Lane", list(by_key), format_func=lambda one: by_key[one].setting.name, key=key)
    return by_key[chosen]
