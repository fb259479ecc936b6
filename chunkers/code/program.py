"""A program as items: parsed whole, or block by block where a syntax error would swallow what follows it.

One missing bracket can make a parser take all later functions for part of the broken one. Programs are laid
out so that a new declaration begins at the left margin; a broken stretch is parsed again in blocks that begin
there, each on its own, once. A block that is still broken keeps the symbols that the parser made out, and all
else in it is cut by lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chunkers.code import grammars
from chunkers.code.declared import declared
from chunkers.code.guard import Budget
from chunkers.code.items import Item, Scope
from chunkers.code.outline import Outline
from chunkers.code.source import Source
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.span import Span

#: A line at the margin that begins a declaration: after a blank line, a closing mark, or an indented line.
_BLOCK = re.compile(
    r"(?:(?<=\n\n)|(?<=\n\r\n)|(?<=\n[})\]]\n)|(?<=\n};\n)|(?<=\n}\r\n)|(?<=\nend\n)|(?<=\n[})];\n))"
    r"(?![\s})\]#]|(?:else|elif|except|finally|catch|rescue|ensure|end|then|do|fi|done|case|default|in)\b)"
    r"|(?<=\n)(?=(?:export |pub |public |static |async )*(?:def|class|func|function|fn|fun|struct|impl|trait|"
    r"interface|enum|module|namespace|template|package|CREATE|create)\b)"
    r"|(?:(?<=\n\n)|(?<=\n\r\n))#"
)


#: A line that belongs to what stands below it.
_COMMENT = re.compile(r"[ \t]*+(?:#|//|--|/\*|\*|@)")
#: A longer line, or more lines above a declaration, are not looked at.
_LONGEST_LINE, _MOST_LINES = 400, 60

#: Characters that are parsed at a time. A syntax tree takes some thirty times the memory of its text, so a
#: text longer than twice this, which is a dump or a bundle, is read in parts that end where a block does.
_PART = 1_000_000


@dataclass(frozen=True, slots=True)
class Program:
    """The items that tile a part of a document, made as they are asked for, and what the file imports."""

    items: Iterator[Item]
    imports: tuple[str, ...] = ()


def read(document: Document, within: Span, language: str, scope: Scope | None = None) -> Program:
    """The items of `within`. Without a usable grammar it is one item, to be cut by lines."""
    return _Reader(document, within, language, scope).read()


class _Reader:
    """One reading of one program, with one budget for all its parses."""

    def __init__(self, document: Document, within: Span, language: str, scope: Scope | None) -> None:
        self._document = document
        self._within = within
        self._language = language
        self._scope = scope
        self._budget = Budget(within.length)

    def read(self) -> Program:
        first, *others = self._parts()
        outline = self._outline(first)

        def items() -> Iterator[Item]:
            nonlocal outline
            yield from self._part_items(first, outline)
            outline = None  # its tree is not needed any more
            for part in others:
                yield from self._part_items(part, self._outline(part))

        return Program(items(), outline.imports() if outline else ())

    def _parts(self) -> list[Span]:
        """The whole, or parts of about `_PART` characters, each ending before a line at the margin that begins a block."""
        text, end_of_all = self._document.text, self._within.end
        found, start = [], self._within.start
        while end_of_all - start > 2 * _PART:
            match = _BLOCK.search(text, start + _PART, start + 2 * _PART)
            end = match.start() if match else text.rfind("\n", start + _PART, start + 2 * _PART) + 1
            if end <= start:
                end = graphemes(self._document).floor(start + _PART)
            if end <= start:
                break
            found.append(Span(start, end))
            start = end
        return [*found, Span(start, end_of_all)]

    def _outline(self, within: Span) -> Outline | None:
        """The outline of a stretch; None without a grammar, or where the parser makes nothing of it."""
        source = Source(self._document, within)
        tree = grammars.parse(self._language, source.data, self._budget)
        if tree is None or not tree.root_node.child_count:
            return None
        return Outline(source, self._language, tree.root_node, self._scope)

    def _part_items(self, part: Span, outline: Outline | None) -> list[Item]:
        """The items of one part, broken stretches mended."""
        if outline is not None:
            items = outline.items(outline.groups(), *part)
            return self._mended(items) if outline.has_error else items
        if grammars.language(self._language) is None:
            return [Item(*part, scope=self._scope)]
        return self._blocks_items(part)

    def _mended(self, items: list[Item]) -> list[Item]:
        """The items with every broken run of them parsed again in blocks.

        What follows a broken item without a new declaration at the margin may be the rest of it.
        """
        found: list[Item] = []
        for is_broken, run in _runs(items, self._document.text):
            found += self._blocks_items(Span(run[0].start, run[-1].end)) if is_broken else run
        return found

    def _blocks_items(self, within: Span) -> list[Item]:
        """A broken stretch parted where declarations begin at the margin, and each part read on its own."""
        text = self._document.text
        places = {_above_comments(text, match.start()) for match in _BLOCK.finditer(text, *within)}
        bounds = [within.start, *sorted(place for place in places if place > within.start), within.end]
        blocks = [Span(start, end) for start, end in zip(bounds, bounds[1:]) if start < end]
        return [item for block in blocks for item in self._block_items(block)]

    def _block_items(self, block: Span) -> list[Item]:
        """The items of one block; one that the parser makes nothing of is left to be cut by lines."""
        outline = self._outline(block)
        items = outline.items(outline.groups(), *block) if outline else []
        if outline and not outline.has_error:
            return items
        first = declared(self._document.text, block, self._language)
        is_whole = self._language == "sql"  # where a body does not end at its first semicolon
        if first and (
            is_whole or not any(item.symbol and item.start <= first.start < item.end for item in items)
        ):
            scope = Scope(self._scope, first.name, first.kind, first.signature)
            if outline is None or is_whole:
                items = [Item(*block, scope=scope)]
            else:
                outline = Outline(outline.source, self._language, outline.root, scope)
                items = outline.as_lines(_opened(outline, outline.items(outline.groups(), *block)))
            items[0].declares = block
            return items
        if outline is None:
            return [Item(*block, scope=self._scope)]
        return outline.as_lines(items) if outline.is_broken else items


def _opened(outline: Outline, items: list[Item]) -> Iterator[Item]:
    """The items, with those that are no symbol replaced by what is in them."""
    for item in items:
        yield from (() if item.symbol else outline.open(item)) or (item,)


def _runs(items: list[Item], text: str) -> Iterator[tuple[bool, list[Item]]]:
    """The items in runs that are broken, with what may belong to the broken, and runs that are whole."""
    run: list[Item] = []
    is_broken = False
    for item in items:
        broken = _is_broken(item) or (is_broken and not _BLOCK.match(text, item.start))
        if run and broken != is_broken:
            yield is_broken, run
            run = []
        is_broken = broken
        run.append(item)
    if run:
        yield is_broken, run


def _above_comments(text: str, place: int) -> int:
    """Where the comment and attribute lines begin that stand directly above the line at a place."""
    for _ in range(_MOST_LINES):
        end = place - 1 - text.startswith("\r\n", max(0, place - 2))
        furthest = max(0, end - _LONGEST_LINE)
        start = max(text.rfind("\n", furthest, end), text.rfind("\r", furthest, end)) + 1
        if end <= 0 or (start == 0 and furthest > 0) or not _COMMENT.match(text, start, end):
            break
        place = start
    return place


def _is_broken(item: Item) -> bool:
    return any(node.has_error for group in item.groups for node in group)
