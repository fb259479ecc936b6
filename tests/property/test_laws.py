"""The nine laws of the design, over every strategy, every unit and any text."""

import os
import subprocess
import sys
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunkers import STRATEGIES, Document, Page, Span, make_strategy
from chunkers.api import run
from chunkers.code import LANGUAGES
from chunkers.length import UNITS, measure
from chunkers.tokens import DEFAULT_ENCODING
from tests.helpers import ToyEmbedder
from tests.property.texts import SPACES, texts

EMBEDDER = ToyEmbedder()
PATTERNS = ([r"\s+"], [r"(?=\d)", r"\b"], [[r"\.", "。"], ""], [r"\X"], [r"$^", r"(?m)^"])
SEPARATORS = (
    None,
    None,
    ["\n\n", "\n", " ", ""],
    ["。", "，"],
    [["."], [" ", "\n"]],
    ["\r", "\u0301", "\u200d"],
)
#: What may be drawn for a parameter beyond sizes, units and what depends on others.
OTHERS = {
    "keep_separator": st.sampled_from(["end", "start"]),
    "context": st.sampled_from(["brackets", "section", "document", "none"]),
    "include_title": st.booleans(),
    "keep_heading": st.booleans(),
    "method": st.sampled_from(["percentile", "threshold", "stdev", "iqr", "gradient", "cluster"]),
    "buffer": st.integers(0, 2),
    "rows": st.sampled_from(["source", "serialised"]),
    "language": st.sampled_from(["auto", *LANGUAGES]),
    "encoding": st.just(DEFAULT_ENCODING),  # the only one that needs no network
}


@st.composite
def cuts(draw, name):
    """A cut of a random document by the strategy, with random parameters."""
    declared = {parameter.name: parameter for parameter in STRATEGIES[name].parameters}
    size = draw(st.integers(1, 60))
    values = {"chunk_size" if "chunk_size" in declared else "child_size": size}
    values["unit"] = draw(st.sampled_from(UNITS))
    if "parent_size" in declared:
        values["parent_size"] = size + draw(st.integers(1, 150))
    if "overlap" in declared:
        values["overlap"] = draw(st.integers(0, size - 1))
    if "min_size" in declared:
        values["min_size"] = draw(st.integers(0, size))
    if "inner" in declared:
        values["inner"] = draw(st.sampled_from(declared["inner"].choices))
    if "is_regex" in declared:
        values["is_regex"] = draw(st.booleans())
        values["separators"] = draw(st.sampled_from(PATTERNS if values["is_regex"] else SEPARATORS))
    for parameter, drawn in OTHERS.items():
        if parameter in declared:
            values[parameter] = draw(drawn)
    if "threshold" in declared:
        limits = declared["threshold"].range_for(values)
        values["threshold"] = draw(st.floats(limits.minimum, limits.maximum))
    assert values.keys() == declared.keys(), "no parameter is left out"
    return run(make_strategy(name, EMBEDDER, **values), draw(documents()))


@st.composite
def documents(draw):
    """A text, perhaps under a name that says its language, with a title and with pages."""
    text = draw(texts)
    edges = sorted(draw(st.lists(st.integers(0, len(text)), max_size=3)))
    pages = [Page(number, Span(*pair)) for number, pair in enumerate(zip(edges, edges[1:]), 1)]
    name = draw(st.sampled_from(["document", "a.md", "b.py", "c.sql", "d.tsx"]))
    return Document(text, name, draw(st.sampled_from(["", "", "A title"])), pages=tuple(pages))


def words_and_clusters(text):
    return [
        match.span()
        for pattern in (r"(?ws)\b[\w\u202f].*?\b", r"\X")
        for match in regex.finditer(pattern, text)
    ]


def visible(text, spans):
    seen = bytearray(len(text))
    for start, end in spans:
        seen[start:end] = b"\1" * (end - start)
    return [char for char, mark in zip(text, seen) if not mark and not char.isspace()]


