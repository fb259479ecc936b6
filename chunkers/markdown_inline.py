"""The visible text of a heading's inline Markdown, and the parser for what is not simple."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

_DEFINITION = re.compile(r"\n {0,3}\[((?:[^\[\]\\\n]|\\.)++)\]:[ \t]*+(?=[^ \t\n])")
_HARD_BREAK = re.compile(r"(?<!\\)((?:\\\\)*+)\\\n")
_SPACES = re.compile(r"[ \t\n]++")
_MARKUP = re.compile(r"[\\`*_\[\]<&]")
_PLAIN_WORDS = re.compile(r"[^\s\\`*_\[\]<&]++(?:[ ][^\s\\`*_\[\]<&]++)*+")
# Inline content that needs no parser: plain words, code, emphasised words, escapes and inline links.
_SIMPLE = re.compile(
    r"""(?P<plain> (?:[^\\`*_\[\]<&!\n]|!(?!\[)|&(?![A-Za-z\#])|<(?=[\s0-9=])|(?<=[^\W_])_++(?=[^\W_]))++ )
    | `(?P<code> [^`\n]++ )`(?!`)
    | \\(?P<escape> [!-/:-@\[-`{-~] )
    | (?:(?<=\s)|\A)(?P<mark> \*\*?|__?)
      (?P<strong> [^\W_](?:[^\\`*_\[\]<&!\n]*[^\W_])? )(?P=mark)(?=[\s.,:;)]|\Z)
    | \[(?P<link> (?:[^\\`*_\[\]<&!\n]|`[^`\n]++`(?!`))++ )\]\([^()\s<>\\&]*+\)
    """,
    re.VERBOSE,
)


def visible_text(content: str, definitions: Callable[[], dict[str, Any]] = dict) -> str:
    """Inline Markdown as a reader sees it; the raw content if that would be nothing.

    `definitions()` gives the document's link labels, asked for only if the content has a bracket to look up.
    """
    if _PLAIN_WORDS.fullmatch(content):
        return content
    content = _SPACES.sub(" ", _HARD_BREAK.sub(r"\1 ", content.strip()))
    if not _MARKUP.search(content):
        return content
    words = _simple(content)
    if words is None:
        references = definitions() if "[" in content else {}
        tokens = markdown_parser().parseInline(content, {"references": references})
        words = "".join(_words(tokens[0].children))
    return _SPACES.sub(" ", words).strip() or content


def link_definitions(source: str) -> dict[str, Any]:
    """The link labels that lines of `source` define, in the form `markdown-it-py` keeps them."""
    from markdown_it.common.utils import normalizeReference

    return {normalizeReference(label): {"href": "", "title": ""} for label in _DEFINITION.findall(source)}


def _simple(content: str) -> str | None:
    """The visible text of content that is all of the simple kinds, else `None`."""
    words, at = [], 0
    while at < len(content):
        part = _SIMPLE.match(content, at)
        if not part:
            return None
        kind, at = part.lastgroup, part.end()
        if kind == "link":
            words.append(_simple(part["link"]))
        else:
            words.append(_code(part["code"]) if kind == "code" else part[kind])
    return "".join(words)


def _code(inside: str) -> str:
    """A code span without the one space that may pad it on both sides (CommonMark 6.1)."""
    padded = inside[0] == inside[-1] == " " and inside.strip(" ")
    return inside[1:-1] if padded else inside


def _words(tokens: Iterable[Any]) -> Iterable[str]:
    for token in tokens:
        if token.type == "image":
            yield from _words(token.children)
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type != "html_inline":
            yield token.content


@lru_cache(maxsize=1)
def markdown_parser() -> Any:
    """`markdown-it-py` for CommonMark, with tables where GitHub has them: only where a paragraph could be."""
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import table

    def gfm_table(state: Any, start: int, end: int, silent: bool) -> bool:
        if start + 1 < end and not state.src[state.bMarks[start + 1] : state.eMarks[start + 1]].strip(" \t-"):
            return False  # only dashes: the underline of a heading, or a rule
        return table(state, start, end, silent)

    parser = MarkdownIt("commonmark")
    parser.block.ruler.before("lheading", "gfm_table", gfm_table, {"alt": ["paragraph", "reference"]})
    return parser
