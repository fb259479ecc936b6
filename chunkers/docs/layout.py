"""What the picture of a cut shows, from top to bottom, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from chunkers.api import Chunking
from chunkers.chunk import Chunk
from chunkers.docs.facts import cut_reason
from chunkers.graphemes import graphemes


@dataclass(frozen=True)
class Outside:
    """Source text that is in no chunk's body: heading lines, which travel as context."""

    start: int
    end: int


@dataclass(frozen=True)
class CutLine:
    """A boundary between two chunks, and why it is there where that is known."""

    reason: str


@dataclass(frozen=True)
class Shown:
    """One chunk: the source from `start`, of which what is before `fresh` was in the chunk before."""

    number: int
    chunk: Chunk
    start: int
    fresh: int
    end: int
    length: int


Part = Outside | CutLine | Shown


def parts_of(cut: Chunking) -> list[Part]:
    """The parts of the picture, in the order of the source."""
    parts: list[Part] = []
    reached = 0
    for number, chunk in enumerate(cut.chunks, 1):
        if number > 1:
            parts.append(CutLine(cut_reason(cut, chunk.char_start)))
        parts += _outside(cut, reached, chunk.char_start)
        fresh = min(max(reached, chunk.char_start), chunk.char_end)
        parts.append(Shown(number, chunk, chunk.char_start, fresh, chunk.char_end, cut.length(chunk)))
        reached = max(reached, chunk.char_end)
    return parts + _outside(cut, reached, len(cut.document.text))


def _outside(cut: Chunking, start: int, end: int) -> list[Part]:
    visible = graphemes(cut.document).trimmed(start, end)
    return [Outside(*visible)] if visible.start < visible.end else []


def legend_of(cut: Chunking, unit: str) -> list[str]:
    """What the signs in the picture mean, as far as they are in it."""
    parts = parts_of(cut)
    shown = [part for part in parts if isinstance(part, Shown)]
    added = any(part.chunk.context for part in shown)
    lines = [f"At the right: the length in {unit}{', with what was added' if added else ''}."]
    if any(isinstance(part, CutLine) for part in parts):
        lines.append("✂: a boundary.")
    if any(part.chunk.rendered for part in shown):
        lines.append("In a dashed frame: what is embedded in place of the source below it.")
    elif added:
        lines.append("In a dashed frame: context, added in front and embedded with the text.")
    if any(isinstance(part, Outside) for part in parts):
        lines.append("Grey, without a box: source lines that only travel as context.")
    if any(left.end > right.start for left, right in pairwise(shown)):
        lines.append("Underlined: repeated from the chunk before.")
    if cut.parents:
        lines.append("P1, P2: parents, handed on whole.")
    return lines
