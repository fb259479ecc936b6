"""The signature lines that stand in front of a piece as context.

They take at most half of the limit; the outermost go first where they do not fit.
"""

from __future__ import annotations

from dataclasses import dataclass

from chunkers.code.items import Scope
from chunkers.document import Document
from chunkers.length import Measure
from chunkers.span import Span


@dataclass(frozen=True, slots=True)
class Context:
    """The signature lines in front of a piece, their length, where they stand, and the status."""

    text: str = ""
    length: int = 0
    spans: tuple[Span, ...] = ()
    status: str = "none"


NONE = Context()


class Signatures:
    """The contexts of one cut, each written once; `is_on` False leaves them all out."""

    def __init__(self, document: Document, measure: Measure, chunk_size: int, is_on: bool) -> None:
        self._text = document.text
        self._measure = measure
        self._size = chunk_size
        self._is_on = is_on
        # The scope is kept with its contexts, so that its id stays its own.
        self._written_of: dict[int, tuple[Scope, tuple[Context, ...]]] = {}

    def fullest(self, scope: Scope | None, start: int) -> Context:
        """The fullest context of a piece that begins at `start` in a scope."""
        return self.above(scope, start)[0]

    def above(self, scope: Scope | None, start: int) -> tuple[Context, ...]:
        """The contexts of a piece that begins at `start` in a scope, from the fullest to none."""
        if not self._is_on:
            return (NONE,)
        while scope is not None and scope.signature.end > start:
            scope = scope.parent
        if scope is None:
            return (NONE,)
        key = id(scope)
        if key not in self._written_of:
            self._written_of[key] = (scope, self._written(scope))
        return self._written_of[key][1]

    def _written(self, scope: Scope) -> tuple[Context, ...]:
        """The signatures of a scope and those around it, in half of the limit: all, fewer, none.

        Outer ones are left out first, marked by an ellipsis.
        """
        half = self._size // 2
        chain = scope.chain()
        found = [Context(status="dropped")]
        lines, spans = "", ()
        for depth, one in enumerate(chain, 1):
            lines, spans = one.signature.of(self._text) + "\n" + lines, (one.signature, *spans)
            is_all = depth == len(chain) and chain[-1].parent is None
            text = lines if is_all else "…\n" + lines
            if len(lines) > 16 * self._size or self._measure.count(lines) > half:
                break
            length = self._measure.count(text)
            if length <= half:
                found.append(Context(text, length, spans, "full" if is_all else "shortened"))
        return tuple(reversed(found))
