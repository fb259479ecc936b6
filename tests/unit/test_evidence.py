"""Where the gold is: folded search with exact source spans, sections, references, and who holds what."""

from __future__ import annotations

import pytest

from chunkers import Document, Span
from chunkers.evaluation import Question, Reference, find_evidence, fold, holds
from chunkers.evaluation.evidence import locate, tightest_window
from chunkers.evaluation.folding import Folded
from chunkers.evaluation.holding import ChunkIndex
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
    ("reference", "span"),
    [
        (Reference("b c", 2, 5), Span(2, 5)),
        (Reference("", 2, 5), Span(2, 5)),
        (Reference("B  C", 2, 5), Span(2, 5)),
        (Reference("b c", 6, 9), Span(8, 11)),
        (Reference("b c", 90, 93), Span(8, 11)),
        (Reference("b c"), Span(2, 5)),
        (Reference("zzz", 2, 5), None),
        (Reference("", 2, 50), None),
    ],
)
def test_locate(reference: Reference, span: Span | None) -> None:
    assert locate(Document("a b c d b c"), reference) == span


def test_tightest_window() -> None:
    first, second = [Span(0, 2), Span(50, 52)], [Span(10, 12), Span(46, 48)]
    assert tightest_window([first, second]) == Span(46, 52)
    assert tightest_window([first]) == Span(0, 2)
    assert tightest_window([]) is None


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
