"""Where the gold is: folded search with exact source spans, sections, references, and who holds what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkers import Document, Span
from chunkers.evaluation import Question, Reference, find_evidence, fold, holds
from chunkers.evaluation.evidence import locate, tightest_window
from chunkers.evaluation.folding import Folded
from chunkers.evaluation.holding import ChunkIndex, needs
from chunkers.evaluation.occurrences import Places, occurrences
from chunkers.evaluation.places import heading_spans, slug, source_spans
from tests.helpers import chunks_at

MARKDOWN = """# Guide

Intro.

## Expenses

Paid in 5 days.

### Large ones

Paid in 9 days.

## Travel & *more*

Paid in 5 days.

## Expenses

Twice.
"""


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  A\n\t B ", "a b"),
        ("Straße", "strasse"),
        ("ﬁne e\u0301", "fine é"),
        ("a\u00a0\u3000b\x1cc\u2029d", "a b c d"),
        ("ΑΣ ς", "ασ σ"),
        ("\u1112\u1161\u11ab", "한"),
        ("", ""),
        (" \n", ""),
        ("x \u0301y", "x \u0301y"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "needle", "found"),
    [
        ("The  Big\r\n   Dog.", "big dog", ["Big\r\n   Dog"]),
        ("Die STRASSE, die Straße", "straße", ["STRASSE", "Straße"]),
        ("e\u0301tude étude etude", "étude", ["e\u0301tude", "étude"]),
        ("e\u0301tude étude etude", "etude", ["etude"]),
        ("oﬃce", "office", ["oﬃce"]),
        ("oﬃce", "off", []),
        ("ß", "s", []),
        ("tie\u0302\u0301ng Tiếng TIẾNG", "tiếng", ["tie\u0302\u0301ng", "Tiếng", "TIẾNG"]),
        ("\u1112\u1161\u11ab 한", "한", ["\u1112\u1161\u11ab", "한"]),
        ("aaaa", "aa", ["aa", "aa", "aa"]),
        ("𝒜 b\n𝒜 b", "𝒜 b", ["𝒜 b", "𝒜 b"]),
        ("abc", "", []),
        ("", "a", []),
    ],
)
def test_find_gives_the_source(text: str, needle: str, found: list[str]) -> None:
    assert [span.of(text) for span in Folded(text).find(fold(needle))] == found


def test_find_gives_exact_offsets() -> None:
    text = "ß\n\nß  Ende"
    assert Folded(text).find("ss ende") == [Span(3, 10)]


def sections(spans: list[Span]) -> list[str]:
    return [span.of(MARKDOWN).replace("\n\n", " / ") for span in spans]


def test_heading_spans() -> None:
    document = Document(MARKDOWN)
    expenses = ["## Expenses / Paid in 5 days. / ### Large ones / Paid in 9 days.", "## Expenses / Twice."]
    assert sections(heading_spans(document, "expenses")) == expenses
    assert sections(heading_spans(document, "Guide > Expenses")) == expenses
    large = ["### Large ones / Paid in 9 days."]
    assert sections(heading_spans(document, ("Expenses", "Large ones"))) == large
    assert sections(heading_spans(document, "Guide")) == [MARKDOWN.strip().replace("\n\n", " / ")]
    assert heading_spans(document, "Guide > Large ones") == []


def test_source_spans() -> None:
    document = Document(MARKDOWN, name="docs/guide.md")
    travel = ["## Travel & *more* / Paid in 5 days."]
    assert sections(source_spans(document, "guide.md#travel--more")) == travel
    assert sections(source_spans(document, "#expenses-1")) == ["## Expenses / Twice."]
    large = ["### Large ones / Paid in 9 days."]
    assert sections(source_spans(document, "docs/Guide.md#large-ones")) == large
    assert source_spans(document, "guide.md") == [Span(0, len(MARKDOWN))]
    assert source_spans(document, "other.md#expenses") == []
    assert source_spans(document, "guide.md#none") == []
    assert slug("Gói năm: 30 ngày!") == "gói-năm-30-ngày"


@pytest.mark.parametrize(
    ("reference", "spans"),
    [
        (Reference("b c", 2, 5), [Span(2, 5)]),
        (Reference("", 2, 5), [Span(2, 5)]),
        (Reference("B  C", 2, 5), [Span(2, 5)]),
        (Reference("b c", 6, 9), [Span(8, 11)]),
        (Reference("b c", 90, 93), [Span(8, 11)]),
        (Reference("b c"), [Span(2, 5), Span(8, 11)]),
        (Reference("zzz", 2, 5), []),
        (Reference("zzz"), []),
        (Reference("", 2, 50), []),
    ],
)
def test_locate(reference: Reference, spans: list[Span]) -> None:
    assert locate(Document("a b c d b c"), reference) == spans


@given(st.text("ab", max_size=40), st.text("ab", max_size=6))
def test_every_occurrence(text: str, needle: str) -> None:
    expected = [at for at in range(len(text)) if needle and text.startswith(needle, at)]
    assert occurrences(text, needle) == expected


@pytest.mark.parametrize(
    ("text", "question", "count"),
    [
        ("a" * 1_000_000, Question("q", "?", answer="a" * 100), 999_901),
        ("a" * 1_000_000, Question("q", "?", answer="a" * 300_000), 700_001),
        ("ab " * 300_000, Question("q", "?", answer="b", expected_terms=("a", "b", "ab")), 300_000),
        ("ab " * 300_000, Question("q", "?", answer="ab ab", references=(Reference("a"),)), 299_999),
    ],
    ids=["overlapping", "long", "terms", "reference"],
)
def test_very_frequent_evidence(text: str, question: Question, count: int) -> None:
    document = Document(text)
    index = ChunkIndex(chunks_at(document, (0, 500_000), (500_000, len(text))))
    evidence = find_evidence(document, question)
    assert len(evidence.answer) == count
    assert all(need.holders.all() and len(need.places) <= 20 for need in needs(evidence, index))
    assert len(evidence.spans) <= 20_001


def test_evidence_is_searched_once_for_a_document() -> None:
    document = Document("alpha beta alpha")
    first = find_evidence(document, Question("q", "?", answer="alpha"))
    assert find_evidence(document, Question("q", "?", answer="alpha")) is first
    assert find_evidence(document, Question("q", "?", answer="beta")) is not first
    by_hand = Question("q", "?", answer="alpha", expected_terms=["alpha"])
    assert find_evidence(document, by_hand).answer == first.answer


def test_places_read_like_a_tuple() -> None:
    places = Places([3, 8], [5, 9])
    assert places == (Span(3, 5), Span(8, 9)) == tuple(places)
    assert (places[1], places[-1:], len(places), bool(Places())) == (Span(8, 9), [Span(8, 9)], 2, False)
    assert places.inside([Span(7, 9), Span(0, 4)]) == [Span(8, 9)]
    assert places.inside([Span(0, 9), Span(2, 3)]) == places
    assert places.inside([]) == ()
    assert repr(Places([1], [2])) == "Places(Span(start=1, end=2))"


def test_tightest_window() -> None:
    first, second = [Span(0, 2), Span(50, 52)], [Span(10, 12), Span(46, 48)]
    assert tightest_window([first, second]) == Span(46, 52)
    assert tightest_window([first]) == Span(0, 2)
    assert tightest_window([]) is None
    assert tightest_window([first, []]) is None
    assert tightest_window([[Span(38, 39)], [Span(37, 39), Span(38, 41)]]) == Span(37, 39)


def test_answer_only_counts_inside_the_expected_section() -> None:
    document = Document(MARKDOWN)
    heading = "Travel & more"
    found = find_evidence(document, Question("q", "?", answer="paid in 5 days", expected_heading=heading))
    assert [span.start for span in found.answer] == [MARKDOWN.rindex("Paid in 5")]
    elsewhere = find_evidence(document, Question("q", "?", answer="twice", expected_heading=heading))
    assert elsewhere.missing == ("the answer in the expected section",)


def test_missing_names_everything() -> None:
    question = Question(
        "q",
        "?",
        answer="nowhere",
        references=(Reference("Intro."), Reference("gone")),
        expected_heading=("A", "B"),
        expected_source="x.md#y",
    )
    missing = find_evidence(Document(MARKDOWN), question).missing
    assert missing == ("the heading 'A > B'", "the source 'x.md#y'", "the answer", "reference 2")


def test_index_containing_touching_and_boundaries() -> None:
    index = ChunkIndex(chunks_at("x" * 30, (0, 10), (5, 15), (15, 30)))
    assert index.containing([Span(6, 9)]).tolist() == [True, True, False]
    assert index.containing([Span(0, 10), Span(20, 30)]).tolist() == [True, False, True]
    assert index.containing([Span(9, 16)]).tolist() == [False, False, False]
    assert index.touching([Span(10, 15)]).tolist() == [False, True, False]
    assert index.boundaries_inside(Span(4, 16)) == (10, 15)
    assert index.boundaries_inside(Span(10, 15)) == ()


def test_holds() -> None:
    body, context = "Paid in  9\ndays.", "【Expenses】"
    chunk = chunks_at(body, (0, len(body)), context=context)[0]
    assert holds(Question("q", "?", answer="PAID IN 9 DAYS"), chunk)
    assert not holds(Question("q", "?", answer="Expenses"), chunk), "the answer must be in the body"
    assert holds(Question("q", "?", expected_terms=("expenses", "9 days")), chunk), "or in the context"
    assert not holds(Question("q", "?", expected_terms=("expenses", "8 days")), chunk)
    assert holds(Question("q", "?", references=(Reference("", 0, 4), Reference("", 5, 7))), chunk)
    assert not holds(Question("q", "?", answer="paid", references=(Reference("gone"),)), chunk)
    assert not holds(Question("q", "?"), chunk)
