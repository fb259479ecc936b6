"""The records of the outline: scopes, symbols found in the tree, and the items that tile a program."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tree_sitter import Node

from chunkers.span import Span

if TYPE_CHECKING:
    from chunkers.code.outline import Outline

#: Parts of a qualified name and levels of context that are kept, innermost first.
_DEEPEST = 16


@dataclass(frozen=True, slots=True)
class Scope:
    """What an item stands in: a symbol that was opened, or a fence. `signature` says where its first lines are."""

    parent: Scope | None
    name: str
    kind: str
    signature: Span

    def chain(self) -> list[Scope]:
        """The scope and those around it, innermost first, as many as are of use."""
        found: list[Scope] = []
        scope: Scope | None = self
        while scope is not None and len(found) < _DEEPEST:
            found.append(scope)
            scope = scope.parent
        return found


@dataclass(frozen=True, slots=True)
class Found:
    """A symbol in the tree: its node, and the wrappers around it, outermost first."""

    name: str
    kind: str
    node: Node
    wrappers: tuple[Node, ...] = ()

    def path(self) -> set[int]:
        """The ids of the nodes that are the symbol and what wraps it."""
        return {self.node.id, *(wrapper.id for wrapper in self.wrappers)}


@dataclass(slots=True)
class Item:
    """A stretch `[start, end)` of the document, in code points.

    `groups` are its nodes by line; none means that only lines and words are left to cut at. `glued`: what
    follows should stay with it (a header, a comment). `closes`: it should stay with what is before it. `declares`:
    it begins the symbol that its scope is, which could not be parsed and reaches so far.
    """

    start: int
    end: int
    groups: list[list[Node]] = field(default_factory=list)
    symbol: Found | None = None
    scope: Scope | None = None
    glued: bool = False
    closes: bool = False
    atomic: bool = False
    visible: Span | None = None
    outline: Outline | None = None
    declares: Span | None = None


def qualified(scope: Scope | None, name: str) -> str:
    """A name with those of the symbols around it: `Outer.method`."""
    names = [name] if name else []
    if scope is not None:
        names += [one.name for one in scope.chain() if one.name]
    return ".".join(reversed(names[:_DEEPEST]))
