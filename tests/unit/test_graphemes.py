"""Grapheme boundaries against the regex module's `\\X`, and at the places that matter."""

import random

import regex

from chunkers.graphemes import Graphemes

LETTERS = [
    "a", " ", "\r", "\n", "é", "e\u0301", "\u0301", "👨", "\u200d", "👩", "🏽", "🇻", "🇳", "각", "ᄀ", "ᅡ", "ᆨ",
    "क", "्", "ष", "ि", "\u0600", "ไ", "ำ", "你", "\ufe0f", "☺",
]  # fmt: skip


def test_it_agrees_with_regex_everywhere():
    chance = random.Random(7)
    for _ in range(3000):
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 14)))
        expected = {0, len(text), *(match.end() for match in regex.finditer(r"\X", text))}
        graphemes = Graphemes(text)
        for position in range(len(text) + 1):
            assert graphemes.is_boundary(position) == (position in expected), (text, position)
            assert graphemes.floor(position) == max(one for one in expected if one <= position)
            assert graphemes.ceil(position) == min(one for one in expected if one >= position)


def test_plain_text_is_never_scanned(monkeypatch):
    monkeypatch.setattr(Graphemes, "_scan", None)
    assert Graphemes("plain\r\n你好").is_boundary(2)
    assert not Graphemes("plain\r\n你好").is_boundary(6)


def test_a_run_of_flags_is_read_in_pieces(monkeypatch):
    """Every flag of a long run used to be matched from the beginning of the run."""
    import chunkers.graphemes as module

    read = []
    match = module._CLUSTER.match
    monkeypatch.setattr(
        module,
        "_CLUSTER",
        type("Spy", (), {"match": lambda self, text: read.append(len(text)) or match(text)})(),
    )
    flags = Graphemes("🇻🇳" * 2000)
    assert flags.floor(2001) == 2000
    assert sum(read) <= 64 * 2001


def test_every_joining_character_is_known():
    import sys

    from chunkers.graphemes import _joining

    every = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
    pattern = (
        "["
        + "".join(
            rf"\p{{GCB={name}}}" for name in ("Extend", "ZWJ", "SpacingMark", "Prepend", "RI", "L", "V", "T")
        )
        + "]"
    )
    assert set(regex.findall(pattern, every)) == _joining()
