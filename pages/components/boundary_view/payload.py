"""What travels to the browser: spans, contexts and cut answers of every lane, as compact JSON.

Nothing here knows Streamlit. All offsets are code points; the browser, whose strings are UTF-16,
translates them once per document, because it also needs the code points for what it tells people.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from chunkers import Chunking, Document, Span
from chunkers.length import unit_words
from chunkers.tokens import tiktoken_tokenizer
from pages.components.boundary_view.numbers import encode_numbers, pack, pack_rising, pack_spans
from pages.components.boundary_view.outline import (
    displayable,
    encode_contexts,
    encode_outline,
    encode_paths,
    encode_symbols,
)
from pages.components.boundary_view.problems import encode_problems
from pages.components.boundary_view.records import ACTIONS, Evidence, Lane, Selection, Slider

_KEY_LENGTH = 16
#: Streamlit sends a message above 10,000 bytes once and then refers to it; a smaller one it sends with each run.
_REMEMBERED = 10_200

#: Chunks measured for a lane's mean where measuring means tokenizing: 4 lanes then cost about 20 ms.
_MEAN_SAMPLE = 200


def document_key(document: Document) -> str:
    """Names the text in the browser: two documents with the same text and outline share it."""
    return document_bytes(document)[:_KEY_LENGTH].decode()


def document_bytes(document: Document) -> bytes:
    """Key, length of the outline, outline as JSON, text as UTF-8.

    Bytes, because JSON would double the size of a text in Chinese or Vietnamese.
    """

    def make() -> bytes:
        outline = json.dumps(encode_outline(document), ensure_ascii=False).encode("utf-8")
        content = f"{len(outline):08x}".encode() + outline + displayable(document.text).encode("utf-8")
        return _digest(content).encode() + content

    return document.memo("boundary view bytes", make)


def token_bytes(document: Document) -> bytes:
    """Key, number of bytes in use, then for each token of cl100k_base the characters from the token before.

    A byte each; 255 says that the next byte is to be added. With these the browser counts the tokens of any chunk, near
    enough for a tooltip: those that start in it. Sent after the view, because tokens take a while to be counted.
    """

    def make() -> bytes:
        starts = tiktoken_tokenizer().starts(document.text).tolist()
        steps = bytearray()
        for before, start in zip([0, *starts], starts):
            more, rest = divmod(start - before, 255)
            steps += b"\xff" * more
            steps.append(rest)
        head = document_key(document).encode() + f"{len(steps):08x}".encode()
        return (head + bytes(steps)).ljust(_REMEMBERED, b"\0")

    return document.memo("boundary view tokens", make)


def view_data(
    document: Document,
    lanes: Sequence[Lane],
    evidence: Sequence[Evidence] = (),
    *,
    selected: Selection | None = None,
    focus: Span | None = None,
    height: int = 560,
    takes_answers: bool = False,
) -> dict[str, Any]:
    """Everything one picture needs except the text; `revision` changes when anything in it does."""
    data: dict[str, Any] = {
        "document": document_key(document),
        "height": int(height),
        "lanes": [lane_data(lane, evidence) for lane in lanes],
        "evidence": {
            "spans": encode_numbers(part for one in evidence for part in (one.span.start, one.span.length)),
            "queries": [displayable(one.query) for one in evidence],
        },
        "selected": [selected.lane, int(selected.index)] if selected else None,
        "focus": [int(focus.start), int(focus.end)] if focus else None,
        "takesAnswers": takes_answers,
    }
    return {"revision": _digest(json.dumps(data, sort_keys=True).encode()), **data}


def lane_data(lane: Lane, evidence: Sequence[Evidence]) -> dict[str, Any]:
    """One lane: its header, its chunks, and the answers that it cuts."""
    chunking = lane.chunking
    chunks = chunking.chunks
    spans = [chunk.span for chunk in chunks]
    broken = {str(index): encode_numbers(cuts) for index, cuts in _broken(spans, evidence)}
    asked = int(chunking.parameters.get("overlap") or 0)
    data: dict[str, Any] = {
        "key": lane.key,
        "label": displayable(lane.label),
        "detail": displayable(lane.detail),
        "summary": _summary(chunking),
        "unit": unit_words(chunking.unit),
        "spans": pack_spans(spans),
        "contexts": encode_contexts(chunks),
        "paths": encode_paths(chunks),
        "asked": asked,
        "broken": broken,
        "problems": encode_problems(lane.problems),
        "sliders": [_slider(slider) for slider in lane.sliders],
        "actions": [action for action in ACTIONS if action in lane.actions],
    }
    if chunking.parents:
        data["parents"] = {
            "spans": pack_spans([parent.span for parent in chunking.parents]),
            "of": pack_rising([chunk.parent.chunk_index if chunk.parent else 0 for chunk in chunks]),
        }
    if symbols := encode_symbols(chunks):
        data["symbols"] = symbols
    if asked and chunking.unit != "characters":
        # In characters the browser finds the overlap from the spans.
        data["got"] = pack([overlap.got for overlap in chunking.overlaps])
    return data


def answer_cuts(spans: Sequence[Span], answer: Span) -> tuple[int, ...] | None:
    """Where boundaries cut an answer; None where the answer is whole in a chunk.

    A cut is where a chunk ends inside the answer, and where the first chunk begins if the answer begins
    before it. Empty where the answer touches no chunk at all.
    """
    # Starts increase and ends never decrease: of the chunks that begin in time, the last reaches furthest.
    last = bisect_right(spans, answer.start, key=lambda span: span.start) - 1
    if last >= 0 and spans[last].contains(answer):
        return None
    first = bisect_right(spans, answer.start, key=lambda span: span.end)
    cuts: list[int] = []
    before = -1
    for span in spans[first:]:
        if span.start >= answer.end:
            break
        if before <= answer.start < span.start:
            cuts.append(span.start)
        # Chunks that overlap may end at the same place: one cut.
        if answer.start < span.end < answer.end and span.end != before:
            cuts.append(span.end)
        before = span.end
    return tuple(cuts)


def _broken(spans: Sequence[Span], evidence: Sequence[Evidence]) -> Iterable[tuple[int, tuple[int, ...]]]:
    for index, one in enumerate(evidence):
        cuts = answer_cuts(spans, one.span)
        if cuts is not None:
            yield index, cuts


def _slider(slider: Slider) -> dict[str, Any]:
    return {
        "key": slider.key,
        "label": displayable(slider.label),
        "low": _plain(slider.low),
        "high": _plain(slider.high),
        "step": _plain(slider.step),
        "value": _plain(slider.value),
    }


def _plain(value: float) -> int | float:
    """A number that JSON knows: NumPy's it does not, and the whole data would travel as a string."""
    return int(value) if value == int(value) else float(value)


def _summary(chunking: Chunking) -> str:
    count = len(chunking.chunks)
    if not count:
        return "no chunks"
    chunks = chunking.chunks
    about = ""
    if chunking.unit != "characters" and count > _MEAN_SAMPLE:
        about = "about "
        chunks = chunks[:: -(-count // _MEAN_SAMPLE)]
    mean = sum(map(chunking.length, chunks)) / len(chunks)
    return f"{count:,} {'chunk' if count == 1 else 'chunks'} · mean {about}{mean:,.0f} {unit_words(chunking.unit)}"


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:_KEY_LENGTH]
