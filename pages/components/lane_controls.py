"""The controls of the lanes: what they share, then a column a lane."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from chunkers import STRATEGIES
from chunkers.parameters import Parameter
from chunkers.strategies.base import CHUNK_SIZE, UNIT
from pages.components.arrange import arranged, possible, read_lanes, write_lanes
from pages.components.bound import bound, forget, keep
from pages.components.controls import parameter_widget, start_value, widget_key
from pages.components.history import apply, settings_now, undo_and_redo
from pages.components.lanes import LaneSetting

#: The lanes by key, and what each shows before anything was chosen.
FIRST = {"a": "fixed", "b": "markdown", "c": "recursive", "d": "overlap"}
#: The sliders that move boundaries most: they are in the picture too.
_DRAGGED = ("parent_size", "child_size", "chunk_size", "overlap", "threshold")
#: The buttons that arrange the lanes: their words and icons.
_ACTIONS = {
    "reset": ("Reset", ":material/restart_alt:"),
    "duplicate": ("Duplicate", ":material/content_copy:"),
    "left": ("Move left", ":material/arrow_back:"),
    "right": ("Move right", ":material/arrow_forward:"),
    "remove": ("Remove", ":material/close:"),
}


def lane_controls(default_size: int) -> list[LaneSetting]:
    """The controls of all lanes: what they share, then a column a lane."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        bound(
            st.segmented_control,
            "Strategies side by side",
            [1, 2, 3, 4],
            default=2,
            key="lanes",
            required=True,
        )
        count = _count()
        same = bound(
            st.toggle,
            "Same size in every lane",
            True,
            key="same_size",
            help="Off: each lane gets a size and a unit of its own.",
        )
        shared = _shared_controls(default_size) if same else {}
        steps = st.container(horizontal=True, gap="small", width="content")
    columns = st.columns(count, gap="small")
    lanes = [_lane(key, column, shared, default_size, count) for key, column in zip(FIRST, columns)]
    undo_and_redo(steps)
    return lanes


def _shared_controls(default_size: int) -> dict[str, Any]:
    size = parameter_widget(CHUNK_SIZE, "chunk_size", {}, default_size)
    return {"chunk_size": size, "unit": parameter_widget(UNIT, "unit", {})}


def _lane(key: str, column: Any, shared: Mapping[str, Any], default_size: int, count: int) -> LaneSetting:
    with column, st.container(border=True, gap="small"):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            choices = list(STRATEGIES)
            name = bound(
                st.selectbox,
                f"Strategy {key.upper()}",
                choices,
                choices.index(FIRST[key]),
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
            _actions(key, count, default_size)
        sliders = _sliders(key, declared, values)
        _reconcile(values)
    if "chunk_size" in shared and "chunk_size" in names:
        sliders = {"chunk_size": "chunk_size", **sliders}
    return LaneSetting(key, name, values, sliders)


def _sliders(lane: str, declared: Sequence[Parameter], values: Mapping[str, Any]) -> dict[str, str]:
    """The widgets of a lane that can be dragged in the picture too, by parameter."""
    return {
        one.name: widget_key(one, f"{lane}.{one.name}", values)
        for one in declared
        if one.name in _DRAGGED and not one.expert and one.range_for(values)
    }


def _actions(lane: str, count: int, default_size: int) -> None:
    """Buttons that set the lane back, double it, move it or take it away."""
    with st.container(horizontal=True, gap="small"):
        for action in possible(lane, count):
            label, icon = _ACTIONS[action]
            st.button(
                label,
                icon=icon,
                key=f"arrange.{lane}.{action}",
                on_click=arrange,
                args=(lane, action, default_size),
            )


def arrange(lane: str, action: str, default_size: int) -> None:
    """Do one of `ACTIONS` to a lane. Only in a callback, before the lanes are drawn."""
    count = _count()
    lanes = read_lanes(settings_now(), count)
    place = list(FIRST).index(lane)
    apply(write_lanes(arranged(lanes, place, action, lambda: _first_lane(lane, default_size))))


def _count() -> int:
    """How many lanes are shown; a link can say nothing sensible."""
    return st.session_state["lanes"] or 2


def _first_lane(lane: str, default_size: int) -> dict[str, Any]:
    """What a lane is set to before anything was chosen, by the names of its widgets."""
    strategy = FIRST[lane]
    found: dict[str, Any] = {"strategy": strategy}
    values: dict[str, Any] = {}
    for parameter in STRATEGIES[strategy].parameters:
        value = start_value(parameter, values, _own_default(parameter, default_size))
        found[widget_key(parameter, parameter.name, values)] = value
        values[parameter.name] = value
    return found


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
    return parameter_widget(
        parameter, f"{lane}.{parameter.name}", values, _own_default(parameter, default_size)
    )


def _own_default(parameter: Parameter, default_size: int) -> int | None:
    """Sizes begin with what shows the document best; None: as declared."""
    if parameter.name == "overlap":
        return _first_overlap(parameter, default_size)
    return default_size if parameter.name == "chunk_size" else None
