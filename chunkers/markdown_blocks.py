"""The scanner behind `chunkers.markdown`: headings, fenced code and tables at the top level of a document.

One regular expression jumps from one line that *could* begin or end a block to the next, so prose costs
next to nothing, and lists and quotes are stepped over by their indent. Where CommonMark needs a whole
parser (is this line a lazy continuation? is it part of a link definition?) and the answer could change
the result, only that stretch is handed to `markdown-it-py`; ordinary documents never load it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from chunkers.markdown_inline import markdown_parser
from chunkers.span import Span

BOM = "\ufeff"

_FRONT_OPEN = re.compile(r"-{3,}+")
_FRONT_CLOSE = re.compile(r"(?:(?<=\n) {0,3}(-{3,}+)|(?<=\n)\.\.\.)[ \t]*+(?=\n|\Z)")

# Every line that can begin, end or interrupt a top-level block. Leading spaces beyond three are code.
_CANDIDATE = re.compile(
    r"""\n[ ]{0,3}(?:
      (?P<atx>   \#{1,6}(?=[ \t\n]) )
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
_TRIMMED = "\t\n\v\f \xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
_CODE_INDENT = re.compile(r"\n(?: {4}| {0,3}\t)")
_QUOTE_LINES = re.compile(r"(?:\n {0,3}>[^\n]*+)*+")

# A line that opens with such a character is the text of a paragraph, whatever stands before it.
_PLAIN = r"(?![0-9]{1,9}[.)][ \t\n])[^\s#>+*_=`~<|:\[-][^\n|]*+(?=\n)"
_PLAIN_ITEM = re.compile(rf"\n {{0,3}}(?:[-+*]|[0-9]{{1,9}}[.)])[ \t]{{1,4}}{_PLAIN}(?:\n[ \t]*+{_PLAIN})*+")
_PLAIN_QUOTE = re.compile(rf"(?:\n {{0,3}}(?:> ?)? {{0,3}}{_PLAIN})++")


@lru_cache(maxsize=32)
def _outdented(width: int) -> re.Pattern[str]:
    """Finds a line, not blank, indented by fewer than `width` columns; a tab goes to a multiple of four."""
    stops, rest = divmod(width - 1, 4)
    cell = "(?: {4}| {0,3}\t)"
    below = f"{cell}{{0,{stops - 1}}} {{0,3}}|" if stops else ""
    return re.compile(rf"\n(?:{below}{cell}{{{stops}}} {{0,{rest}}})(?=[^ \t\n])")


# --- HTML blocks: CommonMark's seven kinds -----------------------------------------------------------

_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|"
    "div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|"
    "iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|"
    "table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
_HTML = re.compile(
    r"<(?:(?P<raw>(?ai:script|pre|style|textarea)(?=[\s>]))|(?P<comment>!--)|(?P<instruction>\?)"
    rf"|(?P<declaration>![A-Za-z])|(?P<cdata>!\[CDATA\[)|(?P<block>/?(?ai:{_BLOCK_TAGS})(?=\s|/?>)))"
)
_HTML_END = {
    "raw": re.compile(r"</(?ai:script|pre|style|textarea)>"),
    "comment": re.compile(r"-->"),
    "instruction": re.compile(r"\?>"),
    "declaration": re.compile(r">"),
    "cdata": re.compile(r"\]\]>"),
}
_LONE_TAG = re.compile(
    r"""<(?:[A-Za-z][A-Za-z0-9-]*+
         (?:\s++[A-Za-z_:][A-Za-z0-9:._-]*+(?:\s*+=\s*+(?:[^"'=<>`\x00-\x20]++|'[^']*+'|"[^"]*+"))?+)*+
         \s*+/?>
       |/[A-Za-z][A-Za-z0-9-]*+\s*+>)\s*+\Z""",
    re.VERBOSE,
)


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


def before_line_end(text: str, end: int) -> int:
    return end - 1 if text[end - 1 : end + 1] == "\r\n" else end


def after_line_end(text: str, end: int) -> int:
    return min(len(text), end + (2 if text.startswith("\r\n", end) else 1))


class Scan:
    """One pass over the candidate lines.

    `source` has a line feed before and after the text, so a line is known by the index of the line feed
    before it, and that index is also the line's start in `text`.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        matter = front_matter(text)
        body = one_line_end(text)
        body = "\n" + body[1:] if body.startswith(BOM) else body
        self.source = "\n" + body + ("" if body.endswith("\n") else "\n")
        self.last = len(self.source) - 1
        self.headings: list[tuple[int, str, Span]] = []
        self.fences: list[Span] = []
        self.tables: list[Span] = []
        #: A paragraph begins at this line or later: the lines before belong to finished blocks.
        self.floor = self._end_of_line(matter.end) if matter else 0
        #: The paragraph that was open at the line `seen`, so that no line is walked over twice.
        self.open: int | None = None
        self.seen = -1
        at = self.floor
        while candidate := _CANDIDATE.search(self.source, at):
            at = getattr(self, f"_{candidate.lastgroup}")(candidate.start(), candidate)

    # Each handler takes a candidate line and returns the line to go on from. Returning `_text(line)`
    # leaves the line to the paragraph around it; `_done(line)` says that a block ends before `line`.

    def _atx(self, line: int, candidate: re.Match[str]) -> int:
        end = self._end_of_line(line)
        content = _CLOSING_HASHES.sub("", self.source[candidate.end() : end].strip(" \t"))
        self._heading(len(candidate["atx"]), content, line, end)
        return self._done(end)

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
        kind = self._html_kind(opening)
        if kind in _HTML_END:
            end = _HTML_END[kind].search(self.source, opening)
            return self._done(self._end_of_line(end.end() - 1) if end else self.last)
        if kind == "":
            if not _LONE_TAG.match(self.source[opening : self._end_of_line(line)]):
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
            if "\r" in self.text:
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
        columns = _delimiter_columns(candidate["delimiter"])
        if paragraph is None or not columns or "|" not in self.source[header:line]:
            return self._text(line)
        if (after := self._unless_definition(paragraph, line)) is not None:
            return after
        if _CODE_INDENT.match(self.source, header) or _row_columns(self.source[header:line]) != columns:
            return self._text(line)
        row = self._end_of_line(line)
        while row < self.last and not (_CODE_INDENT.match(self.source, row) or self._interrupts(row)):
            end = self._end_of_line(row)
            if not self.source[row:end].strip(_TRIMMED):
                break
            row = end
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
        outside = _outdented(width).search(self.source, plain.end() if plain else end)
        after = outside.start() if outside else self.last
        if after >= self.last or self._blank_before(after) or self._interrupts(after):
            return self._done(after)
        return self._unclear(line, after)

    # Helpers of the handlers.

    def _end_of_line(self, line: int) -> int:
        return self.source.find("\n", line + 1)

    def _span(self, line: int, end: int) -> Span:
        """The span in `text` of the lines from `line` up to the line feed at `end`."""
        start = 0 if line == 1 and self.text.startswith(BOM) else line
        return Span(start, before_line_end(self.text, end - 1))

    def _heading(self, level: int, content: str, line: int, end: int) -> None:
        self.headings.append((level, content, self._span(line, end)))

    def _done(self, line: int) -> int:
        self.floor = line
        return line

    def _text(self, line: int) -> int:
        return self._end_of_line(line)

    def _html_kind(self, opening: int) -> str | None:
        match = _HTML.match(self.source, opening)
        return match.lastgroup if match else ""

    def _interrupts(self, line: int) -> bool:
        """Whether the line begins a block even after a quote, in a table, or outdented after a list."""
        candidate = _CANDIDATE.match(self.source, line)
        if not candidate:
            return False
        kind = candidate.lastgroup
        if kind == "under":
            return candidate["under"].startswith("---") or candidate["under"].rstrip(" \t") == "-"
        return kind != "delimiter" and (kind != "html" or self._html_kind(candidate.end() - 1) != "")

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
        if opening.startswith("[") and self.source.find("]:", paragraph, line) >= 0:
            return self._unclear(paragraph, line)
        return None

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


def _delimiter_columns(line: str) -> int:
    """The number of columns that the line under a table's header sets; 0 if it is none."""
    cells = [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]
    return len(cells) if all(re.fullmatch(r":?-++:?", cell) for cell in cells) else 0


def _row_columns(line: str) -> int:
    cells = re.split(r"(?<!\\)\|", line.strip(_TRIMMED))
    return len(cells) - (cells[0] == "") - (len(cells) > 1 and cells[-1] == "")
