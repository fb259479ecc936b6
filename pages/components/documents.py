"""Choosing a document: a sample, an upload or a paste. What a person brought stays for the session."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from chunkers import Document
from chunkers.evaluation import Question
from chunkers.loaders import (
    ENCODINGS,
    SOURCE_TYPES,
    LoadError,
    decoding,
    document_from_bytes,
    document_from_text,
)
from pages.components.bound import bound
from pages.components.linked import find_linked, write_link
from pages.components.samples import SAMPLES, sample_document, sample_questions
from pages.components.texts import plain

_AUTO = "detect"
_TYPES = [ending.removeprefix(".") for ending in SOURCE_TYPES if ending]


@dataclass(frozen=True)
class Choice:
    """The document in hand, and the chunk size (characters) to begin with."""

    document: Document
    chunk_size: int


def choose_document() -> Choice:
    """The document chosen in the sidebar. A file that cannot be read is reported, and the last one stays."""
    own: dict[str, Document] = st.session_state.setdefault("own_documents", {})
    with st.sidebar:
        place = st.container()
        with st.expander("Use your own document", icon=":material/upload_file:"):
            _upload(own)
            _paste(own)
        with place:
            _select_new(own)
            find_linked(own, {*SAMPLES, *(sample.label for sample in SAMPLES.values())})
            options = [*SAMPLES, *own]
            name = bound(
                st.selectbox,
                "Document",
                options,
                key="document",
                format_func=_label,
                on_change=_size_follows,
            )
    choice = Choice(own[name], 400) if name in own else _sample(name)
    write_link(choice.document, name in own)
    return choice


def _sample(name: str) -> Choice:
    return Choice(sample_document(name), SAMPLES[name].chunk_size)


def document_questions(document: Document) -> tuple[Question, ...]:
    """The question set of a document: as the person left it, else the sample's own, else none."""
    sets = st.session_state.setdefault("question_sets", {})
    if document.name in sets:
        return sets[document.name][0]
    return sample_questions(document.name) if document.name in SAMPLES else ()


def question_rows(document: Document) -> list[dict[str, str]] | None:
    """The rows of the question table as they were typed, also those that cannot be read yet."""
    sets = st.session_state.setdefault("question_sets", {})
    return sets[document.name][1] if document.name in sets else None


def keep_questions(
    document: Document, questions: tuple[Question, ...] | None, rows: list[dict[str, str]] | None = None
) -> None:
    """Remember a document's question set for the session; None goes back to the sample's own."""
    sets = st.session_state.setdefault("question_sets", {})
    if questions is None:
        sets.pop(document.name, None)
    else:
        sets[document.name] = (questions, rows)


def _label(name: str) -> str:
    return SAMPLES[name].label if name in SAMPLES else name


def _size_follows() -> None:
    """A sample opens at the size that shows it best, unless the person set one of their own."""
    sizes = {sample.chunk_size for sample in SAMPLES.values()}
    chosen = SAMPLES.get(st.session_state["document"])
    if chosen and st.session_state.get("chunk_size", 100) in sizes:
        st.session_state["chunk_size"] = chosen.chunk_size


def _select_new(own: dict[str, Document]) -> None:
    """Turn to what was just brought, before the selector is drawn."""
    name = st.session_state.pop("new_document", None)
    if name in own:
        st.session_state["document"] = name


def _upload(own: dict[str, Document]) -> None:
    file = st.file_uploader(
        "Upload",
        type=_TYPES,
        key="upload",
        help="Markdown, plain text or source code, up to 50 MB. It stays on this machine.",
    )
    encoding = st.selectbox(
        "Encoding",
        (_AUTO, *ENCODINGS),
        key="upload_encoding",
        help="Detected from the bytes. Choose one where letters come out wrong.",
    )
    if file is None:
        st.session_state.pop("upload_seen", None)
        return
    seen = (file.file_id, encoding)
    name = _own_name(file.name)
    if st.session_state.get("upload_seen") == seen and name in own:
        _say_encoding(own[name])
        return
    try:
        document = document_from_bytes(file.getvalue(), name, None if encoding == _AUTO else encoding)
    except LoadError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.session_state["upload_seen"] = seen
    _add(own, document)
    _say_encoding(document)


def _own_name(name: str) -> str:
    """The name of a person's own file, never that of a sample."""
    return f"own-{name}" if name in SAMPLES else name


def _paste(own: dict[str, Document]) -> None:
    text = st.text_area("Or paste a text", key="pasted", height=120, placeholder="Markdown or plain text")
    # Never disabled: the text arrives with the click that leaves the field.
    if st.button("Use this text", key="use_pasted"):
        _add(own, document_from_text(text, "pasted.md"))


def _add(own: dict[str, Document], document: Document) -> None:
    if not document.text.strip():
        st.error("There is no text in it: nothing to cut.", icon=":material/error:")
        return
    own[document.name] = document
    st.session_state["new_document"] = document.name


def _say_encoding(document: Document) -> None:
    read = decoding(document)
    st.caption(f"Read as {read.encoding}{'' if read.confident else ' (a guess: check the letters)'}")
    for warning in read.warnings:
        st.warning(plain(warning), icon=":material/warning:")
