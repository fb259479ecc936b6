"""The boundary view: a document cut in up to four ways, side by side, with every boundary visible.

    clicked = boundary_view(document, [Lane("a", "Fixed", "100 characters", split(document, "fixed"))])

Two mounts make one view. The *carrier* brings the code and the text, and is sent once for each document.
The view itself sends only where the chunks are, because Streamlit repeats a component's code and data
whenever its data changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from chunkers import Document, Span
from pages.components.boundary_view.payload import (
    Evidence,
    Lane,
    Selection,
    document_bytes,
    document_key,
    view_data,
)

__all__ = ["Evidence", "Lane", "Selection", "boundary_view"]

_FOLDER = Path(__file__).parent
#: In the order of their imports; the last one exports the function that Streamlit calls.
_MODULES = ("spans.js", "rows.js", "paint.js", "tooltip.js", "select.js", "header.js", "view.js", "host.js")
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)

#: Finds the code that the carrier brought, or waits for it.
_MOUNT = """
export default function (component) {
  const host = (globalThis.chunkscopeBoundaryView ??= { waiting: new Map() });
  const root = component.parentElement;
  if (host.update) host.update(component);
  else host.waiting.set(root, component);
  return () => {
    host.waiting.delete(root);
    host.remove?.(root);
  };
}
"""


def bundle() -> str:
    """The JavaScript modules as one: Streamlit takes a single inline module, which can import nothing."""
    style = json.dumps((_FOLDER / "view.css").read_text("utf-8"))
    parts = [f"const STYLE = {style};\n"]
    for name in _MODULES:
        source = (_FOLDER / name).read_text("utf-8")
        parts.append(_EXPORT.sub("", _IMPORT.sub("", source)))
    return "\n".join(parts)


_carrier = st.components.v2.component("chunkscope_boundary_carrier", js=bundle())
_view = st.components.v2.component("chunkscope_boundary_view", js=_MOUNT)


def boundary_view(
    document: Document,
    lanes: Sequence[Lane],
    evidence: Sequence[Evidence] = (),
    *,
    selected: Selection | None = None,
    focus: Span | None = None,
    height: int = 560,
    key: str = "boundary_view",
) -> Selection | None:
    """Draw the lanes and return the chunk that is selected, or None.

    A click or a key press in the view selects; so does `selected`, when it is not what it was in the run
    before. A chunk that no longer exists is not returned. `focus` scrolls to a place in the source when
    it changes. Raises `ValueError` where two lanes have the same key.
    """
    if len({lane.key for lane in lanes}) < len(lanes):
        raise ValueError(f"lanes need different keys, got {[lane.key for lane in lanes]}")
    with st.container(gap=None):
        _carrier(data=document_bytes(document), key=f"{key}.text.{document_key(document)}")
        result = _view(
            data=view_data(document, lanes, evidence, selected=selected, focus=focus, height=height),
            key=f"{key}.view",
            # A state exists for Streamlit only where it has a callback.
            on_selected_change=lambda: None,
        )
    return existing(_latest(key, selected, result.get("selected")), lanes)


def _latest(key: str, given: Selection | None, reported: Any) -> Selection | None:
    """The newer of what the caller gave and what the person clicked."""
    clicked = _read(reported)
    memory = st.session_state.setdefault(f"{key}.memory", {"given": None, "clicked": None, "latest": None})
    if given != memory["given"]:
        memory["latest"] = given
    # A new click wins over a new `given` in the same run: the caller may only be echoing an older click.
    if clicked != memory["clicked"]:
        memory["latest"] = clicked
    memory["given"], memory["clicked"] = given, clicked
    return memory["latest"]


def _read(reported: Any) -> Selection | None:
    """What the browser reported, if it has the right form: anyone can send anything."""
    if not isinstance(reported, Mapping):
        return None
    lane, index = reported.get("lane"), reported.get("index")
    if not isinstance(lane, str) or not isinstance(index, int) or isinstance(index, bool):
        return None
    return Selection(lane, index)


def existing(selection: Selection | None, lanes: Sequence[Lane]) -> Selection | None:
    """The selection, unless its lane or its chunk is gone."""
    if selection is None:
        return None
    for lane in lanes:
        if lane.key == selection.lane:
            return selection if 0 <= selection.index < len(lane.chunking.chunks) else None
    return None
