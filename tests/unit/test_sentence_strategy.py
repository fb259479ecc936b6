"""The sentence strategy on texts whose cut can be checked by hand, and against its definition."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunkers
from chunkers import Document, Span, chunk, make_strategy, split
from chunkers.cutting.sentence_units import document_units, units_within
from chunkers.graphemes import graphemes
from chunkers.length import UNITS, measure
from chunkers.reading import document_sentences
from tests.helpers import ToyEmbedder
from tests.property.texts import texts

EMBEDDER = ToyEmbedder()


def bodies(text, **parameters):
    return [one.body for one in chunk(text, "sentence", embedder=EMBEDDER, **parameters)]


class TestPacking:
    TEXT = "Aaaa bbbb. Cccc.  Dddd eeee.\n\nFfff gggg hhhh."

    def test_whole_sentences_with_what_stands_between_them(self):
        assert bodies(self.TEXT, chunk_size=30) == ["Aaaa bbbb. Cccc.  Dddd eeee.", "Ffff gggg hhhh."]

    def test_across_paragraphs(self):
        assert bodies(self.TEXT, chunk_size=300) == [self.TEXT]
        assert bodies(self.TEXT, chunk_size=28) == ["Aaaa bbbb. Cccc.  Dddd eeee.", "Ffff gggg hhhh."]

    def test_a_sentence_above_the_limit_is_cut_on_its_own(self):
        text = "Aa. One two three four five six seven. Bb. Cc."
        assert bodies(text, chunk_size=14) == ["Aa.", "One two three", "four five six", "seven.", "Bb. Cc."]

    def test_overlap_is_whole_sentences(self):
        cut = split(self.TEXT, "sentence", chunk_size=22, overlap=8)
        assert [one.body for one in cut.chunks] == [
            "Aaaa bbbb. Cccc.", "Cccc.  Dddd eeee.", "eeee.\n\nFfff gggg hhhh.",
        ]  # fmt: skip
        assert [one.got for one in cut.overlaps] == [5, 5]

    def test_overlap_is_words_where_no_sentence_fits(self):
        text = "One two three four. Five six seven."
        assert bodies(text, chunk_size=28, overlap=12) == [
            "One two three four.",
            "three four. Five six seven.",
        ]

    def test_a_sentence_above_the_limit_overlaps_the_chunk_before(self):
        found = bodies("Aa bb. Cc dd ee ff gg hh ii jj kk.", chunk_size=20, overlap=6)
        # Not from "Aa" on: a chunk begins after the one before it.
        assert found == ["Aa bb.", "bb. Cc dd ee ff gg", "ff gg hh ii jj kk."]

    def test_a_word_in_words_begins_with_its_quotation_mark(self):
        assert bodies("He said “yes” then. Go.", chunk_size=4, overlap=1, unit="words")[1] == "then. Go."
        assert (
            bodies("I said “yes”. Go on, go.", chunk_size=4, overlap=1, unit="words")[1]
            == "“yes”. Go on, go."
        )

    def test_overlap_gives_way_to_the_next_sentence(self):
        assert bodies("Aa bb. Cc dd. Eeee ffff gggg hh.", chunk_size=23, overlap=14) == [
            "Aa bb. Cc dd.", "Eeee ffff gggg hh.",
        ]  # fmt: skip

    def test_chinese_by_words_and_tokens(self):
        text = "猫坐在垫子上。狗在外面叫！你听见了吗？我听见了，很大声。"
        assert bodies(text, chunk_size=12, unit="words") == [
            "猫坐在垫子上。狗在外面叫！", "你听见了吗？我听见了，很大声。",
        ]  # fmt: skip
        assert all(one.token_count <= 20 for one in chunk(text, "sentence", chunk_size=20, unit="tokens"))

    def test_one_sentence_a_chunk_as_the_sentence_finder_says(self):
        text = "Dr. Smith met Prof. Lee at 9 a.m. today. They left. “Go now.” (It rained.) We ran."
        assert bodies(text, chunk_size=41) == [
            "Dr. Smith met Prof. Lee at 9 a.m. today.", "They left. “Go now.” (It rained.) We ran.",
        ]  # fmt: skip
        assert [span.of(text) for span in chunkers.sentence_spans(text)][0] == bodies(text, chunk_size=41)[0]


class TestHeadings:
    TEXT = "First one.\n\n# Chapter\n\n## Part\n\nSecond one. Third one.\n\nTitle\n=====\nFourth."

    def test_a_heading_goes_with_what_follows(self):
        assert bodies(self.TEXT, chunk_size=45) == [
            "First one.\n\n# Chapter\n\n## Part\n\nSecond one.", "Third one.\n\nTitle\n=====\nFourth.",
        ]  # fmt: skip
        assert bodies(self.TEXT, chunk_size=35) == [
            "First one.", "# Chapter\n\n## Part\n\nSecond one.", "Third one.\n\nTitle\n=====\nFourth.",
        ]  # fmt: skip

    def test_the_outer_heading_is_left_where_not_all_fit(self):
        assert bodies(self.TEXT, chunk_size=20)[:3] == ["First one.", "# Chapter", "## Part\n\nSecond one."]

    def test_it_stays_with_the_first_part_of_a_sentence_above_the_limit(self):
        assert bodies("# Part\n\nOne two three four five.", chunk_size=16) == [
            "# Part\n\nOne two", "three four five.",
        ]  # fmt: skip

    def test_a_last_heading_with_nothing_below(self):
        assert bodies("One two.\n\n# End", chunk_size=16) == ["One two.\n\n# End"]
        assert bodies("One two.\n\n# End", chunk_size=9) == ["One two.", "# End"]

    def test_indented_and_only_headings(self):
        assert bodies("One.\n\n  # In\n\nTwo three four.", chunk_size=24) == [
            "One.",
            "# In\n\nTwo three four.",
        ]
        assert bodies("# A\n\n## B", chunk_size=5) == ["# A", "## B"]


def reference(document, size, overlap, ruler):
    """The definition, one sentence after the other, for texts without headings and sentences that fit."""
    sentences = document_sentences(document)
    found = []
    for sentence in sentences:
        if found and ruler.length(found[-1].start, sentence.end) <= size:
            found[-1] = Span(found[-1].start, sentence.end)
            continue
        begins = []
        if found and overlap:
            last = found[-1]
            begins = [one.start for one in sentences if last.start < one.start < last.end]
            begins = [one for one in begins if ruler.length(one, last.end) <= overlap]
        fits = [begin for begin in begins if ruler.length(begin, sentence.end) <= size]
        found.append(Span(fits[0] if fits else sentence.start, sentence.end))
    return found


@settings(max_examples=150)
@given(
    lengths=st.lists(st.integers(1, 6), min_size=1, max_size=30),
    unit=st.sampled_from(UNITS),
    size=st.integers(20, 60),
    overlap=st.integers(0, 19),
)
def test_the_definition(lengths, unit, size, overlap):
    # Words so long that, where no sentence fits into the overlap, no word does either.
    words = "Wordwordwordwordwordwordword" if unit in ("characters", "bytes") else "Go"
    size, overlap = (size * 8, overlap) if words != "Go" else (size, overlap % 3)
    text = " ".join(" ".join([words] * length) + "." for length in lengths)
    document = Document(text)
    ruler = measure(document, unit, tokenizer=EMBEDDER.tokenizer)
    if any(ruler.length(*one) > size for one in document_sentences(document)):
        return
    made = make_strategy("sentence", EMBEDDER, unit=unit, chunk_size=size, overlap=overlap)
    found = made.spans(document)
    if words == "Go" and overlap:  # words may overlap there
        assert [one.end for one in found[:1]] == [one.end for one in reference(document, size, 0, ruler)[:1]]
    else:
        assert found == reference(document, size, overlap, ruler)


@settings(max_examples=200)
@given(text=texts, data=st.data())
def test_a_part_of_a_document_is_cut_within_its_bounds(text, data):
    document = Document(text)
    boundaries = graphemes(document)
    ends = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    within = Span(*map(boundaries.floor, ends))
    made = make_strategy("sentence", chunk_size=data.draw(st.integers(1, 40)))
    found = made.spans_within(document, within, made.values["chunk_size"])
    assert all(within.contains(span) and span.of(text).strip() for span in found)
    inside = "".join(span.of(text) for span in found)
    assert [c for c in inside if not c.isspace()] == [c for c in within.of(text) if not c.isspace()]
    units = units_within(document, within)
    assert all(end <= start for end, start in zip(units.ends, units.starts[1:]))


def test_units_hold_every_sentence_once():
    document = Document("# A\n\nOne. Two.\n\n# B\n## C\n\nThree.\n\n# D")
    units = document_units(document)
    assert [document.text[a:b] for a, b in zip(units.starts, units.ends)] == [
        "# A\n\nOne.", "Two.", "# B\n## C\n\nThree.", "# D",
    ]  # fmt: skip
    assert units.trailing and units.members(2, 0)[0].of(document.text) == "# B"


@pytest.mark.parametrize("overlap", [0, 60])
@pytest.mark.parametrize(
    "unit", ["This is sentence number {i} of the text. ", "{i}" + "k" * 400 + ". ", "## {i}\n\nA b. "]
)
def test_the_time_is_linear(unit, overlap):
    def seconds(count):
        text = "".join(unit.replace("{i}", str(number)) for number in range(count))
        made = make_strategy("sentence", chunk_size=200, overlap=overlap)
        best = float("inf")
        for _ in range(3):
            document = Document(text)
            begin = time.process_time()
            made.spans(document)
            best = min(best, time.process_time() - begin)
        return best

    assert seconds(6400) < 8 * seconds(1600)


def test_a_comment_of_program_text_does_not_wait_for_the_next_line():
    text = "aaaa bbbb.\n# one\nx = 1 more.\n"
    bodies = [one.body for one in chunk(Document(text), "sentence", chunk_size=20)]
    assert bodies == ["aaaa bbbb.", "# one\nx = 1 more."]
    code = Document(text, "a.py", source_type="code")
    assert [one.body for one in chunk(code, "sentence", chunk_size=20)] == [
        "aaaa bbbb.\n# one",
        "x = 1 more.",
    ]
