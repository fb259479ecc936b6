"""Widgets whose value is in the address bar and is never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T")


def bound(widget: Callable[..., T], label: str, *args: Any, key: str, **options: Any) -> T:
    """A widget bound to the query parameter `key`, whose value outlives a change of page.

    When the page changes, the browser may drop parameters, and the widget would begin anew. So the value is
    kept in the session too, and set when the widget is first drawn on another page. A link opens a new
    session, and is read there.
    """
    kept: dict[str, tuple[str, Any]] = st.session_state.setdefault("kept_settings", {})
    page = st.session_state.get("page", "")
    if key in kept and kept[key][0] != page:
        st.session_state[key] = kept[key][1]
    value = widget(label, *args, key=key, bind="query-params", **options)
    kept[key] = (page, value)
    return value


def keep(key: str, value: Any) -> None:
    """Set a widget of another page: it shows this value when that page is drawn next."""
    st.session_state.setdefault("kept_settings", {})[key] = ("", value)


def forget(key: str) -> None:
    """Let a widget of another page begin anew."""
    st.session_state.setdefault("kept_settings", {}).pop(key, None)
    st.session_state.pop(key, None)
