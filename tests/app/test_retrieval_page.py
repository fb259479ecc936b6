"""Retrieval: one question, and what each lane brings for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pages.components.samples import sample_questions

CUT = "annual-leave-long"


def links(opened: object) -> list[str]:
    return [one.value for one in opened.test.main.get("html")]


def test_a_question_of_the_set_says_cut_where_no_chunk_has_the_answer(app: Callable) -> None:
    opened = app("retrieval")
    assert opened.selectbox(key="question").value == CUT
    assert [one.value for one in opened.header] == ["A · Fixed", "B · Markdown"]
    (cut,) = opened.error
    assert cut.value.startswith("cut at 100")
    assert "應於 10 個工作 \\| 日前送出" in cut.value
    (found,) = opened.success
    assert found.value == "Whole evidence at rank 1"


def test_every_question_of_the_set_has_its_verdict(app: Callable) -> None:
    opened = app("retrieval")
    for question in sample_questions("handbook.zh-TW.md"):
        opened.set("selectbox", "question", question.id)
        assert len(opened.error) + len(opened.success) + len(opened.warning) == 2, question


def test_as_many_results_as_asked_for(app: Callable) -> None:
    opened = app("retrieval").set("slider", "results", 3)
    ranks = [one.value for one in opened.markdown if one.value.startswith("**")]
    assert [rank[2] for rank in ranks] == ["1", "2", "3", "1", "2", "3"]
    assert sum("holds the evidence" in rank for rank in ranks) >= 1


def test_more_results_than_chunks(app: Callable) -> None:
    opened = app("retrieval", chunk_size="1000").set("slider", "results", 20)
    ranks = [one.value for one in opened.markdown if one.value.startswith("**")]
    assert 0 < len(ranks) < 40


def test_a_question_of_ones_own_is_ranked_without_a_verdict(app: Callable) -> None:
    opened = app("retrieval")
    opened.set("selectbox", "question", "own question")
    assert any("Type a question" in one.value for one in opened.caption)
    opened.set("text_input", "own_question", "病假要附什麼證明？")
    assert not opened.error
    assert not opened.success
    ranks = [one.value for one in opened.markdown if one.value.startswith("**1.**")]
    assert len(ranks) == 2
    assert "holds the evidence" not in "".join(one.value for one in opened.markdown)


@pytest.mark.parametrize("query", ["?", "🙂", "zzzz", "a" * 5000, "「」", "' OR 1=1 --"])
def test_any_question_can_be_asked(app: Callable, loading: object, query: str) -> None:
    loading.state = "ready"
    for model in ("BM25 (words, no model)", "Jaccard (shared words, no model)", "all-MiniLM-L6-v2"):
        opened = app("retrieval", model=model, question="Ask a question of your own…")
        opened.set("text_input", "own_question", query)
        assert sum(one.value.startswith("**1.**") for one in opened.markdown) == 2


def test_the_page_waits_for_the_model_and_then_shows(app: Callable, loading: object) -> None:
    opened = app("retrieval", model="multilingual-e5-small")
    assert any("loading in the background" in one.value for one in opened.info)
    assert not opened.header
    loading.state = "ready"
    opened.run()
    assert len(opened.header) == 2
    assert any("Model ready" in one.value for one in opened.caption)


def test_a_lane_without_a_cut_does_not_hide_the_other(app: Callable) -> None:
    opened = app("retrieval", a__strategy="Semantic")
    assert [one.value for one in opened.header] == ["B · Markdown"]
    assert any("Lane A, Semantic" in one.value for one in opened.info)


def test_no_lane_at_all_is_no_failure(app: Callable) -> None:
    for page in ("boundaries", "retrieval", "evaluation"):
        opened = app(page, a__strategy="Semantic", b__strategy="Semantic")
        assert len(opened.info) >= 2


def test_the_evidence_is_marked_and_the_source_escaped(app: Callable) -> None:
    opened = app("retrieval", document="Engineering handbook · English")
    html = "".join(links(opened))
    assert "<mark>" in html
    assert "cs-context" in html
