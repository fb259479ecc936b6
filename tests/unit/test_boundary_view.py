"""What the boundary view sends, and what it makes of the answer. No browser and no running app."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from chunkers import Document, Span, split
from chunkers.document import Page
from chunkers.tokens import tiktoken_tokenizer
from pages.components import boundary_view as boundary_view_package
from pages.components.boundary_view import Evidence, Lane, Selection, Slider, boundary_view
from pages.components.boundary_view.bundle import MODULES, bundle
from pages.components.boundary_view.events import (
    existing,
    read_answer,
    read_lane_action,
    read_selection,
    read_slide,
)
from pages.components.boundary_view.numbers import encode_numbers, pack, pack_rising, pack_spans
from pages.components.boundary_view.outline import context_form, displayable, encode_outline, encode_runs
from pages.components.boundary_view.payload import (
    answer_cuts,
    document_bytes,
    document_key,
    lane_data,
    token_bytes,
    view_data,
)
from pages.components.boundary_view.problems import MANY, encode_problems

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


def unpack(packed: list, count: int) -> list[int]:
    """Written from the description, bit by bit."""
    middle, table, code = packed
    bits = iter("".join(f"{DIGITS.index(digit):06b}" for digit in code))
    sizes = sorted((DIGITS.index(digit), one) for one, digit in enumerate(table) if digit != "A")
    classes, word = {}, 0
    for (length, one), (after, _) in zip(sizes, [*sizes[1:], (0, 0)]):
        classes[f"{word:0{length}b}"] = one
        word = (word + 1) << max(0, after - length)
    numbers = []
    for _ in range(count):
        read = next(bits)
        while read not in classes:
            read += next(bits)
        size = classes[read]
        folded = int("1" + "".join(next(bits) for _ in range(size - 1)), 2) if size else 0
        numbers.append(middle + (-(folded + 1) // 2 if folded % 2 else folded // 2))
    return numbers


def unpack_rising(packed: list, count: int) -> list[int]:
    return list(accumulate(unpack(packed, count)))


def unpack_spans(data: dict) -> list[Span]:
    spans, before = [], 0
    for step, length in zip(unpack(data["steps"], data["count"]), unpack(data["lengths"], data["count"])):
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
    assert unpack_spans(pack_spans(spans)) == spans


@given(some.lists(some.integers(-(2**29), 2**29)), some.lists(some.integers(0, 40)))
def test_packed_numbers_come_back(wide: list[int], narrow: list[int]) -> None:
    for numbers in (wide, narrow, wide + 50 * narrow):
        assert unpack(json.loads(json.dumps(pack(numbers))), len(numbers)) == numbers
    assert unpack_rising(pack_rising(narrow), len(narrow)) == narrow


def test_a_code_worked_by_hand() -> None:
    # The commonest is 5. Distances 0, 0, 0, 1, -1 fold to 0, 0, 0, 2, 1: classes 0 (three), 2 and 1 (one each).
    # Their codes have 1, 2 and 2 bits: 0 for class 0, 10 for class 1, 11 for class 2, which a bit follows.
    # 0 0 0 110 10 is 00011010, which base 64 writes as Gg. The table is 1, 2, 2.
    assert pack([5, 5, 5, 6, 4]) == [5, "BCC", "Gg"]
    assert pack([7, 7]) == [7, "B", "AA"]
    assert pack([]) == [0, "", ""]


@given(some.lists(some.sampled_from(["", "a", "b > c", "d"])))
def test_runs_come_back(values: list[str]) -> None:
    assert decode_runs(encode_runs(values, str)) == values


def test_each_value_travels_once() -> None:
    data = encode_runs(["A", "A", "B", "A"], str)
    assert data["table"] == ["A", "B"]
    assert decode_numbers(data["runs"]) == [2, 0, 1, 1, 1, -1]


def test_twenty_thousand_chunks_take_less_than_sixty_kilobytes() -> None:
    """Four lanes of 500 KB at 100 characters, with lengths of any size below that and overlaps of any size."""
    lengths = [20 + 7 * index % 81 for index in range(20_000)]
    spans, end = [], 0
    for index, length in enumerate(lengths):
        start = max(0, end - index % 20)
        end = start + length
        spans.append(Span(start, end))
    assert len(json.dumps(pack_spans(spans))) < 60_000
    fixed = pack_spans([Span(start, start + 100) for start in range(0, 2_000_000, 100)])
    assert len(json.dumps(fixed)) < 7_000


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
    assert unpack_spans(sent["spans"]) == [chunk.span for chunk in cut.chunking.chunks]
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
    got = [overlap.got for overlap in cut.chunking.overlaps]
    assert unpack(sent["got"], len(got)) == got
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


@dataclass(frozen=True)
class Fault:
    kind: str
    span: Span
    chunk_index: int | None
    detail: str


def test_problems_travel_by_kind_in_the_order_of_their_places() -> None:
    problems = [
        Fault("cut sentence", Span(30, 44), 2, "a <b> \ud800"),
        Fault("orphan heading", Span(0, 7), None, ""),
        Fault("cut sentence", Span(8, 12), 0, "a <b> \ud800"),
    ]
    data = json.loads(json.dumps(encode_problems(problems)))
    assert [(one["kind"], one["count"]) for one in data] == [("cut sentence", 2), ("orphan heading", 1)]
    first, second = data
    assert unpack_rising(first["chunks"], 2) == [1, 3]
    assert unpack_rising(first["starts"], 2) == [8, 30]
    assert unpack(first["lengths"], 2) == [4, 14]
    assert first["details"]["table"] == ["a <b> \ufffd"]
    assert unpack(second["chunks"], 1) == [0]


def test_of_a_kind_with_very_many_problems_only_the_chunks_travel() -> None:
    many = [Fault("cut sentence", Span(at, at + 5), at, str(at)) for at in range(MANY + 1)]
    (data,) = encode_problems(many)
    assert unpack_rising(data["chunks"], MANY + 1) == list(range(1, MANY + 2))
    assert not {"starts", "lengths", "details"} & set(data)
    (placed,) = encode_problems([*many, Fault("cut sentence", Span(9, 10), None, "")])
    assert "starts" in placed and "details" not in placed


def test_details_are_told_as_far_as_they_are_short() -> None:
    short = [Fault("cut table", Span(at, at + 5), at, "row") for at in range(9)]
    long = [Fault("cut code", Span(at, at + 5), at, f"{at} " + "x" * 300) for at in range(9)]
    first, second = encode_problems([*long, *short])
    assert "details" not in first and "starts" in first
    assert second["details"]["table"] == ["row"]


def test_parents_travel_with_the_chunks_that_they_hold() -> None:
    chunking = split(Document(TEXT), "parent_child", child_size=8, parent_size=30, overlap=0)
    sent = lane_data(Lane("a", "", "", chunking), ())["parents"]
    assert len(chunking.parents) > 1
    assert unpack_spans(sent["spans"]) == [parent.span for parent in chunking.parents]
    owners = [chunking.parents.index(chunk.parent) for chunk in chunking.chunks]
    assert unpack_rising(sent["of"], len(owners)) == owners
    assert "parents" not in lane_data(lane("fixed"), ())


def test_symbols_travel_where_there_is_code() -> None:
    code = "def one():\n    return 1\n\n\ndef two():\n    return 2\n"
    chunking = split(Document(code, name="a.py"), "code", chunk_size=30, unit="characters")
    sent = lane_data(Lane("a", "", "", chunking), ())
    assert [named[0] for named in decode_runs(sent["symbols"])] == [
        chunk.symbol_name for chunk in chunking.chunks
    ]
    assert "symbols" not in lane_data(lane("fixed"), ())


def test_pages_travel_with_the_outline() -> None:
    document = Document("abcdefghij", pages=(Page(3, Span(0, 4)), Page(4, Span(5, 10))))
    pages = encode_outline(document)["pages"]
    assert {name: decode_numbers(code) for name, code in pages.items()} == {
        "numbers": [3, 1],
        "starts": [0, 1],
        "lengths": [4, 5],
    }


def test_token_starts_travel_a_byte_each() -> None:
    document = Document("Leave is asked for. 請假 😀" + " " * 700 + "\ud800 end")
    data = token_bytes(document)
    assert data[:16].decode() == document_key(document)
    starts, at = [], 0
    assert len(data) > 10_000
    for step in data[24 : 24 + int(data[16:24], 16)]:
        at += step
        if step < 255:
            starts.append(at)
    assert starts == tiktoken_tokenizer().starts(document.text).tolist()


SLIDER = Slider("size", "Size <b>", 10, 95, 10, 50)


def test_sliders_and_actions_travel_as_plain_numbers_and_known_names() -> None:
    cut = lane("fixed")
    given_lane = Lane("a", "", "", cut.chunking, (), [SLIDER], ("remove", "reset", "explode"))
    sent = json.loads(json.dumps(lane_data(given_lane, ())))
    assert sent["actions"] == ["reset", "remove"]
    assert sent["sliders"] == [
        {"key": "size", "label": "Size <b>", "low": 10, "high": 95, "step": 10, "value": 50}
    ]


@pytest.mark.parametrize(
    ("reported", "read"),
    [
        ({"key": "size", "value": 70}, ("size", 70)),
        ({"key": "size", "value": 74.9}, ("size", 70)),
        ({"key": "size", "value": 1000}, ("size", 90)),
        ({"key": "size", "value": -5}, ("size", 10)),
        ({"key": "size", "value": float("nan")}, None),
        ({"key": "size", "value": True}, None),
        ({"key": "size", "value": "70"}, None),
        ({"key": "other", "value": 70}, None),
        ({"value": 70}, None),
        (None, None),
        ([], None),
    ],
)
def test_a_slide_is_brought_into_range(reported: object, read: object) -> None:
    lanes = [Lane("a", "", "", lane("fixed").chunking, (), [SLIDER])]
    assert read_slide(reported, lanes) == read


@pytest.mark.parametrize(
    ("reported", "read"),
    [
        ({"lane": "a", "action": "reset"}, ("a", "reset")),
        ({"lane": "a", "action": "remove"}, None),
        ({"lane": "b", "action": "reset"}, None),
        ({"lane": "a", "action": ["reset"]}, None),
        ("reset", None),
    ],
)
def test_only_an_action_that_was_offered_is_told(reported: object, read: object) -> None:
    lanes = [Lane("a", "", "", lane("fixed").chunking, actions=("reset",))]
    assert read_lane_action(reported, lanes) == read


@pytest.mark.parametrize(
    ("start", "end", "read"),
    [(0, 3, Span(0, 3)), (3, 3, None), (-1, 3, None), (0, 4, None), (0, 2.0, None), (False, True, None)],
)
def test_an_answer_is_a_part_of_this_document(start: object, end: object, read: Span | None) -> None:
    document = Document("a😀b")
    assert read_answer({"document": "key", "start": start, "end": end}, document, "key") == read
    assert read_answer({"document": "old", "start": 0, "end": 1}, document, "key") is None
    assert read_answer(None, document, "key") is None


def test_a_selection_is_read_with_care() -> None:
    assert read_selection({"lane": "a", "index": 2}) == Selection("a", 2)
    for reported in (None, {}, {"lane": 1, "index": 2}, {"lane": "a", "index": True}, ["a", 2]):
        assert read_selection(reported) is None


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


def test_every_module_is_in_the_bundle_once_and_after_what_it_imports() -> None:
    folder = Path(boundary_view_package.__file__).parent
    modules = MODULES
    # `standalone.js` runs behind the bundle, in the exported page only.
    assert sorted([*modules, "standalone.js"]) == sorted(path.name for path in folder.glob("*.js"))
    exported: set[str] = set()
    for name in modules:
        source = (folder / name).read_text("utf-8")
        for names, module in re.findall(r"^import \{([^}]*)\} from \"\./([^\"]+)\";", source, re.MULTILINE):
            assert modules.index(module) < modules.index(name), (name, module)
            assert {one.strip() for one in names.split(",") if one.strip()} <= exported, (name, module)
        own = set(re.findall(r"^export (?:class|const|function) (\w+)", source, re.MULTILINE))
        assert not own & exported, (name, own & exported)
        exported |= own


def test_the_code_never_sets_markup() -> None:
    code = bundle()
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "createContextualFragment"):
        assert way not in code
