"""Chunks of a bad size: far too small, above the limit, longer than what the model reads.

Lengths are those of the final text. Exact counts of tokens are dear, so the document's measure, made once, says
which chunks are in question at all, and only those are counted.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from chunkers.api import Chunking
from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.length import Measure, measure, unit_words
from chunkers.outline import document_headings

#: A chunk below this share of the limit is far too small. Merging neighbours while they fit keeps the mean above
#: half, and what a paragraph or a table forces at its end is seldom under a quarter. A fifth of the default,
#: 400 characters, is one short sentence, too little for a vector to say what the passage is about.
SMALL_SHARE = 5
#: What the count of a slice may differ from the tokens it has within the document, and what the model adds.
_SEAM = 16
#: The most tokens a character has: one for each byte.
_WIDEST = 4
_VISIBLE = re.compile(r"\S")


class SizeFault(NamedTuple):
    """A chunk of a bad size: the kind of problem, its index, and the figures in words."""

    kind: str
    chunk_index: int
    detail: str


def size_faults(chunking: Chunking) -> list[SizeFault]:
    """The chunks far below or above the limit, `chunk_size` or `child_size`; nothing for a cut without one.

    *Far too small* is under a fifth of the limit, but not where nothing could be done: the last chunk of the
    document, and a chunk at both ends of which a section begins or ends (a short section, or several). *Above
    the limit* is what no cut can help: one grapheme that is longer.
    """
    values = chunking.strategy.values
    limit = values.get("chunk_size", values.get("child_size"))
    if limit is None:
        return []
    unit = unit_words(chunking.unit)
    found = []
    for number, length in _suspects(chunking, limit):
        if length > limit:
            found.append(SizeFault("above the limit", number, f"{length} of at most {limit} {unit}"))
        elif length * SMALL_SHARE < limit and number < len(chunking.chunks) - 1:
            if not _is_whole_sections(chunking.document, chunking.chunks[number]):
                found.append(SizeFault("far too small", number, f"{length} of at most {limit} {unit}"))
    return found


def _suspects(chunking: Chunking, limit: int) -> list[tuple[int, int]]:
    """Index and exact length of every chunk that is, or may be, too small or too long."""
    gauge = chunking.measure
    added = cache(gauge.count)
    if gauge.unit == "characters":
        lengths = [_characters(chunk) for chunk in chunking.chunks]
        return [
            (number, length)
            for number, length in enumerate(lengths)
            if length > limit or length * SMALL_SHARE < limit
        ]
    return [
        (number, chunking.length(chunk))
        for number, chunk in enumerate(chunking.chunks)
        if _is_suspect(gauge, added, chunk, limit)
    ]


def _characters(chunk: Chunk) -> int:
    piece = chunk.piece
    return len(piece.context) + piece.span.length if piece.rendering is None else len(piece.rendering)


def _is_suspect(gauge: Measure, added: Callable[[str], int], chunk: Chunk, limit: int) -> bool:
    """Whether a chunk may be too small or too long, by the units that its body has within the document."""
    if chunk.rendered:
        return True
    start, end = chunk.span
    room = limit - (added(chunk.context) if chunk.context else 0)
    small = room - limit + limit // SMALL_SHARE + gauge.slack
    return room < 0 or gauge.reach(start, room) < end or (small > 0 and gauge.reach(start, small) >= end)


class _Sections(NamedTuple):
    """Where sections begin, where their first visible text is, and where their last ends, in order."""

    starts: list[int]
    bodies: list[int]
    ends: list[int]


def _sections(document: Document) -> _Sections:
    text, headings = document.text, document_headings(document)
    starts = [0, *(heading.span.start for heading in headings)]
    bodies = [0, *(heading.span.end for heading in headings)]
    ends = [start + len(text[start:end].rstrip()) for start, end in zip(starts, [*starts[1:], len(text)])]
    visible = (_VISIBLE.search(text, body) for body in bodies)
    return _Sections(starts, [match.start() if match else len(text) for match in visible], ends)


def _is_whole_sections(document: Document, chunk: Chunk) -> bool:
    """Whether nothing of the sections in which a chunk begins and ends is left for other chunks."""
    sections = document.memo("section edges", lambda: _sections(document))
    first = bisect_right(sections.starts, chunk.char_start) - 1
    last = bisect_right(sections.starts, chunk.char_end - 1) - 1
    return chunk.char_start <= sections.bodies[first] and chunk.char_end >= sections.ends[last]


def beyond_window(chunking: Chunking, embedder: Embedder, max_tokens: int | None = None) -> list[SizeFault]:
    """The chunks of which the model reads only the head.

    By the embedder's own word; with a window given, by the tokens of the text alone, without what the model
    adds.
    """
    window = embedder.max_tokens if max_tokens is None else max_tokens
    longest = max((_characters(chunk) for chunk in chunking.chunks), default=0)
    widest = 1 if chunking.document.text.isascii() else _WIDEST
    if longest * widest + _SEAM <= window:  # without a look at the tokens at all
        return []
    gauge = measure(chunking.document, "model_tokens", tokenizer=embedder.tokenizer)
    added = cache(embedder.tokenizer.count)

    def may_be_longer(chunk: Chunk) -> bool:
        start, end = chunk.span
        room = window - _SEAM - (added(chunk.context) if chunk.context else 0)
        return chunk.rendered or room <= 0 or gauge.reach(start, room) < end

    suspects = [(number, chunk) for number, chunk in enumerate(chunking.chunks) if may_be_longer(chunk)]
    texts = [chunk.text for _, chunk in suspects]
    counts = list(map(embedder.tokenizer.count, texts))
    longer = embedder.truncated(texts) if max_tokens is None else [count > window for count in counts]
    return [
        SizeFault("longer than the model's window", number, f"{count} tokens, and the model reads {window}")
        for (number, _), count, is_longer in zip(suspects, counts, longer)
        if is_longer
    ]
