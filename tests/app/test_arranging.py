"""Lanes doubled, moved, set back and taken away; and every change of the settings undone and done again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pages.components.arrange import arranged, possible, read_lanes, write_lanes
from pages.components.history import History


def labels(opened: Any) -> list[str]:
    return [lane["label"] for lane in opened.view["lanes"]]


def details(opened: Any) -> list[str]:
    return [lane["detail"] for lane in opened.view["lanes"]]


def press(opened: Any, key: str) -> Any:
    opened.button(key=key).click()
    return opened.run()


def test_a_lane_is_doubled_with_its_settings(app: Callable) -> None:
    opened = app().set("selectbox", "a.strategy", "overlap").set("slider", "a.overlap", 35)
    opened = press(opened, "arrange.a.duplicate")
    assert labels(opened) == ["Overlap", "Overlap", "Markdown"]
    assert details(opened)[:2] == ["100 characters · overlap 35"] * 2
    assert opened.segmented_control(key="lanes").value == 3


def test_a_lane_moves_with_its_settings(app: Callable) -> None:
    opened = app().set("selectbox", "a.strategy", "overlap").set("slider", "a.overlap", 35)
    opened = press(opened, "arrange.a.right")
    assert labels(opened) == ["Markdown", "Overlap"]
    assert details(opened)[1] == "100 characters · overlap 35"
    assert labels(press(opened, "arrange.b.left")) == ["Overlap", "Markdown"]


def test_a_lane_is_taken_away(app: Callable) -> None:
    opened = press(app(lanes="3"), "arrange.a.remove")
    assert labels(opened) == ["Markdown", "Recursive"]
    opened = press(opened, "arrange.b.remove")
    assert labels(opened) == ["Markdown"]
    assert not any(button.key == "arrange.a.remove" for button in opened.button)


def test_a_lane_is_set_back(app: Callable) -> None:
    opened = app().set("selectbox", "b.context", "section").set("slider", "b.overlap", 30)
    assert details(opened)[1] == "100 characters · overlap 30 · context section"
    opened = press(opened, "arrange.b.reset")
    assert (labels(opened)[1], details(opened)[1]) == ("Markdown", "100 characters")
    opened = press(opened.set("selectbox", "a.strategy", "semantic"), "arrange.a.reset")
    assert labels(opened)[0] == "Fixed"


def test_changes_are_undone_and_done_again(app: Callable) -> None:
    opened = app()
    assert opened.button(key="undo").disabled
    before = opened.counts
    opened = opened.set("slider", "chunk_size", 300).set("selectbox", "a.strategy", "overlap")
    opened = opened.set("slider", "a.overlap", 70)
    opened = press(press(opened, "undo"), "undo")
    assert (labels(opened)[0], opened.slider(key="chunk_size").value) == ("Fixed", 300)
    opened = press(opened, "undo")
    assert opened.counts == before
    assert opened.button(key="undo").disabled
    for _ in range(3):
        opened = press(opened, "redo")
    assert details(opened)[0] == "300 characters · overlap 70"
    assert opened.button(key="redo").disabled


def test_a_new_change_ends_what_could_be_done_again(app: Callable) -> None:
    opened = press(app().set("slider", "chunk_size", 300), "undo").set("slider", "chunk_size", 200)
    assert opened.button(key="redo").disabled
    assert press(opened, "undo").slider(key="chunk_size").value == 100


def test_an_arrangement_is_undone(app: Callable) -> None:
    opened = press(press(app(), "arrange.a.duplicate"), "undo")
    assert labels(opened) == ["Fixed", "Markdown"]


def test_a_slider_that_is_dragged_leaves_one_step() -> None:
    history = History({"chunk_size": 100})
    for step, size in enumerate((110, 120, 130)):
        history.note({"chunk_size": size}, now=step * 0.2)
    history.note({"chunk_size": 400}, now=5.0)
    assert [one["chunk_size"] for one in history.past] == [100, 130]
    assert history.undo() == {"chunk_size": 130}
    assert history.undo() == {"chunk_size": 100}
    assert history.redo() == {"chunk_size": 130}


def test_settings_of_lanes_are_read_and_written() -> None:
    settings = {"a.strategy": "fixed", "b.strategy": "semantic", "b.threshold.percentile": 80, "lanes": 2}
    lanes = read_lanes(settings, 2)
    assert lanes == [{"strategy": "fixed"}, {"strategy": "semantic", "threshold.percentile": 80}]
    assert write_lanes(lanes) == settings


def test_what_makes_no_sense_is_refused() -> None:
    assert possible("a", 1) == ("reset", "duplicate")
    assert possible("d", 4) == ("reset", "left", "remove")
    with pytest.raises(ValueError, match="'left' is not possible for lane 1 of 2"):
        arranged([{}, {}], 0, "left", dict)
    with pytest.raises(ValueError, match="'sideways'"):
        arranged([{}, {}], 0, "sideways", dict)
