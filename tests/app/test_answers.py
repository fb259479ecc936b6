"""Words of the document made the answer of a question, the chunk in the link, the table, and what can be taken away."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from chunkers import Document, Span, split
from chunkers.evaluation import find_evidence
from pages.components.boundary_view import Lane
from pages.components.boundary_view.standalone import standalone_page
from pages.components.exports import with_parents
from pages.components.samples import sample_document

HANDBOOK = "handbook.zh-TW.md"
ANSWER = "應於 10 個工作日前送出"


def adding() -> None:
    """A page that makes words an answer, as the picture's callback does, and shows the row."""
    import streamlit as st

    from chunkers import Span
    from pages.components.new_answers import add_answer, new_answer_editor
    from pages.components.question_table import question_table
    from pages.components.samples import sample_document

    document = sample_document("handbook.zh-TW.md")
    start = document.text.index("應於 10 個工作日前送出")
    st.button("add", key="add", on_click=add_answer, args=(document, Span(start, start + 13)))
    new_answer_editor(document)
    st.session_state["asked"] = question_table(document)


def press(test: AppTest, key: str) -> AppTest:
    test.button(key=key).click()
    test.run()
    assert not test.exception
    return test


def test_the_question_set_grows_by_the_exact_span_and_back() -> None:
    test = AppTest.from_function(adding, default_timeout=30).run()
    before = test.session_state["asked"]
    test = press(test, "add")
    new = test.session_state["asked"][-1]
    document = sample_document(HANDBOOK)
    start = document.text.index(ANSWER)
    assert find_evidence(document, new).spans == (Span(start, start + 13),)
    assert (new.id, new.query) == ("new-1", f"Question {len(before) + 1}")
    test.text_input(key=f"asked.{HANDBOOK}.new-1").set_value("多久之前要送出？").run()
    assert test.session_state["asked"][-1].query == "多久之前要送出？"
    test = press(test, "add")
    assert [one.id for one in test.session_state["asked"][-2:]] == ["new-1", "new-2"]
    after = test.session_state["asked"]
    test = press(press(test, "undo_answer"), "undo_answer")
    assert test.session_state["asked"] == before
    assert test.button(key="undo_answer").disabled
    test = press(press(test, "redo_answer"), "redo_answer")
    assert test.session_state["asked"] == after
    assert test.button(key="redo_answer").disabled


def test_another_change_of_the_set_ends_what_could_be_put_back() -> None:
    test = AppTest.from_function(adding, default_timeout=30).run()
    test = press(press(test, "add"), "undo_answer")
    assert not test.button(key="redo_answer").disabled
    test = press(press(test, "add"), "undo_answer")
    test = press(test, "redo_answer")
    assert [one.id for one in test.session_state["asked"] if one.id.startswith("new-")] == ["new-1"]
    assert test.button(key="redo_answer").disabled


def test_the_chunk_of_a_link_is_selected(app: Callable) -> None:
    opened = app(chunk="b.2")
    assert opened.view["selected"] == ["b", 1]
    text = sample_document(HANDBOOK)
    span = split(text, "markdown", chunk_size=100).chunks[1].span
    assert opened.view["focus"] == list(span)
    assert any(one.value == "Chunk 2 of 10, lane B" or "lane B" in one.value for one in opened.header)
    assert opened.query_params["chunk"] == "b.2"


@pytest.mark.parametrize("chunk", ["b.99999", "d.1", "e.1", "b.0", "b.-1", "<script>", "b.2.3", ""])
def test_a_chunk_that_is_not_there_is_not_selected(app: Callable, chunk: str) -> None:
    opened = app(chunk=chunk)
    assert not any(one.value.startswith("Chunk ") for one in opened.header)


def test_every_chunk_is_in_the_table(app: Callable) -> None:
    opened = app()
    tables = [one.value for one in opened.dataframe if "heading path" in one.value.columns]
    expected = split(sample_document(HANDBOOK), "fixed", chunk_size=100).chunks
    assert tables[0]["text"].tolist() == [chunk.body for chunk in expected]
    opened = opened.set("selectbox", "table_lane", "b")
    tables = [one.value for one in opened.dataframe if "heading path" in one.value.columns]
    assert set(tables[0]["context"]) > {"【請假 > 特別休假】"}


def test_the_code_of_a_lane_is_shown(app: Callable) -> None:
    opened = app().set("selectbox", "export_lane", "b")
    code = [one.value for one in opened.test.code]
    wanted = ("load_document('sample_docs/handbook.zh-TW.md')", "'markdown'", "chunk_size=100")
    assert any(all(word in one for word in wanted) for one in code)


def test_parents_are_taken_away_too() -> None:
    cut = split(sample_document("policy.vi.md"), "parent_child", parent_size=400, child_size=100)
    records = [json.loads(line) for line in _jsonl(cut).splitlines()]
    ids = {record["chunk_id"] for record in records}
    assert cut.parents and len(records) == len(cut.parents) + len(cut.chunks)
    assert all(record["parent_id"] in ids for record in records if record["parent_id"])


def _jsonl(cut: Any) -> str:
    from chunkers.export import to_jsonl

    return to_jsonl(with_parents(cut)).decode()


def test_the_page_holds_the_text_as_text_only() -> None:
    hostile = (
        "# </script><script>alert(1)</script>\n\n<style>*{display:none}</style> ![x](http://e.invalid/x)\n"
    )
    document = Document(hostile, "</title><script>.md")
    page = standalone_page(document, [Lane("a", "</script>", "<b>", split(document, "fixed"))], [])
    assert "alert(1)" not in page
    assert page.count("</script>") == 1
    assert "&lt;/title&gt;" in page
    assert "default-src 'none'" in page
