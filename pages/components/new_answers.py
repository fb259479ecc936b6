"""Answers made of words that were selected in the picture: each is a row of the question set at once."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import streamlit as st

from chunkers import Document, Span
from chunkers.evaluation import Question, Reference
from pages.components.documents import document_questions
from pages.components.question_table import replace_questions
from pages.components.texts import source_text

_KEY = "new_answers"


def add_answer(document: Document, span: Span) -> None:
    """Let the question set grow by a row whose evidence is exactly this span. Only in a callback."""
    questions = document_questions(document)
    taken = {question.id for question in questions}
    name = next(f"new-{number}" for number in count(1) if f"new-{number}" not in taken)
    reference = Reference(span.of(document.text), span.start, span.end)
    number = len(questions) + 1
    replace_questions(document, (*questions, Question(name, f"Question {number}", references=(reference,))))
    _added(document).append(name)


def new_answer_editor(document: Document) -> None:
    """The row that was made last: what it holds, a field for its question, and the way back."""
    questions = {question.id: question for question in document_questions(document)}
    added = _added(document)
    while added and added[-1] not in questions:
        added.pop()
    if not added:
        return
    question = questions[added[-1]]
    with st.container(border=True):
        st.caption("A new answer, as a row of the question set. What is asked for?")
        span = question.references[0].span
        source_text(document.text, span, [span], ())
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input(
                "Question",
                question.query,
                key=f"asked.{document.name}.{question.id}",
                on_change=_ask,
                args=(document, question.id),
            )
            st.button(
                "Undo",
                icon=":material/undo:",
                key="undo_answer",
                help="Take the row out of the question set again.",
                on_click=_take_back,
                args=(document, question.id),
            )


def _added(document: Document) -> list[str]:
    """The ids of the rows that were made here and can be taken back, the last one first to go."""
    return st.session_state.setdefault(_KEY, {}).setdefault(document.name, [])


def _ask(document: Document, name: str) -> None:
    asked = st.session_state[f"asked.{document.name}.{name}"].strip()
    if asked:
        questions = document_questions(document)
        replace_questions(
            document, tuple(replace(one, query=asked) if one.id == name else one for one in questions)
        )


def _take_back(document: Document, name: str) -> None:
    questions = document_questions(document)
    replace_questions(document, tuple(one for one in questions if one.id != name))
