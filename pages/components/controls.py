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
    limits = parameter.range_for(values)
    if limits is not None:
        if parameter.depends_on:
            key = f"{key}.{values[parameter.depends_on]}"
        start = limits.default if default is None else default
        number = type(start)
        return bound(
            st.slider,
            parameter.label,
            number(limits.low),
            number(limits.high),
            number(min(max(start, limits.low), limits.high)),
            number(limits.step),
            key=key,
            help=parameter.help,
        )
    start = parameter.default if default is None else default
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
            return bound(
                st.toggle,
                parameter.label,
                start,
                key=key,
                help=parameter.help,
            )
    return _list_widget(parameter, key)


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
