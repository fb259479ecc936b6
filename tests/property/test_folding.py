"""Folded search over any Unicode: what is found is what was looked for, and what is there is found."""

from __future__ import annotations

import unicodedata

import regex
from hypothesis import given
from hypothesis import strategies as st

from chunkers.evaluation import fold
from chunkers.evaluation.folding import Folded

#: Everything that changes length, order or meaning under NFC, case folding or white-space folding.
ODD = (
    "aAeEsßẞﬁﬀİıΣσςΆΐŉǰKÅ \t\r\n\u00a0\u3000\x1c\x1f\x85\u2028\u0301\u0323\u0345\u0302\u0335"
    "가각\u1100\u1161\u11a8中か\u3099ﾊﾞ\u0e01\u0e33\u09c7\u09be\u200d\ufe0f😀👩🇻🇳\U00016d63\U00016d67"
    "\u0f71\u0f72\u0f73\ufb1d\u05d9\u05b4\U0001d15e\ud800"
)
#: A character that these begin with belongs to the one before it.
JOINING = regex.compile(r"[\p{M}\u1160-\u11ff\ud7b0-\ud7fb\U00016d63\U00016d67]")
TEXTS = st.one_of(st.text(max_size=40), st.text(alphabet=ODD, max_size=40))


@given(TEXTS, st.data())
def test_what_is_found_folds_to_the_needle(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    needle = fold(text[start : data.draw(st.integers(start, len(text)))])
    for span in Folded(text).find(needle):
        assert fold(span.of(text)) == needle


@given(TEXTS, TEXTS, TEXTS)
def test_what_stands_between_lines_is_found(before: str, middle: str, after: str) -> None:
    needle = fold(middle)
    if needle and not JOINING.match(middle.lstrip()) and not JOINING.match(after):
        text = f"{before}\n{middle}\n{after}"
        assert any(span.start >= len(before) for span in Folded(text).find(needle))


@given(TEXTS)
def test_composed_and_decomposed_are_the_same(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(text) == fold(unicodedata.normalize("NFC", text))


@given(TEXTS)
def test_white_space_at_the_ends_does_not_matter(text: str) -> None:
    if not JOINING.match(text.strip()):
        assert fold(f" \n{text.strip()}\t") == fold(text)
