"""LangChain's RecursiveCharacterTextSplitter with the separators of a strategy, as far as it can take them."""

from __future__ import annotations

import re

from chunkers.export.writing import Raw, called, tokenizing
from chunkers.strategies import Strategy

LENGTH = Raw("lambda text: len(tokenize(text))")
#: The default separators of `recursive` as patterns. Headings stay with what follows, all else with what is
#: before: only a match of no width can do both in one list.
_DEFAULT_SEPARATORS = [
    *(rf"(?<=\n)(?={'#' * level} )" for level in range(1, 7)),
    r"\n\n|\r\n\r\n",
    r"\n",
    r"[.!?][\"'”’)\]]? |[。！？…．｡।॥؟۔։።။។]+[\"'”’»)\]」』）】》〉］｣]*",
    r"；|，|、|：|; |, |،",
    r"[ \t\u3000\u200b]",
    "",
]


def recursive_splitter(
    strategy: Strategy, size: int, overlap: int
) -> tuple[list[str], list[str], str] | None:
    """Imports, lines and the call of a recursive splitter; None where it cannot take the separators."""
    values = strategy.values
    separators, is_regex = values.get("separators"), values.get("is_regex", False)
    if separators is None:
        marks, is_regex = _DEFAULT_SEPARATORS, True
    else:
        has_groups = any(isinstance(item, tuple) for item in separators)
        marks = [_pattern(item, is_regex) if has_groups or is_regex else item for item in separators]
        marks = [mark for mark in marks if mark] + [""]
        is_regex = has_groups or is_regex
        if is_regex and not all(map(_is_plain_pattern, marks)):
            return None
    settings = {
        "chunk_size": size,
        "chunk_overlap": overlap,
        "separators": marks,
        "is_separator_regex": is_regex,
        "keep_separator": values.get("keep_separator", "end"),
    }
    imports, definition = tokenizing(strategy)
    if values["unit"] == "characters":
        definition = []
    else:
        settings["length_function"] = LENGTH
    return imports, definition, called("RecursiveCharacterTextSplitter", **settings)


def _pattern(item: str | tuple[str, ...], is_regex: bool) -> str:
    """One pattern for a separator or a group of equals; the empty string means nothing to us."""
    parts = [part for part in ((item,) if isinstance(item, str) else item) if part]
    if is_regex and len(parts) > 1:
        return "|".join(f"(?:{part})" for part in parts)
    return "|".join(parts if is_regex else map(re.escape, parts))


def _is_plain_pattern(pattern: str) -> bool:
    """Whether `re` takes the pattern, which ours gives to `regex`, and no group of its own would become text."""
    try:
        return re.compile(f"({pattern})").groups == 1
    except (re.error, RecursionError, OverflowError):
        return False
