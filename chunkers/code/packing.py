"""Items packed into pieces: as many whole ones as fit, a symbol that does not fit opened on its own.

The pieces of an opened symbol carry its signature lines in front as context, as long as they take at most
half of the limit; the outermost go first where they do not. Two things are kept together where there is
room: a header or comment with what follows it, and a closing mark with what it closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from chunkers.chunk import Piece, Symbol
from chunkers.code.items import Item, qualified
from chunkers.code.signatures import NONE, Context, Signatures
from chunkers.code.source import line_of, line_starts
from chunkers.cutting.cutter import Cutter
from chunkers.cutting.separators import DEFAULT_LEVELS
from chunkers.document import Document
from chunkers.graphemes import graphemes
from chunkers.length import Measure
from chunkers.span import Span

#: Blank line, line, sentence end, clause mark, space: the default separators without Markdown's headings.
LINE_LEVELS = DEFAULT_LEVELS[6:]
_VISIBLE = re.compile(r"\S")
_INDENTATION = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)
#: How many items are looked at for a better place to cut.
_LOOK_BACK = 8


class Packer:
    """One cut of one program."""

    def __init__(
        self,
        document: Document,
        measure: Measure,
        chunk_size: int,
        language: str,
        imports: tuple[str, ...] = (),
        with_context: bool = True,
    ) -> None:
        self._document = document
        self._text = document.text
        self._measure = measure
        self._size = chunk_size
        self._language = language
        self._imports = imports
        self._boundaries = graphemes(document)
        self._lines = line_starts(document)
        self._signatures = Signatures(document, measure, chunk_size, with_context)
        self._pack: list[Item] = []
        #: Whether an opened symbol has ended: only marks that close something may still join its last piece.
        self._ended = False
        self._pieces: list[Piece] = []

    def pack(self, items: Iterable[Item]) -> list[Piece]:
        """The pieces of items that tile a part of the document, in order."""
        for item in items:
            self._place(item)
        self._flush()
        return self._without_lone_signatures()

    def _place(self, top: Item) -> None:
        """Pack one item, opened as far as it has to be."""
        stack: list[Item | None] = [top]
        while stack:
            item = stack.pop()
            if item is None:
                self._ended = True
                continue
            if not self._see(item):
                continue
            fits = bool(self._pack) and self._fits(self._pack[0], item)
            if self._ended and not (fits and item.closes):
                self._flush()
                fits = False
            if fits:
                self._pack.append(item)
            elif item.atomic or self._fits(item, item):
                self._break_before(item)
            elif item.symbol and self._fits(item, item, bare=True):
                # A symbol stays whole, and has the context that there is room for.
                self._break_before(item)
                self._flush()
            elif item.symbol and (peeled := self._peeled(item)):
                stack.extend(reversed(peeled))
            elif item.symbol:
                self._flush()
                stack.append(None)
                stack.extend(reversed(self._open(item)))
            else:
                stack.extend(reversed(self._open(item)))

    def _see(self, item: Item) -> bool:
        """Find what is visible of an item, its first line's indentation included; False where nothing is."""
        if item.visible is None:
            match = _VISIBLE.search(self._text, item.start, item.end)
            if match is None:
                return False
            start = self._boundaries.floor(match.start())
            end = item.end
            while self._text[end - 1].isspace():
                end -= 1
            end = self._boundaries.ceil(end)
            line = self._lines[line_of(self._document, start) - 1]
            indented = line if line >= item.start else start
            item.visible = Span(indented, end)
            if indented < start and not self._fits(item, item, bare=True):
                item.visible = Span(start, end)
        return True

    def _peeled(self, item: Item) -> list[Item]:
        """The comments above a symbol and the symbol, where it is only they that make it too large."""
        peeled = item.outline.peel(item)
        is_enough = peeled and self._see(peeled[-1]) and self._fits(peeled[-1], peeled[-1], bare=True)
        return peeled if is_enough else []

    def _open(self, item: Item) -> list[Item]:
        """The smaller items of one that does not fit: its parts, or else its lines and words."""
        parts = (item.outline.open(item) if item.outline else []) or self._cut(item)
        if parts:
            parts[0].declares = item.declares
        return parts

    def _cut(self, item: Item) -> list[Item]:
        """Lines, words, and at last characters of a stretch that has no parts."""
        context = self._signatures.fullest(item.scope, item.end)
        budget = self._size - context.length - (self._measure.slack if context.text else 0)
        if budget < 1:
            budget = self._size
        within = Span(item.start, item.end)
        deepest = max(_INDENTATION.findall(self._text, *within), key=len, default="")
        if len(deepest) <= budget // 2:
            # Room for the indentation that comes back in front of a piece.
            budget -= self._measure.count(deepest)
        spans = Cutter(self._document, self._measure, LINE_LEVELS, budget, 0).cut(within)
        starts = [item.start, *(span.start for span in spans[1:])]
        atoms = []
        for index, (start, span) in enumerate(zip(starts, spans)):
            # The indentation before a span is between it and the one before.
            begin = spans[index - 1].end if index else start
            atoms.append(Item(begin, span.end, scope=item.scope, atomic=True))
        return atoms

    def _fits(self, first: Item, last: Item, bare: bool = False) -> bool:
        """Whether a piece from one item to another, with its context, keeps the limit; exact on flushing."""
        start, end = first.visible.start, last.visible.end
        context = NONE if bare else self._signatures.fullest(first.scope, start)
        budget = self._size - context.length
        slack = self._measure.slack
        if context.text:
            budget -= slack
        if budget < 1:
            return False
        if end <= self._measure.reach(start, max(budget - 4 * slack, 0)):
            return True
        return (
            end <= self._measure.reach(start, budget + slack) and self._measure.length(start, end) <= budget
        )

    def _break_before(self, item: Item) -> None:
        """Close the pack so that a new one begins with the item, or a little before it."""
        pack, cut = self._pack, len(self._pack)
        if pack and (pack[-1].glued or item.closes):
            for place in range(len(pack) - 1, max(0, len(pack) - _LOOK_BACK), -1):
                if not pack[place - 1].glued and not pack[place].closes:
                    cut = place if self._fits(pack[place], item) else cut
                    break
            if cut == len(pack) > 1 and item.closes and self._fits(pack[-1], item):
                # A closing mark alone says nothing; what it closes without its header says more.
                cut -= 1
        rest = pack[cut:]
        self._pack = pack[:cut]
        self._flush()
        self._pack = [*rest, item]

    def _flush(self) -> None:
        """Make a piece of the pack."""
        self._ended = False
        if not self._pack:
            return
        first, last = self._pack[0], self._pack[-1]
        span = Span(first.visible.start, last.visible.end)
        name, kind = self._naming(self._pack)
        self._pack = []
        *contexts, none = self._signatures.above(first.scope, span.start)
        for context in contexts:
            if self._measure.count(context.text + span.of(self._text)) <= self._size:
                self._add(span, context, name, kind)
                return
        if self._measure.slack == 0 or self._measure.length(*span) <= self._size:
            self._add(span, none, name, kind)
            return
        # Tokens are not additive: what was estimated to fit does not, by a token or two.
        for part in Cutter(self._document, self._measure, LINE_LEVELS, self._size, 0).cut(span):
            self._add(part, none, name, kind)

    def _add(self, span: Span, context: Context, name: str, kind: str) -> None:
        document = self._document
        symbol = Symbol(
            language=self._language,
            symbol_name=name,
            symbol_type=kind,
            start_line=line_of(document, span.start),
            end_line=line_of(document, max(span.end - 1, span.start)),
            imports=self._imports,
        )
        self._pieces.append(
            Piece(
                span,
                context=context.text,
                context_spans=context.spans,
                context_status=context.status,
                heading_path=(),
                symbol=symbol,
            )
        )

    def _naming(self, pack: list[Item]) -> tuple[str, str]:
        """Names and kind of what a piece holds: its whole symbols, else the one it is a part of."""
        found: dict[tuple[str, str], None] = {}
        for item in pack:
            if item.declares and item.scope:
                found[qualified(item.scope, ""), item.scope.kind] = None
            if item.outline:
                found.update(dict.fromkeys(item.outline.named(item)))
        if found:
            kinds = {kind for _, kind in found}
            return ", ".join(name for name, _ in found), kinds.pop() if len(kinds) == 1 else "mixed"
        scope = pack[0].scope
        while scope is not None and not scope.name:
            scope = scope.parent
        return (qualified(scope, ""), scope.kind) if scope else ("", "module" if self._language else "text")

    def _without_lone_signatures(self) -> list[Piece]:
        """The pieces without those that are only a signature which the next one that stays carries as context."""
        kept: list[Piece] = []
        for piece in reversed(self._pieces):
            # From the end: a signature may be carried by a piece that is itself only a signature and goes.
            is_carried = kept and any(one.contains(piece.span) for one in kept[-1].context_spans)
            if not is_carried:
                kept.append(piece)
        return kept[::-1]
