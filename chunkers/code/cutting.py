"""The cut of a part of a document that is code: a file, or a fenced block inside Markdown."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import NamedTuple

from chunkers.chunk import Piece
from chunkers.code import program
from chunkers.code.fences import fence_of
from chunkers.code.items import Item, Scope, qualified
from chunkers.code.languages import detect
from chunkers.code.packing import Packer
from chunkers.document import Document
from chunkers.length import Measure
from chunkers.span import Span


class SymbolSpan(NamedTuple):
    """Where a symbol stands, its comments and decorators included, with its qualified name and its kind."""

    span: Span
    name: str
    kind: str


def code_pieces(
    document: Document,
    within: Span,
    language: str | None,
    measure: Measure,
    chunk_size: int,
    with_context: bool = True,
) -> list[Piece]:
    """The pieces of `within`, of at most `chunk_size` in the measure's unit with their context.

    `language` None finds it out. Where `within` is a fenced block of Markdown, from its opening to its closing
    line, the word after the fence names the language, the fence lines stay with the code, and pieces that do
    not hold the opening line carry it as context.
    """
    fence = fence_of(document, within)
    if fence is not None:
        language = language or fence.language
        inside = fence.inside
        scope = Scope(None, "", "", fence.opening)
        opening = [Item(within.start, inside.start, glued=True, scope=scope)]
        closing = [Item(inside.end, within.end, closes=True, scope=scope)]
    else:
        language = language or detect(document, within)
        inside, scope, opening, closing = within, None, [], []
    read = program.read(document, inside, language, scope) if language else None
    items = read.items if read else [Item(*inside, scope=scope)]
    packer = Packer(document, measure, chunk_size, language or "", read.imports if read else (), with_context)
    return packer.pack(itertools.chain(opening, items, closing))


def unit_spans(
    document: Document, within: Span, language: str, fits: Callable[[int, int], bool]
) -> Iterator[tuple[Span, bool]]:
    """Stretches that tile `within`: symbols and statements that fit, the parts of those that do not.

    With each comes whether it fits; one that does not, or could not be parsed, is left to be cut by lines.
    """
    for top in program.read(document, within, language).items:
        stack = [top]
        while stack:
            item = stack.pop()
            is_parsed = bool(item.groups) and fits(item.start, item.end)
            parts = item.outline.open(item) if item.outline and not is_parsed else []
            if parts:
                stack.extend(reversed(parts))
            elif item.start < item.end:
                yield Span(item.start, item.end), is_parsed


def symbol_spans(
    document: Document, within: Span | None = None, language: str | None = None
) -> list[SymbolSpan]:
    """Every symbol of a document or a part of it, in order, outer ones before those inside them."""
    within = within or Span(0, len(document.text))
    language = language or detect(document, within)
    if language is None:
        return []
    found: list[SymbolSpan] = []
    for top in program.read(document, within, language).items:
        stack = [top]
        while stack:
            item = stack.pop()
            if item.declares and item.scope:
                end = item.declares.start + len(item.declares.of(document.text).rstrip())
                found.append(
                    SymbolSpan(Span(item.declares.start, end), qualified(item.scope, ""), item.scope.kind)
                )
            if item.outline is None:
                continue
            if item.symbol:
                name, kind = item.outline.naming(item.symbol, item.scope)
                end = item.start + len(document.text[item.start : item.end].rstrip())
                found.append(SymbolSpan(Span(item.start, end), name, kind))
            stack.extend(reversed(item.outline.open(item)))
    return found
