"""No document, file name, question or model name is ever read as Markdown or HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

HOSTILE = "![x](http://example.invalid/x.png) <script>window.__pwned = 1</script> :red[x] $x^2$ `c` **b** [l](http://e.invalid)"
ANSWER = ":red[answer] ![x](http://example.invalid/x.png) $y$"
DOCUMENT = f"# {HOSTILE}\n\n{HOSTILE}\n\n## <img src=x onerror=window.__pwned=2>\n\n{ANSWER} and more.\n"
NAME = "![x](http:a)<b>:red[x]$y$.md"
#: What Streamlit reads as Markdown, and what would stand in it if a text was not escaped.
LIVE = re.compile(
    r"(?<!\\)!\[|(?<!\\)<script|(?<!\\)<img|(?<!\\):red\\?\[x|(?<!\\)\]\(|(?<!\\)\$[xy]|(?<!\\)<b>"
)


def read_as_markdown(opened: object) -> list[str]:
    """Everything on the page that Streamlit reads as Markdown."""
    elements = [
        opened.test.markdown,
        opened.test.caption,
        opened.test.error,
        opened.test.warning,
        opened.test.info,
        opened.test.success,
        opened.test.title,
        opened.test.header,
        opened.test.subheader,
    ]
    values = [one.value for kind in elements for one in kind]
    widgets = (opened.test.selectbox, opened.test.button, opened.test.slider, opened.test.toggle)
    labels = [one.label for kind in widgets for one in kind]
    return values + labels


def assert_inert(opened: object) -> None:
    for text in read_as_markdown(opened):
        assert not LIVE.search(text), text
    for one in opened.test.main.get("html"):
        assert "<script" not in one.value
        assert "<img" not in one.value
        assert "<b>" not in one.value


def test_a_document_is_text(app: Callable) -> None:
    opened = app().upload("upload", NAME, DOCUMENT.encode())
    assert opened.selectbox(key="document").value == NAME
    assert opened.view_text.endswith(DOCUMENT)
    assert_inert(opened)


def test_its_chunks_and_questions_are_text(app: Callable) -> None:
    rows = json.dumps(
        [
            {"id": HOSTILE, "question": HOSTILE, "answer": ANSWER},
            {"id": "<b>", "question": ANSWER, "answer": f"{ANSWER} nowhere"},
        ]
    ).encode()
    opened = app().upload("upload", NAME, DOCUMENT.encode())
    opened = opened.to("evaluation", document=NAME, chunk_size="30").upload(
        "question_upload", "![x](y).json", rows
    )
    assert opened.dataframe[1].value["question"].tolist() == [HOSTILE, ANSWER]
    for row in (0, 1):
        opened.session_state["rank_matrix"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
        opened.run()
        assert_inert(opened)
        assert sum(one.value.startswith("**") for one in opened.markdown) == 2
    opened = opened.to("retrieval", document=NAME, chunk_size="30")
    assert opened.error
    assert_inert(opened)


def test_the_name_of_a_refused_file_is_text(app: Callable) -> None:
    opened = app().upload("upload", NAME, b"%PDF-1.7")
    assert len(opened.error) == 1
    assert_inert(opened)


def test_the_name_of_a_refused_question_set_is_text(app: Callable) -> None:
    opened = app("evaluation").upload("question_upload", "![x](http:a)<b>:red[x]$y$.json", b"{")
    assert len(opened.error) == 1
    assert_inert(opened)


def test_the_name_of_a_model_is_text(app: Callable, loading: object) -> None:
    loading.state, loading.error = "failed", OSError(f"{HOSTILE} could not be loaded")
    for page in ("boundaries", "retrieval", "evaluation"):
        opened = app(page, model="Another model…", model_name=HOSTILE, a__strategy="Semantic")
        opened.button(key="load_model").click()
        opened.run()
        assert opened.error
        assert_inert(opened)


def test_separators_and_their_complaints_are_text(app: Callable) -> None:
    opened = app(a__strategy="Recursive", a__is_regex="true")
    opened.set("text_area", "a.separators", json.dumps([f"({HOSTILE}"]))
    assert opened.info
    assert_inert(opened)
