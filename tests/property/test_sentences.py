"""Laws of `sentence_spans`, on any Unicode text and on texts made of the pieces that are hard to cut."""

from __future__ import annotations

import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers.sentences import sentence_spans

PIECES = [
    *". ... … …… ! ? 。 ！ ？ ． ؟ । ។ ། 」 ” ’ ) ） 「 “ \" ' * _ ` [1] : ： - # | > = ``` ~~~".split(),
    *"1. a) (1) 一、 3.14 v1.2 Dr. U.S. a.m. e.g. No. word Word A é https://a.b/c?d x@y.z".split(),
    *"中文 です ไทย हिन्दी 한국 🇫🇷 👩\u200d👩\u200d👧 \u0301 \u200d \u0600".split(),
    *["Bob: ", " ", " ", "  ", "\n", "\n", "\r\n", "\r", "\n\n", "\t"],
    *["\u3000", "\u2028", "\f", "\x1c", "\x85"],
]
any_text = st.text(max_size=80)
hard_text = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
texts = st.one_of(any_text, hard_text)
many = settings(max_examples=500)


@many
@given(texts)
def test_spans_are_ordered_trimmed_and_cover_all_but_white_space(text):
    end = 0
    for span in sentence_spans(text):
        assert end <= span.start < span.end <= len(text)
        assert not text[end : span.start].strip()
        assert not text[span.start : span.end][0].isspace() or _starts_inside_no_cluster(text, span.start)
        end = span.end
    assert not text[end:].strip()


def _starts_inside_no_cluster(text: str, start: int) -> bool:
    """A space under a combining mark is no white space: the two are one character to a reader."""
    return len(regex.match(r"\X", text[start:])[0]) > 1


@many
@given(texts)
def test_no_span_begins_or_ends_inside_a_grapheme_cluster(text):
    boundaries = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    for span in sentence_spans(text):
        assert span.start in boundaries and span.end in boundaries


@many
@given(hard_text)
def test_the_same_text_gives_the_same_sentences(text):
    assert sentence_spans(text) == sentence_spans(text)


@many
@given(hard_text, hard_text)
def test_a_blank_line_makes_the_parts_independent(left, right):
    left, right = left.strip() + ".", right.strip()
    joined = sentence_spans(left + "\n\n" + right)
    whole = [span.shift(len(left) + 2) for span in sentence_spans(right)]
    starts = [span.start for span in joined if span.start >= len(left)]
    assert not any(span.start < len(left) < span.end for span in joined)
    assert starts == [span.start for span in whole] or regex.match(r"[\p{M}\u200d]", right)
