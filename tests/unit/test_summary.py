"""The summary of a cut, counted by hand."""

from __future__ import annotations

import time

import pytest

from chunkers import Chunking, Document, Span, make_strategy, split
from chunkers.chunk import Chunk, Piece
from chunkers.evaluation import summarise
from chunkers.evaluation.summary import coverage, cut_sentences


def cut_by_hand(text: str, *pieces: Piece, **parameters) -> Chunking:
    document = Document(text)
    chunks = [Chunk(document, piece, index, "by hand", "1-0") for index, piece in enumerate(pieces)]
    return Chunking(document, make_strategy("overlap", **parameters), chunks, [], None, 0.0)


def test_by_hand() -> None:
    text = "One two. Three four. Five."
    cut = cut_by_hand(text, Piece(Span(0, 14)), Piece(Span(9, 20), "【T】"), chunk_size=30, overlap=6)
    summary = summarise(cut)
    assert (summary.count, summary.mean, summary.minimum, summary.maximum) == (2, 14.0, 14, 14)
    assert (summary.overlap_asked, summary.overlap_got) == (6, 5.0)
    # 22 visible characters, of which "Five." is in no chunk.
    assert summary.coverage == 17 / 22
    assert summary.cut_sentences == 1
    assert [span.of(text).strip() for span in cut_sentences(cut)] == ["Five."]


def test_lengths_are_in_the_unit_and_of_the_final_text() -> None:
    text = "# Alpha\n\none two three four five six\n"
    words = summarise(split(text, "markdown", unit="words", chunk_size=20, include_title=True))
    assert (words.count, words.minimum, words.maximum) == (1, 7, 7)


def test_heading_lines_that_travel_as_context_are_covered_and_not_cut() -> None:
    text = "# T\n\nIntro here.\n\n## Expenses\n\nPaid in 5 days. Or later.\n"
    summary = summarise(split(text, "markdown", chunk_size=200))
    assert (summary.coverage, summary.cut_sentences) == (1.0, 0)


def test_fixed_windows_cut_sentences() -> None:
    text = "Aaaa bbbb. Cccc dddd. Eeee ffff."
    assert summarise(split(text, "fixed", chunk_size=11)).cut_sentences == 0
    assert summarise(split(text, "fixed", chunk_size=16)).cut_sentences == 1
    assert summarise(split(text, "fixed", chunk_size=5)).cut_sentences == 3


@pytest.mark.parametrize("text", ["", " \n "])
def test_nothing(text: str) -> None:
    summary = summarise(split(text, "fixed"))
    assert (summary.count, summary.mean, summary.minimum, summary.maximum) == (0, 0.0, 0, 0)
    assert (summary.overlap_got, summary.coverage, summary.cut_sentences) == (0.0, 1.0, 0)


def test_coverage_counts_each_character_once() -> None:
    document = Document("ab cd")
    assert coverage(document, [Span(0, 2), Span(1, 2), Span(0, 1)]) == 0.5


def test_time_is_linear() -> None:
    def seconds(copies: int) -> float:
        text = "A short sentence of no meaning. Another one.\n\n" * copies
        cut = split(text, "overlap", chunk_size=90, overlap=30)
        started = time.process_time()
        summarise(cut)
        return time.process_time() - started

    assert min(seconds(8000) for _ in range(2)) < 8 * max(min(seconds(2000) for _ in range(2)), 0.02)
