"""`fits` takes short cuts; whatever it says must be what the exact count says."""

import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document
from chunkers.length import UNITS, measure
from chunkers.words import WORD
from tests.helpers import ToyTokenizer
from tests.property.texts import texts

#: What token pieces are made of: letters of several scripts, contractions, numbers, blanks, marks.
PIECES = (
    "ab c Hello ' 's 'LL 've don't ， 日期 與預 龘 𠮷 é e\u0301 1 23 4567 １２３ ٣٤ 一 五 Ⅷ ² ! ( ) ... — 🇩🇪 한국 "
    "ไทย ſ ’s $ _ / <|endoftext|>"
).split(" ") + [" ", "  ", "\n", "\r\n", "\t", "\u3000", "\xa0", "\x1c", "\ud800", "\u200b", "\u0600"]
pieced = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@settings(max_examples=1000)
@given(text=pieced | texts, places=st.data(), unit=st.sampled_from(("tokens", *UNITS)))
def test_fits_is_what_the_length_says(text, places, unit):
    ruler = measure(Document(text), unit, tokenizer=ToyTokenizer())
    start, end = sorted(places.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    length = ruler.length(start, end)
    for size in {length - 1, length, length + 1, length // 2} - {-1}:
        assert ruler.fits(start, end, size) == (length <= size)


@settings(max_examples=500)
@given(text=pieced, places=st.data())
def test_token_windows_hold_their_size_on_the_real_text(text, places):
    ruler = measure(Document(text), "tokens")
    start = places.draw(st.integers(0, len(text)))
    size = places.draw(st.integers(1, 20))
    end = ruler.reach(start, size)
    assert ruler.fits(start, end, size) == (ruler.count(text[start:end]) <= size)


#: Characters of each word-break class, also those that are no letters but are joined to some.
WORDY = st.text(
    st.sampled_from("a0_.:'\"- !\n\r日カé٣א\xa0\xb8˂\u202f\u2060\u0301\u200d\u309b\u30a0\u066b🇩"), max_size=12
)


@settings(max_examples=1000)
@given(text=WORDY | texts)
def test_words_are_the_segments_that_hold_a_letter_or_number(text):
    segments = regex.finditer(r"(?ws)\b.+?\b", text)
    words = [one.span() for one in segments if regex.search(r"[\p{L}\p{N}\p{Pc}]", one[0])]
    assert [match.span() for match in WORD.finditer(text)] == words
