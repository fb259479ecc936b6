"""The laws over program text: every language, every unit, whole programs, shuffled ones and broken ones."""

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document, make_strategy
from chunkers.api import run
from chunkers.code import LANGUAGES
from chunkers.length import UNITS, measure
from tests.helpers import ToyEmbedder
from tests.property.texts import PIECES, texts
from tests.unit.code_samples import SAMPLES

EMBEDDER = ToyEmbedder()
OPENERS = (
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "`",
    "/*",
    "*/",
    "//",
    "#",
    "<<EOF\n",
    '"""',
    "\\",
    ";",
    "\r\n",
    "\r",
    "\t",
)


@st.composite
def programs(draw, language):
    """A program of the language, or what is left of it: lines shuffled, dropped, torn, with foreign pieces."""
    lines = SAMPLES[language][0].splitlines(keepends=True)
    start = draw(st.integers(0, len(lines) - 1))
    picked = lines[start : start + draw(st.integers(1, 30))]
    kind = draw(st.sampled_from(("whole", "shuffled", "torn")))
    if kind == "shuffled":
        picked = draw(st.permutations(picked))
    if kind == "torn":
        for piece in draw(st.lists(st.sampled_from(OPENERS + PIECES), min_size=1, max_size=6)):
            place = draw(st.integers(0, len(picked)))
            picked = [*picked[:place], piece, *picked[place:]]
    text = "".join(picked)
    return text.replace("\n", "\r\n") if draw(st.integers(0, 5)) == 0 else text


def lost(text, spans):
    seen = bytearray(len(text))
    for start, end in spans:
        seen[start:end] = b"\1" * (end - start)
    return [char for char, mark in zip(text, seen) if not mark and not char.isspace()]


def check_laws(text, values):
    cut = run(make_strategy("code", EMBEDDER, **values), Document(text))
    ruler = measure(cut.document, values["unit"], tokenizer=EMBEDDER.tokenizer)
    boundaries = {0, len(text)} | {match.end() for match in regex.finditer(r"\X", text)}
    starts = [chunk.char_start for chunk in cut.chunks]
    ends = [chunk.char_end for chunk in cut.chunks]
    assert starts == sorted(set(starts)) and ends == sorted(ends), "1: in order"
    assert all(end <= start for end, start in zip(ends, starts[1:])), "code does not overlap"
    spans = [span for chunk in cut.chunks for span in (chunk.span, *chunk.context_spans)]
    assert not lost(text, spans), "2: nothing is lost"
    for chunk in cut.chunks:
        assert {chunk.char_start, chunk.char_end} <= boundaries, "3: no cut inside a grapheme"
        if ruler.count(chunk.text) > values["chunk_size"]:
            lone = not any(chunk.char_start < place < chunk.char_end for place in boundaries)
            assert lone and not chunk.context, "4: within the limit"
        assert ruler.count(chunk.context) <= values["chunk_size"] // 2, "the context takes at most half"
        assert chunk.body.strip() and chunk.body == text[chunk.char_start : chunk.char_end], "6, 1"
        assert 1 <= chunk.start_line <= chunk.end_line
        for span in chunk.context_spans:
            assert span.of(text) in chunk.context and span.end <= chunk.char_start
    again = run(make_strategy("code", EMBEDDER, **values), Document(text))
    assert [one.to_dict() for one in again.chunks] == [one.to_dict() for one in cut.chunks], "9"


@pytest.mark.parametrize("language", LANGUAGES)
@settings(max_examples=60)
@given(data=st.data())
def test_laws_on_programs(language, data):
    values = {
        "language": data.draw(st.sampled_from((language, language, "auto"))),
        "chunk_size": data.draw(st.one_of(st.integers(1, 60), st.integers(60, 400))),
        "unit": data.draw(st.sampled_from(UNITS)),
    }
    check_laws(data.draw(programs(language)), values)


@settings(max_examples=300)
@given(
    text=texts,
    language=st.sampled_from(sorted(LANGUAGES)),
    chunk_size=st.integers(1, 60),
    unit=st.sampled_from(UNITS),
)
def test_laws_on_any_text(text, language, chunk_size, unit):
    check_laws(text, {"language": language, "chunk_size": chunk_size, "unit": unit})


@st.composite
def repeated(draw, language):
    """A few torn pieces, over and over, with a program before and after: what makes parsers explode."""
    lines = SAMPLES[language][0].splitlines(keepends=True)
    pieces = st.one_of(st.sampled_from(OPENERS + PIECES), st.sampled_from(lines))
    fragment = "".join(draw(st.lists(pieces, min_size=1, max_size=5)))
    around = st.sampled_from(("", SAMPLES[language][0]))
    return draw(around) + fragment * (draw(st.integers(1, 6000)) // len(fragment) + 1) + draw(around)


@settings(max_examples=60)
@given(data=st.data(), language=st.sampled_from(sorted(LANGUAGES)))
def test_laws_on_repeated_fragments(data, language):
    values = {"language": language, "chunk_size": data.draw(st.integers(20, 400)), "unit": "characters"}
    check_laws(data.draw(repeated(language)), values)
