"""The scanner behind `chunkers.markdown`: headings, fenced code and tables at the top level of a document.

One regular expression jumps from one line that *could* begin or end a block to the next, so prose costs
next to nothing, and lists and quotes are stepped over by their indent. Where CommonMark needs a whole
parser (is this line a lazy continuation? is it part of a link definition?) and the answer could change
the result, only that stretch is handed to `markdown-it-py`; ordinary documents never load it.
"""

from __future__ import annotations

import re
from typing import Any

from chunkers.markdown_html import HTML_END, LONE_TAG, html_kind
from chunkers.markdown_inline import link_definitions, markdown_parser
from chunkers.markdown_lines import BOM, before_line_end, framed, front_matter, outdented
from chunkers.markdown_rows import TRIMMED, delimiter_columns, row_columns
from chunkers.span import Span

# Every line that can begin, end or interrupt a top-level block. Leading spaces beyond three are code. The
# look at the first character is only there to pass prose by three times faster.
_CANDIDATE = re.compile(
    r"""\n[ ]{0,3}+(?=[\#`~<>=_*+0-9|:-])(?:
      (?P<atx>   \#{1,6}(?=[ \t\n])[^\n]*+ )
    | (?P<fence> `{3,}+(?=[^`\n]*+\n) | ~{3,}+ )
    | (?P<html>  <(?=[A-Za-z/!?]) )
    | (?P<quote> > )
    | (?P<under> (?:=++|-++)[ \t]*+(?=\n) )
    | (?P<rule>  (?:-[ \t]*+){3,}+(?=\n) | (?:\*[ \t]*+){3,}+(?=\n) | (?:_[ \t]*+){3,}+(?=\n) )
    | (?P<item>  (?:[-+*]|[0-9]{1,9}[.)])(?=[ \t\n]) )
    | (?P<delimiter> [|:-][|:-][|: \t-]*+(?=\n) | [|:][ \t][|: \t-]*+(?=\n) )
    )""",
    re.VERBOSE,
)
_FENCE_CLOSE = re.compile(r"\n {0,3}(`{3,}+|~{3,}+)[ \t]*+(?=\n)")
_BLANK = re.compile(r"\n[ \t]*+(?=\n)")
_NOT_BLANK = re.compile(r"\n[ \t]*+(?=[^ \t\n])")
_CLOSING_HASHES = re.compile(r"(?:\A|(?<=[ \t]))#++\Z")
_CODE_INDENT = re.compile(r"\n(?: {4}| {0,3}\t)")
# Lines that can only be a table's rows where a table is open.
_PIPE_ROWS = re.compile(r"(?:\n\|[^\n]*+)*+")
_QUOTE_LINES = re.compile(r"(?:\n {0,3}>[^\n]*+)*+")

# A line that opens with such a character is the text of a paragraph, whatever stands before it.
_PLAIN = r"(?![0-9]{1,9}[.)][ \t\n])[^\s#>+*_=`~<|:\[-][^\n|]*+(?=\n)"
_PLAIN_ITEM = re.compile(rf"\n {{0,3}}(?:[-+*]|[0-9]{{1,9}}[.)])[ \t]{{1,4}}{_PLAIN}(?:\n[ \t]*+{_PLAIN})*+")
_PLAIN_QUOTE = re.compile(rf"(?:\n {{0,3}}(?:> ?)? {{0,3}}{_PLAIN})++")


