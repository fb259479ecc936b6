"""Tables and fenced code that a cut breaks.

Both are rows under a header: the rows of a table under its column names, the lines of code under the opening
fence with the language. Between two rows a cut does no harm where every piece has the header, in its body or
as its context. So a block is broken if it is not whole in one chunk and

- a row, or the header, is whole in no chunk, or
- a row is whole only in chunks without the header.

A closing fence belongs to the last line. Indented code has no header, and in plain text it is mostly prose with
an indent, so only fenced blocks are judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from chunkers.block_scan import document_scan
from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.evaluation.holding import ChunkIndex
from chunkers.evaluation.problem_sentences import trimmed
from chunkers.span import Span
from chunkers.tables import Table, document_tables

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\r|\n|\Z)")
_CLOSING = re.compile(r"[ \t]*+(?:`{3,}+|~{3,}+)[ \t]*+\Z")


class BlockFault(NamedTuple):
    """A broken block: its span, the first chunk at fault, and what is broken, in words."""

    span: Span
    chunk_index: int
    detail: str


class _Blocks(NamedTuple):
    """The blocks of one kind in a document. Arrays are int64; every span is without white space at its ends.

    `headers` has shape `(blocks, 2)`, start equal to end where there is none; `rows` has shape `(rows, 2)` and
    `owners`, shape `(rows,)`, the number of the block of each. `by_place` gives the block by the place where a
    header line begins.
    """

    spans: list[Span]
    headers: np.ndarray
    rows: np.ndarray
    owners: np.ndarray
    by_place: dict[int, int]


def cut_tables(document: Document, index: ChunkIndex) -> list[BlockFault]:
    """The tables, Markdown and HTML, that the chunks break, in order."""
    blocks = document.memo("tables as rows", lambda: _tables(document))
    return _faults(blocks, index, ("row", "header"))


def cut_code(document: Document, index: ChunkIndex) -> list[BlockFault]:
    """The fenced code blocks that the chunks break, in order."""
    blocks = document.memo("fences as rows", lambda: _fences(document))
    return _faults(blocks, index, ("line", "opening line"))


def _faults(blocks: _Blocks, index: ChunkIndex, words: tuple[str, str]) -> list[BlockFault]:
    if not blocks.spans:
        return []
    header_first, header_after = _holders(blocks.headers, index)
    is_bare = blocks.headers[:, 0] == blocks.headers[:, 1]
    header_first[is_bare], header_after[is_bare] = 0, len(index.chunks)
    first, after = _holders(blocks.rows, index)
    is_cut = first >= after
    owners = blocks.owners
    is_fine = np.maximum(first, header_first[owners]) < np.minimum(after, header_after[owners])
    carried = _carried(blocks, index, is_fine)
    is_lost = (header_first >= header_after) & ~carried
    names = ~is_fine & ~is_cut
    broken = np.flatnonzero(is_lost | (np.bincount(owners[~is_fine], minlength=len(is_bare)) > 0))
    cuts = np.bincount(owners[is_cut], minlength=len(is_bare))
    without = np.bincount(owners[names], minlength=len(is_bare))
    row, header = words
    found = []
    for number in broken.tolist():
        told = [f"its {header} is cut"] if is_lost[number] else []
        told += [f"{_counted(int(cuts[number]), row)} cut"] if cuts[number] else []
        told += [f"{_counted(int(without[number]), row)} without the {header}"] if without[number] else []
        place = int(blocks.headers[number, 0])
        if not is_lost[number]:
            low, high = np.searchsorted(owners, [number, number + 1])
            place = int(blocks.rows[low + np.argmin(is_fine[low:high]), 0])
        touched = min(int(np.searchsorted(index.ends, place, "right")), len(index.chunks) - 1)
        found.append(BlockFault(blocks.spans[number], touched, ", ".join(told)))
    return found


def _holders(spans: np.ndarray, index: ChunkIndex) -> tuple[np.ndarray, np.ndarray]:
    """For each span the chunks `[first, after)` whose bodies hold it whole; none where `first >= after`."""
    first = np.searchsorted(index.ends, spans[:, 1], "left")
    return first, np.searchsorted(index.starts, spans[:, 0], "right")


def _carried(blocks: _Blocks, index: ChunkIndex, is_fine: np.ndarray) -> np.ndarray:
    """Which headers travel as context of some chunk, shape `(blocks,)`; rows in these chunks become fine."""
    carried = np.zeros(len(blocks.spans), bool)
    rows, owners = blocks.rows, blocks.owners
    for chunk, number in _context_headers(blocks, index.chunks):
        carried[number] = True
        low = np.searchsorted(rows[:, 0], chunk.char_start, "left")
        high = np.searchsorted(rows[:, 1], chunk.char_end, "right")
        own = owners[low:high] == number
        is_fine[low:high] |= own
    return carried


def _context_headers(blocks: _Blocks, chunks: Iterable[Chunk]) -> Iterable[tuple[Chunk, int]]:
    for chunk in chunks:
        for span in chunk.piece.context_spans:
            number = blocks.by_place.get(span.start)
            if number is not None:
                yield chunk, number


def _counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count > 1 else ''}"


def _tables(document: Document) -> _Blocks:
    return _gathered(document.text, map(_table_parts, document_tables(document)))


def _table_parts(table: Table) -> tuple[Span, Span, list[Span]]:
    ends = [*table.row_starts[1:], table.span.end]
    header = table.repeated_spans[-1] if table.repeated_spans else Span(table.span.start, table.span.start)
    return table.span, header, list(map(Span, table.row_starts, ends))


def _fences(document: Document) -> _Blocks:
    text = document.text
    return _gathered(text, (_fence_parts(text, fence) for fence in document_scan(document).fences))


def _fence_parts(text: str, fence: Span) -> tuple[Span, Span, list[Span]]:
    header, *lines = _lines(text, fence)
    if len(lines) > 1 and _CLOSING.match(lines[-1].of(text).rstrip("\r\n")):
        closing = lines.pop()
        lines[-1] = Span(lines[-1].start, closing.end)
    return fence, header, lines


def _lines(text: str, span: Span) -> list[Span]:
    lines, at = [], span.start
    while at < span.end:
        end = _LINE.match(text, at, span.end).end()
        lines.append(Span(at, end))
        at = end
    return lines


def _gathered(text: str, parts: Iterable[tuple[Span, Span, list[Span]]]) -> _Blocks:
    spans: list[Span] = []
    headers, rows, owners = [], [], []
    by_place: dict[int, int] = {}
    for number, (span, header, own) in enumerate(parts):
        spans.append(trimmed(text, span))
        headers.append(trimmed(text, header))
        if header.length:
            by_place |= {header.start: number, headers[-1].start: number}
        visible = [row for row in (trimmed(text, row) for row in own) if row.length]
        rows += visible
        owners += [number] * len(visible)
    pairs = [np.array(some, np.int64).reshape(-1, 2) for some in (headers, rows)]
    return _Blocks(spans, *pairs, np.array(owners, np.int64), by_place)
