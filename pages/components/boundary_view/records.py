"""What a caller gives the view to draw, and what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from chunkers import Chunking, Span

#: What the menu of a lane can ask for.
ACTIONS = ("reset", "duplicate", "left", "right", "remove")


class Problem(Protocol):
    """Something that is wrong with a cut at one place: `kind` is a short name that many problems share."""

    @property
    def kind(self) -> str: ...

    @property
    def span(self) -> Span: ...

    @property
    def chunk_index(self) -> int | None: ...

    @property
    def detail(self) -> str: ...


@dataclass(frozen=True)
class Slider:
    """A parameter that can be dragged inside the view. Lanes whose sliders have the same key share it."""

    key: str
    label: str
    low: float
    high: float
    step: float
    value: float


@dataclass(frozen=True)
class Lane:
    """One column: a cut of the document under a key that stays the same when its parameters change.

    `actions` are those of `ACTIONS` that its menu offers now.
    """

    key: str
    label: str
    detail: str
    chunking: Chunking
    problems: Sequence[Problem] = ()
    sliders: Sequence[Slider] = ()
    actions: Sequence[str] = ()


@dataclass(frozen=True)
class Evidence:
    """The answer of a question, as a span of the source."""

    question_id: str
    query: str
    span: Span


@dataclass(frozen=True)
class Selection:
    """The chunk with this index in the lane with this key."""

    lane: str
    index: int
