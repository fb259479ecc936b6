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


def question_table(document: Document) -> tuple[Question, ...]:
    """Draw the editor with its upload and downloads, and give the questions as they stand now.

    Call it before what depends on the questions, in a container that stands below: then an edit counts in
    the same run, and no second run can overtake the next edit.
    """
    table, below = st.container(), st.container()
    with below:
        actions = st.container(horizontal=True, vertical_alignment="bottom")
        _upload(document)
    with table:
        questions = _edited(document)
    with actions:
        stem = document.name.rsplit(".", 1)[0]
        st.download_button("Download JSON", to_json(questions), f"{stem}.questions.json", "application/json")
        st.download_button("Download CSV", to_csv(questions), f"{stem}.questions.csv", "text/csv")
        st.button(
            "Back to the set as it came",
            help="Forgets the edits of this session.",
            on_click=replace_questions,
            args=(document, None),
        )
    return questions


def _edited(document: Document) -> tuple[Question, ...]:
    """The editor, and the questions in it. A row that cannot be read stays there, and the reason is said."""
    generation = st.session_state.setdefault("question_generation", 0)
    key = f"questions.{document.name}.{generation}"
    if key not in st.session_state:
        # The editor keeps its edits apart from its data, so the data must not follow the edits while it lives.
        cells = [_cells(question) for question in document_questions(document)]
        st.session_state["question_base"] = question_rows(document) or cells
    edited = st.data_editor(
        pd.DataFrame(st.session_state["question_base"], columns=list(COLUMNS), dtype="string").fillna(""),
        key=key,
        num_rows="dynamic",
        hide_index=True,
        column_config={name: st.column_config.TextColumn(help=text) for name, text in _HELP.items()},
    )
    rows = [
        {name: value for name, value in row.items() if isinstance(value, str) and value.strip()}
        for row in edited.to_dict("records")
    ]
    rows = [row for row in rows if row]
    read = parse_questions(json.dumps(rows, ensure_ascii=False), "table.json") if rows else None
    for problem in read.problems if read else ():
        st.warning(plain(str(problem)), icon=":material/warning:")
    questions = read.questions if read else ()
    if questions != document_questions(document):
        keep_questions(document, questions, rows)
    return questions


def _cells(question: Question) -> dict[str, Any]:
    """One row of the editor: lists become text that reads back."""
    cells = {}
    for name, value in to_row(question).items():
        if isinstance(value, list):
            bars = name == "expected_terms" and not any("|" in item for item in value)
            value = " | ".join(value) if bars else json.dumps(value, ensure_ascii=False)
        cells[name] = value
    return cells


def _upload(document: Document) -> None:
    """Take over an uploaded set. What was wrong with it is said for as long as the file is there."""
    file = st.file_uploader(
        "Upload a question set",
        type=("json", "jsonl", "csv"),
        key="question_upload",
        help="JSON, JSONL or CSV with `question` and `answer`, `references`, `expected_terms` or `expected_heading`.",
    )
    if file is None:
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
    seen = (file.file_id, document.name)
    if read.questions and st.session_state.get("question_upload_seen") != seen:
        st.session_state["question_upload_seen"] = seen
        replace_questions(document, read.questions)


def replace_questions(document: Document, questions: tuple[Question, ...] | None) -> None:
    """Another set, in an editor of its own: an editor holds on to its edits as long as its key is the same."""
    keep_questions(document, questions)
    st.session_state["question_generation"] = st.session_state.get("question_generation", 0) + 1
