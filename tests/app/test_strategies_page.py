"""Strategies: a page each, by choice and by link, and from there to one's own document."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chunkers import STRATEGIES
from chunkers.docs import python_call, sample_cut, shell_call


def words_of(opened: object) -> str:
    return "\n".join(one.value for kind in ("markdown", "caption") for one in getattr(opened, kind))


def htmls(opened: object) -> str:
    return "\n".join(one.proto.body for one in opened.main if one.type == "html")


def test_it_opens_with_the_first(app: Callable) -> None:
    opened = app("strategies")
    assert opened.button_group(key="strategy").value == "fixed"
    assert opened.header[0].value == "Fixed"


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_link_opens_every_strategy(app: Callable, name: str) -> None:
    strategy = STRATEGIES[name]
    opened = app("strategies", strategy=strategy.label)
    assert opened.header[0].value == strategy.label.replace("_", r"\_")
    titles = [one.value for one in opened.header[1:]]
    assert titles == ["When to use it", "When not", "What it costs", "Parameters", "How to call it", "Source"]
    (lane,) = opened.view["lanes"]
    assert lane["label"] == strategy.label
    assert lane["summary"].startswith(f"{len(sample_cut(strategy).chunks)} chunks")
    assert strategy.about.sample.text in opened.view_text
    table = htmls(opened)
    assert all(f"<code>{parameter.name}</code>" in table for parameter in strategy.parameters)
    assert [one.value for one in opened.code] == [python_call(strategy), shell_call(strategy)]
    assert all(source.url in words_of(opened) for source in strategy.about.sources)
    assert not opened.error and not opened.info


def test_no_model_is_waited_for(app: Callable) -> None:
    """The fixture's model never arrives."""
    opened = app("strategies", strategy="Semantic")
    assert len(opened.view["lanes"][0]["spans"]) > 0
    assert "stand-in for the model" in words_of(opened)


def test_a_choice_turns_the_page(app: Callable) -> None:
    opened = app("strategies").set("button_group", "strategy", "table")
    assert opened.header[0].value == "Table"


def test_the_small_text_is_cut_anew(app: Callable) -> None:
    opened = app("strategies", strategy="Fixed").set("slider", "sample.fixed.chunk_size", 60)
    assert opened.view["lanes"][0]["detail"] == "60 characters"
    assert opened.view["lanes"][0]["summary"].startswith("2 chunks")
    opened = app("strategies", strategy="Table").set("selectbox", "sample.table.rows", "serialised")
    assert "Columns: Line | Single | Day pass" in htmls(opened)


def test_a_link_restores_the_small_cut(app: Callable) -> None:
    opened = app("strategies", strategy="Overlap", sample__overlap__chunk_size="60")
    assert opened.view["lanes"][0]["detail"] == "60 characters · overlap 20"


def test_each_method_has_its_own_threshold(app: Callable) -> None:
    opened = app("strategies", strategy="Semantic").set("selectbox", "sample.semantic.method", "stdev")
    assert opened.view["lanes"][0]["detail"] == "200 characters · stdev 1"


def test_settings_that_exclude_each_other_are_said(app: Callable) -> None:
    opened = app("strategies", strategy="Overlap").set("slider", "sample.overlap.overlap", 60)
    assert [one.value for one in opened.info] == [
        r"overlap \= 60 must be between 0 and 39\: less than chunk\_size \= 40"
    ]
    assert "Parameters" in [one.value for one in opened.header]


@pytest.mark.parametrize(
    "link", [{"strategy": "Nobody"}, {"strategy": "<b>"}, {"sample.fixed.chunk_size": "x"}]
)
def test_a_link_that_makes_no_sense_opens_the_page(app: Callable, link: dict[str, str]) -> None:
    assert app("strategies", **link).header[0].value == "Fixed"


def test_context_and_parents_are_shown_apart(app: Callable) -> None:
    table = htmls(app("strategies", strategy="Markdown"))
    assert '<span class="cs-context">【Hotels &gt; At home】</span>Up to 120 euros a night.' in table
    said = words_of(app("strategies", strategy="Parent and child"))
    assert "**Parent 1** · handed on whole: 106 characters" in said
    assert "**Parent 2** · handed on whole: 65 characters" in said


def test_it_is_tried_on_the_document_in_lane_a(app: Callable) -> None:
    opened = app("strategies", strategy="Recursive")
    opened.button(key="try_it").click()
    opened.run()
    assert opened.title[0].value == "Where does it cut?"
    assert [lane["label"] for lane in opened.view["lanes"]] == ["Recursive", "Markdown"]
