"""tree-sitter grammars, one package a language, imported when they are first needed.

See `guard` for what keeps a parse within bounds; what is not parsed is cut by lines.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import NamedTuple

from tree_sitter import Language, Tree

from chunkers.code.guard import Budget, guarded_parse


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


def parse(name: str, data: bytes, budget: Budget | None = None) -> Tree | None:
    """The syntax tree of UTF-8 text; None without a grammar, or where the text is no program to speak of.

    The time it takes is taken from the budget; left out, the text has one of its own.
    """
    if name == "php" and b"<?" not in data:
        name = "php_only"
    grammar = language(name)
    budget = budget or Budget(len(data))
    if grammar is None or budget.seconds <= 0:
        return None
    return guarded_parse(grammar, data, budget)
