"""tree-sitter grammars, one package a language, imported when they are first needed, and a guarded parse.

tree-sitter is fast and linear on programs, but not on everything: an unclosed `/*` repeated makes its lexer
read to the end again and again, and some repeated errors make it copy whole stacks (8 KB of `foo(|a| ` take
800 MB in the Java grammar). A parse is therefore stopped when it reads or works far more than programs ask
for, and a text of which samples already behave so is not parsed whole. What is not parsed is cut by lines.
"""

from __future__ import annotations

import importlib
import sys
import time
from functools import cache
from typing import NamedTuple

from tree_sitter import Language, Parser, Tree


class _Package(NamedTuple):
    module: str
    function: str = "language"


_PACKAGES = {
    "python": _Package("tree_sitter_python"),
    "javascript": _Package("tree_sitter_javascript"),
    "typescript": _Package("tree_sitter_typescript", "language_typescript"),
    "tsx": _Package("tree_sitter_typescript", "language_tsx"),
    "java": _Package("tree_sitter_java"),
    "go": _Package("tree_sitter_go"),
    "rust": _Package("tree_sitter_rust"),
    "c": _Package("tree_sitter_c"),
    "cpp": _Package("tree_sitter_cpp"),
    "csharp": _Package("tree_sitter_c_sharp"),
    "ruby": _Package("tree_sitter_ruby"),
    "php": _Package("tree_sitter_php", "language_php"),
    "php_only": _Package("tree_sitter_php", "language_php_only"),
    "kotlin": _Package("tree_sitter_kotlin"),
    "swift": _Package("tree_sitter_swift"),
    "bash": _Package("tree_sitter_bash"),
    "sql": _Package("tree_sitter_sql"),
}

#: Bytes handed to the lexer at a time. Programs are read 1 to 13 times over in such steps.
_STEP = 1024
_READS_PER_STEP = 64
#: Programs take up to two operations a byte.
_OPERATIONS_PER_REPORT = 100
_BYTES_PER_REPORT = 4
#: CPU seconds: the last resort, for what neither count shows. Programs take 0.1 to 0.5 s a megabyte.
_SECONDS, _SECONDS_PER_BYTE = 0.5, 4e-6

#: Below this a parse is harmless whatever the text. Above, a few windows of the text are tried first.
_HARMLESS = 4096
_WINDOW, _WINDOW_EVERY, _MOST_WINDOWS = 1024, 16384, 8
#: Operations, versions of the parse and choices between them, a byte; see `_is_ambiguous`.
_BUSY, _VERSIONS, _CHOICES = 0.6, 2.5, 0.25


@cache
def language(name: str) -> Language | None:
    """The grammar of a language, or None where its package is not installed."""
    package = _PACKAGES.get(name)
    if package is None:
        return None
    try:
        module = importlib.import_module(package.module)
    except ImportError:
        return None
    return Language(getattr(module, package.function)())


def parse(name: str, data: bytes) -> Tree | None:
    """The syntax tree of UTF-8 text; None without a grammar, or where the text is no program to speak of."""
    if name == "php" and b"<?" not in data:
        name = "php_only"
    grammar = language(name)
    if grammar is None or not _is_sane(grammar, data):
        return None
    return _parse(grammar, data)[0]


def _parse(grammar: Language, data: bytes) -> tuple[Tree | None, int]:
    """One parse within its budgets of reads, operations and CPU time, and the operations that it took."""
    reads = 64 + _READS_PER_STEP * (len(data) // _STEP + 1)
    limit = 64 + len(data) // _BYTES_PER_REPORT
    reports = 0
    deadline = time.thread_time() + _SECONDS + _SECONDS_PER_BYTE * len(data)

    def read(offset: int, _: object) -> bytes:
        nonlocal reads
        reads -= 1
        # Past the budget the text ends: the lexer returns, and the next report stops the parse.
        return data[offset : offset + _STEP] if reads > 0 else b""

    def stop(*_: object) -> bool:
        nonlocal reports
        reports += 1
        return reads <= 0 or reports > limit or time.thread_time() > deadline

    try:
        tree = Parser(grammar).parse(read, progress_callback=stop)
    except ValueError:  # stopped
        return None, reports * _OPERATIONS_PER_REPORT
    if reads <= 0:
        return None, reports * _OPERATIONS_PER_REPORT
    # `Node.text` goes on reading through the same function.
    reads = sys.maxsize
    return tree, reports * _OPERATIONS_PER_REPORT


def _is_sane(grammar: Language, data: bytes) -> bool:
    """Whether the text may be parsed whole: less than half of the windows tried make the parser explode."""
    if len(data) <= _HARMLESS:
        return True
    step = max(_WINDOW_EVERY, len(data) // _MOST_WINDOWS)
    places = range(0, len(data) - _WINDOW, step)
    bad = sum(_is_trouble(grammar, data[place : place + _WINDOW]) for place in places)
    return 2 * bad < len(places)


def _is_trouble(grammar: Language, window: bytes) -> bool:
    """Whether a window is past all budgets, or makes the parser follow many readings of it at once."""
    tree, operations = _parse(grammar, window)
    return tree is None or (operations > _BUSY * len(window) and _is_ambiguous(grammar, window))


def _is_ambiguous(grammar: Language, window: bytes) -> bool:
    """Whether the parser keeps several versions of a window alive, or chooses among them all the time; from its log.

    A byte of a program takes up to two version-steps and hardly a choice; one of a text that explodes takes
    three to seven, or two choices.
    """
    versions = choices = 0

    def note(_: object, message: str) -> None:
        nonlocal versions, choices
        if message.startswith("process version:"):
            versions += int(message.partition("version_count:")[2].partition(",")[0])
        elif message.startswith("select_smaller_error"):
            choices += 1

    Parser(grammar, logger=note).parse(window)
    return versions > _VERSIONS * len(window) or choices > _CHOICES * len(window)
