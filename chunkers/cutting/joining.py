"""Neighbouring pieces of one section joined, left to right, as long as they fit together."""

from __future__ import annotations

from chunkers.cutting.context import Context, Draft
from chunkers.cutting.room import Room, Splitter
from chunkers.span import Span


class Joiner:
    """Collects the pieces of one section in order. The last ones stay open: what follows may join them.

    Whether a piece joins is decided by the estimate; when the chunk is closed it is measured once, exactly.
    """

    def __init__(self, room: Room, context: Context, split: Splitter) -> None:
        self._room = room
        self._context = context
        self._split = split
        self._drafts: list[Draft] = []
        self._open: list[Span] = []

    def add(self, span: Span) -> None:
        """Add what seems to fit by itself and is not to be cut."""
        if self._open and not self._room.seems_to_fit(self._context, Span(self._open[0].start, span.end)):
            self.close()
        self._open.append(span)

    def text(self, start: int, end: int) -> None:
        """Add text that may be cut; only its first and its last piece join their neighbours."""
        span = self._room.trimmed(start, end)
        if span.start >= span.end:
            return
        if self._room.seems_to_fit(self._context, span):
            self.add(span)
            return
        drafts = self._room.cut(self._context, span, self._split)
        last = len(drafts) - 1
        for index, draft in enumerate(drafts):
            if index in (0, last) and draft.frame == self._context.of(draft.span):
                self.add(draft.span)
            else:
                self.extend([draft])

    def extend(self, drafts: list[Draft]) -> None:
        """Add pieces that nothing joins."""
        self.close()
        self._drafts += drafts

    def close(self) -> None:
        """End the open chunk; where the estimate was wrong, in as many chunks as it takes."""
        parts, self._open = self._open, []
        while parts:
            count = len(parts)
            while count > 1 and not self._room.fits(
                self._context, Span(parts[0].start, parts[count - 1].end)
            ):
                count -= 1
            body = Span(parts[0].start, parts[count - 1].end)
            if count == 1 and not self._room.fits(self._context, body):
                self._drafts += self._room.cut(self._context, body, self._split)
            else:
                self._drafts.append(Draft(body, self._context.of(body)))
            parts = parts[count:]

    def drafts(self) -> list[Draft]:
        """All pieces so far."""
        self.close()
        return self._drafts
