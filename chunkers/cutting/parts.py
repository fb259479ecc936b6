"""The parts of a document that are cut by themselves: the bodies of its sections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from chunkers.cutting.room import Room, visible_end
from chunkers.document import Document
from chunkers.outline import OutlineHeading, document_headings
from chunkers.span import Span


class Part(NamedTuple):
    """A stretch to cut, and the headings it stands under, outermost first.

    `start` is where the section's heading line begins; `has_own`: heading lines stand in the body, at its
    beginning; `is_leaf`: the section has no deeper ones.
    """

    body: Span
    headings: tuple[OutlineHeading, ...]
    start: int
    has_own: bool
    is_leaf: bool


def parts_of(document: Document, room: Room, keep: bool) -> Iterator[Part]:
    """The bodies of the sections, with their heading lines where those are kept.

    A heading with neither body nor deeper section would be lost, so it stands as a part of its own.
    """
    found, size = document_headings(document), len(document.text)
    trimmed = room.trimmed
    body = trimmed(0, found[0].span.start if found else size)
    if body.start < body.end:
        yield Part(body, (), body.start, False, True)
    path: list[OutlineHeading] = []
    pending: int | None = None
    last = len(found) - 1
    for index, heading in enumerate(found):
        level, (own, start) = heading.level, heading.span
        while path and path[-1].level >= level:
            path.pop()
        path.append(heading)
        is_leaf, end = True, size
        if index < last:
            following = found[index + 1]
            is_leaf, end = following.level <= level, following.span.start
        body = trimmed(start, end)
        if body.start < body.end:
            if keep:
                body = trimmed(own if pending is None else pending, end)
        elif is_leaf:
            body = trimmed(pending if keep and pending is not None else own, start)
        else:
            pending = own if pending is None else pending
            continue
        yield Part(body, tuple(path), own, keep or body.end <= start, is_leaf)
        pending = None


def lead_in(document: Document, part: Part, start: int) -> int:
    """Where a block that begins at `start` begins with the heading lines of its section that stand on it."""
    if part.has_own:
        headings_end = max(one.span.end for one in part.headings)
        if visible_end(document.text, headings_end, start) <= headings_end:
            return part.body.start
    return start
