"""The lanes as the boundary view draws them: with their problems, and with what can be changed in the picture."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from chunkers import STRATEGIES
from chunkers.embedder import Embedder
from chunkers.evaluation import Question
from chunkers.evaluation.problems import Problem, problems
from pages.components.arrange import possible
from pages.components.boundary_view import Lane, Slider
from pages.components.experiment import Experiment
from pages.components.lanes import CutLane, LaneSetting


def view_lanes(experiment: Experiment) -> list[Lane]:
    """Every lane that has a cut."""
    embedder = experiment.model.embedder
    count = len(experiment.lanes)
    return [
        Lane(
            lane.key,
            lane.setting.label,
            lane.setting.detail,
            lane.chunking,
            problems=lane_problems(lane, experiment.questions, embedder),
            sliders=view_sliders(lane.setting),
            actions=possible(lane.key, count),
        )
        for lane in experiment.ready_lanes
    ]


def lane_problems(
    lane: CutLane, questions: tuple[Question, ...], embedder: Embedder | None
) -> Sequence[Problem]:
    """The problems of a cut, remembered by the cut, the questions and the model."""
    chunking = lane.chunking
    document = chunking.document
    asked = tuple(question for question in questions if question.has_text_gold)
    name = embedder.name if embedder else ""
    key = (document.name, document.version, lane.setting.strategy, chunking.strategy.chunking_version, name)
    return _problems(lane, embedder, key, asked)


@st.cache_resource(max_entries=64, show_spinner=False)
def _problems(
    _lane: CutLane, _embedder: Embedder | None, key: tuple[str, ...], questions: tuple[Question, ...]
) -> Sequence[Problem]:
    return problems(_lane.chunking, questions, embedder=_embedder)


def view_sliders(setting: LaneSetting) -> list[Slider]:
    """The sliders of a lane; those of one widget have one key, so that shared ones move together."""
    made = []
    for name, key in setting.sliders.items():
        parameter = STRATEGIES[setting.strategy].parameter(name)
        limits, value = parameter.range_for(setting.values), setting.values[name]
        # A link can hold a value beyond the ends that the slider offers.
        low, high = min(limits.low, value), max(limits.high, value)
        made.append(Slider(key, parameter.label, low, high, limits.step, value))
    return made


def slide(key: str, value: float) -> None:
    """Set the widget to which the picture's slider belongs; only in a callback."""
    st.session_state[key] = value
