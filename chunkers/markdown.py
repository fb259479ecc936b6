"""Block structure of Markdown, as spans: headings, sections, front matter, fenced code, tables.

What counts is what CommonMark 0.31 puts at the top level of the document: a `#` line in code, in an HTML
comment, in a list item or in a quote is no heading. GFM tables are blocks of their own, as on GitHub: a
table begins where a paragraph could, and `---` under its last row is a rule, not the underline of a title.

How it is found: `chunkers.markdown_blocks`. The property tests hold it against `markdown-it-py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkers.markdown_blocks import Scan
from chunkers.markdown_inline import visible_text
from chunkers.markdown_lines import after_line_end, front_matter
from chunkers.span import Span

__all__ = ["Heading", "Section", "fences", "front_matter", "headings", "sections", "tables", "title_of"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: level 1-6, its visible text, and its whole line or lines without the line end."""

    level: int
    title: str
    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, the titles from the outermost ancestor down to its own, and the text that follows it.

    `body` runs from after the heading's line end to the start of the next heading, of any level.
    """

    heading: Heading | None
    path: tuple[str, ...]
    body: Span


def headings(text: str) -> list[Heading]:
    """The top-level headings, ATX and setext, in order."""
    return headings_of(Scan(text))


def headings_of(scan: Scan) -> list[Heading]:
    """The headings that a scan found."""
    found = scan.headings
    return [Heading(level, visible_text(content, scan.definitions), span) for level, content, span in found]


def sections(text: str) -> list[Section]:
    """The document as sections: heading lines and bodies tile the text, in order.

    Text before the first heading, front matter included, is a section without heading and with an empty
    path. The parent of a heading is the nearest earlier one of a smaller level.
    """
    return sections_under(text, headings(text))


def sections_under(text: str, found: Sequence[Heading]) -> list[Section]:
    """The same, where the headings are known."""
    starts = [heading.span.start for heading in found] + [len(text)]
    result = [Section(None, (), Span(0, starts[0]))] if starts[0] else []
    ancestors: list[Heading] = []
    for heading, end in zip(found, starts[1:]):
        while ancestors and ancestors[-1].level >= heading.level:
            ancestors.pop()
        ancestors.append(heading)
        path = tuple(ancestor.title for ancestor in ancestors)
        result.append(Section(heading, path, Span(after_line_end(text, heading.span.end), end)))
    return result


def title_of(headings: Sequence[Heading]) -> Heading | None:
    """The document's title: the first heading, if it is of level 1 and no other one is."""
    if headings and [heading.level for heading in headings].count(1) == 1 and headings[0].level == 1:
        return headings[0]
    return None


def fences(text: str) -> list[Span]:
    """The top-level fenced code blocks, whole lines with both fences, without the last line end."""
    return Scan(text).fences


def tables(text: str) -> list[Span]:
    """The top-level pipe tables, header line to last row, without the last line end."""
    return Scan(text).tables
