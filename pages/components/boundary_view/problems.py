"""How the problems of a lane travel: a column a kind, and each detail once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pages.components.boundary_view.numbers import pack, pack_rising
from pages.components.boundary_view.outline import displayable, encode_runs
from pages.components.boundary_view.records import Problem

#: A kind with more problems than this describes the cut and not a place: only their chunks are sent.
MANY = 400
#: Characters of JSON for the details of a lane: they go with every change of a slider.
DETAILS = 2000


def encode_problems(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """For each kind, in the order of the first of each: how many there are, and where, by their starts.

    `chunks` holds each chunk's index plus one, 0 where there is none. Without `starts` and `lengths` the place
    is the chunk itself; without `details` the kind is all that is said.
    """
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.kind, []).append(problem)
    encoded = [_encode_kind(kind, found) for kind, found in kinds.items()]
    _drop_details(encoded)
    return encoded


def _drop_details(encoded: list[dict[str, Any]]) -> None:
    """Keep the details of as many kinds as `DETAILS` allows, the shortest first."""
    left = DETAILS
    sizes = [(len(json.dumps(data["details"])), at) for at, data in enumerate(encoded) if "details" in data]
    for size, at in sorted(sizes):
        left -= size
        if left < 0:
            del encoded[at]["details"]


def _encode_kind(kind: str, problems: list[Problem]) -> dict[str, Any]:
    found = sorted(problems, key=lambda problem: problem.span)
    chunks = [0 if problem.chunk_index is None else problem.chunk_index + 1 for problem in found]
    data: dict[str, Any] = {
        "kind": displayable(kind),
        "count": len(found),
        "chunks": pack_rising(chunks),
    }
    if len(found) <= MANY or 0 in chunks:
        data["starts"] = pack_rising([problem.span.start for problem in found])
        data["lengths"] = pack([problem.span.length for problem in found])
    if len(found) <= MANY:
        data["details"] = encode_runs([problem.detail for problem in found], displayable)
    return data
