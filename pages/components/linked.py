"""The document that a link is about: a sample by its name, a person's own by its name and a hash of its text.

The text itself is in no link, so its reader has to load the file; the hash says whether it is the same one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from chunkers import Document, Span
from pages.components.boundary_view import Lane, Selection
from pages.components.boundary_view.events import existing
from pages.components.texts import plain

#: The query parameter with the hash, which is the document's version.
_CONTENT = "content"
#: The query parameter with the selected chunk: lane and number, as the picture shows them.
_CHUNK = "chunk"
_CHUNK_FORM = re.compile(r"([a-d])\.([1-9]\d{0,8})")
_KEY = "linked_document"


@dataclass(frozen=True)
class Linked:
    """What a link says of its document; `content` is empty in a link without a hash."""

    name: str
    content: str

    def among(self, own: Mapping[str, Document]) -> str | None:
        """The name of the document that it is about, by its text, else (without a hash) by its name."""
        for name, document in own.items():
            if document.version == self.content:
                return name
        return self.name if self.name in own and not self.content else None


def find_linked(own: Mapping[str, Document], samples: Collection[str]) -> None:
    """Say what the link is about where that is not here: what opens instead must not pass for it.

    `samples` are the names and labels of what everybody has.
    """
    named = st.query_params.get("document")
    if named and named not in samples and named not in own:
        st.session_state[_KEY] = Linked(named, st.query_params.get(_CONTENT, ""))
    linked: Linked | None = st.session_state.get(_KEY)
    if linked is None:
        return
    name = plain(linked.name)
    if linked.among(own):
        del st.session_state[_KEY]
    elif linked.name in own:
        st.warning(
            f"The link is about another version of **{name}**: the text that was loaded differs from it "
            f"({plain(own[linked.name].version)}, not {plain(linked.content)}). Chunks and places may differ too.",
            icon=":material/difference:",
        )
    else:
        st.warning(
            f"The link is about **{name}**, which is not here. Load it under *Use your own document*; "
            "what you see is a sample.",
            icon=":material/link_off:",
        )


def write_link(document: Document, is_own: bool) -> None:
    """Keep the hash of a person's own document in the address."""
    content = document.version if is_own else None
    if content and st.query_params.get(_CONTENT) != content:
        st.query_params[_CONTENT] = content
    elif not content and _CONTENT in st.query_params and _KEY not in st.session_state:
        del st.query_params[_CONTENT]


def linked_selection() -> Selection | None:
    """The chunk that the link of this session is about, such as `b.17`; the same in every run."""
    if "linked_chunk" not in st.session_state:
        st.session_state["linked_chunk"] = st.query_params.get(_CHUNK, "")
    match = _CHUNK_FORM.fullmatch(st.session_state["linked_chunk"])
    return Selection(match[1], int(match[2]) - 1) if match else None


def linked_place(lanes: Sequence[Lane]) -> Span | None:
    """Where the chunk of the link is, as it was when the link was opened: the picture goes there once."""
    selection = existing(linked_selection(), lanes)
    if "linked_place" not in st.session_state and lanes:
        chunking = next((lane.chunking for lane in lanes if selection and lane.key == selection.lane), None)
        st.session_state["linked_place"] = chunking.chunks[selection.index].span if chunking else None
    return st.session_state.get("linked_place")


def link_selection(selection: Selection | None) -> None:
    """Keep the selected chunk in the address."""
    chunk = f"{selection.lane}.{selection.index + 1}" if selection else None
    if chunk and st.query_params.get(_CHUNK) != chunk:
        st.query_params[_CHUNK] = chunk
    elif not chunk and _CHUNK in st.query_params:
        del st.query_params[_CHUNK]
