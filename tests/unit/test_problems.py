"""The problems of a cut, counted by hand; the property at the end compares with a slow, plain reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkers import Chunking, Document, Span, make_strategy, split
from chunkers.chunk import Chunk, Piece
from chunkers.evaluation import Question, Reference, summarise
from chunkers.evaluation.problems import KINDS, Problem, problems
from chunkers.evaluation.reachable import reachable
from chunkers.tables import Table, document_tables
from tests.helpers import ToyEmbedder

TABLE = "| Name | Age |\n| --- | --- |\n| Ann | 31 |\n| Bob | 42 |\n"
FENCE = "```sql\nselect 1;\nselect 2;\n```"


def cut_by_hand(text: str | Document, *pieces: Piece | tuple[int, int], size: int = 1000) -> Chunking:
    document = Document.of(text)
    made = [piece if isinstance(piece, Piece) else Piece(Span(*piece)) for piece in pieces]
    chunks = [Chunk(document, piece, index, "by hand", "1-0") for index, piece in enumerate(made)]
    return Chunking(document, make_strategy("recursive", chunk_size=size), chunks, [], None, 0.0)


def of_kind(kind: str, cut: Chunking, *arguments, **keywords) -> list[Problem]:
    assert kind in KINDS
    return [one for one in problems(cut, *arguments, **keywords) if one.kind == kind]


def test_a_problem_is_frozen_and_its_kinds_are_fixed() -> None:
    one = Problem("cut code", Span(0, 1), 0, "")
    with pytest.raises(AttributeError):
        one.kind = "other"
    assert KINDS == (
        "cut answer", "cut sentence", "cut table", "cut code", "orphan heading", "far too small",
        "above the limit", "longer than the model's window",
    )  # fmt: skip


@pytest.mark.parametrize("text", ["", " \n\n "])
def test_nothing_to_cut_has_no_problems(text: str) -> None:
    assert problems(split(text, "fixed", chunk_size=3), [Question("q", "?", answer="x")]) == []


def test_cut_sentence_by_hand() -> None:
    cut = cut_by_hand("One two. Three four. Five.", (0, 14), (14, 26), size=30)
    assert problems(cut) == [Problem("cut sentence", Span(9, 20), 0, "cut at 14")]


def test_a_sentence_is_whole_where_the_overlap_has_it() -> None:
    assert problems(cut_by_hand("One two. Three four. Five.", (0, 14), (9, 26), size=30)) == []


def test_a_sentence_that_no_chunk_reaches_has_a_place_too() -> None:
    assert problems(cut_by_hand("One two. Three four. Five.", (0, 8), (21, 26), size=30)) == [
        Problem("cut sentence", Span(9, 20), 1, "whole in no chunk")
    ]


def test_a_sentence_whose_head_is_missing_is_cut_where_the_chunk_starts() -> None:
    assert problems(cut_by_hand("One two. Three four. Five.", (0, 8), (15, 26), size=30)) == [
        Problem("cut sentence", Span(9, 20), 1, "cut at 15")
    ]


def test_cut_answers_by_question_and_by_span() -> None:
    text = "Refunds take five days. Ask again."
    cut = cut_by_hand(text, (0, 17), (17, 34))
    asked = Question("1", "How long?", answer="five days")
    whole = Question("2", "What?", answer="Refunds")
    absent = Question("3", "Why?", answer="because")
    assert of_kind("cut answer", cut, [asked, whole, absent]) == [
        Problem("cut answer", Span(13, 22), 0, "'How long?' cut at 17")
    ]
    assert of_kind("cut answer", cut, [Span(13, 22), (0, 7)]) == [
        Problem("cut answer", Span(13, 22), 0, "cut at 17")
    ]


def test_each_reference_that_is_cut_is_told() -> None:
    references = (Reference("", 0, 3), Reference("", 4, 9), Reference("", 12, 16))
    cut = cut_by_hand("aaa bbbbb ccc dddd", (0, 6), (6, 14), (14, 18))
    found = of_kind("cut answer", cut, [Question("1", "?", references=references)])
    assert [(one.span, one.chunk_index) for one in found] == [(Span(4, 9), 0), (Span(12, 16), 1)]


def test_an_answer_that_is_there_twice_is_cut_only_where_no_chunk_has_it() -> None:
    text = "five days. five days."
    asked = [Question("1", "?", answer="five days")]
    assert of_kind("cut answer", cut_by_hand(text, (0, 5), (5, 21)), asked) == []
    assert len(of_kind("cut answer", cut_by_hand(text, (0, 5), (5, 16), (16, 21)), asked)) == 2


def test_expected_terms_are_looked_for_in_bodies_and_contexts() -> None:
    text = "alpha beta gamma delta"
    terms = [Question("1", "?", expected_terms=("alpha", "delta"))]
    apart = cut_by_hand(text, (0, 10), (11, 22))
    assert [one.span for one in of_kind("cut answer", apart, terms)] == [Span(0, 22)]
    assert of_kind("cut answer", cut_by_hand(text, (0, 10), Piece(Span(11, 22), "【Alpha】")), terms) == []
    # Half in the context, half in the body.
    joined = cut_by_hand(text, (0, 10), Piece(Span(11, 22), "al"))
    assert of_kind("cut answer", joined, [Question("1", "?", expected_terms=("algamma", "delta"))]) == []
    # A rendering leaves out what the body has.
    rendered = cut_by_hand(text, Piece(Span(0, 22), rendering="alpha"))
    assert len(of_kind("cut answer", rendered, terms)) == 1
    # The last word is what evaluation says, also of half a folded character.
    assert (
        of_kind("cut answer", cut_by_hand("ß delta", (0, 7)), [Question("1", "?", expected_terms=("s",))])
        == []
    )


@given(st.integers(1, 40), st.sampled_from(["fixed", "markdown", "table"]))
def test_the_answers_that_are_cut_are_those_that_are_not_reachable(size: int, name: str) -> None:
    text = f"# Größe\n\nOne is here. Two is there.\n\n{TABLE}\nThree ends it.\n"
    cut = split(text, name, chunk_size=size, **({"rows": "serialised"} if name == "table" else {}))
    asked = [
        Question("1", "a", expected_terms=("one", "two")),
        Question("2", "b", expected_terms=("ann", "age")),
        Question("3", "c", answer="One is here. Two"),
        Question("4", "d", answer="Three", expected_terms=("ends",)),
        Question("5", "e", answer="Bob | 42", expected_heading="Größe"),
    ]
    told = {one.detail[1] for one in of_kind("cut answer", cut, asked)}
    assert told == {one.query for one, held in zip(asked, reachable(cut, asked)) if not held}


def table_cut(at: int, context: bool, text: str = TABLE) -> list[Problem]:
    """The table in two pieces, with or without its header as the context of the second."""
    header = document_tables(Document(text))[0].repeated_spans
    more = Piece(Span(at, len(text)), TABLE[:29], header) if context else Piece(Span(at, len(text)))
    return of_kind("cut table", cut_by_hand(text, (0, at), more))


def test_a_table_between_rows_needs_its_header() -> None:
    assert TABLE.index("| Bob") == 42
    assert table_cut(42, context=True) == []
    assert table_cut(42, context=False) == [Problem("cut table", Span(0, 54), 1, "1 row without the header")]


def test_a_table_inside_a_row_is_cut_whatever_its_context() -> None:
    assert table_cut(36, context=True) == [Problem("cut table", Span(0, 54), 0, "1 row cut")]


def test_a_table_inside_its_header() -> None:
    assert [one.detail for one in table_cut(10, context=False)] == [
        "its header is cut, 2 rows without the header"
    ]


def test_a_header_that_travels_with_the_rows_need_be_in_no_body() -> None:
    header = document_tables(Document(TABLE))[0].repeated_spans
    rows = Piece(Span(29, 54), TABLE[:29], header)
    assert of_kind("cut table", cut_by_hand(TABLE, (0, 10), (11, 28), rows)) == []


def test_two_chunks_that_share_the_header_by_overlap_are_fine() -> None:
    assert of_kind("cut table", cut_by_hand(TABLE, (0, 41), (0, 54))) == []


def test_each_table_has_its_own_header() -> None:
    text = f"{TABLE}\n{TABLE}"
    second = document_tables(Document(text))[1].repeated_spans
    pieces = [(0, 41), Piece(Span(42, 54), TABLE[:29], second), (56, len(text))]
    assert [one.span for one in of_kind("cut table", cut_by_hand(text, *pieces))] == [Span(0, 54)]


def test_html_tables() -> None:
    text = "<table><tr><th>A</th></tr>\n<tr><td>1</td></tr>\n<tr><td>2</td></tr></table>"
    at = text.index("<tr><td>2")
    (found,) = of_kind("cut table", cut_by_hand(text, (0, at), (at, len(text))))
    assert (found.span, found.detail) == (Span(0, len(text)), "1 row without the header")
    (table,) = document_tables(Document(text))
    more = Piece(Span(at, len(text)), table.repeated, table.repeated_spans)
    assert of_kind("cut table", cut_by_hand(text, (0, at), more)) == []


def test_fences() -> None:
    text = f"{FENCE}\n"
    assert text.index("select 2") == 17
    assert of_kind("cut code", cut_by_hand(text, (0, 30))) == []
    assert of_kind("cut code", cut_by_hand(text, (0, 17), (17, 30))) == [
        Problem("cut code", Span(0, 30), 1, "1 line without the opening line")
    ]
    opening = Piece(Span(17, 30), "```sql\n", (Span(0, 7),))
    assert of_kind("cut code", cut_by_hand(text, (0, 17), opening)) == []
    # The closing line belongs to the last line of code.
    assert [one.detail for one in of_kind("cut code", cut_by_hand(text, (0, 26), (27, 30)))] == ["1 line cut"]


def test_a_line_of_code_cut_in_two_is_told_with_the_chunk_that_ends_in_it() -> None:
    opening = Piece(Span(20, 30), "```sql\n", (Span(0, 7),))
    assert of_kind("cut code", cut_by_hand(FENCE, (0, 20), opening)) == [
        Problem("cut code", Span(0, 30), 0, "1 line cut")
    ]


@pytest.mark.parametrize("size", [60, 90, 200])
@pytest.mark.parametrize("name", ["structure", "parent_child", "table", "markdown"])
def test_strategies_that_repeat_headers_cut_no_table(name: str, size: int) -> None:
    text = "# T\n\nWords.\n\n" + TABLE + "".join(f"| row {n} | {n} |\n" for n in range(40))
    sizes = {"child_size": size, "parent_size": 2 * size} if name == "parent_child" else {"chunk_size": size}
    cut = split(text, name, unit="characters", **sizes)
    assert len(cut.chunks) > 3
    assert of_kind("cut table", cut) == []
    assert of_kind("cut table", split(text, "fixed", chunk_size=size))


def test_serialised_rows_have_their_columns() -> None:
    text = TABLE + "".join(f"| row {n} | {n} |\n" for n in range(40))
    cut = split(text, "table", chunk_size=90, rows="serialised")
    assert len(cut.chunks) > 3 and all(chunk.rendered for chunk in cut.chunks)
    assert of_kind("cut table", cut) == []


def test_structure_repeats_the_opening_line_of_code() -> None:
    text = "# T\n\n```py\n" + "".join(f"line_{n} = {n}\n" for n in range(40)) + "```\n"
    cut = split(text, "structure", chunk_size=80)
    assert len(cut.chunks) > 3
    assert of_kind("cut code", cut) == []
    assert len(of_kind("cut code", split(text, "recursive", chunk_size=80))) == 1


def test_orphan_headings() -> None:
    text = "# A\n\nBody.\n\n## B\n\nMore.\n"
    assert (text.index("## B"), text.index("More")) == (12, 18)
    orphan = [
        Problem(
            "orphan heading", Span(12, 16), 0, "the text under this heading begins at 18, in another chunk"
        )
    ]
    assert of_kind("orphan heading", cut_by_hand(text, (0, 16), (18, 23))) == orphan
    alone = of_kind("orphan heading", cut_by_hand(text, (0, 10), (12, 16), (18, 23)))
    assert [(one.span, one.chunk_index) for one in alone] == [(Span(12, 16), 1)]
    # With one letter of its text it is no orphan, nor where the overlap or the context repeats it.
    assert of_kind("orphan heading", cut_by_hand(text, (0, 19), (19, 23))) == []
    assert of_kind("orphan heading", cut_by_hand(text, (0, 16), (12, 23))) == []
    assert (
        of_kind("orphan heading", cut_by_hand(text, (0, 16), Piece(Span(18, 23), "【B】", (Span(12, 16),))))
        == []
    )


def test_a_heading_without_text_is_no_orphan() -> None:
    assert of_kind("orphan heading", cut_by_hand("# A\n\n# B\n\nText.\n", (0, 3), (5, 15))) == []
    assert of_kind("orphan heading", cut_by_hand("Text.\n\n# End\n", (0, 5), (7, 12))) == []


def test_a_heading_over_a_deeper_one_has_text() -> None:
    found = of_kind("orphan heading", cut_by_hand("# A\n\n## B\n\nText.\n", (0, 3), (5, 16)))
    assert [one.span for one in found] == [Span(0, 3)]
    # Both lines in one chunk: only the last one has lost its text.
    found = of_kind("orphan heading", cut_by_hand("# A\n\n## B\n\nText.\n", (0, 9), (11, 16)))
    assert [one.span for one in found] == [Span(5, 9)]


def test_the_sentence_strategy_leaves_no_heading_behind() -> None:
    text = "".join(f"## Part {n}\n\nOne sentence here. Another one there, longer.\n\n" for n in range(30))
    assert of_kind("orphan heading", split(text, "sentence", chunk_size=90)) == []
    assert of_kind("orphan heading", split(text, "fixed", chunk_size=57)) != []


def test_far_too_small() -> None:
    text = "a" * 90 + " bbb " + "c" * 90
    assert of_kind("far too small", cut_by_hand(text, (0, 90), (91, 94), (95, 185), size=100)) == [
        Problem("far too small", Span(91, 94), 1, "3 of at most 100 characters")
    ]
    # A fifth of the limit is enough.
    assert of_kind("far too small", cut_by_hand(text, (0, 90), (91, 94), (95, 185), size=15)) == []


def test_the_last_chunk_and_short_sections_are_not_far_too_small() -> None:
    text = f"{'a' * 90} bbb"
    assert of_kind("far too small", cut_by_hand(text, (0, 90), (91, 94), size=100)) == []
    text = "# A\n\nShort.\n\n# B\n\nText.\n\n# C\n\n" + "c" * 90
    whole = cut_by_hand(text, (5, 11), (13, 23), (30, 120), size=100)
    assert of_kind("far too small", whole) == []
    # The rest of a section is no whole section.
    text = "# A\n\n" + "a" * 90 + " bbb\n\n# B\n\nText."
    rest = cut_by_hand(text, (5, 95), (96, 99), (106, 111), size=100)
    assert [one.chunk_index for one in of_kind("far too small", rest)] == [1]


def test_the_context_counts_for_the_size() -> None:
    text = "a" * 90 + " bbb " + "c" * 90
    pieces = [(0, 90), Piece(Span(91, 94), "x" * 17), (95, 185)]
    assert of_kind("far too small", cut_by_hand(text, *pieces, size=100)) == []
    assert len(of_kind("far too small", cut_by_hand(text, *pieces, size=101))) == 1
    assert (
        len(of_kind("above the limit", cut_by_hand(text, (0, 90), Piece(Span(91, 185), "xxxxxxx"), size=100)))
        == 1
    )


def test_above_the_limit_is_a_lone_grapheme() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    for unit, length in (("characters", 5), ("bytes", 18)):
        cut = split(f"ab {family} cd", "fixed", chunk_size=3, unit=unit)
        (found,) = of_kind("above the limit", cut)
        assert found.span.of(f"ab {family} cd") == family
        assert found.detail == f"{length} of at most 3 {unit}"


@pytest.mark.parametrize("unit", ["tokens", "words", "bytes"])
def test_the_suspects_of_every_unit_are_those_of_the_plain_count(unit: str) -> None:
    text = (
        "# Alpha\n\nA word. "
        + "Many words follow here, and then some. " * 30
        + "\n\nX\n\n"
        + "Long text. " * 30
    )
    for name in ("recursive", "structure"):
        cut = split(text, name, chunk_size=40, unit=unit, **({"min_size": 0} if name == "structure" else {}))
        measure = cut.strategy.measure(cut.document)
        lengths = [measure.count(chunk.text) for chunk in cut.chunks]
        small = {index for index, length in enumerate(lengths[:-1]) if length * 5 < 40}
        found = {one.chunk_index for one in of_kind("far too small", cut)}
        assert found <= small
        assert of_kind("above the limit", cut) == []
        if name == "recursive" and unit != "bytes":
            assert found


def test_longer_than_the_window() -> None:
    words = " ".join(f"w{n}" for n in range(100))
    cut = split(words, "fixed", unit="words", chunk_size=30)
    assert of_kind("longer than the model's window", cut) == []
    found = of_kind("longer than the model's window", cut, embedder=ToyEmbedder())
    assert [(one.chunk_index, one.detail) for one in found] == [
        (0, "30 tokens, and the model reads 12"),
        (1, "30 tokens, and the model reads 12"),
        (2, "30 tokens, and the model reads 12"),
    ]
    for window, count in ((30, 0), (29, 3), (9, 4)):
        assert (
            len(of_kind("longer than the model's window", cut, [], window, embedder=ToyEmbedder())) == count
        )


def test_a_window_needs_a_tokenizer() -> None:
    with pytest.raises(ValueError, match="max_tokens = 512"):
        problems(split("a", "fixed"), [], 512)


class CountingTokenizer:
    """Notes how many texts it was asked to count."""

    name = "counting"

    def __init__(self) -> None:
        self.inner, self.counted = ToyEmbedder().tokenizer, 0

    def count(self, text: str) -> int:
        self.counted += 1
        return self.inner.count(text)

    def starts(self, text: str):
        return self.inner.starts(text)


def test_only_chunks_near_the_window_are_counted() -> None:
    embedder = ToyEmbedder()
    embedder.tokenizer, embedder.max_tokens = CountingTokenizer(), 60
    text = "\n\n".join(["word " * 5] * 200 + ["word " * 70])
    cut = split(text, "recursive", unit="words", chunk_size=100, separators=["\n\n"])
    assert len(of_kind("longer than the model's window", cut, embedder=embedder)) >= 1
    embedder.tokenizer.counted = 0
    cut = split(text, "recursive", unit="words", chunk_size=20)
    assert of_kind("longer than the model's window", cut, embedder=embedder) == []
    assert embedder.tokenizer.counted == 0


def test_they_come_in_the_order_of_their_place() -> None:
    text = "# A\n\n" + "One sentence is here. " * 8 + f"\n\n{TABLE}\n## B\n\n{FENCE}\n\nEnd."
    found = problems(split(text, "fixed", chunk_size=37), [Question("1", "?", answer="Ann | 31 |\n| Bob")])
    assert [one.span for one in found] == sorted(one.span for one in found)
    assert {one.kind for one in found} >= {"cut answer", "cut sentence", "cut table", "cut code"}


LINES = st.sampled_from(
    ["# A", "## B", "Text here. More text.", "", TABLE.strip(), FENCE, "x | y", "字。字", "| a |"]
)


@given(st.lists(LINES, max_size=12).map("\n".join), st.integers(1, 40), st.integers(0, 10))
def test_against_a_plain_reading(text: str, size: int, overlap: int) -> None:
    """Sentences as `summarise` counts them; whatever is whole in a chunk is not cut; every index is a chunk's."""
    for name in ("fixed", "recursive", "structure"):
        cut = split(text, name, chunk_size=size, overlap=min(overlap, size - 1))
        found = problems(cut)
        assert sum(one.kind == "cut sentence" for one in found) == summarise(cut).cut_sentences
        for one in found:
            assert 0 <= one.chunk_index < len(cut.chunks)
            if one.kind.startswith("cut"):
                assert not any(chunk.span.contains(one.span) for chunk in cut.chunks)
            elif one.kind == "orphan heading":
                chunk = cut.chunks[one.chunk_index]
                assert chunk.body.rstrip().endswith(one.span.of(text))


def plainly_broken(table: Table, chunks: list[Chunk]) -> bool:
    """Whether some row, or the header, is in no chunk together with the header; read row by row, chunk by chunk."""

    def holds(chunk: Chunk, start: int, end: int) -> bool:
        return chunk.char_start <= start and start + len(table.text[start:end].rstrip()) <= chunk.char_end

    def has_header(chunk: Chunk) -> bool:
        return table.repeated_spans[0] in chunk.context_spans or holds(chunk, *table.repeated_spans[0])

    rows = zip(table.row_starts, [*table.row_starts[1:], table.span.end])
    whole = all(any(holds(chunk, *row) and has_header(chunk) for chunk in chunks) for row in rows)
    return not (whole and any(map(has_header, chunks)))


@given(st.lists(LINES, max_size=12).map("\n".join), st.integers(1, 60), st.integers(0, 10))
def test_tables_against_a_plain_reading(text: str, size: int, overlap: int) -> None:
    for name in ("overlap", "structure", "table"):
        cut = split(text, name, chunk_size=size, overlap=min(overlap, size - 1))
        broken = [table.span for table in document_tables(cut.document) if plainly_broken(table, cut.chunks)]
        assert [one.span.start for one in of_kind("cut table", cut)] == [span.start for span in broken]
