"""The question set: edited in place, uploaded, downloaded. Nothing that cannot be read is dropped silently."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import streamlit as st

from chunkers import Document
from chunkers.evaluation import Question, parse_questions, to_csv, to_json
from chunkers.evaluation.question_export import COLUMNS, to_row
from pages.components.documents import document_questions, keep_questions, question_rows
from pages.components.texts import plain

_HELP = {
    "id": "Left empty, it is numbered",
    "question": "What a person would ask",
    "answer": "Words of the document that must be whole in one chunk",
    "references": 'Passages: a JSON list such as [{"content": "…"}]',
    "expected_terms": "Terms that one chunk must have, with | between them",
    "expected_heading": "The title of the section",
    "expected_source": "file#anchor",
}


def question_table(document: Document) -> None:
    """The editor with its upload and downloads."""
    questions = document_questions(document)
    generation = st.session_state.setdefault("question_generation", 0)
    key = f"questions.{document.name}.{generation}"
    if key not in st.session_state:
        # The editor keeps its edits apart from its data, so the data must not follow the edits while it lives.
        st.session_state["question_base"] = question_rows(document) or [
            _cells(question) for question in questions
        ]
    edited = st.data_editor(
        pd.DataFrame(st.session_state["question_base"], columns=list(COLUMNS), dtype="string").fillna(""),
        key=key,
        num_rows="dynamic",
        hide_index=True,
        column_config={name: st.column_config.TextColumn(help=text) for name, text in _HELP.items()},
    )
    _apply(document, questions, edited)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        stem = document.name.rsplit(".", 1)[0]
        st.download_button("Download JSON", to_json(questions), f"{stem}.questions.json", "application/json")
        st.download_button("Download CSV", to_csv(questions), f"{stem}.questions.csv", "text/csv")
        if st.button("Back to the set as it came", help="Forgets the edits of this session."):
            keep_questions(document, None)
            _redraw()
    _upload(document)


def _cells(question: Question) -> dict[str, Any]:
    """One row of the editor: lists become text that reads back."""
    cells = {}
    for name, value in to_row(question).items():
        if isinstance(value, list):
            bars = name == "expected_terms" and not any("|" in item for item in value)
            value = " | ".join(value) if bars else json.dumps(value, ensure_ascii=False)
        cells[name] = value
    return cells


def _apply(document: Document, questions: tuple[Question, ...], edited: pd.DataFrame) -> None:
    """Take over what was edited. A row that cannot be read stays in the table, and the reason is said."""
    rows = [
        {name: value for name, value in row.items() if isinstance(value, str) and value.strip()}
        for row in edited.to_dict("records")
    ]
    rows = [row for row in rows if row]
    read = parse_questions(json.dumps(rows, ensure_ascii=False), "table.json") if rows else None
    for problem in read.problems if read else ():
        st.warning(plain(str(problem)), icon=":material/warning:")
    found = read.questions if read else ()
    if found != questions:
        keep_questions(document, found, rows)
        st.rerun()


def _upload(document: Document) -> None:
    file = st.file_uploader(
        "Upload a question set",
        type=("json", "jsonl", "csv"),
        key="question_upload",
        help="JSON, JSONL or CSV with `question` and `answer`, `references`, `expected_terms` or `expected_heading`.",
    )
    if file is None or st.session_state.get("question_upload_seen") == (file.file_id, document.name):
        return
    try:
        read = parse_questions(file.getvalue(), file.name)
    except ValueError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    for problem in read.problems:
        st.warning(plain(str(problem)), icon=":material/warning:")
    if not read.questions and not read.problems:
        st.warning("There are no questions in this file; the set stays as it is.", icon=":material/warning:")
    if read.questions:
        st.session_state["question_upload_seen"] = (file.file_id, document.name)
        keep_questions(document, read.questions)
        _redraw(rerun=not read.problems)


def _redraw(rerun: bool = True) -> None:
    """Draw the editor afresh: it holds on to its edits as long as its key is the same."""
    st.session_state["question_generation"] += 1
    if rerun:
        st.rerun()
