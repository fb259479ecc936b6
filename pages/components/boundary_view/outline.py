"""How heading paths and contexts travel: the document's outline once, and per lane only what it cannot tell.

A manual of 500 KB can have thousands of headings. Every chunk's path is known from where it starts, and
most contexts are that path with something around it, so a slider change need not send them again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from chunkers import Chunk, Document
from chunkers.reading import document_sections, section_at, section_start
from pages.components.boundary_view.numbers import encode_numbers

T = TypeVar("T", bound=Hashable)

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_SEPARATOR = " > "


def displayable(text: str) -> str:
    """The text with every lone surrogate as U+FFFD, one for one: UTF-8 cannot carry them."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def encode_outline(document: Document) -> dict[str, Any]:
    """Each section's start, the length of its path, and the last title of its path; and the pages.

    The rest of the path is that of the last section before it whose path is shorter by one.
    """
    sections = document_sections(document)
    starts = [section_start(section) for section in sections]
    return {
        "starts": encode_numbers(start - before for before, start in zip([0, *starts], starts)),
        "depths": encode_numbers(len(section.path) for section in sections),
        "titles": [displayable(section.path[-1]) if section.path else "" for section in sections],
        "pages": encode_pages(document),
    }


def encode_contexts(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """For each chunk what was added to it: see `context_form`."""
    known: dict[tuple[str, tuple[str, ...]], tuple[str | int, ...]] = {}

    def form(chunk: Chunk) -> tuple[str | int, ...]:
        if not chunk.context:
            return ()
        key = chunk.context, chunk.heading_path
        if key not in known:
            known[key] = context_form(*key)
        return known[key]

    def send(parts: tuple[str | int, ...]) -> list[str | int]:
        return [displayable(part) if isinstance(part, str) else part for part in parts]

    return encode_runs(map(form, chunks), send)


def context_form(context: str, path: Sequence[str]) -> tuple[str | int, ...]:
    """The context as `(before, after, left out)`: the path without its first titles, with text around it.

    `(context,)` where it is something else, such as the header of a table.
    """
    for left_out in range(len(path)):
        written = _SEPARATOR.join(path[left_out:])
        before, found, after = context.partition(written)
        if found and written:
            return before, after, left_out
    return (context,)


def encode_paths(chunks: Sequence[Chunk]) -> dict[str, Any]:
    """The heading paths that strategies set themselves, where the outline says otherwise; else None."""

    def own(chunk: Chunk) -> tuple[str, ...] | None:
        path = chunk.piece.heading_path
        if path is None:
            return None
        section = section_at(chunk.document, chunk.char_start)
        return None if path == (section.path if section else ()) else path

    def send(path: tuple[str, ...] | None) -> list[str] | None:
        return None if path is None else [displayable(title) for title in path]

    return encode_runs(map(own, chunks), send)


def encode_pages(document: Document) -> dict[str, str]:
    """Number, start and length of each page: the step from the page before, and from its end."""
    numbers = [page.number for page in document.pages]
    ends = [0, *(page.span.end for page in document.pages)]
    return {
        "numbers": encode_numbers(number - before for before, number in zip([0, *numbers], numbers)),
        "starts": encode_numbers(page.span.start - end for end, page in zip(ends, document.pages)),
        "lengths": encode_numbers(page.span.length for page in document.pages),
    }


def encode_symbols(chunks: Sequence[Chunk]) -> dict[str, Any] | None:
    """Name and type of the symbol that each chunk of program text holds; None where no chunk is code."""
    if not any(chunk.piece.symbol for chunk in chunks):
        return None

    def named(chunk: Chunk) -> tuple[str, str] | None:
        symbol = chunk.piece.symbol
        return (symbol.symbol_name, symbol.symbol_type) if symbol else None

    def send(symbol: tuple[str, str] | None) -> list[str] | None:
        return None if symbol is None else [displayable(part) for part in symbol]

    return encode_runs(map(named, chunks), send)


def encode_runs(values: Iterable[T], send: Callable[[T], Any]) -> dict[str, Any]:
    """One value for each chunk, where neighbours mostly share theirs.

    `table` holds each value once, in the form that `send` gives it; `runs` is, for each run of equal
    values, its length and the step from the table index of the run before.
    """
    table: dict[T, int] = {}
    numbers: list[int] = []
    before = 0
    for value, run in groupby(values):
        index = table.setdefault(value, len(table))
        numbers += (sum(1 for _ in run), index - before)
        before = index
    return {"table": [send(value) for value in table], "runs": encode_numbers(numbers)}
