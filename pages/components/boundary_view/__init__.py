"""The boundary view: a document cut in up to four ways, side by side, with every boundary visible.

    clicked = boundary_view(document, [Lane("a", "Fixed", "100 characters", split(document, "fixed"))])

Three mounts make one view. The *carrier* brings the code and the text, and is sent once for each document.
The view itself sends only where the chunks are, because Streamlit repeats a component's code and data
whenever its data changes. The third brings where tokens start, once too, when the view is drawn already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from chunkers import Document, Span
from pages.components.boundary_view.bundle import bundle
from pages.components.boundary_view.events import (
    existing,
    read_answer,
    read_lane_action,
    read_selection,
    read_slide,
)
from pages.components.boundary_view.payload import document_bytes, document_key, token_bytes, view_data
from pages.components.boundary_view.records import ACTIONS, Evidence, Lane, Problem, Selection, Slider

__all__ = ["ACTIONS", "Evidence", "Lane", "Problem", "Selection", "Slider", "boundary_view"]

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


#: Hands where tokens start to that code, or leaves them for it.
_TOKENS = """
export default function (component) {
  const host = (globalThis.chunkscopeBoundaryView ??= { waiting: new Map() });
  if (host.takeTokens) host.takeTokens(component.data);
  else (host.tokens ??= []).push(component.data);
}
"""

_carrier = st.components.v2.component("chunkscope_boundary_carrier", js=bundle())
_tokens = st.components.v2.component("chunkscope_boundary_tokens", js=_TOKENS)
_view = st.components.v2.component("chunkscope_boundary_view", js=_MOUNT)


def boundary_view(
    document: Document,
    lanes: Sequence[Lane],
    evidence: Sequence[Evidence] = (),
    *,
    selected: Selection | None = None,
    focus: Span | None = None,
    on_answer: Callable[[Span], None] | None = None,
    on_lane_action: Callable[[str, str], None] | None = None,
    on_slide: Callable[[str, float], None] | None = None,
    height: int = 560,
    key: str = "boundary_view",
) -> Selection | None:
    """Draw the lanes and return the chunk that is selected, or None.

    A click or Enter in the view selects; so does `selected`, when it is not what it was in the run
    before. A chunk that no longer exists is not returned. `focus` scrolls to a place in the source when
    it changes. What else people do in the view is told to callbacks, which run before the script does, so that
    they can set widgets and state: `on_answer(span)` where words were made an answer, `on_lane_action(lane,
    action)` from a lane's menu, `on_slide(key, value)` while a slider is dragged. Without `on_answer` no
    words can be made an answer. Raises `ValueError` where two lanes have the same key.
    """
    if len({lane.key for lane in lanes}) < len(lanes):
        raise ValueError(f"lanes need different keys, got {[lane.key for lane in lanes]}")
    mount = f"{key}.view"
    name = document_key(document)

    def tell(event: str, read: Callable[[Any], tuple[Any, ...] | None], told: Callable | None) -> Callable:
        def changed() -> None:
            found = read(getattr(st.session_state[mount], event, None))
            if told and found is not None:
                told(*found)

        return changed

    with st.container(gap=None):
        _carrier(data=document_bytes(document), key=f"{key}.text.{name}")
        result = _view(
            data=view_data(
                document,
                lanes,
                evidence,
                selected=selected,
                focus=focus,
                height=height,
                takes_answers=on_answer is not None,
            ),
            key=mount,
            # A state or an event exists for Streamlit only where it has a callback.
            on_selected_change=lambda: None,
            on_answer_change=tell("answer", lambda raw: _alone(read_answer(raw, document, name)), on_answer),
            on_lane_action_change=tell(
                "lane_action", lambda raw: read_lane_action(raw, lanes), on_lane_action
            ),
            on_slide_change=tell("slide", lambda raw: read_slide(raw, lanes), on_slide),
        )
        # Last: to count the tokens of a document takes longer than to draw it.
        _tokens(data=token_bytes(document), key=f"{key}.tokens.{name}")
    return existing(_latest(key, selected, result.get("selected")), lanes)


def _alone(span: Span | None) -> tuple[Span] | None:
    return None if span is None else (span,)


def _latest(key: str, given: Selection | None, reported: Any) -> Selection | None:
    """The newer of what the caller gave and what the person clicked."""
    clicked = read_selection(reported)
    memory = st.session_state.setdefault(f"{key}.memory", {"given": None, "clicked": None, "latest": None})
    if given != memory["given"]:
        memory["latest"] = given
    # A new click wins over a new `given` in the same run: the caller may only be echoing an older click.
    if clicked != memory["clicked"]:
        memory["latest"] = clicked
    memory["given"], memory["clicked"] = given, clicked
    return memory["latest"]
