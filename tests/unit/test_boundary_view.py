"""What the boundary view sends, and what it makes of the answer. No browser and no running app."""

from __future__ import annotations

import json
from bisect import bisect_right
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chunkers import Document, Span, split
from pages.components.boundary_view import Evidence, Lane, Selection, boundary_view, bundle, existing
from pages.components.boundary_view.numbers import encode_numbers, encode_spans
from pages.components.boundary_view.outline import context_form, displayable, encode_outline, encode_runs
from pages.components.boundary_view.payload import (
    answer_cuts,
    document_bytes,
    document_key,
    lane_data,
    view_data,
)

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
TEXT = "# Leave\n\nAsk two weeks before 😀.\n\n# Travel\n\nKeep every receipt for a year, please. " * 4


def decode_numbers(code: str) -> list[int]:
    """Written from the description, not from the encoder: five bits a character, the sign in the lowest."""
    numbers, value, shift = [], 0, 0
    for digit in map(DIGITS.index, code):
        value |= (digit & 31) << shift
        shift += 5
        if digit < 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


def decode_spans(code: str) -> list[Span]:
    numbers = decode_numbers(code)
    spans, before = [], 0
    for step, length in zip(numbers[::2], numbers[1::2]):
        start = before + step
        before = start + length
        spans.append(Span(start, before))
    return spans


def decode_runs(data: dict) -> list:
    numbers = decode_numbers(data["runs"])
    values, index = [], 0
    for count, step in zip(numbers[::2], numbers[1::2]):
        index += step
        values += [data["table"][index]] * count
    return values


def lane(name: str, key: str = "a", **parameters: object) -> Lane:
    return Lane(key, name.title(), "", split(Document(TEXT), name, **parameters))


@given(some.lists(some.integers(-(2**30), 2**30)))
def test_numbers_come_back(numbers: list[int]) -> None:
    assert decode_numbers(encode_numbers(numbers)) == numbers


@given(some.lists(some.tuples(some.integers(-50, 50), some.integers(0, 2000))))
def test_spans_come_back(steps: list[tuple[int, int]]) -> None:
    spans, before = [], 0
    for step, length in steps:
        start = max(0, before + step)
        spans.append(Span(start, start + length))
        before = start + length
    assert decode_spans(encode_spans(spans)) == spans


@given(some.lists(some.sampled_from(["", "a", "b > c", "d"])))
def test_runs_come_back(values: list[str]) -> None:
    assert decode_runs(encode_runs(values, str)) == values


def test_each_value_travels_once() -> None:
    data = encode_runs(["A", "A", "B", "A"], str)
    assert data["table"] == ["A", "B"]
    assert decode_numbers(data["runs"]) == [2, 0, 1, 1, 1, -1]


def test_a_chunk_of_usual_size_takes_four_characters() -> None:
    spans = [Span(start, start + 450) for start in range(0, 450_000, 450)]
    assert len(encode_spans(spans)) <= 4 * len(spans)


@pytest.mark.parametrize(
    ("spans", "answer", "cuts"),
    [
        pytest.param([(0, 10), (10, 20)], (2, 8), None, id="whole"),
        pytest.param([(0, 10), (10, 20)], (10, 20), None, id="fills a chunk"),
        pytest.param([(0, 10), (10, 20)], (8, 12), (10,), id="cut once"),
        pytest.param([(0, 10), (10, 20), (20, 30)], (8, 22), (10, 20), id="cut twice"),
        pytest.param([(0, 10), (7, 20)], (8, 12), None, id="saved by overlap"),
        pytest.param([(0, 10), (7, 20)], (6, 12), (10,), id="not saved by overlap: one mark a boundary"),
        pytest.param([(0, 10), (14, 20)], (11, 16), (14,), id="begins outside"),
        pytest.param([(0, 10), (14, 20)], (8, 12), (10,), id="ends outside"),
        pytest.param([(0, 10), (14, 20)], (11, 13), (), id="touches no chunk"),
        pytest.param([], (1, 2), (), id="no chunks"),
    ],
)
def test_answers_are_cut_where_boundaries_fall(
    spans: list[tuple[int, int]], answer: tuple[int, int], cuts: tuple[int, ...] | None
) -> None:
    assert answer_cuts([Span(*span) for span in spans], Span(*answer)) == cuts


@given(some.lists(some.tuples(some.integers(1, 9), some.integers(1, 12)), max_size=9), some.data())
def test_an_answer_has_cuts_exactly_where_no_chunk_holds_it(
    steps: list[tuple[int, int]], data: some.DataObject
) -> None:
    spans, start, end = [], 0, 0
    for step, length in steps:
        start, end = start + step, max(end, start + step + length)
        spans.append(Span(start, end))
    begin = data.draw(some.integers(0, 60))
    answer = Span(begin, begin + data.draw(some.integers(1, 20)))
    cuts = answer_cuts(spans, answer)
    assert (cuts is None) == any(span.contains(answer) for span in spans)
    assert all(answer.start < cut < answer.end for cut in cuts or ())
    assert list(cuts or ()) == sorted(set(cuts or ()))


def test_lone_surrogates_are_replaced_one_for_one() -> None:
    text = "a\ud800b\udfffc😀"
    shown = displayable(text)
    assert shown == "a\ufffdb\ufffdc😀"
    assert len(shown) == len(text)


def test_the_text_travels_as_utf8_behind_its_key() -> None:
    document = Document("\ufeff請假 😀 \ud800\r\n")
    data = document_bytes(document)
    assert data[:16].decode() == document_key(document)
    size = int(data[16:24], 16)
    assert json.loads(data[24 : 24 + size]) == encode_outline(document)
    assert data[24 + size :].decode("utf-8") == "\ufeff請假 😀 \ufffd\r\n"


