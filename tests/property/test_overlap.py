"""Law 5 by its definition: every place where an overlap could begin is looked at, one by one.

For sentences: the longest suffix of the chunk before that is whole sentences, at most the overlap, and fits
together with what is new. Words, only where not even the last sentence is at most the overlap. For windows:
the end before minus the overlap, moved forward to a boundary between graphemes.
"""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document, make_strategy, sentence_spans
from chunkers.length import measure
from tests.property.texts import PIECES, texts

SENTENCES = (
    "It rains. ", "Go! ", "Dr. No left at 9.30. ", "One two three four five. ", "a ", "b, c; ", "word\n", "\n\n", "x" * 25 + " ",
    "猫坐在垫子上。", "好。", "これは、長い文です。", "# Head\n", "e\u0301 ", "👨\u200d👩\u200d👧 ", "  ", "\u3000", "“Yes.” ", "end.",
)  # fmt: skip
ADDITIVE = ("characters", "bytes", "words")
sentences = st.lists(st.sampled_from(SENTENCES), max_size=14).map("".join)
#: A word begins at a visible character after white space; each ideograph and kana is a word.
IDEOGRAPH = regex.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def clusters(text):
    return [0, *(match.end() for match in regex.finditer(r"\X", text))]


def is_word_start(text, place):
    if text[place].isspace():
        return False
    return text[place - 1].isspace() or IDEOGRAPH.match(text[place]) is not None


def begins_by_definition(text, left, right, overlap, size, count):
    """Where the chunk that ends at `right.end` begins, after the chunk `left`; None: with its own text."""
    if not overlap:
        return None  # not even punctuation, which weighs nothing in words
    inside = [place for place in clusters(text) if left.start < place < left.end]
    starts = {span.start for span in sentence_spans(text)}
    for is_start in (lambda place: place in starts, lambda place: is_word_start(text, place)):
        suffixes = [p for p in inside if is_start(p) and count(text[p : left.end]) <= overlap]
        if suffixes:
            return next((place for place in suffixes if count(text[place : right.end]) <= size), None)
    return None


@settings(max_examples=400)
@given(
    text=st.one_of(sentences, sentences, texts),
    name=st.sampled_from(("sentence", "recursive")),
    size=st.integers(1, 40),
    unit=st.sampled_from(ADDITIVE),
    drawn=st.data(),
)
def test_sentences_overlap_by_the_longest_suffix_that_fits(text, name, size, unit, drawn):
    overlap = drawn.draw(st.integers(0, size - 1), "overlap")
    document = Document(text)
    strategy = make_strategy(name, chunk_size=size, overlap=overlap, unit=unit)
    found = strategy.spans(document)
    count = measure(document, unit).count
    for left, right in zip(found, found[1:]):
        begin = begins_by_definition(text, left, right, overlap, size, count)
        if begin is None:
            assert right.start >= left.end
        else:
            assert right.start == begin


def windows_by_definition(text, size, overlap, count):
    """Windows one by one: the end is looked for from all places behind, the next start from all inside."""
    places, stop = clusters(text), len(text.rstrip())
    stop = next(place for place in places if place >= stop)
    start, seen, found = 0, 0, []
    while start < stop:
        behind = [place for place in places if start < place <= stop]
        end = max([place for place in behind if count(text[start:place]) <= size], default=behind[0])
        if end <= seen and seen:
            start = seen  # the overlap left no room for anything new
            continue
        if text[start:end].strip():
            found.append((start, end))
            seen = end
        if end == stop:
            break
        inside = [place for place in behind if place < end and count(text[place:end]) <= overlap]
        start = min(inside, default=end)
    return found


@settings(max_examples=400)
@given(
    text=st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), texts),
    name=st.sampled_from(("fixed", "overlap")),
    size=st.integers(1, 30),
    unit=st.sampled_from(("characters", "bytes")),
    drawn=st.data(),
)
def test_windows_are_those_of_the_definition(text, name, size, unit, drawn):
    overlap = drawn.draw(st.integers(0, size - 1), "overlap")
    document = Document(text)
    found = make_strategy(name, chunk_size=size, overlap=overlap, unit=unit).spans(document)
    assert found == windows_by_definition(text, size, overlap, measure(document, unit).count)


def test_overlap_is_sentences_then_words_then_nothing():
    """By hand: two short sentences; a last sentence above the overlap; a last word above it."""

    def bodies(text, **values):
        return [span.of(text) for span in make_strategy("sentence", **values).spans(Document(text))]

    assert bodies("Aa bb cc dd. Ee. Ff. Gg hh.", chunk_size=20, overlap=9) == [
        "Aa bb cc dd. Ee. Ff.",
        "Ee. Ff. Gg hh.",
    ]
    assert bodies("Aa bb cc dd. Ee ff.", chunk_size=14, overlap=6) == ["Aa bb cc dd.", "cc dd. Ee ff."]
    assert bodies("Aa bbbbbbbb. Ee ff.", chunk_size=14, overlap=6) == ["Aa bbbbbbbb.", "Ee ff."]


@pytest.mark.parametrize("name", ["sentence", "recursive"])
def test_words_overlap_where_the_last_sentence_is_above_the_limit_by_one_token(name):
    """By hand: "Zoë. ing" is 5 tokens, "ing" is 1; where tokens begin, the sentence looks as if it were 4."""
    document = Document("Zoë. Zoë. ing\n\none two three four five")
    found = make_strategy(name, chunk_size=10, overlap=4, unit="tokens").spans(document)
    assert [span.of(document.text) for span in found] == ["Zoë. Zoë. ing", "ing\n\none two three four five"]
