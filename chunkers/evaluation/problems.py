"""What is wrong with a cut, each fault with its place: what a person jumps through in the boundary view.

Everything is arithmetic on spans. What a document says of itself (sentences, headings, rows) is found once
and kept with it, so that a moved slider costs a few searches in sorted arrays for each kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from chunkers.api import Chunking
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.evaluation.holding import ChunkIndex
from chunkers.evaluation.problem_answers import cut_answers
from chunkers.evaluation.problem_rows import BlockFault, cut_code, cut_tables
from chunkers.evaluation.problem_sentences import cut_sentences
from chunkers.evaluation.problem_sizes import beyond_window, size_faults
from chunkers.evaluation.questions import Question
from chunkers.outline import document_headings
from chunkers.span import Span

#: Every kind, in the order in which those at one place are told.
KINDS = (
    "cut answer",
    "cut sentence",
    "cut table",
    "cut code",
    "orphan heading",
    "far too small",
    "above the limit",
    "longer than the model's window",
)
_VISIBLE = re.compile(r"\S")


class Problem(NamedTuple):
    """One fault of a cut.

    `kind` is one of `KINDS`. `span` is what is at fault, in code points of the document: the answer, the
    sentence, the whole table or fenced block, the heading line, the chunk. `chunk_index` is the chunk to show:
    the one that ends inside `span`, or that is at fault itself. `detail` is one plain sentence; it may quote
    a question, and is not escaped.
    """

    kind: str
    span: Span
    chunk_index: int
    detail: str


def problems(
    chunking: Chunking,
    questions_or_spans: Iterable[Question | Span] = (),
    max_tokens: int | None = None,
    embedder: Embedder | None = None,
) -> list[Problem]:
    """The problems of a cut in order of their place.

    - *cut answer*: evidence of a question, or a span given, that is whole in no chunk: see
      `chunkers.evaluation.problem_answers`.
    - *cut sentence*: in no chunk whole; the same that `summarise` counts, rows of tables and lines of code too.
    - *cut table*, *cut code* (fenced blocks): see `chunkers.evaluation.problem_rows`.
    - *orphan heading*: a heading line at the end of a chunk, or alone in it, while what stands under it begins
      in the next chunk, which does not have the heading as its context either.
    - *far too small*, *above the limit*, *longer than the model's window*: see
      `chunkers.evaluation.problem_sizes`. The last is judged only with an embedder, given or that of the cut;
      `max_tokens` is its window, its own where left out.

    Parents are not judged. Raises `ValueError` for `max_tokens` without an embedder.
    """
    embedder = embedder or chunking.strategy.embedder
    if max_tokens is not None and embedder is None:
        raise ValueError(f"max_tokens = {max_tokens} counts a model's tokens: pass embedder=")
    chunks = chunking.chunks
    if not chunks:
        return []
    index = ChunkIndex(chunks)
    found = _cut_answers(chunking.document, index, questions_or_spans)
    found += _cuts("cut sentence", cut_sentences(chunking.document, index), index)
    found += _blocks("cut table", cut_tables(chunking.document, index))
    found += _blocks("cut code", cut_code(chunking.document, index))
    found += _orphan_headings(chunking.document, index)
    sizes = size_faults(chunking)
    if embedder is not None:
        sizes += beyond_window(chunking, embedder, max_tokens)
    found += [Problem(kind, chunks[number].span, number, detail) for kind, number, detail in sizes]
    found.sort(key=itemgetter(1))
    return found


def _cut_answers(document: Document, index: ChunkIndex, wanted: Iterable[Question | Span]) -> list[Problem]:
    found: list[Problem] = []
    for span, question in cut_answers(document, index, wanted):
        who = f"{(question.query or question.id)!r} " if question else ""
        found += _cuts("cut answer", [span], index, who)
    return found


def _cuts(kind: str, spans: Sequence[Span], index: ChunkIndex, who: str = "") -> list[Problem]:
    """A problem for each span, which no chunk holds whole, at the first boundary inside it."""
    if not spans:
        return []
    starts = np.fromiter(map(itemgetter(0), spans), np.int64, len(spans))
    touched = np.minimum(np.searchsorted(index.ends, starts, "right"), len(index.ends) - 1)
    edges = index.ends[touched].tolist()
    return [
        Problem(kind, span, number, f"{who}cut at {edge}")
        if span.start < edge < span.end
        else Problem(kind, span, number, who + _elsewhere(span, index))
        for span, number, edge in zip(spans, touched.tolist(), edges)
    ]


def _elsewhere(span: Span, index: ChunkIndex) -> str:
    """What became of a span inside which no chunk ends."""
    inside = index.boundaries_inside(span)
    return f"cut at {inside[0]}" if inside else "whole in no chunk"


def _blocks(kind: str, faults: Iterable[BlockFault]) -> list[Problem]:
    return [Problem(kind, *fault) for fault in faults]


class _Headings(NamedTuple):
    """The heading lines that have text under them: start, end, and where that text begins, int64 each."""

    starts: np.ndarray
    ends: np.ndarray
    below: np.ndarray


def _headings_with_text(document: Document) -> _Headings:
    text, headings = document.text, document_headings(document)
    rows = []
    for heading, following in zip(headings, [*headings[1:], None]):
        start, end = heading.span
        line = text[start:end]
        visible = _VISIBLE.search(text, end)
        if visible is None:
            break
        is_empty = following is not None and visible.start() >= following.span.start
        if is_empty and following.level <= heading.level:
            continue
        rows.append((end - len(line.lstrip()), start + len(line.rstrip()), visible.start()))
    return _Headings(*np.array(rows, np.int64).reshape(-1, 3).T)


def _orphan_headings(document: Document, index: ChunkIndex) -> list[Problem]:
    headings = document.memo("headings with text", lambda: _headings_with_text(document))
    after = np.searchsorted(index.starts, headings.starts, "right")
    in_body = np.searchsorted(index.ends, headings.ends, "left") < after
    with_text = np.searchsorted(index.ends, headings.below, "right") < after
    found = []
    for number in np.flatnonzero(in_body & ~with_text).tolist():
        start, end, below = (int(column[number]) for column in headings)
        first = int(np.searchsorted(index.ends, below, "right"))
        last = int(np.searchsorted(index.starts, below, "right"))
        span = Span(start, end)
        if any(one.contains(span) for chunk in index.chunks[first:last] for one in chunk.context_spans):
            continue
        detail = f"the text under this heading begins at {below}, in another chunk"
        found.append(Problem("orphan heading", span, int(after[number]) - 1, detail))
    return found