@pytest.mark.parametrize("name", STRATEGIES)
@settings(max_examples=300)
@given(data=st.data())
def test_laws(name, data):
    cut = data.draw(cuts(name))
    parameters = cut.parameters
    size = parameters["chunk_size"] if "chunk_size" in parameters else parameters["child_size"]
    check_chunks(cut, cut.chunks, size)
    if cut.parents:
        check_chunks(cut, cut.parents, parameters["parent_size"])
        assert all(chunk.parent.span.contains(chunk.span) for chunk in cut.chunks), (
            "no child crosses a parent"
        )
    for overlap in cut.overlaps:
        assert overlap.got <= overlap.asked, "5: overlap is a maximum"
    again = run(make_strategy(name, EMBEDDER, **parameters), replace(cut.document))
    assert cut.strategy.spans(replace(cut.document)) == [chunk.span for chunk in cut.chunks], (
        "spans are the cut"
    )
    for one, other in ((cut.chunks, again.chunks), (cut.parents, again.parents)):
        assert [chunk.to_dict() for chunk in one] == [chunk.to_dict() for chunk in other], "9: the same again"


def check_chunks(cut, chunks, size):
    """The laws that hold for children and parents, each among themselves."""
    text = cut.document.text
    ruler = measure(cut.document, cut.parameters["unit"], tokenizer=EMBEDDER.tokenizer)
    boundaries = {0, len(text)} | {match.end() for match in regex.finditer(r"\X", text)}

    starts = [chunk.char_start for chunk in chunks]
    ends = [chunk.char_end for chunk in chunks]
    assert starts == sorted(set(starts)), "1: starts strictly increase"
    assert ends == sorted(ends), "1: ends never decrease"
    lost = visible(text, [span for chunk in chunks for span in (chunk.span, *chunk.context_spans)])
    assert not lost, "2: nothing is lost"
    for chunk in chunks:
        assert chunk.body == text[chunk.char_start : chunk.char_end], "1: exact slices"
        assert chunk.rendered or chunk.text == chunk.context + chunk.body
        assert ruler.count(chunk.context) <= size // 2, "the context takes at most half"
        assert chunk.context_status in ("none", "full", "shortened", "dropped")
        assert {chunk.char_start, chunk.char_end} <= boundaries, "3: no cut inside a grapheme"
        if ruler.count(chunk.text) > size:
            lone = not any(chunk.char_start < place < chunk.char_end for place in boundaries)
            assert lone and not chunk.context and not chunk.rendered, (
                "4: within the limit, or one grapheme alone without context"
            )
        assert chunk.body.strip(), "6: never white space only"


@pytest.mark.parametrize("unit", UNITS)
@settings(max_examples=200)
@given(text=texts, data=st.data())
@example(text="a b" * 50, data=None)
def test_the_length_of_a_span_is_the_count_of_its_slice(unit, text, data):
    ruler = measure(Document(text), unit, tokenizer=EMBEDDER.tokenizer)
    places = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2))) if data else (1, 140)
    start, end = places
    if unit == "words" and any(a < place < b for a, b in words_and_clusters(text) for place in places):
        return  # half a word counts on both sides; cuts fall between clusters and, by words, between words
    assert ruler.length(start, end) == ruler.count(text[start:end])


def test_an_empty_document_gives_no_chunks():
    for name in STRATEGIES:
        for text in ("", " \n\t\u3000", *filter(str.isspace, SPACES)):
            assert run(make_strategy(name, EMBEDDER), Document(text)).chunks == []


def test_the_same_ids_in_another_process():
    """Law 9 where sets and dictionaries of strings have another order."""
    script = (
        "from chunkers import STRATEGIES, Document, make_strategy\n"
        "from chunkers.api import run\n"
        "from tests.helpers import ToyEmbedder\n"
        "from tests.property.texts import PIECES\n"
        "for name in STRATEGIES:\n"
        "    for one in run(make_strategy(name, ToyEmbedder()), Document(''.join(PIECES * 9))).chunks:\n"
        "        print(one.chunk_id, one.parent_id, one.char_start, one.char_end)\n"
    )
    root = Path(__file__).parents[2]
    printed = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1] and printed[0].count(b"\n") > 50


def test_the_texts_hold_what_they_promise():
    """The generator really produces joined characters, so that law 3 is tested at all."""
    from tests.property.texts import PIECES

    assert any(unicodedata.combining(char) for piece in PIECES for char in piece)
    assert any(len(regex.findall(r"\X", piece)) < len(piece) for piece in PIECES)
