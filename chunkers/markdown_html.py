"""Where an HTML block begins and ends: CommonMark's seven kinds."""

from __future__ import annotations

import re

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
HTML_END = {
    "raw": re.compile(r"</(?ai:script|pre|style|textarea)>"),
    "comment": re.compile(r"-->"),
    "instruction": re.compile(r"\?>"),
    "declaration": re.compile(r">"),
    "cdata": re.compile(r"\]\]>"),
}
LONE_TAG = re.compile(
    r"""<(?:[A-Za-z][A-Za-z0-9-]*+
         (?:\s++[A-Za-z_:][A-Za-z0-9:._-]*+(?:\s*+=\s*+(?:[^"'=<>`\x00-\x20]++|'[^']*+'|"[^"]*+"))?+)*+
         \s*+/?>
       |/[A-Za-z][A-Za-z0-9-]*+\s*+>)\s*+\Z""",
    re.VERBOSE,
)


def html_kind(source: str, opening: int) -> str:
    """The kind of HTML block that the `<` at `opening` may begin; empty for the seventh, a tag alone on its line."""
    match = _HTML.match(source, opening)
    return match.lastgroup if match else ""
