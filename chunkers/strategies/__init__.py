"""The strategies, found by their files: a new one is one new file in this folder."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from chunkers.strategies.base import Cut, Similarities, Strategy

#: The order in which people meet them; others follow by name.
_ORDER = (
    "fixed",
    "overlap",
    "recursive",
    "markdown",
    "semantic",
    "structure",
    "sentence",
    "parent_child",
    "table",
    "code",
)


def _discover() -> Mapping[str, type[Strategy]]:
    found: dict[str, type[Strategy]] = {}
    for module in pkgutil.iter_modules(__path__):
        members = vars(importlib.import_module(f"{__name__}.{module.name}")).values()
        for member in members:
            if inspect.isclass(member) and issubclass(member, Strategy) and not inspect.isabstract(member):
                found[member.name] = member
    ranks = {name: rank for rank, name in enumerate(_ORDER)}
    return MappingProxyType(
        dict(sorted(found.items(), key=lambda item: (ranks.get(item[0], len(ranks)), item[0])))
    )


STRATEGIES = _discover()

__all__ = ["STRATEGIES", "Cut", "Similarities", "Strategy"]