def test_the_key_follows_the_text_and_not_the_name() -> None:
    assert document_key(Document("same", name="one")) == document_key(Document("same", name="two"))
    assert document_key(Document("same")) != document_key(Document("other"))


def test_data_is_plain_json_with_code_points() -> None:
    cut = lane("overlap", chunk_size=30, overlap=8)
    answer = Span(TEXT.index("two weeks"), TEXT.index("two weeks") + 40)
    data = view_data(
        cut.chunking.document,
        [cut],
        [Evidence("q", "When \ud800?", answer)],
        selected=Selection("a", 1),
        focus=Span(3, 4),
    )
    assert json.loads(json.dumps(data)) == data
    sent = data["lanes"][0]
    assert decode_spans(sent["spans"]) == [chunk.span for chunk in cut.chunking.chunks]
    assert decode_numbers(data["evidence"]["spans"]) == [answer.start, answer.length]
    assert data["evidence"]["queries"] == ["When \ufffd?"]
    spans = [chunk.span for chunk in cut.chunking.chunks]
    assert decode_numbers(sent["broken"]["0"]) == list(answer_cuts(spans, answer))
    assert (data["selected"], data["focus"]) == (["a", 1], [3, 4])


@pytest.mark.parametrize("style", ["brackets", "section", "document"])
def test_contexts_come_back_from_the_outline(style: str) -> None:
    part = "## Part {0}\n\nWords of it.\n\n#### Deep {0}\n\n" + "More words of it. " * 8 + "\n\n"
    text = "Before.\n\n# Book\n\n" + "".join(map(part.format, range(9)))
    chunks = split(Document(text), "markdown", chunk_size=90, context=style).chunks
    sent = lane_data(Lane("a", "", "", split(Document(text), "markdown", chunk_size=90, context=style)), ())
    outline = encode_outline(Document(text))
    starts = list(accumulate(decode_numbers(outline["starts"])))
    depths, titles = decode_numbers(outline["depths"]), outline["titles"]
    forms, own_paths = decode_runs(sent["contexts"]), decode_runs(sent["paths"])
    for chunk, form, own in zip(chunks, forms, own_paths, strict=True):
        section = bisect_right(starts, chunk.char_start) - 1
        path: list[str] = []
        while len(path) < depths[section]:
            depth = depths[section] - len(path)
            path.insert(0, next(titles[at] for at in range(section, -1, -1) if depths[at] == depth))
        assert own is None and tuple(path) == chunk.heading_path
        before, after, left_out = form if len(form) == 3 else ("".join(form), "", len(path))
        assert before + " > ".join(path[left_out:]) + after == chunk.context
    # However many sections there are, only what stands around their paths is sent with a change.
    assert len(sent["contexts"]["table"]) <= 4


def test_a_context_that_is_no_path_travels_as_it_is() -> None:
    assert context_form("| a | b |\n", ("Prices",)) == ("| a | b |\n",)
    assert context_form("【… > B】", ("A", "B")) == ("【… > ", "】", 1)
    assert context_form("x", ()) == ("x",)


def test_got_overlap_travels_where_it_is_not_counted_in_characters() -> None:
    cut = lane("overlap", chunk_size=12, overlap=3, unit="words")
    sent = view_data(cut.chunking.document, [cut])["lanes"][0]
    assert decode_numbers(sent["got"]) == [overlap.got for overlap in cut.chunking.overlaps]
    assert sent["unit"] == "words"


def test_the_revision_changes_with_the_cut_only() -> None:
    def revision(size: int) -> str:
        cut = lane("fixed", chunk_size=size)
        return view_data(cut.chunking.document, [cut])["revision"]

    assert revision(30) == revision(30)
    assert revision(30) != revision(31)


def test_the_summary_counts_the_text_that_is_embedded() -> None:
    cut = lane("fixed", chunk_size=50)
    count = len(cut.chunking.chunks)
    mean = sum(len(chunk.text) for chunk in cut.chunking.chunks) / count
    summary = view_data(cut.chunking.document, [cut])["lanes"][0]["summary"]
    assert summary == f"{count} chunks · mean {mean:,.0f} characters"


def test_an_empty_document_is_no_problem() -> None:
    document = Document("")
    data = view_data(document, [Lane("a", "Fixed", "", split(document, "fixed"))])
    assert data["lanes"][0]["summary"] == "no chunks"
    assert document_bytes(document).decode().startswith(document_key(document))


def test_a_selection_of_a_chunk_that_is_gone_is_none() -> None:
    cut = lane("fixed", chunk_size=100)
    last = len(cut.chunking.chunks) - 1
    assert existing(Selection("a", last), [cut]) == Selection("a", last)
    assert existing(Selection("a", last + 1), [cut]) is None
    assert existing(Selection("a", -1), [cut]) is None
    assert existing(Selection("gone", 0), [cut]) is None
    assert existing(None, [cut]) is None


def test_lanes_need_different_keys() -> None:
    cut = lane("fixed", chunk_size=100)
    with pytest.raises(ValueError, match="different keys"):
        boundary_view(cut.chunking.document, [cut, cut])


def test_the_bundle_is_one_module_with_one_export() -> None:
    code = bundle()
    assert "\nimport " not in code
    assert [line for line in code.splitlines() if line.startswith("export ")] == [
        "export default function (component) {"
    ]


def test_the_code_never_sets_markup() -> None:
    code = bundle()
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "createContextualFragment"):
        assert way not in code
