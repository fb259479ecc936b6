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
    first, *others = _parts(document, within)
    outline = _outline(document, first, language, scope)

    def items() -> Iterator[Item]:
        nonlocal outline
        yield from _part_items(document, first, language, scope, outline)
        outline = None  # its tree is not needed any more
        for part in others:
            yield from _part_items(document, part, language, scope, _outline(document, part, language, scope))

    return Program(items(), outline.imports() if outline else ())


def _parts(document: Document, within: Span) -> list[Span]:
    """The whole, or parts of about `_PART` characters, each ending before a line at the margin that begins a block."""
    found, start = [], within.start
    while within.end - start > 2 * _PART:
        match = _BLOCK.search(document.text, start + _PART, start + 2 * _PART)
        end = match.start() if match else document.text.rfind("\n", start + _PART, start + 2 * _PART) + 1
        if end <= start:
            end = graphemes(document).floor(start + _PART)
        if end <= start:
            break
        found.append(Span(start, end))
        start = end
    return [*found, Span(start, within.end)]


def _outline(document: Document, within: Span, language: str, scope: Scope | None) -> Outline | None:
    """The outline of a stretch; None without a grammar, or where the parser makes nothing of it."""
    source = Source(document, within)
    tree = grammars.parse(language, source.data)
    if tree is None or not tree.root_node.child_count:
        return None
    return Outline(source, language, tree.root_node, scope)


def _part_items(
    document: Document, part: Span, language: str, scope: Scope | None, outline: Outline | None
) -> list[Item]:
    """The items of one part, broken stretches mended."""
    if outline is not None:
        items = outline.items(outline.groups(), *part)
        return _mended(document, items, language, scope) if outline.has_error else items
    if grammars.language(language) is None:
        return [Item(*part, scope=scope)]
    return [
        item for block in _blocks(document, part) for item in _block_items(document, block, language, scope)
    ]


def _mended(document: Document, items: list[Item], language: str, scope: Scope | None) -> list[Item]:
    """The items with every broken run of them parsed again in blocks, where it has more than one."""
    found: list[Item] = []
    index = 0
    while index < len(items):
        stop = index
        while stop < len(items) and _is_broken(items[stop]):
            stop += 1
        if stop == index:
            found.append(items[index])
            index += 1
            continue
        blocks = _blocks(document, Span(items[index].start, items[stop - 1].end))
        if len(blocks) > 1:
            for block in blocks:
                found += _block_items(document, block, language, scope)
        else:
            found += items[index:stop]
        index = stop
    return found


def _is_broken(item: Item) -> bool:
    return any(node.has_error for group in item.groups for node in group)


def _blocks(document: Document, within: Span) -> list[Span]:
    """A broken stretch parted where declarations begin at the margin."""
    places = [match.start() for match in _BLOCK.finditer(document.text, *within)]
    places = [within.start, *(place for place in places if place > within.start), within.end]
    return [Span(start, end) for start, end in zip(places, places[1:]) if start < end]


def _block_items(document: Document, block: Span, language: str, scope: Scope | None) -> list[Item]:
    """The items of one block; one that the parser makes nothing of is left to be cut by lines."""
    outline = _outline(document, block, language, scope)
    if outline is None:
        return [Item(*block, scope=scope)]
    items = outline.items(outline.groups(), *block)
    return outline.as_lines(items) if outline.is_broken else items
