"""Undo and redo of the settings: what the strategies and their sliders were before."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

#: The session keys of what lanes share, and of what each has.
_SETTING = re.compile(r"lanes|same_size|chunk_size|unit|[a-d]\..+")
#: Steps that can be taken back.
_STEPS = 100
#: Changes of one slider that follow each other this closely, in seconds, are one: it is being dragged.
_DRAGGED = 1.0
_KEY = "settings_history"


@dataclass
class History:
    """The settings as they were, as they are, and as they were before an undo."""

    present: dict[str, Any]
    past: list[dict[str, Any]] = field(default_factory=list)
    future: list[dict[str, Any]] = field(default_factory=list)
    changed: tuple[str, ...] = ()
    at: float = 0.0

    def note(self, settings: dict[str, Any], now: float) -> None:
        """Remember settings that differ; `now` in seconds. A slider that is dragged leaves one step, not many."""
        if settings == self.present:
            return
        changed = tuple(
            name for name in {**self.present, **settings} if self.present.get(name) != settings.get(name)
        )
        dragged = len(changed) == 1 and changed == self.changed and now - self.at < _DRAGGED
        if not (dragged and self.past):
            self.past = [*self.past, self.present][-_STEPS:]
        self.present, self.future = settings, []
        self.changed, self.at = changed, now

    def undo(self) -> dict[str, Any]:
        """The settings one step back. Raises `IndexError` where there is none."""
        earlier = self.past.pop()
        self.future.append(self.present)
        return self._turn_to(earlier)

    def redo(self) -> dict[str, Any]:
        """The settings before the last undo. Raises `IndexError` where there is none."""
        later = self.future.pop()
        self.past.append(self.present)
        return self._turn_to(later)

    def _turn_to(self, settings: dict[str, Any]) -> dict[str, Any]:
        self.present, self.changed = settings, ()
        return settings


def settings_now() -> dict[str, Any]:
    """The settings of the session, by their keys; those of widgets that are not drawn are not among them."""
    return {key: value for key, value in st.session_state.items() if _SETTING.fullmatch(str(key))}


def apply(settings: Mapping[str, Any]) -> None:
    """Set the widgets; only in a callback, before they are drawn."""
    for key, value in settings.items():
        st.session_state[key] = value


def undo_and_redo(place: Any) -> None:
    """Draw both buttons into `place`, once every widget of this run has been drawn."""
    settings = settings_now()
    history: History = st.session_state.setdefault(_KEY, History(settings))
    history.note(settings, time.monotonic())
    with place:
        st.button(
            "Undo",
            icon=":material/undo:",
            key="undo",
            type="tertiary",
            disabled=not history.past,
            help="Take back the last change of the settings.",
            on_click=lambda: apply(history.undo()) if history.past else None,
        )
        st.button(
            "Redo",
            icon=":material/redo:",
            key="redo",
            type="tertiary",
            disabled=not history.future,
            help="Make the change again that was taken back.",
            on_click=lambda: apply(history.redo()) if history.future else None,
        )
