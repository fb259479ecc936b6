"""The symbol that a stretch declares, read from its first line where the parser makes nothing of it.

A broken function or class, or a dialect that the grammar does not know, still says what it is in the line that
begins it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from chunkers.span import Span

#: Comments, attributes and blank lines above a declaration; no more of them are looked at.
_LEADING = re.compile(r"(?:[ \t]*+(?:(?:#|//|--|/\*|\*|@|\[)[^\r\n]*+)?(?:\r\n|\r|\n)){0,60}+[ \t]*+")
_LINE = re.compile(r"[^\r\n]{0,400}")

_KINDS = {
    "class": "class", "interface": "interface", "struct": "struct", "enum": "enum", "trait": "trait",
    "object": "object", "protocol": "protocol", "extension": "extension", "record": "record", "actor": "actor",
    "namespace": "namespace", "module": "module", "mod": "module", "def": "function", "fun": "function",
    "func": "function", "fn": "function", "function": "function", "enum class": "enum", "enum struct": "enum",
    "fun interface": "interface",
}  # fmt: skip
_KEYWORD = re.compile(
    r"(?:[a-z]+(?:\([^()]*\))?[ \t]+){0,5}?"
    r"(?P<kind>(?:enum[ \t]+(?:class|struct)|fun[ \t]+interface|class|interface|struct|enum|trait|object|protocol|"
    r"extension|record|actor|namespace|module|mod|def|fun|func|fn|function))"
    r"[ \t]+(?:(?:<[^<>]*>|\([^()]*\))[ \t]*)?(?P<name>[^\W\d][\w.:]*)"
)
#: `int *name(...` at the margin: no keyword says it, but few other lines look so.
_TYPED = re.compile(r"[^\W\d][\w:<>,*&\[\] \t]*?[ \t*&](?P<name>[^\W\d][\w:]*)[ \t]*\([^;]*\Z")
_TYPED_LANGUAGES = frozenset(("c", "cpp", "java", "csharp"))
_NO_TYPE = re.compile(r"(?:return|else|if|for|while|switch|case|throw|new|typedef|using|delete|goto)\b")
_SQL = re.compile(
    r"(?i:CREATE\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:\w+(?:\s*=\s*\S+)?\s+){0,4}?"
    r"(?P<kind>TABLE|VIEW|FUNCTION|PROCEDURE|PROC|TRIGGER|EVENT|PACKAGE|TYPE)\s+(?:BODY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?"
    r"(?P<name>[\w.$@\"`\[\]]+))"
)
_QUOTES = str.maketrans("", "", '"`[]')


class Declared(NamedTuple):
    """Where a declaration begins, its name and kind, and its first line."""

    start: int
    name: str
    kind: str
    signature: Span


def declared(text: str, within: Span, language: str) -> Declared | None:
    """What the first line of a stretch declares, below the comments and attributes that stand above it."""
    start = _LEADING.match(text, *within).end()
    line = _LINE.match(text, start, within.end)[0].rstrip()
    if language == "sql":
        match = _SQL.match(line)
    else:
        match = _KEYWORD.match(line)
        if match is None and language in _TYPED_LANGUAGES and not _NO_TYPE.match(line):
            match = _TYPED.match(line)
    if match is None:
        return None
    name = match["name"].translate(_QUOTES).replace("::", ".").strip(".:")
    kind = match.groupdict().get("kind") or "function"
    kind = (
        {"proc": "procedure"}.get(kind.lower(), kind.lower()) if language == "sql" else _KINDS.get(kind, kind)
    )
    return Declared(start, name, kind, Span(start, start + len(line))) if name else None
