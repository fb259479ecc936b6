"""Tables for people: columns aligned also where characters are two columns wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """The rows under their header; the first column to the left, the others to the right."""
    lines = [[str(cell) for cell in row] for row in (header, *rows)]
    widths = [max(map(columns, column)) for column in zip(*lines)]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(_line(line, widths) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (pad(cell, width, place > 0) for place, (cell, width) in enumerate(zip(cells, widths)))
    return "  ".join(padded).rstrip()


def columns(text: str) -> int:
    """How many columns a terminal gives to a text: two for a wide character, none for a mark."""
    return sum(_width(char) for char in text)


def pad(text: str, width: int, right: bool = False) -> str:
    """The text with spaces up to `width` columns."""
    space = " " * (width - columns(text))
    return space + text if right else text + space


def shorten(text: str, width: int) -> str:
    """The text on one line, with an ellipsis where it takes more than `width` columns."""
    line = "".join(char if char.isprintable() else " " for char in " ".join(text.split()))
    if columns(line) <= width:
        return line
    kept, used = [], 1
    for char in line:
        used += _width(char)
        if used > width:
            break
        kept.append(char)
    return "".join(kept) + "…"


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
