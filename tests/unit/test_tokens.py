"""Token offsets: the same tokens as tiktoken gives for the whole text, however the text is read."""

import numpy as np
import pytest

from chunkers import Document, chunk
from chunkers.length import measure
from chunkers.tokens import tiktoken_tokenizer

READER = tiktoken_tokenizer()
ENCODING = READER._encoding
PROSE = "The pump, which 日期與預估金額，nobody liked, ran for 1,234 hours; it's don't-care. Cà phê sữa đá! 👨\u200d👩\u200d👧\n\n"


def starts_by_definition(text: str) -> list[int]:
    """The character in which each token starts, by adding up the bytes of tiktoken's own tokens."""
    of_byte = [index for index, char in enumerate(text) for _ in char.encode()]
    position, starts = 0, []
    for token in ENCODING.encode_ordinary(text):
        starts.append(of_byte[position])
        position += len(ENCODING.decode_single_token_bytes(token))
    return starts


@pytest.mark.parametrize(
    "text", ["", "a", PROSE, PROSE * 1500, "abc " * 60_000, "中" * 100_000, "\n" * 70_000]
)
def test_reading_in_slices_changes_no_token(text):
    starts, whole = READER.offsets(text)
    assert starts.tolist() == starts_by_definition(text)
    assert (whole is None) == text.isascii()
    assert READER.count(text) == len(starts)


def test_a_token_inside_a_character_is_not_whole():
    starts, whole = READER.offsets("龘a")
    assert starts.tolist() == [0, 0, 1]
    assert whole.tolist() == [True, False, True]


def test_a_lone_surrogate_counts_as_one_replacement_character():
    assert READER.count("a\ud83d\ude00b") == READER.count("a\ufffd\ufffdb")
    assert READER.starts("\ud83d\ude00b")[-1] == 2


@pytest.mark.parametrize(
    "text",
    [
        "one two" + " " * 1_200_000 + "three, four",
        "one!\n\n" + "\u00a0" * 1_100_000 + "\n" + " " * 1_100_000 + "x y",
    ],
    ids=["one run", "two runs"],
)
def test_white_space_too_long_for_tiktoken(text):
    """tiktoken gives up on these, as its pattern must go back over the run; read piece by piece they are exact."""
    with pytest.raises(ValueError, match="backtracking"):
        ENCODING.encode_to_numpy(text, disallowed_special=())
    assert READER.count(text) == len(ENCODING._encode_only_native_bpe(text))
    assert np.all(np.diff(READER.starts(text)) >= 0)
    bodies = [one.body for one in chunk(text, "recursive", chunk_size=100, unit="tokens")]
    assert "".join("".join(bodies).split()) == "".join(text.split())


@pytest.mark.parametrize(
    "text", ["a" * 300_000, "🇩🇪" * 50_000, "ab" * 100_000 + "é", "e" + "\u0301" * 100_000]
)
def test_text_without_any_seam_is_cut_all_the_same(text):
    for unit in ("tokens", "characters"):
        found = chunk(text, "fixed", chunk_size=500, unit=unit)
        assert "".join(one.body for one in found) == text
        ruler = measure(Document(text), unit)
        assert len(found) == 1 or all(ruler.count(one.body) <= 500 for one in found)
