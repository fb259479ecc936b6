"""Ranks, verdicts and shares, on cuts and rankings set by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from chunkers import Document, split
from chunkers.evaluation import Question, Reference, evaluate, explain
from chunkers.evaluation.metrics import ceiling, hit_rate, mean_reciprocal_rank
from chunkers.evaluation.outcome import CutAt
from chunkers.retrieval import Bm25Retriever, SearchResult
from chunkers.span import Span
from tests.helpers import chunks_at, chunks_of

ANSWER = Question("q", "?", answer="beta")


class Fixed:
    """Gives the same order of chunks to every question."""

    name = "by hand"

    def __init__(self, *order: int) -> None:
        self.order = order
        self.size = len(order)
        self.searches = 0

    def search(self, queries: Sequence[str], k: int) -> SearchResult:
        self.searches += 1
        indices = np.tile(np.array(self.order[:k], np.int64), (len(queries), 1))
        return SearchResult(1 / (1 + np.arange(indices.shape[1], dtype=np.float32)) + 0 * indices, indices)


def outcome(chunks, question: Question, *order: int, ks: Sequence[int] = (1, 3, 5)):
    return evaluate(chunks, [question], Fixed(*(order or range(len(chunks)))), ks).outcomes[0]


def test_metrics_by_hand() -> None:
    ranks = [1, 2, None, 4]
    assert [hit_rate(ranks, k) for k in (1, 2, 3, 4, 99)] == [0.25, 0.5, 0.5, 0.75, 0.75]
    assert mean_reciprocal_rank(ranks) == (1 + 1 / 2 + 0 + 1 / 4) / 4
    assert mean_reciprocal_rank(ranks, 2) == (1 + 1 / 2) / 4
    assert ceiling(ranks) == 0.75


@pytest.mark.parametrize("metric", [ceiling, mean_reciprocal_rank, lambda ranks: hit_rate(ranks, 1)])
def test_metrics_of_nothing(metric) -> None:
    with pytest.raises(ValueError, match="at least one question"):
        metric([])


def test_k_below_one() -> None:
    message = "k = 0 must be a whole number >= 1"
    with pytest.raises(ValueError, match=message):
        hit_rate([1], 0)
    with pytest.raises(ValueError, match=message):
        mean_reciprocal_rank([1], 0)
    with pytest.raises(ValueError, match=message):
        outcome([], ANSWER, ks=(0,))


def test_verdicts_and_shares() -> None:
    chunks = chunks_of("alpha. ", "beta. ", "gam", "ma. ")
    questions = [
        Question("hit", "?", answer="alpha"),
        Question("ranked", "?", answer="beta"),
        Question("cut", "?", answer="gamma"),
        Question("absent", "?", answer="delta"),
        Question("unscored", "?"),
    ]
    retriever = Fixed(0, 2, 3, 1)
    result = evaluate(chunks, questions, retriever, ks=(3, 1, 1))
    assert retriever.searches == 1
    assert [(one.rank, one.verdict) for one in result.outcomes] == [
        (1, "hit"),
        (4, "ranked"),
        (None, "cut"),
        (None, "absent"),
    ]
    assert result.ks == (1, 3)
    assert result.hit == {1: 0.25, 3: 0.25}
    assert result.mrr == (1 + 1 / 4) / 4
    assert result.ceiling == 0.5
    assert result.verdicts == {"hit": 1, "ranked": 1, "cut": 1, "absent": 1}
    assert [question.id for question in result.unscored] == ["unscored"]
    assert [ranked.index for ranked in result.outcomes[0].top] == [0, 2, 3, 1]
    assert result.outcomes[0].top[1].score == 0.5


def test_cut_says_which_boundary() -> None:
    chunks = chunks_of("one two ", "three ", "four")
    found = outcome(chunks, Question("q", "?", answer="two three four"))
    assert found.cuts == (CutAt(Span(4, 18), (8, 14)),)
    assert explain(found, chunks[0].document) == "cut at 8 and 1 more: two | three four"


def test_cut_in_every_place_it_is() -> None:
    document = Document("a b\na b\n")
    found = outcome(chunks_at(document, (0, 1), (2, 5), (6, 7)), Question("q", "?", answer="a b"))
    assert found.cuts == (CutAt(Span(0, 3), (1,)), CutAt(Span(4, 7), (5,)))


def test_evidence_in_a_heading_that_is_context() -> None:
    document = Document("# The title\n\nbody\n")
    chunks = chunks_at(document, (13, 17), context="【The title】")
    found = outcome(chunks, Question("q", "?", answer="the title"))
    assert (found.verdict, found.cuts) == ("cut", (CutAt(Span(2, 11), ()),))
    assert explain(found, document) == "in no chunk's body, only in a heading: The title"
    across = outcome(chunks, Question("q", "?", answer="title body"))
    assert across.cuts == (CutAt(Span(6, 17), (13,)),)


def test_the_best_holder_counts_and_overlap_does_not_count_twice() -> None:
    chunks = chunks_at("xx beta yy", (0, 7), (3, 10), (8, 10))
    result = evaluate(chunks, [ANSWER], Fixed(2, 1, 0))
    assert result.outcomes[0].rank == 2
    assert result.outcomes[0].holders == (0, 1)
    assert (result.hit[5], result.mrr) == (1.0, 0.5)


def test_references_are_complete_with_the_last_one() -> None:
    chunks = chunks_of("alpha. ", "beta. ", "gamma. ")
    both = Question("q", "?", references=(Reference("alpha"), Reference("gamma", 13, 18)))
    assert outcome(chunks, both, 0, 1, 2).rank == 3
    assert outcome(chunks, both, 2, 0, 1).rank == 2
    cut = Question("q", "?", references=(Reference("alpha"), Reference("", 8, 15)))
    found = outcome(chunks, cut)
    assert (found.rank, found.verdict, found.cuts) == (None, "cut", (CutAt(Span(8, 15), (13,)),))
    gone = outcome(chunks, Question("q", "?", references=(Reference("alpha"), Reference("", 8, 99))))
    assert (gone.verdict, gone.missing) == ("absent", ("reference 2",))
    assert explain(gone, chunks[0].document) == "not in the document: reference 2"


def test_a_reference_counts_only_where_it_is() -> None:
    chunks = chunks_of("beta. ", "beta. ")
    assert outcome(chunks, Question("q", "?", references=(Reference("beta", 6, 10),))).rank == 2
    assert outcome(chunks, ANSWER).rank == 1


def test_a_reference_without_a_range_counts_wherever_it_is() -> None:
    chunks = chunks_at("alpha beta gamma delta alpha beta", (0, 8), (8, 22), (23, 33))
    text = Question("q", "?", references=(Reference("alpha beta"),))
    found = evaluate(chunks, [text], Fixed(0, 1, 2))
    assert (found.outcomes[0].rank, found.outcomes[0].verdict, found.ceiling) == (3, "hit", 1.0)
    assert found.outcomes[0].places == (Span(0, 10), Span(23, 33))
    there = outcome(chunks, Question("q", "?", references=(Reference("alpha beta", 0, 10),)))
    assert (there.rank, there.verdict, there.places) == (None, "cut", (Span(0, 10),))
    stale = outcome(chunks, Question("q", "?", references=(Reference("alpha beta", 20, 30),)))
    assert (stale.rank, stale.places) == (3, (Span(23, 33),))


def test_terms_must_be_in_one_chunk() -> None:
    document = Document("red fox. blue fox. red hen.")
    chunks = chunks_at(document, (0, 9), (9, 19), (19, 27))
    assert outcome(chunks, Question("q", "?", expected_terms=("RED", "hen"))).rank == 3
    found = outcome(chunks, Question("q", "?", expected_terms=("blue", "hen")))
    assert (found.verdict, found.cuts) == ("cut", (CutAt(Span(9, 26), (19,)),))
    gone = outcome(chunks, Question("q", "?", expected_terms=("red", "cow")))
    assert (gone.verdict, gone.missing) == ("absent", ("the term 'cow'",))
    with_context = chunks_at(document, (0, 9), context="【Animals】")
    assert outcome(with_context, Question("q", "?", expected_terms=("animals", "fox"))).verdict == "hit"


MARKDOWN = "# T\n\n## A\n\npaid in 5 days\n\n## B\n\npaid in 5 days\n"


def test_section_and_text_must_hold_together() -> None:
    chunks = split(MARKDOWN, "markdown", chunk_size=40).chunks
    by_heading = {chunk.heading_path[-1]: chunk.chunk_index for chunk in chunks}
    a, b = by_heading["A"], by_heading["B"]
    order = [a, b, *(index for index in range(len(chunks)) if index not in (a, b))]
    both = Question("q", "?", expected_terms=("5 days",), expected_heading="B")
    assert outcome(chunks, both, *order).rank == 2
    assert outcome(chunks, both, *order).heading_rank == 2
    assert outcome(chunks, Question("q", "?", answer="5 days", expected_heading="T > B"), *order).rank == 2
    assert outcome(chunks, Question("q", "?", answer="5 days"), *order).rank == 1
    assert outcome(chunks, Question("q", "?", answer="5 days"), *order).heading_rank is None
    only = outcome(chunks, Question("q", "?", expected_source="document#b"), *order)
    assert (only.rank, only.heading_rank) == (2, 2)
    apart = outcome(chunks, Question("q", "?", expected_terms=("6 days",), expected_heading="A"), *order)
    assert (apart.rank, apart.heading_rank, apart.verdict) == (None, 1, "absent")
    assert outcome(chunks, Question("q", "?", expected_heading="C"), *order).missing == ("the heading 'C'",)


def test_the_classic_story() -> None:
    text = "第一條：" + "甲" * 90 + "應於十個工作日前送出。" + "乙" * 50
    question = Question("q", "送出期限", answer="應於十個工作日前送出")

    def result(strategy: str, **parameters):
        cut = split(text, strategy, **parameters)
        return evaluate(cut, [question], Bm25Retriever(cut.chunks))

    cut = result("fixed", chunk_size=100)
    assert (cut.ceiling, cut.hit[5]) == (0.0, 0.0)
    assert cut.outcomes[0].cuts == (CutAt(Span(94, 104), (100,)),)
    assert result("overlap", chunk_size=100, overlap=20).ceiling == 1.0


def test_no_chunks() -> None:
    empty = split("", "fixed")
    result = evaluate(empty, [ANSWER], Bm25Retriever([]))
    assert (result.outcomes[0].verdict, result.ceiling, result.mrr) == ("absent", 0.0, 0.0)
    assert evaluate([], [ANSWER], Bm25Retriever([])).outcomes[0].top == ()


def test_wrong_calls() -> None:
    chunks = chunks_of("a ", "b ")
    for questions in ([], [Question("q", "?")]):
        with pytest.raises(ValueError, match="no question with gold"):
            evaluate(chunks, questions, Fixed(0, 1))
    with pytest.raises(ValueError, match="built on 3 chunks, but there are 2"):
        evaluate(chunks, [ANSWER], Fixed(0, 1, 2))
    with pytest.raises(ValueError, match="come from 2 documents"):
        evaluate(chunks_of("a ") + chunks_of("b "), [ANSWER], Fixed(0, 1))
    with pytest.raises(ValueError, match="ks is empty"):
        outcome(chunks, ANSWER, ks=())
    with pytest.raises(ValueError, match="whole numbers"):
        outcome(chunks, ANSWER, ks=(1.5,))
