"""What a file imports, read from the statements that do it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from chunkers.code.source import Source

#: An import statement longer than this is not read.
_LONGEST_IMPORT = 4000
_QUOTED = re.compile(r"""["'`]([^"'`\n]+)["'`]""")
_REQUIRED = re.compile(r"""\brequire\s*\(\s*["'`]([^"'`\n]+)["'`]""")


def imports_of(language: str, node: Node, source: Source) -> list[str]:
    """What one statement imports: module names or paths, as the language writes them."""
    if node.end_byte - node.start_byte > _LONGEST_IMPORT:
        return []
    text = source.text_of(node, _LONGEST_IMPORT)
    return [name for name in _READERS[language](text) if name] if language in _READERS else []


def _python(text: str) -> list[str]:
    if match := re.match(r"from (\S+) import ", text):
        return [match[1]]
    return [part.split(" as ")[0].strip() for part in text.removeprefix("import").split(",")]


def _javascript(text: str) -> list[str]:
    if text.startswith(("import", "export")) and not re.match(
        r"export (?:default|const|let|var|class|function)", text
    ):
        if match := re.search(r"""(?:\bfrom|^import) ?["']([^"']+)["'];?$""", text):
            return [match[1]]
    return _REQUIRED.findall(text)


def _after(pattern: str) -> Callable[[str], list[str]]:
    """A reader that takes the rest of the statement after a prefix."""
    prefix = re.compile(pattern)

    def read(text: str) -> list[str]:
        match = prefix.match(text)
        return [text[match.end() :].rstrip("; ")] if match else []

    return read


def _csharp(text: str) -> list[str]:
    return [
        text.removeprefix("global ")
        .removeprefix("using ")
        .removeprefix("static ")
        .rpartition("=")[2]
        .strip("; ")
    ]


def _quoted_after(pattern: str) -> Callable[[str], list[str]]:
    """A reader that takes the first quoted word of a statement that begins so."""
    prefix = re.compile(pattern)
    return lambda text: _QUOTED.findall(text)[:1] if prefix.match(text) else []


def _php(text: str) -> list[str]:
    return _after(r"use (?:function |const )?")(text) or _quoted_after(r"(?:require|include)(?:_once)?\b")(
        text
    )


_READERS: dict[str, Callable[[str], list[str]]] = {
    "python": _python,
    "javascript": _javascript,
    "typescript": _javascript,
    "tsx": _javascript,
    "java": _after(r"import (?:static )?"),
    "go": _QUOTED.findall,
    "rust": _after(r"(?:pub(?:\([^)]*\))? )?(?:use|extern crate) "),
    "c": lambda text: re.findall(r"^# ?include ?[<\"]([^>\"]+)[>\"]", text),
    "cpp": lambda text: re.findall(r"^# ?include ?[<\"]([^>\"]+)[>\"]", text),
    "csharp": _csharp,
    "ruby": _quoted_after(r"(?:require|require_relative|load)\b"),
    "php": _php,
    "kotlin": _after(r"import "),
    "swift": _after(r"(?:@\w+ )?import (?:(?:class|struct|func|enum|protocol|typealias|let|var) )?"),
    "bash": lambda text: [match[1]] if (match := re.match(r"(?:source|\.) [\"']?([^\"' ]+)", text)) else [],
}
