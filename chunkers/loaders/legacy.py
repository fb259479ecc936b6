"""Older encodings, told apart by how much the text reads like a language.

Every candidate is decoded strictly. Text in Latin letters is scored by how many of its letters outside ASCII
one language uses; charset-normalizer confuses exactly these (French with Baltic, Vietnamese without its
dots). East Asian, Cyrillic and Greek text is scored by its most frequent characters: a wrong reading gives
characters that are hardly ever used, or capitals for small letters. The rest (Arabic, Hebrew, Thai...) is
left to charset-normalizer.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import regex

from chunkers.loaders.letters import CASED, EAST_ASIAN, LATIN, MARKS, Candidates

#: A language explains a text where it uses this share of the characters outside ASCII.
_LATIN_EXPLAINED = 0.95
#: The frequent characters make up a third or more of real text and about a twentieth of a wrong reading.
_EAST_ASIAN_EXPLAINED = 0.15
#: Nearly every letter of Cyrillic or Greek text is a small one of its alphabet.
_CASED_EXPLAINED = 0.7
#: Below this many characters outside ASCII a guess stays a guess.
_ENOUGH = 4
#: Characters outside ASCII that are scored: more change nothing and cost seconds on a large file.
_SCORED = 20_000

_FOREIGN = re.compile("[^\x00-\x7f]+")

#: A long run of letters outside ASCII, or a capital inside a word, is no Latin text.
_MOJIBAKE = re.compile(r"[^\W\d_a-zA-Z]{5,}|[a-zß-öø-ÿ][À-ÖØ-Þ][a-zß-öø-ÿ]")

_CAPITAL_INSIDE = regex.compile(r"\p{Ll}(?=\p{Lu})")


@dataclass(frozen=True, slots=True)
class Guess:
    """A reading of the bytes. `confident` where one encoding explains them and no other does."""

    text: str
    encoding: str
    confident: bool


def guess(data: bytes) -> Guess | None:
    """The most likely reading of bytes that are not UTF-8; None where nothing can read them."""
    latin = _best_latin(data)
    if latin and latin.score >= _LATIN_EXPLAINED:
        return latin.guess(latin.foreign >= _ENOUGH)
    for candidates, explained in ((CASED, _CASED_EXPLAINED), (EAST_ASIAN, _EAST_ASIAN_EXPLAINED)):
        best = _best_by_frequency(data, candidates)
        if best and best.score >= explained:
            return best.guess(best.foreign >= _ENOUGH)
    return _by_charset_normalizer(data) or (latin.guess(False) if latin else None)


@dataclass(frozen=True, slots=True)
class _Reading:
    """A candidate: its text, its score in 0-1 and how many characters lie outside ASCII."""

    text: str
    encoding: str
    score: float
    foreign: int

    def guess(self, confident: bool) -> Guess:
        return Guess(self.text, self.encoding, confident)


def _best_latin(data: bytes) -> _Reading | None:
    tried = (_latin(data, encoding, alphabets) for encoding, alphabets in LATIN.items())
    readings = [reading for reading in tried if reading]
    # Where two read the same, the first is the more common one.
    return max(readings, key=lambda one: one.score, default=None)


def _latin(data: bytes, encoding: str, alphabets: tuple[str, ...]) -> _Reading | None:
    text = _attempt(data, encoding)
    if text is None:
        return None
    if encoding == "windows-1258":
        # This encoding writes a vowel and its tone as two characters, where all other text has one.
        text = unicodedata.normalize("NFC", text)
    foreign = _foreign(text)
    letters = [char for char in foreign if char not in MARKS]
    if not letters:
        return _Reading(text, encoding, 1.0, len(foreign))
    if encoding != "windows-1258" and _MOJIBAKE.search(text):
        return _Reading(text, encoding, 0.0, len(foreign))
    best = max(sum(char.lower() in alphabet for char in letters) for alphabet in alphabets)
    return _Reading(text, encoding, best / len(letters), len(foreign))


def _best_by_frequency(data: bytes, candidates: Candidates) -> _Reading | None:
    readings = []
    for codec_name, (encoding, frequent) in candidates.items():
        text = _attempt(data, codec_name)
        if text is None:
            continue
        foreign = _foreign(text)
        wrong = sum(map(_suspicious, foreign)) + 2 * len(_CAPITAL_INSIDE.findall(foreign))
        score = sum(char in frequent for char in foreign) - wrong
        readings.append(_Reading(text, encoding, score / max(1, len(foreign)), len(foreign)))
    return max(readings, key=lambda one: one.score, default=None)


def _foreign(text: str) -> str:
    """The first characters outside ASCII."""
    found = ""
    for run in _FOREIGN.finditer(text):
        found += run.group()
        if len(found) >= _SCORED:
            break
    return found[:_SCORED]


def _suspicious(char: str) -> bool:
    """Private use, unassigned, controls and half-width katakana: the marks of a wrong reading."""
    return "\uff61" <= char <= "\uff9f" or unicodedata.category(char) in ("Co", "Cn", "Cc")


def _by_charset_normalizer(data: bytes) -> Guess | None:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    return Guess(str(best), best.encoding, False) if best else None


def _attempt(data: bytes, codec_name: str) -> str | None:
    try:
        return data.decode(codec_name)
    except UnicodeDecodeError:
        return None
