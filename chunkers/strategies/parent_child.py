"""Small chunks to search, large ones to read: each child knows the parent that it was found in.

A short passage has a sharp vector, a long one has the context that an answer needs; so children are embedded
and their parents are handed on (LangChain's ParentDocumentRetriever, LlamaIndex's auto-merging retriever).
Here both are spans of the same source. The children are exactly the chunks of the `structure` strategy at
`child_size`; parents are runs of whole children, so that no child can cross one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from chunkers.chunk import Piece
from chunkers.cutting.context import PathContext, path_context
from chunkers.cutting.packing import last_fitting
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.markdown import title_of
from chunkers.parameters import Parameter, Range
from chunkers.reading import document_sections, section_at
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import OVERLAP, UNIT, Cut, Strategy
from chunkers.strategies.structure import Structure

PARENT_SIZE = Parameter(
    "parent_size",
    "integer",
    "Parent size",
    "The most a parent may measure, in the unit chosen, with its context. More than the child size.",
    range=Range(default=1200, minimum=2, maximum=10**9, low=900, high=1800, step=50, unit="unit"),
)
CHILD_SIZE = Parameter(
    "child_size",
    "integer",
    "Child size",
    "The most a child may measure, in the unit chosen, with its context. Children are what is searched.",
    range=Range(default=250, minimum=1, maximum=10**9, low=180, high=350, step=10, unit="unit"),
)
MIN_SIZE = replace(
    Structure.parameter("min_size"),
    label="Smallest child",
    help="A section below this size shares a child with the next one under the same heading, where both fit. 0: never.",
    range=replace(Structure.parameter("min_size").range, default=180),
    expert=True,
)
#: How strongly two neighbouring children are kept in one parent: below the six levels of headings, by a
#: blank line between them, and within a paragraph.
_PARAGRAPH, _WITHIN = 7, 8


class ParentChild(Strategy):
    """Children for the search inside parents for the answer, both along the headings.

    A section with all its subsections is one parent where it fits; else its subsections are merged, in
    order, while they fit, then paragraphs. Heading lines stand in the parent's text; those above its start
    are its context, as they are a child's.
    """

    name = "parent_child"
    label = "Parent and child"
    summary = "Searches small chunks and hands on the larger part of the document around each."
    when = "Where a question finds one sentence but its answer needs the section around it."
    about = About(
        how="Children are the chunks that structure makes at the child size. Parents are runs of whole children: a "
        "section with all its subsections where it fits, else its subsections in order while they fit, else its "
        "paragraphs. So no child crosses a parent, and each knows its parent_id. Children are embedded and searched; "
        "the parent of what was found is handed on.",
        when_not="Where a chunk answers on its own: then parents only spend the budget of what reads them. Where many "
        "results have one parent, fewer different passages come back than were asked for.",
        cost="No model. 3 to 5 MB a second on one core. Memory: about seven times the size of the text. Parents are "
        "stored beside the children and never embedded.",
        sources=(
            Source(
                "LangChain, ParentDocumentRetriever",
                "https://reference.langchain.com/python/langchain-classic/retrievers/parent_document_retriever/"
                "ParentDocumentRetriever",
            ),
            Source(
                "LlamaIndex, auto-merging retriever",
                "https://developers.llamaindex.ai/python/framework-api-reference/packs/auto_merging_retriever",
            ),
        ),
        sample=Sample(
            "# Bike hire\n\n"
            "## Return\n\nBring the bike back by 18:00.\n\nA late return costs one more day, at most 90 euros.\n\n"
            "## Damage\n\nReport it at the desk.\n\nA stolen bike is paid in full.\n",
            {"parent_size": 130, "child_size": 70, "unit": "characters", "min_size": 0},
            "The search finds the child with “at most 90 euros”; the parent also holds the rule that it is about.",
            "bikes.md",
        ),
    )
    parameters = (
        PARENT_SIZE,
        CHILD_SIZE,
        replace(UNIT, default="tokens"),
        replace(OVERLAP, expert=True, help="The most that neighbouring children of one section share."),
        MIN_SIZE,
        *(
            one
            for one in Structure.parameters
            if one.name not in ("chunk_size", "overlap", "unit", "min_size")
        ),
    )

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        super().__init__(embedder, **values)
        parent, child, overlap = (self.values[name] for name in ("parent_size", "child_size", "overlap"))
        if child >= parent:
            raise ValueError(
                f"child_size = {child} must be between 1 and {parent - 1}: less than parent_size = {parent}"
            )
        if overlap >= child:
            raise ValueError(
                f"overlap = {overlap} must be between 0 and {child - 1}: less than child_size = {child}"
            )

    def spans(self, document: Document) -> list[Span]:
        return [piece.span for piece in self.cut(document).pieces]

    def cut(self, document: Document) -> Cut:
        own = ("parent_size", "child_size")
        shared = {name: value for name, value in self.values.items() if name not in own}
        cutter = Structure(self.embedder, chunk_size=self.values["child_size"], **shared)
        children = cutter.cut(document).pieces
        parents, parent_of = _Grouping(self, document, children).run()
        return Cut(children, parents, parent_of)


class _Grouping:
    """One document's children and the parents made of them so far."""

    def __init__(self, strategy: ParentChild, document: Document, children: Sequence[Piece]) -> None:
        self._document = document
        self._values = strategy.values
        self._measure = strategy.measure(document)
        self._size: int = strategy.values["parent_size"]
        self._children = children
        headings = [section.heading for section in document_sections(document) if section.heading]
        self._headings = {heading.span: heading for heading in headings}
        title = title_of(headings)
        self._left_out = None if self._values["include_title"] else title
        self._document_title = document.title or (title.title if title else document.name)
        self._ends = [child.span.end for child in children]
        self._levels = [self._level(index) for index in range(len(children))]
        self._parents: list[Piece] = []
        self._parent_of: list[int] = []

    def run(self) -> tuple[list[Piece], list[int]]:
        """The parents in order, and for each child the number of its parent."""
        if self._children:
            self._group(0, len(self._children))
        return self._parents, self._parent_of

    def _group(self, first: int, stop: int) -> None:
        """Make the children `[first, stop)` into parents, cut at the strongest boundaries between them."""
        strongest = min(self._levels[first + 1 : stop], default=_WITHIN)
        begins = [first, *(i for i in range(first + 1, stop) if self._levels[i] == strongest)]
        ends = [self._ends[begin - 1] for begin in (*begins[1:], stop)]
        group = 0
        while group < len(begins):
            child = begins[group]
            parent, last = self._longest(child, ends, group)
            if last < group:
                after = begins[group + 1] if group + 1 < len(begins) else stop
                if after - child > 1:
                    self._group(child, after)
                    group += 1
                    continue
                parent, last = self._lone(child), group
            self._add(child, begins[last + 1] if last + 1 < len(begins) else stop, parent)
            group = last + 1

    def _longest(self, child: int, ends: Sequence[int], group: int) -> tuple[Piece, int]:
        """The parent from `child` to the last of `ends`, from number `group` on, that fits, and its number.

        The heading lines right above the child begin the parent. `group - 1` where nothing fits.
        """
        start = min([span.start for span in self._between(child)], default=self._children[child].span.start)
        context, carried = self._context(child, start)
        last = self._last(context.text, start, ends, group)
        return self._piece(Span(start, ends[max(last, group)]), carried, context), last

    def _lone(self, child: int) -> Piece:
        """The parent of one child that does not fit together with the headings above it.

        The outermost of them go over into the context, which is shortened to what room there is.
        """
        end = self._ends[child : child + 1]
        for start in (*(span.start for span in self._between(child)[1:]), self._children[child].span.start):
            context, carried = self._context(child, start, self._size - self._measure.length(start, end[0]))
            if self._last(context.text, start, end, 0) == 0:
                return self._piece(Span(start, end[0]), carried, context)
        status = "none" if context.status == "none" else "dropped"
        return self._piece(Span(start, end[0]), carried, PathContext("", status))

    def _last(self, context: str, start: int, ends: Sequence[int], group: int) -> int:
        room = self._size - self._measure.count(context)
        last = last_fitting(self._measure, start, ends, group, room)
        # Token counts are not additive: confirm what context and body measure together.
        text = self._document.text
        while (
            context and last >= group and self._measure.count(context + text[start : ends[last]]) > self._size
        ):
            last -= 1
        return last

    def _add(self, first: int, stop: int, parent: Piece) -> None:
        """Record the parent of the children `[first, stop)`, under the path that all of them share."""
        shared = list(self._children[first].heading_path or ())
        for child in self._children[first + 1 : stop]:
            path = child.heading_path or ()
            same = [a == b for a, b in zip(shared, path)]
            shared = shared[: same.index(False) if False in same else len(same)]
        self._parent_of.extend([len(self._parents)] * (stop - first))
        self._parents.append(parent._replace(heading_path=tuple(shared)))

    def _piece(self, span: Span, carried: tuple[Span, ...], context: PathContext) -> Piece:
        return Piece(span, context.text, carried, context.status)

    def _context(
        self, child: int, start: int, room: float = math.inf
    ) -> tuple[PathContext, tuple[Span, ...]]:
        """What stands in front of the parent that begins at `start`, above `child`, and where it was taken from.

        At most half of the parent size, and at most `room`.
        """
        piece = self._children[child]
        carried = tuple(span for span in piece.context_spans if span.start < start)
        if start == piece.span.start and any(span not in self._headings for span in carried):
            # Not only a path: the header of the table in which the parent begins, as the child has it.
            return PathContext(piece.context, piece.context_status), carried
        headings = [self._headings[span] for span in carried if span in self._headings]
        titles = [heading.title for heading in headings if heading is not self._left_out]
        style, limit = self._values["context"], min(self._size // 2, room)
        return path_context(style, titles, self._document_title, limit, self._measure.count), carried

    def _between(self, child: int) -> list[Span]:
        """What stands between a child and the one before it: heading lines that the child has as context."""
        before = self._ends[child - 1] if child else 0
        piece = self._children[child]
        # A heading line that is cut itself is in the context of its parts, and is not between them.
        return [span for span in piece.context_spans if before <= span.start and span.end <= piece.span.start]

    def _level(self, child: int) -> int:
        """The rank of the boundary in front of a child: the level of the heading there, or what is below."""
        before = self._ends[child - 1] if child else 0
        start = self._children[child].span.start
        headings = [self._headings[span] for span in self._between(child) if span in self._headings]
        if headings:
            return headings[0].level
        section = section_at(self._document, start)
        if (
            section
            and section.heading
            and before <= section.heading.span.start
            and start < section.body.start
        ):
            return section.heading.level  # the heading line was kept in the body
        return _PARAGRAPH if self._document.text.count("\n", before, start) > 1 else _WITHIN
