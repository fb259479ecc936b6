"""Boundaries: what a person sees without a click, and what every control does to the cuts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from chunkers import STRATEGIES, chunk
from chunkers.length import UNITS
from pages.components.boundary_view import Selection
from pages.components.samples import SAMPLES, sample_document

HANDBOOK = "handbook.zh-TW.md"


def test_it_opens_with_the_handbook_cut_in_two_ways(app: Callable) -> None:
    opened = app()
    assert opened.selectbox(key="document").value == HANDBOOK
    assert [lane["label"] for lane in opened.view["lanes"]] == ["Fixed", "Markdown"]
    assert opened.slider(key="chunk_size").value == 100
    assert "應於 10 個工作日前送出" in opened.view_text
    text = sample_document(HANDBOOK).text
    assert opened.counts == [len(chunk(text, name, chunk_size=100)) for name in ("fixed", "markdown")]


def test_the_cut_answer_is_marked_where_it_is_cut(app: Callable) -> None:
    view = app().view
    fixed, markdown = view["lanes"]
    assert len(view["evidence"]["queries"]) == 11
    assert len(fixed["broken"]) == 1
    assert not markdown["broken"]
    cut = view["evidence"]["queries"][int(next(iter(fixed["broken"])))]
    assert cut == "想連續請五天特別休假，最晚要提前多久送出假單？"


def test_the_table_says_what_the_view_shows(app: Callable) -> None:
    table = app().dataframe[0].value
    assert table["whole answers"].tolist() == ["10 of 11", "11 of 11"]
    assert (table["longest"] <= 100).all()
    assert table["coverage"].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_opens_at_the_size_that_shows_it_best(app: Callable, name: str) -> None:
    opened = app().set("selectbox", "document", name)
    size = SAMPLES[name].chunk_size
    assert opened.slider(key="chunk_size").value == size
    assert opened.counts[0] == len(chunk(sample_document(name), "fixed", chunk_size=size))
    assert len(opened.view["evidence"]["queries"]) > 0


def test_a_size_of_ones_own_stays_when_the_document_changes(app: Callable) -> None:
    opened = app().set("slider", "chunk_size", 250).set("selectbox", "document", "policy.vi.md")
    assert opened.slider(key="chunk_size").value == 250


def test_the_size_moves_every_lane(app: Callable) -> None:
    opened = app()
    before = opened.counts
    after = opened.set("slider", "chunk_size", 300).counts
    assert all(new < old for new, old in zip(after, before))
    assert opened.view["lanes"][0]["detail"] == "300 characters"


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit != "model_tokens"])
def test_every_unit_cuts(app: Callable, unit: str) -> None:
    opened = app().set("selectbox", "unit", unit)
    expected = len(chunk(sample_document(HANDBOOK), "fixed", chunk_size=100, unit=unit))
    assert opened.counts[0] == expected
    assert opened.view["lanes"][0]["detail"] == f"100 {unit}"


def test_model_tokens_wait_for_the_model_and_the_page_stays(app: Callable, loading: object) -> None:
    opened = app(unit="model_tokens")
    assert any("loading in the background" in one.value for one in opened.info)
    loading.state = "ready"
    assert opened.run().view["lanes"][0]["detail"] == "100 model tokens"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_as_many_lanes_as_asked_for(app: Callable, count: int) -> None:
    opened = app().set("button_group", "lanes", count)
    assert len(opened.view["lanes"]) == count == len(opened.counts)


@pytest.mark.parametrize("lane", "abcd")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_in_every_lane(app: Callable, loading: object, lane: str, strategy: str) -> None:
    loading.state = "ready"
    opened = app(lanes="4").set("selectbox", f"{lane}.strategy", strategy)
    drawn = opened.view["lanes"]["abcd".index(lane)]
    assert drawn["label"] == STRATEGIES[strategy].label
    assert not opened.error
    assert opened.counts["abcd".index(lane)] > 1


def test_semantic_waits_for_the_model_while_the_others_go_on(app: Callable, loading: object) -> None:
    opened = app(a__strategy="Semantic")
    assert [lane["label"] for lane in opened.view["lanes"]] == ["Markdown"]
    assert any("Lane A, Semantic" in one.value for one in opened.info)
    loading.state = "ready"
    opened.run()
    assert [lane["label"] for lane in opened.view["lanes"]] == ["Semantic", "Markdown"]
    assert any("similarity" in one.value and "threshold" in one.value for one in opened.caption)


def test_a_model_that_cannot_be_loaded_is_said_and_the_rest_works(app: Callable, loading: object) -> None:
    loading.state, loading.error = "failed", OSError("no such model: ![x](http://example.invalid/x.png)")
    opened = app(model="multilingual-e5-small", a__strategy="Semantic")
    assert [one.value for one in opened.error] == ["The model could not be loaded."]
    assert [one.value for one in opened.text] == [str(loading.error)]
    assert opened.button(key="retry_model").label == "Try again"
    assert [lane["label"] for lane in opened.view["lanes"]] == ["Markdown"]


def test_an_overlap_above_the_size_is_limited_and_said(app: Callable) -> None:
    opened = app(a__strategy="Overlap").set("slider", "a.overlap", 200)
    assert not opened.error
    assert any("Overlap limited to 99" in one.value for one in opened.caption)
    assert opened.slider(key="a.overlap").value == 200
    assert opened.view["lanes"][0]["asked"] == 99
    opened.set("slider", "chunk_size", 400)
    assert opened.view["lanes"][0]["asked"] == 200
    assert not any("Overlap limited" in one.value for one in opened.caption)


def test_a_strategy_begins_with_its_own_overlap(app: Callable) -> None:
    opened = app().set("selectbox", "a.strategy", "overlap")
    assert opened.view["lanes"][0]["detail"] == "100 characters · overlap 20"
    opened.set("selectbox", "a.strategy", "recursive")
    assert opened.view["lanes"][0]["detail"] == "100 characters"


def test_a_link_keeps_its_overlap(app: Callable) -> None:
    opened = app(a__strategy="Overlap", a__overlap="35")
    assert opened.view["lanes"][0]["asked"] == 35


def test_a_size_of_its_own_for_each_lane(app: Callable) -> None:
    opened = app().set("toggle", "same_size", False)
    opened.set("slider", "b.chunk_size", 200).set("selectbox", "b.unit", "words")
    assert [lane["detail"] for lane in opened.view["lanes"]] == ["100 characters", "200 words"]


def test_a_context_that_fits_nowhere_leaves_the_text_whole(app: Callable) -> None:
    opened = app().set("slider", "chunk_size", 20)
    assert opened.dataframe[0].value["coverage"].tolist() == [1.0, 1.0]
    for context in ("section", "document", "none"):
        opened.set("selectbox", "b.context", context)
        assert f"context {context}" in opened.view["lanes"][1]["detail"]


@pytest.mark.parametrize("text", ["[", "abc", '"a"', "{}", "[1]", "[null]", '["a"', "[[1]]"])
def test_separators_that_cannot_be_read_are_reported_and_kept(app: Callable, text: str) -> None:
    opened = app(a__strategy="Recursive")
    before = opened.counts
    opened.set("text_area", "a.separators", text)
    assert [one.value for one in opened.error] == [
        'Separators: write a JSON list of strings, such as ["\\n\\n", " "]'
    ]
    assert opened.text_area(key="a.separators").value == text
    assert opened.counts == before


def test_separators_of_ones_own_cut(app: Callable) -> None:
    opened = app(a__strategy="Recursive").set("text_area", "a.separators", '["。"]')
    expected = chunk(sample_document(HANDBOOK), "recursive", chunk_size=100, separators=["。"])
    assert opened.counts[0] == len(expected)
    assert not opened.error


@pytest.mark.parametrize("pattern", ["(", "*", "(?P<a", "[a"])
def test_a_pattern_that_is_none_is_said_and_the_other_lane_stays(app: Callable, pattern: str) -> None:
    opened = app(a__strategy="Recursive", a__is_regex="true")
    assert any("Patterns need separators" in one.value for one in opened.caption)
    opened.set("text_area", "a.separators", f'["{pattern}"]')
    assert [lane["label"] for lane in opened.view["lanes"]] == ["Markdown"]
    assert any("separators" in one.value for one in opened.info)


def test_the_encodings_that_are_not_here_are_said(app: Callable) -> None:
    """tiktoken fetches its other encodings; without a network there is one clear line."""
    opened = app(a__encoding="o200k_base", unit="tokens")
    assert len(opened.view["lanes"]) + len(opened.info) == 2


def test_lane_names_are_unique_when_strategies_are_the_same(app: Callable) -> None:
    opened = app(lanes="4", b__strategy="Fixed", c__strategy="Fixed", d__strategy="Fixed")
    names = opened.dataframe[0].value["lane"].tolist()
    assert len(set(names)) == 4
    assert all(left == right for left, right in pairwise(opened.counts))


def test_the_details_are_those_of_the_chunk_that_was_clicked(app: Callable) -> None:
    opened = app()
    clicked = {"given": None, "clicked": None, "latest": Selection("a", 1)}
    opened.session_state["boundary_view.memory"] = clicked
    opened.run()
    expected = chunk(sample_document(HANDBOOK), "fixed", chunk_size=100)[1]
    assert "Chunk 2 of 10, lane A" in [one.value for one in opened.header]
    assert expected.text in [one.value for one in opened.code]
    record = dict(opened.dataframe[0].value.itertuples(index=False))
    assert record["chunk_id"] == expected.chunk_id
    assert (record["char_start"], record["char_end"]) == (str(expected.char_start), str(expected.char_end))
