"""Small sections next to each other put together under the heading they share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunkers.cutting.context import PathWriter, SectionContext
from chunkers.cutting.parts import Part
from chunkers.cutting.room import Room


def merged_siblings(parts: Iterable[Part], room: Room, writer: PathWriter, least: int) -> Iterator[Part]:
    """The parts, those below `least` joined with the next section of the same parent where both fit.

    A small section that is the last of its parent joins the one before. Only sections without deeper ones
    take part. The heading lines of joined sections stand in the body, and the path is that of their parent.
    Whether they fit is an estimate here: whoever cuts the part measures it.
    """
    siblings: list[Part] = []
    for part in parts:
        if siblings and not _are_siblings(siblings[-1], part):
            yield from _packed(siblings, room, writer, least)
            siblings = []
        siblings.append(part)
    yield from _packed(siblings, room, writer, least)


def _are_siblings(left: Part, right: Part) -> bool:
    return (
        left.is_leaf
        and right.is_leaf
        and len(left.headings) > 0 < len(right.headings)
        and left.headings[:-1] == right.headings[:-1]
    )


def _packed(siblings: list[Part], room: Room, writer: PathWriter, least: int) -> list[Part]:
    packed: list[Part] = []
    for index, part in enumerate(siblings):
        if packed and (_is_small(packed[-1], room, least) or _is_small_end(siblings, index, room, least)):
            joined = _joined(packed[-1], part, siblings[0], room)
            context = SectionContext(writer, joined.headings, joined.has_own)
            if room.seems_to_fit(context, joined.body):
                packed[-1] = joined
                continue
        packed.append(part)
    return packed


def _is_small(part: Part, room: Room, least: int) -> bool:
    return room.measure.length(min(part.start, part.body.start), part.body.end) < least


def _is_small_end(siblings: list[Part], index: int, room: Room, least: int) -> bool:
    return index == len(siblings) - 1 and _is_small(siblings[index], room, least)


def _joined(left: Part, right: Part, first: Part, room: Room) -> Part:
    start = min(left.start, left.body.start)
    return Part(room.trimmed(start, right.body.end), first.headings[:-1], start, True, True)
