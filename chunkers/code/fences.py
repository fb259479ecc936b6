"""A fenced code block of Markdown: its opening line, its language, what is inside, its closing line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.code.languages import language_of
from chunkers.document import Document
from chunkers.span import Span

_OPENING = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})(?P<info>[^\r\n]*)(?:\r\n|\n|\r|$)")
_LAST_LINE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*$")


@dataclass(frozen=True, slots=True)
class Fence:
    """The parts of a fenced block; `closing` is empty where the fence is never closed."""

    opening: Span
    inside: Span
    closing: Span
    info: str
    language: str | None


def fence_of(document: Document, within: Span) -> Fence | None:
    """The fence that `within` is, from its opening line to its closing line, or None."""
    text = document.text
    match = _OPENING.match(text, *within)
    if match is None or (match["mark"][0] == "`" and "`" in match["info"]):
        return None
    end = within.start + len(text[within.start : within.end].rstrip())
    last = max(text.rfind("\n", match.end() - 1, end), text.rfind("\r", match.end() - 1, end)) + 1
    closing = Span(end, end)
    if match.end() <= last < end:
        found = _LAST_LINE.match(text, last, end)
        if found and found[1][0] == match["mark"][0] and len(found[1]) >= len(match["mark"]):
            closing = Span(last, end)
    opening = Span(within.start, min(match.start("info") + len(match["info"].rstrip()), end))
    inside = Span(min(match.end(), closing.start), closing.start)
    return Fence(opening, inside, closing, match["info"].strip(), language_of(match["info"]))
