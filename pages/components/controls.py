"""Widgets made from the declarations of the strategies; every one of them is bound to the URL."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import streamlit as st

from chunkers.parameters import Parameter
from pages.components.bound import bound


def parameter_widget(parameter: Parameter, key: str, values: Mapping[str, Any], default: Any = None) -> Any:
    """The widget for one parameter, and its value.

    `values` are those chosen so far, for a range that depends on them. A list that cannot be read is
    reported beside its field and counts as not set; the text stays.
    """
    key = widget_key(parameter, key, values)
    start = start_value(parameter, values, default)
    limits = parameter.range_for(values)
    if limits is not None:
        number = type(start)
        ends = number(limits.low), number(limits.high)
        step = number(limits.step)
        return bound(st.slider, parameter.label, *ends, start, step, key=key, help=parameter.help)
    match parameter.kind:
        case "choice":
            index = parameter.choices.index(start)
            return bound(
                st.selectbox,
                parameter.label,
                parameter.choices,
                index,
                key=key,
                help=parameter.help,
            )
        case "flag":
            return bound(st.toggle, parameter.label, start, key=key, help=parameter.help)
    return _list_widget(parameter, key)


def widget_key(parameter: Parameter, key: str, values: Mapping[str, Any]) -> str:
    """The key of the widget: a slider has one for each range it can have, and so keeps each one's value."""
    return f"{key}.{values[parameter.depends_on]}" if parameter.depends_on else key


def start_value(parameter: Parameter, values: Mapping[str, Any], default: Any = None) -> Any:
    """What the widget shows before anyone has touched it; `default` instead of the declared one."""
    limits = parameter.range_for(values)
    if limits is not None:
        start = limits.default if default is None else default
        return type(start)(min(max(start, limits.low), limits.high))
    if parameter.kind == "list":
        return ""
    return parameter.default if default is None else default


def _list_widget(parameter: Parameter, key: str) -> Any:
    text = bound(
        st.text_area,
        parameter.label,
        key=key,
        help=parameter.help,
        placeholder='["\\n\\n", "\\n", ". ", " "]',
    )
    if not text.strip():
        return None
    try:
        return parameter.validate(json.loads(text), {})
    except ValueError:
        st.error(
            f'{parameter.label}: write a JSON list of strings, such as ["\\n\\n", " "]',
            icon=":material/error:",
        )
        return None
