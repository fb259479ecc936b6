"""What the browser reports, read with care: anyone can send anything."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from chunkers import Document, Span
from pages.components.boundary_view.records import Lane, Selection


def read_selection(reported: Any) -> Selection | None:
    """The chunk that was selected; None where the selection was let go, or the report has another form."""
    if not isinstance(reported, Mapping):
        return None
    lane, index = reported.get("lane"), reported.get("index")
    if not isinstance(lane, str) or not _is_integer(index):
        return None
    return Selection(lane, index)


def existing(selection: Selection | None, lanes: Sequence[Lane]) -> Selection | None:
    """The selection, unless its lane or its chunk is gone."""
    if selection is None:
        return None
    for lane in lanes:
        if lane.key == selection.lane:
            return selection if 0 <= selection.index < len(lane.chunking.chunks) else None
    return None


def read_answer(reported: Any, document: Document, key: str) -> Span | None:
    """The words that shall be an answer, if they are words of this document; `key` names it."""
    if not isinstance(reported, Mapping) or reported.get("document") != key:
        return None
    start, end = reported.get("start"), reported.get("end")
    if not _is_integer(start) or not _is_integer(end) or not 0 <= start < end <= len(document):
        return None
    return Span(start, end)


def read_lane_action(reported: Any, lanes: Sequence[Lane]) -> tuple[str, str] | None:
    """Key of a lane, and one of the actions that it offers."""
    if not isinstance(reported, Mapping):
        return None
    for lane in lanes:
        if lane.key == reported.get("lane") and reported.get("action") in lane.actions:
            return lane.key, reported["action"]
    return None


def read_slide(reported: Any, lanes: Sequence[Lane]) -> tuple[str, float] | None:
    """Key of a slider and where it was dragged to, on a step within its range; an `int` where all steps are."""
    if not isinstance(reported, Mapping):
        return None
    key, value = reported.get("key"), reported.get("value")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    for slider in (slider for lane in lanes for slider in lane.sliders):
        if slider.key == key:
            steps = round((min(max(value, slider.low), slider.high) - slider.low) / slider.step)
            return key, min(slider.low + steps * slider.step, slider.high)
    return None


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
