"""Answers made of words that were selected in the picture: each is a row of the question set at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import count

import streamlit as st

from chunkers import Document, Span
from chunkers.evaluation import Question, Reference
from pages.components.documents import document_questions
from pages.components.question_table import replace_questions
from pages.components.texts import source_text

_KEY = "new_answers"


@dataclass
class _Rows:
    """The rows of one document that were made here: those that can be taken back, and those that were.

    `left` is the question set as the last undo left it: after any other change nothing can be done again.
    """

    added: list[str] = field(default_factory=list)
    taken: list[Question] = field(default_factory=list)
    left: tuple[Question, ...] = ()


def add_answer(document: Document, span: Span) -> None:
    """Let the question set grow by a row whose evidence is exactly this span. Only in a callback."""
    questions = document_questions(document)
    taken = {question.id for question in questions}
    name = next(f"new-{number}" for number in count(1) if f"new-{number}" not in taken)
    reference = Reference(span.of(document.text), span.start, span.end)
    _add(document, Question(name, f"Question {len(questions) + 1}", references=(reference,)))


def new_answer_editor(document: Document) -> None:
    """The row that was made last: what it holds, a field for its question, and the way back and forth."""
    questions = {question.id: question for question in document_questions(document)}
    rows = _rows(document)
    while rows.added and rows.added[-1] not in questions:
        rows.added.pop()
    if rows.left != tuple(questions.values()):
        rows.taken.clear()
    if not rows.added and not rows.taken:
        return
    with st.container(border=True):
        if rows.added:
            question = questions[rows.added[-1]]
            st.caption("A new answer, as a row of the question set. What is asked for?")
            span = question.references[0].span
            source_text(document.text, span, [span], (), margin=0)
        else:
            st.caption("The new answer is out of the question set again.")
        with st.container(horizontal=True, vertical_alignment="bottom"):
            if rows.added:
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
                disabled=not rows.added,
                on_click=_take_back,
                args=(document,),
            )
            st.button(
                "Redo",
                icon=":material/redo:",
                key="redo_answer",
                help="Put the row that was taken out back into the question set.",
                disabled=not rows.taken,
                on_click=_put_back,
                args=(document,),
            )


def _rows(document: Document) -> _Rows:
    return st.session_state.setdefault(_KEY, {}).setdefault(document.name, _Rows())


def _add(document: Document, question: Question) -> None:
    replace_questions(document, (*document_questions(document), question))
    _rows(document).added.append(question.id)


def _ask(document: Document, name: str) -> None:
    asked = st.session_state[f"asked.{document.name}.{name}"].strip()
    if asked:
        questions = document_questions(document)
        replace_questions(
            document, tuple(replace(one, query=asked) if one.id == name else one for one in questions)
        )


def _take_back(document: Document) -> None:
    rows, questions = _rows(document), document_questions(document)
    # Two clicks can arrive before the button is drawn anew.
    if not rows.added:
        return
    name = rows.added.pop()
    rows.taken += [one for one in questions if one.id == name]
    rows.left = tuple(one for one in questions if one.id != name)
    replace_questions(document, rows.left)


def _put_back(document: Document) -> None:
    rows = _rows(document)
    if rows.taken:
        _add(document, rows.taken.pop())
        rows.left = document_questions(document)
