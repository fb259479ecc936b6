"""A link restores the experiment, and a link that makes no sense does not break the app."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from chunkers import Document


def test_a_link_restores_the_experiment(app: Callable) -> None:
    opened = app(
        document="Refund and rate-limit policy · Tiếng Việt",
        lanes="3",
        chunk_size="250",
        unit="words",
        a__strategy="Recursive",
        a__separators='["\\n\\n", " "]',
        b__strategy="Overlap",
        b__overlap="45",
        c__strategy="Markdown",
        c__context="section",
    )
    first, second, third = opened.view["lanes"]
    assert first["label"] == "Recursive"
    assert (second["label"], second["asked"]) == ("Overlap", 45)
    assert third["detail"] == "250 words · context section"
    assert opened.text_area(key="a.separators").value == '["\\n\\n", " "]'


def test_a_link_restores_retrieval_and_evaluation(app: Callable) -> None:
    opened = app("retrieval", results="2", question="請病假時薪水怎麼算？")
    assert opened.slider(key="results").value == 2
    assert opened.selectbox(key="question").value == "sick-leave-pay"
    opened = app("evaluation", k=["2", "10"])
    assert "Hit@10" in opened.dataframe[0].value.columns


@pytest.mark.parametrize(
    "link",
    [
        {"chunk_size": "abc"},
        {"chunk_size": "-5"},
        {"chunk_size": "999999999"},
        {"chunk_size": "1e400"},
        {"chunk_size": "20.7"},
        {"chunk_size": "0"},
        {"unit": "parsecs"},
        {"lanes": "7"},
        {"lanes": ""},
        {"a__strategy": "../../etc/passwd"},
        {"document": "nobody-has-this.md"},
        {"a__strategy": "Overlap", "a__overlap": "-1"},
        {"a__strategy": "Overlap", "a__overlap": "99999"},
        {"a__strategy": "Recursive", "a__separators": "["},
        {"same_size": "perhaps"},
        {"b__context": "<b>"},
        {"unknown": "1"},
    ],
    ids=str,
)
def test_a_link_that_makes_no_sense_opens_the_app(app: Callable, link: dict[str, str]) -> None:
    opened = app(**link)
    assert len(opened.view["lanes"]) == 2
    assert all(count > 0 for count in opened.counts)


@pytest.mark.parametrize(
    "link", [{"k": "7"}, {"k": "x"}, {"results": "0"}, {"question": "none of them"}], ids=str
)
@pytest.mark.parametrize("page", ["retrieval", "evaluation"])
def test_other_pages_too(app: Callable, page: str, link: dict[str, str]) -> None:
    assert app(page, **link).title


def test_a_link_to_a_document_of_ones_own_asks_for_the_file(app: Callable) -> None:
    text = "# Notes\n\nOne line about tea.\n"
    content = Document(text).version
    opened = app(document="notes.md", content=content)
    assert any(r"**notes\.md**, which is not here" in one for one in opened.messages)
    other = opened.upload("upload", "notes.md", b"# Notes\n\nAnother text.\n")
    assert any(r"another version of **notes\.md**" in one for one in other.messages)
    # The same text under another name is what the link is about.
    same = opened.upload("upload", "copy.md", text.encode())
    assert opened.selectbox(key="document").value == "copy.md"
    assert not any("The link is about" in one for one in same.messages)


def test_the_address_of_ones_own_document_has_a_hash_of_its_text(app: Callable) -> None:
    opened = app().upload("upload", "notes.md", b"# Notes\n\nOne line about tea.\n")
    assert opened.query_params["content"] == Document("# Notes\n\nOne line about tea.\n").version
    opened = opened.set("selectbox", "document", "policy.vi.md")
    assert "content" not in opened.query_params


def test_the_name_in_a_link_is_shown_as_text(app: Callable) -> None:
    opened = app(document="![x](http://example.org/x.png)")
    assert not any("![x](" in one for one in opened.messages)
