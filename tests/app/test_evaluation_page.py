"""Evaluation: Hit@k under its ceiling, the matrix, the reasons, and a question set that is never lost."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

COUNT = 11
GOOD = json.dumps([{"id": "one", "question": "How many days?", "answer": "到職滿半年給 3 天"}]).encode()


def scores(opened: object) -> object:
    return opened.dataframe[0].value


def matrix(opened: object) -> object:
    return opened.dataframe[1].value


def choose(opened: object, row: int) -> object:
    """Choose a row of the matrix, as a click does."""
    opened.session_state["rank_matrix"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return opened.run()


def test_hits_never_pass_their_ceiling(app: Callable) -> None:
    opened = app("evaluation", lanes="4")
    table = scores(opened)
    assert table["ceiling"].iloc[0] == pytest.approx(10 / COUNT)
    assert table["ceiling"].iloc[1] == 1
    for k in (1, 3, 5):
        assert (table[f"Hit@{k}"] <= table["ceiling"]).all()
    assert (table["Hit@1"] <= table["Hit@3"]).all()
    assert table[["hit", "ranked", "cut", "absent"]].sum(axis=1).tolist() == [COUNT] * 4


def test_the_chart_has_its_numbers_as_text(app: Callable) -> None:
    opened = app("evaluation")
    assert len(opened.test.main.get("plotly_chart")) == 1
    words = next(one.value for one in opened.caption if one.value.startswith("Filled bars"))
    assert "under a ceiling of 91%" in words


def test_the_matrix_tells_a_cut_from_a_low_rank(app: Callable) -> None:
    cells = matrix(app("evaluation"))
    assert len(cells) == COUNT
    fixed = cells.iloc[:, 1].tolist()
    assert fixed.count("✂ cut") == 1
    assert all(cell == "✂ cut" or int(cell) >= 1 for cell in fixed)
    assert all(int(cell) >= 1 for cell in cells.iloc[:, 2])


def test_other_k(app: Callable) -> None:
    opened = app("evaluation").set("button_group", "k", [2, 10])
    assert [name for name in scores(opened).columns if name.startswith("Hit@")] == ["Hit@2", "Hit@10"]
    opened.set("button_group", "k", [])
    assert [name for name in scores(opened).columns if name.startswith("Hit@")] == ["Hit@3"]


@pytest.mark.parametrize("name", ["policy.vi.md", "engineering_handbook.en.md", "support_chat.en.txt"])
def test_every_sample_is_evaluated(app: Callable, name: str) -> None:
    opened = app("evaluation", lanes="4").set("selectbox", "document", name)
    table = scores(opened)
    assert (table["ceiling"] > 0.5).all()
    assert (table["Hit@5"] <= table["ceiling"]).all()


def test_a_chosen_miss_says_where_it_was_cut(app: Callable) -> None:
    opened = choose(app("evaluation"), 0)
    said = [one.value for one in opened.markdown if one.value.startswith("**")]
    assert len(said) == 2
    assert "cut at 100" in said[0]
    assert "ranked 1" in said[1]
    html = "".join(one.value for one in opened.test.main.get("html"))
    assert "✂" in html


def test_the_page_waits_for_the_model_and_the_questions_can_be_edited(app: Callable, loading: object) -> None:
    opened = app("evaluation", model="multilingual-e5-small")
    assert any("loading in the background" in one.value for one in opened.info)
    assert opened.file_uploader(key="question_upload")
    loading.state = "ready"
    opened.run()
    assert len(scores(opened)) == 2


def test_an_upload_replaces_the_set(app: Callable) -> None:
    opened = app("evaluation").upload("question_upload", "mine.json", GOOD)
    assert matrix(opened)["question"].tolist() == ["How many days?"]
    opened.run()
    assert matrix(opened)["question"].tolist() == ["How many days?"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("mine.json", b"{"),
        ("mine.json", b"[]"),
        ("mine.json", b"\x00\x01\x02\x03"),
        ("mine.json", b"%PDF-1.7"),
        ("mine.json", b'[{"answer": "no question"}]'),
        ("mine.jsonl", b"not json"),
        ("mine.csv", b"a,b\n1,2\n"),
        ("mine.csv", b""),
        ("mine.csv", b"PK\x03\x04"),
    ],
)
def test_a_bad_upload_is_said_and_keeps_the_set(app: Callable, name: str, data: bytes) -> None:
    opened = app("evaluation").upload("question_upload", name, data)
    assert len(opened.error) + len(opened.warning) >= 1
    assert len(matrix(opened)) == COUNT


def test_bad_rows_of_an_upload_are_reported_by_number_and_the_others_used(app: Callable) -> None:
    rows = [{"question": "How many days?", "answer": "3 天"}, {"answer": "x"}, {"question": "No gold?"}]
    opened = app("evaluation").upload("question_upload", "mine.json", json.dumps(rows).encode())
    said = " ".join(one.value for one in opened.warning)
    assert "2" in said
    assert "3" in said
    opened.run()
    assert matrix(opened)["question"].tolist() == ["How many days?"]


def test_the_set_as_it_came_can_be_had_back(app: Callable) -> None:
    opened = app("evaluation").upload("question_upload", "mine.json", GOOD)
    next(one for one in opened.button if one.label == "Back to the set as it came").click()
    opened.run()
    assert len(matrix(opened)) == COUNT
    opened.run()
    assert len(matrix(opened)) == COUNT


def test_a_hit_counts_by_the_document_in_hand(app: Callable) -> None:
    """An answer that is nowhere stays in the denominator, and is told from a cut."""
    rows = [{"question": "Where?", "answer": "nowhere at all"}, {"question": "Days?", "answer": "3 天"}]
    opened = app("evaluation").upload("question_upload", "mine.json", json.dumps(rows).encode())
    assert matrix(opened).iloc[0, 1] == "∅ absent"
    assert (scores(opened)["ceiling"] == 0.5).all()
