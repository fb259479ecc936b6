"""Older encodings, told apart by how much the text reads like a language.

Every candidate is decoded strictly. Text in Latin letters is scored by how many of its letters outside ASCII
one language uses; charset-normalizer confuses exactly these (French with Baltic, Vietnamese without its
dots). Text in the other alphabets (Cyrillic, Greek, Hebrew, Arabic, Thai) is scored by how well the shares of
its letters fit a language: nearly every byte is some letter of every alphabet, but a wrong reading has its
rare letters often. East Asian text is scored by its most frequent characters. What is left goes to
charset-normalizer, as a guess.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import AnyStr

import regex

from chunkers.loaders.letters import (
    COMMON_ONE_BYTE,
    EAST_ASIAN,
    LATIN,
    MARKS,
    OLD_LATIN,
    ONE_BYTE,
    Candidates,
)

#: A language explains a text where it uses this share of the characters outside ASCII.
_LATIN_EXPLAINED = 0.95
#: The frequent characters make up a third or more of real text and about a twentieth of a wrong reading.
_EAST_ASIAN_EXPLAINED = 0.15
#: Bits a character, beyond those of the language itself, by the shares of its letters. Right readings of a
#: sentence or two in ten languages took at most 0.44 more (Persian, by the letters of Arabic; the others 0.23).
#: It alone does not make a reading sure: one that mistakes a few letters can be as near.
_ONE_BYTE_EXPLAINED = 0.55
#: Many signs, or a language that is not known here: still the best guess.
_ONE_BYTE_POSSIBLE = 2.0
#: Bits in all by which a reading must beat every other one to be sure, and that a rare encoding is behind.
_AHEAD, _RARE = 15.0, 10.0
#: Bits for a sign of any text, for a character that the language does not use, and beside a letter's own for
#: a capital, for one inside a word or a sign that cannot begin one, and for an ASCII letter or digit in it.
_SIGN, _STRANGER, _CAPITAL, _INSIDE, _MIXED = 6.0, 12.0, 0.25, 6.0, 4.0
#: The share of such characters in a text of which one can be sure.
_STRANGE = 0.01
#: No letter of any language is more than this share of a text.
_MOST = 0.25
#: Below this many characters outside ASCII a guess stays a guess.
_ENOUGH = 4
#: Characters outside ASCII that are scored: more change nothing and cost seconds on a large file.
_SCORED = 20_000

_FOREIGN = re.compile("[^\x00-\x7f]+")
_FOREIGN_BYTES = re.compile(b"[\x80-\xff]+")
_WORD = re.compile(r"[^\W\d_]+")
#: Characters on each side of a stretch outside ASCII that show most of its word.
_WORD_AROUND = 12

#: A long run of letters outside ASCII, or a capital inside a word, is no Latin text.
_MOJIBAKE = re.compile(r"[^\W\d_a-zA-Z]{5,}|[a-zß-öø-ÿ][À-ÖØ-Þ][a-zß-öø-ÿ]")
#: Signs where none can be: an opening one after a letter, others between two letters.
_SIGN_INSIDE = re.compile(r"(?<=[^\W\d_])(?:[‚„¡¿]|[“”£§©®•°»«‹›₫ºª](?=[^\W\d_]))")
#: A character or two of an East Asian script do not stand inside a word in small letters.
_SANDWICHED = re.compile("[a-z][^\x00-\x7f]{1,2}[a-z]")

_CAPITAL_INSIDE = regex.compile(r"\p{Ll}(?=\p{Lu})")
_SIGN_BEFORE = regex.compile(r"(?<!\p{L})[»”’–—…•°§©®™](?=\p{L})")
_MIXED_INSIDE = regex.compile(r"[A-Za-z0-9](?=[^\x00-\x7f])(?=\p{L})|(?=[^\x00-\x7f])\p{L}(?=[A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Guess:
    """A reading of the bytes. `confident` where one encoding explains them and no other does."""

    text: str
    encoding: str
    confident: bool


def guess(data: bytes) -> Guess | None:
    """The most likely reading of bytes that are not UTF-8; None where nothing can read them."""
    latin = _best_latin(data, LATIN)
    old = _best_latin(data, OLD_LATIN)
    one_byte = _best_one_byte(data)
    if latin and latin.score >= _LATIN_EXPLAINED:
        if _crowded(latin.text):
            return one_byte.guess() if one_byte and one_byte.explained else latin.guess(False)
        rivalled = old and old.score >= _LATIN_EXPLAINED and old.text != latin.text
        return latin.guess(latin.foreign >= _ENOUGH and not rivalled)
    if old and old.score >= _LATIN_EXPLAINED and not _crowded(old.text):
        return old.guess(False)
    if one_byte and one_byte.explained:
        return one_byte.guess()
    best = _best_by_frequency(data, EAST_ASIAN)
    if best and best.score >= _EAST_ASIAN_EXPLAINED:
        return best.guess(best.foreign >= _ENOUGH)
    if one_byte and one_byte.possible:
        return one_byte.guess()
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


def _best_latin(data: bytes, candidates: Mapping[str, tuple[str, ...]]) -> _Reading | None:
    tried = (_latin(data, encoding, alphabets) for encoding, alphabets in candidates.items())
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
    foreign, sample = _foreign(text), _stretches(text)
    letters = [char for char in foreign if char not in MARKS]
    wrong = len(_SIGN_INSIDE.findall(sample))
    if not letters:
        return _Reading(text, encoding, 1.0 - wrong / max(1, len(foreign)), len(foreign))
    if encoding != "windows-1258" and _MOJIBAKE.search(sample):
        return _Reading(text, encoding, 0.0, len(foreign))
    pairs = (sample[match.start() : match.end() + 1] for match in _CAPITAL_INSIDE.finditer(sample))
    wrong += sum(not pair.isascii() for pair in pairs)
    best = max(sum(char.lower() in alphabet for char in letters) for alphabet in alphabets)
    return _Reading(text, encoding, (best - wrong) / len(letters), len(foreign))


def _crowded(text: str) -> bool:
    """Whether words with letters outside ASCII consist of them for the most part: unlike any Latin text."""
    words = [word for word in _WORD.findall(_stretches(text, _WORD_AROUND)) if not word.isascii()]
    letters = "".join(words)
    return 3 * sum(char > "\x7f" for char in letters) > 2 * len(letters)


@dataclass(frozen=True, slots=True)
class _OneByte:
    """A candidate of one byte a letter.

    `bits` and `ahead` are those that its characters take in all, and by which it beats every other text;
    `excess` the bits a character beyond those of the language, `strange` the share of characters that the
    language does not use, or has not so often.
    """

    data: bytes
    codec_name: str
    encoding: str
    sample: str
    bits: float
    excess: float
    strange: float
    ahead: float = 0.0

    @property
    def explained(self) -> bool:
        """Whether the letters really look like the language."""
        return self.excess <= _ONE_BYTE_EXPLAINED

    @property
    def possible(self) -> bool:
        """Whether it is worth a guess."""
        return self.excess <= _ONE_BYTE_POSSIBLE

    def guess(self) -> Guess:
        sure = self.explained and self.ahead >= _AHEAD and self.strange <= _STRANGE
        return Guess(self.data.decode(self.codec_name), self.encoding, sure)


def _best_one_byte(data: bytes) -> _OneByte | None:
    """The reading whose letters fit a language best."""
    sample = _joined(_FOREIGN_BYTES, data, b" ", 1)
    distinct = bytes(set(data))
    readings: list[_OneByte] = []
    for codec_name, (encoding, languages) in ONE_BYTE.items():
        if _attempt(distinct, codec_name) is not None:
            behind = 0.0 if encoding in COMMON_ONE_BYTE else _RARE
            text = sample.decode(codec_name)
            fits = [_fit(text, language) for language in languages]
            bits, excess, strange = min(fits)
            readings.append(_OneByte(data, codec_name, encoding, text, bits + behind, excess, strange))
    best = min(readings, key=lambda one: one.bits, default=None)
    if best is None:
        return None
    others = [one.bits for one in readings if one.sample != best.sample]
    return replace(best, ahead=min(others, default=math.inf) - best.bits)


def _fit(sample: str, language: str) -> tuple[float, float, float]:
    """Bits, excess and strangeness of a text in a language, as `_OneByte` has them."""
    costs, entropy = _costs(language)
    bits = _INSIDE * (len(_CAPITAL_INSIDE.findall(sample)) + len(_SIGN_BEFORE.findall(sample)))
    bits += _MIXED * len(_MIXED_INSIDE.findall(sample))
    strange = foreign = most = 0
    for char, count in Counter(sample).items():
        if char > "\x7f":
            cost = _SIGN if char in MARKS else costs.get(char.lower(), _STRANGER)
            strange += count * (cost == _STRANGER)
            most = max(most, count)
            foreign += count
            bits += count * (cost + (_CAPITAL if char.isupper() else 0.0))
    foreign = max(1, foreign)
    strange += max(0, most - _MOST * foreign - 4)
    return bits, bits / foreign - entropy, strange / foreign


@cache
def _costs(language: str) -> tuple[dict[str, float], float]:
    """The bits of each letter, and their mean over a text in the language."""
    size = len(language)
    # Gusein-Zade's law: the letter of rank r has a share of about ln((n + 1) / r) / n.
    shares = [math.log((size + 1) / rank) / size for rank in range(1, size + 1)]
    costs = [-math.log2(share) for share in shares]
    return dict(zip(language, costs)), sum(share * cost for share, cost in zip(shares, costs)) / sum(shares)


def _best_by_frequency(data: bytes, candidates: Candidates) -> _Reading | None:
    readings = []
    for codec_name, (encoding, frequent) in candidates.items():
        text = _attempt(data, codec_name)
        if text is None:
            continue
        foreign = _foreign(text)
        wrong = sum(map(_suspicious, foreign)) + len(_SANDWICHED.findall(_stretches(text)))
        score = sum(char in frequent for char in foreign) - wrong
        readings.append(_Reading(text, encoding, score / max(1, len(foreign)), len(foreign)))
    return max(readings, key=lambda one: one.score, default=None)


def _foreign(text: str) -> str:
    """The first characters outside ASCII."""
    return _joined(_FOREIGN, text, "", 0)


def _stretches(text: str, around: int = 1) -> str:
    """The first stretches outside ASCII with what is beside them."""
    return _joined(_FOREIGN, text, " ", around)


def _joined(pattern: re.Pattern[AnyStr], text: AnyStr, between: AnyStr, around: int) -> AnyStr:
    found: list[AnyStr] = []
    length = 0
    for run in pattern.finditer(text):
        end = min(run.end(), run.start() + _SCORED - length)
        found.append(text[max(0, run.start() - around) : end + around])
        length += end - run.start()
        if length >= _SCORED:
            break
    return between.join(found)


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
