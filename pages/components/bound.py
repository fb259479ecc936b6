"""Widgets whose value is in the address bar and is never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")


def bound(widget: Callable[..., T], label: str, *args: Any, key: str, **options: Any) -> T:
    """A widget bound to the query parameter `key`, whose value outlives a change of page.

    The browser drops the parameter of a widget that it has not drawn, such as one in a closed popover, when
    the page changes. So the value is kept in the session too; what a link says comes first.
    """
    kept = st.session_state.setdefault("kept_settings", {})
    if key in kept and key not in st.session_state and key not in st.query_params:
        st.session_state[key] = kept[key]
    value = widget(label, *args, key=key, bind="query-params", **options)
    kept[key] = value
    return value
