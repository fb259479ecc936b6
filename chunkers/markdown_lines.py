"""Lines of Markdown: their ends, their indent, the byte order mark, and front matter at the very start."""

from __future__ import annotations

import re
from functools import lru_cache

from chunkers.span import Span

BOM = "\ufeff"

_FRONT_OPEN = re.compile(r"-{3,}+")
_FRONT_CLOSE = re.compile(r"(?:(?<=\n) {0,3}(-{3,}+)|(?<=\n)\.\.\.)[ \t]*+(?=\n|\Z)")


def front_matter(text: str) -> Span | None:
    """YAML front matter at the very start (a byte order mark may precede): `---` to `---` or `...`.

    Whole lines, both markers included, without the last line end; an unclosed one is none.
    """
    opening = _FRONT_OPEN.match(text, 1 if text.startswith(BOM) else 0)
    if opening:
        source = one_line_end(text)
        for closing in _FRONT_CLOSE.finditer(source, opening.end()):
            if closing[1] is None or len(closing[1]) >= len(opening[0]):
                return Span(opening.start(), before_line_end(text, closing.end()))
    return None


def one_line_end(text: str) -> str:
    """The text with `\\n` for every line end, of the same length: the `\\r` of a CRLF becomes a space."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def framed(text: str) -> str:
    """The text with `\\n` for every line end, one before it and one after it: a line lies between two of them."""
    body = one_line_end(text)
    body = "\n" + body[1:] if body.startswith(BOM) else body
    return "\n" + body + ("" if body.endswith("\n") else "\n")


def before_line_end(text: str, end: int) -> int:
    """The end of a line, given its line feed: one less where a carriage return stands before that."""
    return end - 1 if text[end - 1 : end + 1] == "\r\n" else end


def after_line_end(text: str, end: int) -> int:
    """Where the next line begins, given the end of a line."""
    return min(len(text), end + (2 if text.startswith("\r\n", end) else 1))


@lru_cache(maxsize=32)
def outdented(width: int) -> re.Pattern[str]:
    """Finds a line, not blank, indented by fewer than `width` columns; a tab goes to a multiple of four."""
    stops, rest = divmod(width - 1, 4)
    cell = "(?: {4}| {0,3}\t)"
    below = f"{cell}{{0,{stops - 1}}} {{0,3}}|" if stops else ""
    return re.compile(rf"\n(?:{below}{cell}{{{stops}}} {{0,{rest}}})(?=[^ \t\n])")