class Scan:
    """One pass over the candidate lines.

    `source` has a line feed before and after the text, so a line is known by the index of the line feed
    before it, and that index is also the line's start in `text`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        matter = front_matter(text)
        self.has_one_line_end = "\r" not in text
        self.source = framed(text)
        self.last = len(self.source) - 1
        self.headings: list[tuple[int, str, Span]] = []
        self.fences: list[Span] = []
        self.tables: list[Span] = []
        #: A paragraph begins at this line or later: the lines before belong to finished blocks.
        self.floor = self._end_of_line(matter.end) if matter else 0
        #: The paragraph that was open at the line `seen`, so that no line is walked over twice.
        self.open: int | None = None
        self.seen = -1
        #: The first `]:` at or after some paragraph, so that none is looked for twice.
        self.colon = -1
        self._definitions: dict[str, Any] | None = None
        handlers = {kind: getattr(self, f"_{kind}") for kind in _CANDIDATE.groupindex}
        source, search, at = self.source, _CANDIDATE.search, self.floor
        while candidate := search(source, at):
            at = handlers[candidate.lastgroup](candidate.start(), candidate)
        self.source = ""  # as large as the text, and asked for no more

    def definitions(self) -> dict[str, Any]:
        """The link labels that the document defines, found when they are first asked for."""
        if self._definitions is None:
            self._definitions = link_definitions(framed(self.text))
        return self._definitions

    # Each handler takes a candidate line and returns the line to go on from. Returning `_text(line)`
    # leaves the line to the paragraph around it; `_done(line)` says that a block ends before `line`.

    def _atx(self, line: int, candidate: re.Match[str]) -> int:
        whole, end = candidate["atx"], candidate.end()
        content = whole.lstrip("#")
        level = len(whole) - len(content)
        content = content.strip(" \t")
        if content.endswith("#"):
            content = _CLOSING_HASHES.sub("", content)
        self.headings.append((level, content, self._span(line, end)))
        self.floor = end
        return end

    def _fence(self, line: int, candidate: re.Match[str]) -> int:
        end = self.last
        for closing in _FENCE_CLOSE.finditer(self.source, self._end_of_line(line)):
            if closing[1].startswith(candidate["fence"]):
                end = closing.end()
                break
        self.fences.append(self._span(line, end))
        return self._done(end)

    def _html(self, line: int, candidate: re.Match[str]) -> int:
        opening = candidate.end() - 1
        kind = html_kind(self.source, opening)
        if kind in HTML_END:
            end = HTML_END[kind].search(self.source, opening)
            return self._done(self._end_of_line(end.end() - 1) if end else self.last)
        if kind == "":
            if not LONE_TAG.match(self.source[opening : self._end_of_line(line)]):
                return self._text(line)
            if (paragraph := self._paragraph(line)) is not None:  # a lone tag cannot interrupt one
                return self._unless_definition(paragraph, line) or self._text(line)
        blank = _BLANK.search(self.source, line + 1)
        return self._done(blank.start() if blank else self.last)

    def _quote(self, line: int, candidate: re.Match[str]) -> int:
        plain = _PLAIN_QUOTE.match(self.source, line)
        after = _QUOTE_LINES.match(self.source, plain.end() if plain else line).end()
        if after >= self.last or _BLANK.match(self.source, after) or self._interrupts(after):
            return self._done(after)
        return self._unclear(line, after)

    def _under(self, line: int, candidate: re.Match[str]) -> int:
        mark = candidate["under"].rstrip(" \t")
        paragraph = self._paragraph(line)
        if paragraph is not None:
            if (after := self._unless_definition(paragraph, line)) is not None:
                return after
            end = self._end_of_line(line)
            content = self.source[paragraph:line]
            if not self.has_one_line_end:
                content = content.replace(" \n", "\n")  # the carriage returns; spaces there mean nothing
            self._heading(1 if mark[0] == "=" else 2, content, paragraph, end)
            return self._done(end)
        if mark == "-":
            return self._list(line, candidate.start("under") + 1)
        return self._done(self._end_of_line(line)) if mark.startswith("---") else self._text(line)

    def _rule(self, line: int, candidate: re.Match[str]) -> int:
        return self._done(self._end_of_line(line))

    def _item(self, line: int, candidate: re.Match[str]) -> int:
        if not _interrupting_item(candidate) and (paragraph := self._paragraph(line)) is not None:
            return self._unless_definition(paragraph, line) or self._text(line)
        return self._list(line, candidate.end())

    def _delimiter(self, line: int, candidate: re.Match[str]) -> int:
        """A table, if the line above is its header; its rows end at a blank line or another block."""
        paragraph = self._paragraph(line)
        header = self.source.rfind("\n", 0, line)
        columns = delimiter_columns(candidate["delimiter"])
        if paragraph is None or not columns or "|" not in self.source[header:line]:
            return self._text(line)
        if (after := self._unless_definition(paragraph, line)) is not None:
            return after
        if _CODE_INDENT.match(self.source, header) or row_columns(self.source[header:line]) != columns:
            return self._text(line)
        row = _PIPE_ROWS.match(self.source, self._end_of_line(line)).end()
        while row < self.last and not (_CODE_INDENT.match(self.source, row) or self._interrupts(row)):
            end = self._end_of_line(row)
            if not self.source[row:end].strip(TRIMMED):
                break
            row = _PIPE_ROWS.match(self.source, end).end()
        self.tables.append(self._span(header, row))
        return self._done(row)

    def _list(self, line: int, marker_end: int) -> int:
        """Step over a list item: all lines as far indented as its content, and its lazy continuations."""
        content = _NOT_BLANK.match("\n" + self.source[marker_end : (end := self._end_of_line(line)) + 1])
        width = marker_end - line - 1
        if content:
            padding = ("x" * width + self.source[marker_end : marker_end + content.end() - 1]).expandtabs(4)
            width += len(padding) - width if len(padding) - width <= 4 else 1
        elif _BLANK.match(self.source, end):
            return self._done(end)  # an empty item that a blank line follows holds nothing
        else:
            width += 1
        plain = _PLAIN_ITEM.match(self.source, line)
        outside = outdented(width).search(self.source, plain.end() if plain else end)
        after = outside.start() if outside else self.last
        if after >= self.last or self._blank_before(after) or self._interrupts(after):
            return self._done(after)
        return self._unclear(line, after)

    # Helpers of the handlers.

    def _end_of_line(self, line: int) -> int:
        return self.source.find("\n", line + 1)

    def _span(self, line: int, end: int) -> Span:
        """The span in `text` of the lines from `line` up to the line feed at `end`."""
        if line == 1 and self.text.startswith(BOM):
            line = 0
        return Span(line, end - 1 if self.has_one_line_end else before_line_end(self.text, end - 1))

    def _heading(self, level: int, content: str, line: int, end: int) -> None:
        self.headings.append((level, content, self._span(line, end)))

    def _done(self, line: int) -> int:
        self.floor = line
        return line

    def _text(self, line: int) -> int:
        return self._end_of_line(line)

    def _interrupts(self, line: int) -> bool:
        """Whether the line begins a block even after a quote, in a table, or outdented after a list."""
        candidate = _CANDIDATE.match(self.source, line)
        if not candidate:
            return False
        kind = candidate.lastgroup
        if kind == "under":
            return candidate["under"].startswith("---") or candidate["under"].rstrip(" \t") == "-"
        return kind != "delimiter" and (kind != "html" or html_kind(self.source, candidate.end() - 1) != "")

    def _blank_before(self, line: int) -> bool:
        return bool(_BLANK.match(self.source, self.source.rfind("\n", 0, line)))

    def _paragraph(self, line: int) -> int | None:
        """The first line of the top-level paragraph that is open before `line`, if one is."""
        first = line
        bound = max(self.floor, self.seen)
        while first > bound and not self._blank_before(first):
            first = self.source.rfind("\n", 0, first)
        if first != self.seen or self.seen < self.floor or self.open is None:
            self.open = None
            while first < line and _CODE_INDENT.match(self.source, first):
                first = self._end_of_line(first)
            if first < line:
                self.open = first
        self.seen = line
        return self.open

    def _unless_definition(self, paragraph: int, line: int) -> int | None:
        """Hand the paragraph over if it may hold link definitions; `None` if it cannot."""
        opening = self.source[paragraph + 1 : paragraph + 5].lstrip(" ")
        if not opening.startswith("["):
            return None
        if self.colon < paragraph:
            found = self.source.find("]:", paragraph)
            self.colon = found if found >= 0 else len(self.source)
        return self._unclear(paragraph, line) if self.colon < line else None

    def _unclear(self, begin: int, line: int) -> int:
        """Step over lines from `line` on whose block depends on what is open inside a list or quote.

        They end at a line that is at the top level in any case. If a candidate lies between, the whole
        stretch from `begin` is parsed.
        """
        end = self._certain(line)
        between = [match.lastgroup for match in _CANDIDATE.finditer(self.source, line, end + 1)]
        if between:
            if "fence" in between or "html" in between:  # may run on past any blank line
                end = self.last
            self._parse(begin, end)
        return self._done(end)

    def _certain(self, line: int) -> int:
        """The next line after `line` that begins a top-level block whatever came before."""
        blank = False
        while (line := self._end_of_line(line)) < self.last:
            outdented = not self.source.startswith(("\t", "  ", " \t"), line + 1)
            if _BLANK.match(self.source, line):
                blank = True
            elif outdented and (blank or self._surely_interrupts(line)):
                return line
            else:
                blank = False
        return self.last

    def _surely_interrupts(self, line: int) -> bool:
        candidate = _CANDIDATE.match(self.source, line)
        if not candidate or candidate.lastgroup == "under":
            return False
        return self._interrupts(line) and (candidate.lastgroup != "item" or _interrupting_item(candidate))

    def _parse(self, begin: int, end: int) -> None:
        """Read the lines from `begin` up to `end` with `markdown-it-py`."""
        parser, tokens, lines = markdown_parser(), [], self.source[begin + 1 : end + 1]
        parser.block.parse(lines, parser, {}, tokens)
        starts = [begin] + [begin + 1 + match.start() for match in re.finditer("\n", lines)]
        for token, content in zip(tokens, tokens[1:] + [None]):
            if token.level == 0 and token.type in ("heading_open", "fence", "table_open"):
                first, stop = starts[token.map[0]], starts[token.map[1]]
                if token.type == "heading_open":
                    self._heading(int(token.tag[1]), content.content, first, stop)
                elif token.type == "fence":
                    self.fences.append(self._span(first, stop))
                else:
                    self.tables.append(self._span(first, stop))


def _interrupting_item(item: re.Match[str]) -> bool:
    """Whether a list item may interrupt a paragraph: it is not empty, and its number is 1."""
    marker = item["item"]
    if marker[0] not in "-+*" and int(marker[:-1]) != 1:
        return False
    return not _BLANK.match("\n" + item.string[item.end() : item.string.find("\n", item.end()) + 1])
