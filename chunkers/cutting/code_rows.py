"""Code inside Markdown as rows that can be packed: its symbols, else its stretches between blank lines, or lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from chunkers.code import fence_of, unit_spans
from chunkers.cutting.context import Context, HeaderContext
from chunkers.cutting.room import Room
from chunkers.cutting.rows import Rows
from chunkers.span import Span

_LINE = re.compile(r"([ \t]*+)([^\r\n]*+)(?:\r\n|\r|\n|\Z)")
_CLOSING = re.compile(r" {0,3}(?:`{3,}+|~{3,}+)[ \t]*+\Z")


def code_rows(room: Room, context: Context, block: Span, lead: int, *, is_fenced: bool = True) -> Rows:
    """The rows of a code block, fenced or indented; its opening fence, with the language, stands above every piece.

    Where the fence names a language that can be parsed, a symbol or a statement is a row where it fits, else
    its parts are. In other code a stretch that begins at the margin after a blank line, such as a function, is
    a row where it fits; the lines of others are.
    """
    text, (start, end) = room.text, block
    body = _LINE.match(text, start, end).end() if is_fenced else start
    header = text[start:body].lstrip(" ")
    spans = (Span(start, body),) if header else ()
    below = HeaderContext(context, start, header, spans, room.half, room.count)

    def fits(begin: int, stop: int) -> bool:
        return room.seems_to_fit(below, Span(begin, max(begin, room.trimmed(begin, stop).end)))

    fence = fence_of(room.document, block) if header else None
    if fence and fence.language:
        starts = [
            place
            for stretch, is_parsed in unit_spans(room.document, fence.inside, fence.language, fits)
            for place in ([stretch.start] if is_parsed else _starts(text, *stretch, fits))
        ]
    else:
        starts = _starts(text, body, end, fits)
    return Rows(lead, start, starts, end, header, spans, keep_indent=True)


def _starts(text: str, begin: int, end: int, fits: Callable[[int, int], bool]) -> list[int]:
    """Where the rows begin: the stretches between blank lines that fit, and the lines of the others."""
    starts: list[int] = []
    for group in _groups(text, begin, end):
        starts += group[:1] if fits(group[0], group[-1]) else group[:-1]
    return starts


def _groups(text: str, start: int, end: int) -> list[list[int]]:
    """The line starts of each stretch, and behind them its end. A closing fence belongs to the last line."""
    groups: list[list[int]] = []
    after_blank = True
    margin: int | None = None
    at = start
    while at < end:
        line = _LINE.match(text, at, end)
        if not line[2] or line[2].isspace():
            after_blank = True
        elif groups and line.end() >= end and _CLOSING.match(text[at:end]):
            pass
        else:
            indent = line.end(1) - at
            margin = indent if margin is None else min(margin, indent)
            if not groups or (after_blank and indent <= margin):
                groups.append([at])
            else:
                groups[-1].append(at)
            after_blank = False
        at = line.end()
    for group, following in zip(groups, [*(one[0] for one in groups[1:]), end]):
        group.append(following)
    return groups
