"""What a model wants to read before a query and before a passage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple


class Prefixes(NamedTuple):
    """Strings put before each text; empty where the model wants none."""

    query: str = ""
    passage: str = ""


#: Families whose cards ask for prefixes that their files often do not declare. Sources: the model
#: cards of intfloat/multilingual-e5-small, BAAI/bge-small-en-v1.5 and nomic-ai/nomic-embed-text-v1.5.
#: The instruct variants of E5 want an instruction of their own, so they are left to their declaration.
_FAMILIES = (
    (re.compile(r"(?:^|[-_.])e5-(?:small|base|large)(?!.*instruct)"), Prefixes("query: ", "passage: ")),
    (
        re.compile(r"(?:^|[-_.])bge-(?:small|base|large)-en"),
        Prefixes("Represent this sentence for searching relevant passages: ", ""),
    ),
    (re.compile(r"(?:^|[-_.])nomic-embed-text"), Prefixes("search_query: ", "search_document: ")),
)


def prefixes_for(name: str, declared: Mapping[str, str] | None = None) -> Prefixes:
    """The prefixes of a known family, else those the model declares in its `prompts`, else none.

    `name` is a hub name or the name of a folder; `declared` maps `query` and `passage` or `document`.
    """
    base = name.rsplit("/", 1)[-1].lower()
    for pattern, prefixes in _FAMILIES:
        if pattern.search(base):
            return prefixes
    prompts = declared or {}
    return Prefixes(prompts.get("query") or "", prompts.get("passage") or prompts.get("document") or "")
