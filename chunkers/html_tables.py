"""HTML tables in any text, by a tolerant scan of their tags: exact spans, no tree.

A parser gives a tree and loses the places; here only the tags that make a table are read. A table within a
table is part of its row. What never closes, and what has no row, is no table. Comments, scripts, styles and
preformatted text are stepped over.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from chunkers.span import Span

# Attributes are read quote by quote, so that `>` in a value does not end the tag. A `<` always ends the
# attempt: each character is read once, whatever is left open.
_TAG = re.compile(
    r"""<(?:(?P<comment>!--)
       |(?P<close>/)?(?P<name>table|caption|thead|tbody|tfoot|tr|th|td|pre|script|style|textarea)(?=[\s/>])
        (?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+>)""",
    re.VERBOSE | re.IGNORECASE,
)
_ANY_TAG = re.compile(r"<[^<>]*+>")
_OPENING = re.compile(r"<table(?=[\s/>])", re.IGNORECASE)
_CELL = re.compile(r"<t[hd](?=[\s/>])[^<>]*+>", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_RAW = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("pre", "script", "style", "textarea")}


@dataclass(frozen=True, slots=True)
class HtmlTable:
    """Where one table stands: whole, its opening tag, header rows, further rows, and what its caption says."""

    span: Span
    opening: Span
    header: Span | None
    row_starts: tuple[int, ...]
    caption: Span | None


@dataclass(slots=True)
class _Row:
    start: int
    end: int = -1
    in_head: bool = False
    headers: int = 0
    cells: int = 0

    @property
    def is_header(self) -> bool:
        return self.in_head or self.headers == self.cells > 0


@dataclass(slots=True)
class _Open:
    """A table whose closing tag has not come yet."""

    opening: Span
    rows: list[_Row] = field(default_factory=list)
    in_head: bool = False
    caption_start: int = -1
    caption: Span | None = None
    #: Tables within it that are complete: they count only if this one never closes.
    inside: list[HtmlTable] = field(default_factory=list)

    def read(self, name: str, is_close: bool, start: int, end: int) -> None:
        """Take in a tag that belongs to this table and not to one within it."""
        match name, is_close:
            case "thead", _:
                self.in_head = not is_close
            case "tbody" | "tfoot", _:
                self.in_head = False
            case "caption", False:
                self.caption_start = end
            case "caption", True if self.caption_start >= 0 and self.caption is None:
                self.caption = Span(self.caption_start, start)
            case "tr", False:
                self.rows.append(_Row(start, in_head=self.in_head))
            case "tr", True if self.rows:
                self.rows[-1].end = end
            case "th" | "td", False:
                if not self.rows:
                    self.rows.append(_Row(start, in_head=self.in_head))
                self.rows[-1].cells += 1
                self.rows[-1].headers += name == "th"

    def closed(self, end: int) -> HtmlTable | None:
        """The table, if it has a row."""
        if not self.rows:
            return None
        count = self._header_rows()
        header = None
        if count:
            last = self.rows[count - 1]
            below = self.rows[count].start if count < len(self.rows) else end
            header = Span(self.rows[0].start, last.end if last.end > 0 else below)
        starts = tuple(row.start for row in self.rows[count:])
        return HtmlTable(Span(self.opening.start, end), self.opening, header, starts, self.caption)

    def _header_rows(self) -> int:
        """The number of rows at the top that are in `<thead>` or hold nothing but `<th>`."""
        count = 0
        while count < len(self.rows) and self.rows[count].is_header:
            count += 1
        # Where every row looks like a header, only the first one, and what is in <thead>, is.
        if count == len(self.rows):
            count = max(1, sum(row.in_head for row in self.rows)) if count > 1 else count
        return count


def html_tables(text: str) -> list[HtmlTable]:
    """The outermost `<table>` elements of a text, in order."""
    if not _OPENING.search(text):
        return []
    found: list[HtmlTable] = []
    open_tables: list[_Open] = []
    endless: set[str] = set()  # tags that never close again: looked for once
    at = 0
    while tag := _TAG.search(text, at):
        at = tag.end()
        if tag["comment"]:
            end = text.find("-->", at)
            at = end + 3 if end >= 0 else len(text)
            continue
        name, is_close = tag["name"].lower(), bool(tag["close"])
        if name in _RAW:
            if not is_close and name not in endless:
                if end := _RAW[name].search(text, at):
                    at = end.end()
                else:
                    endless.add(name)
        elif name != "table":
            if open_tables:
                open_tables[-1].read(name, is_close, *tag.span())
        elif not is_close:
            open_tables.append(_Open(Span(*tag.span())))
        elif open_tables:
            done = open_tables.pop()
            table = done.closed(tag.end())
            complete = [table] if table else done.inside
            (open_tables[-1].inside if open_tables else found).extend(complete)
    for left in open_tables:
        found.extend(left.inside)
    return sorted(found, key=lambda table: table.span)


def cells(row: str) -> list[str]:
    """The text of each cell of an HTML row: tags left out, entities read, white space folded."""
    parts = _CELL.split(row)[1:]
    return [_SPACE.sub(" ", html.unescape(_ANY_TAG.sub(" ", part))).strip() for part in parts]
