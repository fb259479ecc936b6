"""Lanes arranged: one set back, doubled, moved or taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

#: The lanes by key, in their order on the screen.
LANES = ("a", "b", "c", "d")
ACTIONS = ("reset", "duplicate", "left", "right", "remove")

#: What one lane is set to: parameter names, and `strategy`, to values.
Lane = Mapping[str, Any]


def possible(lane: str, count: int) -> tuple[str, ...]:
    """The actions that make sense for a lane of `count` lanes shown."""
    place = LANES.index(lane)
    return tuple(
        action
        for action, makes_sense in (
            ("reset", True),
            ("duplicate", count < len(LANES)),
            ("left", place > 0),
            ("right", place < count - 1),
            ("remove", count > 1),
        )
        if makes_sense
    )


def arranged(lanes: list[Lane], place: int, action: str, first: Callable[[], Lane]) -> list[Lane]:
    """The lanes after an action on the one at `place`; `first` gives a lane as it begins.

    Raises `ValueError` for an unknown action, or one that is not possible there.
    """
    if action not in ACTIONS or action not in possible(LANES[place], len(lanes)):
        raise ValueError(f"action = {action!r} is not possible for lane {place + 1} of {len(lanes)}")
    lanes = list(lanes)
    if action == "reset":
        lanes[place] = first()
    elif action == "duplicate":
        lanes.insert(place + 1, lanes[place])
    elif action == "remove":
        del lanes[place]
    else:
        other = place - 1 if action == "left" else place + 1
        lanes[place], lanes[other] = lanes[other], lanes[place]
    return lanes


def read_lanes(settings: Mapping[str, Any], count: int) -> list[Lane]:
    """The first `count` lanes of settings by key, such as `a.strategy`."""
    return [
        {name.partition(".")[2]: value for name, value in settings.items() if name.startswith(f"{key}.")}
        for key in LANES[:count]
    ]


def write_lanes(lanes: list[Lane]) -> dict[str, Any]:
    """The settings by key of lanes in their new order, and how many there are."""
    settings: dict[str, Any] = {"lanes": len(lanes)}
    for key, lane in zip(LANES, lanes):
        settings |= {f"{key}.{name}": value for name, value in lane.items()}
    return settings
