"""What a strategy says of itself beyond its parameters: the short human part of its page.

The page (`chunkers.docs`, and *Strategies* in the app) is made of this and of the declarations. All of it may be
left out: a strategy then has a page with its parameters, and the general sample below cut by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Source:
    """Where a method comes from: a paper, a project, a standard."""

    title: str
    url: str


@dataclass(frozen=True)
class Sample:
    """A text small enough to read at a glance, and the settings under which its cut shows the point.

    `shows` says what to look at. `name` is a file name: strategies read the language of a program from it.
    """

    text: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    shows: str = ""
    name: str = "sample.md"


GENERAL_SAMPLE = Sample(
    "# Bike hire\n\n"
    "## Prices\n\nA day costs 18 euros, a week 90 euros. Helmets are free.\n\n"
    "## Return\n\nBring the bike back by 18:00. A late return costs one more day.\n\n"
    "- City bikes: to any station.\n- Cargo bikes: to the station of departure.\n",
    {"chunk_size": 100},
)


@dataclass(frozen=True)
class About:
    """The texts of one strategy, in plain sentences without markup.

    `how`: how it cuts, step by step. `when_not`: where another one serves better. `cost`: measured speed, model,
    memory. `sources`: where the method comes from.
    """

    how: str = ""
    when_not: str = ""
    cost: str = ""
    sources: tuple[Source, ...] = ()
    sample: Sample = GENERAL_SAMPLE
