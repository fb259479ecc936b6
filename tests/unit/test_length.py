"""Length units, by hand; the property tests hold them against a count of every slice."""

import re

import numpy as np
import pytest

from chunkers import Document
from chunkers.length import measure
from chunkers.tokens import tiktoken_tokenizer
from tests.helpers import ToyTokenizer


def ruler(text, unit, **more):
    return measure(Document(text), unit, **more)


def test_words_are_those_of_uax_29():
    assert ruler("can't stop 3.14 你好 カタカナ - !", "words").length(0, 25) == 6
    assert ruler("", "words").count("U.S.A. x_y") == 2


def test_bytes_of_each_plane():
    text = "aé你🐱"
    one = ruler(text, "bytes")
    assert [one.length(0, end) for end in range(5)] == [0, 1, 3, 6, 10]
    assert (one.reach(0, 5), one.reach(0, 6), one.reach_back(4, 4)) == (2, 3, 3)


def test_a_narrow_no_break_space_hides_no_word():
    """UAX #29 joins it to what follows: a word begins with it."""
    text = "\u202f0:0"
    assert ruler(text, "words").length(0, 4) == ruler(text, "words").length(1, 4) == 2
    assert ruler("a\u202fb", "words").length(0, 3) == 1 and ruler("\u202f ", "words").length(0, 2) == 0


def test_a_modifier_hides_no_word():
    """UAX #29 counts a cedilla among the letters: it and what follows are one word."""
    text = "0:\u00b80"
    assert ruler(text, "words").length(0, 4) == 2
    assert ruler(text, "words").length(2, 4) == ruler(text, "words").count("\u00b80") == 1
    assert ruler("", "words").count("\u202f\u20600") == 1


def test_reach_by_words_stops_before_the_next_word():
    assert ruler("one two three", "words").reach(0, 2) == len("one two ")
    assert ruler("one two three", "words").reach_back(13, 1) == len("one two")


def test_token_starts_are_code_points():
    text = "naïve 猫 <|endoftext|> 🐱"
    starts = tiktoken_tokenizer().starts(text)
    assert starts[0] == 0 and list(starts) == sorted(starts) and starts[-1] < len(text)
    assert len(starts) == tiktoken_tokenizer().count(text)


def test_a_lone_surrogate_keeps_its_place():
    text = "a\ud800\udc00b"
    assert tiktoken_tokenizer().starts(text)[-1] == 3
    assert ruler(text, "bytes").length(0, 4) == 8


def test_only_the_edges_of_a_slice_are_read_again(monkeypatch):
    """The exact count of a long slice must not cost another reading of it."""
    text = "The quick brown fox, it jumps. " * 300
    one = ruler(text, "tokens")
    read = []
    tokenizer = tiktoken_tokenizer()
    monkeypatch.setattr(
        type(tokenizer), "count", lambda self, part: read.append(len(part)) or len(self.starts(part))
    )
    exact = one.length(3, 9000)
    assert sum(read) < 100
    assert exact == len(tokenizer.starts(text[3:9000]))


def test_a_paragraph_between_line_ends_is_not_read_again(monkeypatch):
    """No token goes on after a line end, and a single mark in front of one is one token whatever it is joined to."""
    text = "The pump ran for 12 hours.\n\nIt stopped (twice)\n\n3 were repaired\nby us!\n"
    document = Document(text)
    one = measure(document, "tokens")
    pieces = [(match.start(), match.end()) for match in re.finditer(r"[^\n]+", text)]
    counts = [one.count(text[start:end]) for start, end in pieces]
    monkeypatch.setattr(type(tiktoken_tokenizer()), "count", lambda self, part: pytest.fail(f"read {part!r}"))
    assert [one.fits(start, end, count) for (start, end), count in zip(pieces, counts)] == [True] * 4


@pytest.mark.parametrize(
    "text, body, size",
    [
        ("a\n/b", "/b", 1),  # o200k_base joins "/" to a line end before it
        ("so?!\nX", "so?!", 2),  # two marks: one token or two
        ("x |\ny", "x |", 2),
        ("end.\n\ny", "end.", 2),
        ("Y\r\nz", "Y", 1),
    ],
)
def test_what_stands_beside_a_line_end_is_counted_as_it_is(text, body, size):
    one, start = ruler(text, "tokens"), text.index(body)
    assert one.length(start, start + len(body)) == size
    assert one.fits(start, start + len(body), size)
    assert not one.fits(start, start + len(body), size - 1)


def test_a_document_is_measured_once():
    document = Document("some text")
    assert measure(document, "tokens") is measure(document, "tokens")
    assert measure(document, "words") is not measure(Document("some text"), "words")


def test_model_tokens_are_those_of_the_embedder():
    assert ruler("one two three", "model_tokens", tokenizer=ToyTokenizer()).length(0, 13) == 3
    with pytest.raises(ValueError, match="embedder="):
        ruler("text", "model_tokens")


def test_token_starts_of_long_text_agree_with_the_pieces():
    text = "Tiếng Việt rất đẹp. 猫狗🐱 ok\n\n" * 50
    starts = tiktoken_tokenizer().starts(text)
    assert np.all(np.diff(starts) >= 0)
