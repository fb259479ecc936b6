"""The terms of lexical retrieval: words, and pairs of characters where a script has no spaces."""

from __future__ import annotations

import unicodedata

import regex

#: Scripts written without spaces; the prolonged sound mark belongs to both kana and so to no script.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}ー\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
#: A run of those, or a word by UAX #29: a segment that begins with a letter, mark, digit or `_`.
_TERM = regex.compile(rf"(?P<run>[{_UNSPACED}]+)|\b\w.*?\b", regex.WORD | regex.DOTALL)


def terms(text: str) -> list[str]:
    """The terms of a text, in order, with repetitions.

    After NFKC and case folding, words by UAX #29; a run of Han, kana, Thai, Lao, Khmer or Myanmar gives its
    character bigrams (Nie, Gao, Zhang & Zhou 2000, "On the use of words and n-grams for Chinese information
    retrieval"), or its only character.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    found: list[str] = []
    for match in _TERM.finditer(folded):
        run = match["run"]
        if run is None or len(run) == 1:
            found.append(match.group())
        else:
            found.extend(map("".join, zip(run, run[1:])))
    return found
