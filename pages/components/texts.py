"""Document text in places that are not the boundary view. It is escaped here, and nowhere else becomes HTML."""

from __future__ import annotations

import html
from collections.abc import Sequence

import streamlit as st

from chunkers import Chunk, Span
from chunkers.span import union

_STYLE = """
<style>
.cs-text { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; font-size: .92rem;
  unicode-bidi: plaintext; max-height: 22rem; overflow: auto; margin: 0; }
.cs-text mark { background: color-mix(in srgb, #009e73 26%, transparent); color: inherit;
  border-bottom: 2px solid #009e73; }
.cs-text .cs-context { opacity: .75; font-style: italic; border-bottom: 1px dotted currentColor; }
.cs-text .cs-cut { color: #d55e00; font-weight: 700; padding: 0 .15em; }
.cs-strip { position: relative; height: 8px; border-radius: 4px; margin: .3rem 0 .5rem;
  background: color-mix(in srgb, currentColor 14%, transparent); }
.cs-strip i { position: absolute; top: 0; bottom: 0; min-width: 4px; border-radius: 4px; background: #0072b2; }
@media (prefers-color-scheme: dark) { .cs-strip i { background: #56b4e9; } }
</style>
"""


#: Punctuation with a meaning in Streamlit's Markdown; all of it can be escaped.
_MARKUP = frozenset("\\`*_{}[]()<>#+-.!|~$:&\"'=@/")


def plain(text: str) -> str:
    """A text for a Streamlit message with its Markdown switched off: file names and documents can hold anything."""
    return "".join(f"\\{char}" if char in _MARKUP else char for char in text)


def marked_html(text: str, offset: int, marks: Sequence[Span], cuts: Sequence[int] = ()) -> str:
    """A slice of the source, escaped, with the evidence marked and scissors at the cuts.

    `offset` is where the slice begins in the source; marks and cuts are in source positions.
    """
    end = offset + len(text)
    shown = [Span(max(mark.start, offset), min(mark.end, end)) for mark in union(marks)]
    shown = [mark for mark in shown if mark.start < mark.end]
    inside = [cut for cut in cuts if offset < cut < end]
    places = sorted({offset, end, *(place for mark in shown for place in mark), *inside})
    parts = []
    for left, right in zip(places, places[1:]):
        if left in inside:
            parts.append('<span class="cs-cut" role="img" aria-label="cut here">✂</span>')
        piece = html.escape(text[left - offset : right - offset])
        held = any(mark.contains(Span(left, right)) for mark in shown)
        parts.append(f"<mark>{piece}</mark>" if held else piece)
    return "".join(parts)


def chunk_text(chunk: Chunk, marks: Sequence[Span] = ()) -> None:
    """A chunk as it is embedded: its context set apart, its evidence marked, which a rendering has no place for."""
    if chunk.rendered:
        context, body = "", html.escape(chunk.text)
    else:
        context = f'<span class="cs-context">{html.escape(chunk.context)}</span>' if chunk.context else ""
        body = marked_html(chunk.body, chunk.char_start, marks)
    st.html(f'{_STYLE}<div class="cs-text" dir="auto">{context}{body}</div>')


def source_text(
    text: str, around: Span, marks: Sequence[Span], cuts: Sequence[int], margin: int = 90
) -> None:
    """A stretch of the source with some text around it, evidence marked, scissors where a boundary falls."""
    start, end = max(0, around.start - margin), min(len(text), around.end + margin)
    before, after = "…" if start else "", "…" if end < len(text) else ""
    body = marked_html(text[start:end], start, marks, cuts)
    st.html(f'{_STYLE}<div class="cs-text" dir="auto">{before}{body}{after}</div>')


def place_strip(chunk: Chunk) -> None:
    """Where in the document a chunk lies, as a strip, with the same in words for who cannot see it."""
    size = max(len(chunk.document.text), 1)
    left, width = 100 * chunk.char_start / size, 100 * chunk.span.length / size
    words = f"characters {chunk.char_start} to {chunk.char_end} of {size}"
    st.html(
        f'{_STYLE}<div class="cs-strip" role="img" aria-label="{words}" title="{words}">'
        f'<i style="left:{left:.2f}%;width:{width:.2f}%"></i></div>'
    )
