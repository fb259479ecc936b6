"""How a heading path is written in front of a chunk, and how it is shortened to fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

FORMATS = ("brackets", "section", "document", "none")
_ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class PathContext:
    """The text in front of a body and its status: `full`, `shortened`, `dropped` or `none`."""

    text: str
    status: str


def path_context(
    style: str, titles: Sequence[str], document_title: str, limit: int, count: Callable[[str], int]
) -> PathContext:
    """The longest form of the path that measures at most `limit`.

    A path that is too long loses its outermost titles first, marked by `…`; what still does not fit is dropped.
    """
    full = _written(style, titles, document_title)
    if not full:
        return PathContext("", "none")
    if count(full) <= limit:
        return PathContext(full, "full")
    for left_out in range(1, len(titles)):
        text = _written(style, [_ELLIPSIS, *titles[left_out:]], document_title)
        if count(text) <= limit:
            return PathContext(text, "shortened")
    return PathContext("", "dropped")


def _written(style: str, titles: Sequence[str], document_title: str) -> str:
    path = " > ".join(titles)
    match style:
        case "brackets":
            return f"【{path}】" if path else ""
        case "section":
            return f"Section: {path}\n\n" if path else ""
        case "document":
            lines = [f"Document: {document_title}"] if document_title else []
            lines += [f"Section: {path}"] if path else []
            return "\n".join([*lines, "Content:\n"]) if lines else ""
    return ""
