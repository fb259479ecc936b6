"""Tables: where they are found, what is repeated, and where they are cut when even a row does not fit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document, Page, Span, chunk, make_strategy
from chunkers.api import run
from chunkers.length import UNITS, measure
from chunkers.tables import document_tables
from tests.helpers import ToyEmbedder
from tests.property.texts import PIECES

HEADER = "| id | name |\n|----|------|\n"
ROWS = [f"| {n} | name {n} |" for n in range(1, 7)]
PEOPLE = HEADER + "\n".join(ROWS) + "\n"
HTML = (
    "<table class='wide'>\n<thead><tr><th>id</th><th>name</th></tr></thead>\n<tbody>\n"
    + "".join(f"<tr><td>{n}</td><td>name {n}</td></tr>\n" for n in range(1, 7))
    + "</tbody>\n</table>"
)


def texts(text, **parameters):
    return [one.text for one in chunk(text, "table", **parameters)]


def table_of(text):
    (table,) = document_tables(Document(text))
    return table


class TestWhereTablesAre:
    def test_rows_tile_the_table_below_its_header(self):
        table = table_of("Before.\n\n" + PEOPLE + "\nAfter.")
        assert table.repeated == HEADER
        assert [PEOPLE[start - 9 :].split("\n")[0] for start in table.row_starts] == ROWS

    def test_no_pipe_at_the_margin_and_crlf(self):
        table = table_of("a | b\r\n--|--\r\n1 | 2\r\n3 | x\\|y\r\n")
        assert table.repeated == "a | b\r\n--|--\r\n"
        assert table.columns == ["a", "b"]
        assert table.cells(Span(table.row_starts[1], table.span.end)) == ["3", "x|y"]

    def test_code_and_comments_hold_no_tables(self):
        fenced = f"```\n{PEOPLE}\n<table><tr><td>1</td></tr></table>\n```\n"
        assert document_tables(Document(fenced)) == []
        assert document_tables(Document("<!-- <table><tr><td>1</td></tr></table> -->")) == []
        assert document_tables(Document("<pre><table><tr><td>1</td></tr></table></pre>")) == []

    def test_html_header_rows_and_what_is_none(self):
        assert table_of(HTML).repeated == "<table>\n<tr><th>id</th><th>name</th></tr>\n"
        assert table_of(HTML).columns == ["id", "name"]
        no_header = table_of("<TABLE><tr><th>id</th><td>1</td></tr><tr><th>n</th><td>2</td></tr></TABLE>")
        assert no_header.repeated == "" and len(no_header.row_starts) == 2

    def test_a_table_within_a_table_is_part_of_its_row(self):
        text = "<table><tr><td><table><tr><td>in</td></tr><tr><td>in</td></tr></table></td></tr></table>"
        assert table_of(text).span == (0, len(text)) and len(table_of(text).row_starts) == 1

    def test_attributes_may_hold_the_sign_that_ends_a_tag(self):
        assert table_of("<table title='a>b'><tr><td data-x=\"</table>\">1</td></tr></table>").row_starts == (
            19,
        )

    def test_html_in_a_heading_line_is_no_table(self):
        assert document_tables(Document("# <table><tr></table>\n\ntext")) == []
        assert document_tables(Document("# <table>\n<tr></table>\n")) == []
        assert len(document_tables(Document("# A\n<table><tr></table>\n# B"))) == 1

    def test_white_space_around_a_table_is_not_part_of_it(self):
        assert table_of("  " + PEOPLE.rstrip() + "  \n").span == (2, 2 + len(PEOPLE) - 1)
        assert table_of("\x0b" + PEOPLE).repeated == HEADER

    def test_what_never_closes_is_no_table(self):
        assert document_tables(Document("<table><tr><td>1</td></tr>")) == []
        inner = "<table> <table><tr><td>1</td></tr></table>"
        assert table_of(inner).span == (8, len(inner))

    @pytest.mark.parametrize(
        ("above", "title"),
        [
            ("Table 1: people\n\n", "Table 1: people"),
            ("**Table 2.1** people\n", "Table 2.1 people"),
            ("Table: people\n\n", "people"),
            ("表 3：人员\n\n", "表 3：人员"),
            ("表一　人员\n\n", ""),
            ("Bảng 4. Giá phòng\n\n", "Bảng 4. Giá phòng"),
            ("Ba\u0309ng 5: x\n\n", "Ba\u0309ng 5: x"),
            ("These are the limits:\n\n", "These are the limits"),
            ("Directly above\n", "Directly above"),
            ("A paragraph that is not about it.\n\n", ""),
            ("Tables turn.\n\n", ""),
            ("# Table 1: a heading\n\n", ""),
        ],
    )
    def test_captions(self, above, title):
        assert table_of(above + PEOPLE).title == title

    def test_a_caption_inside_html(self):
        text = HTML.replace("<thead>", "<caption>Who &amp; <b>what</b></caption>\n<thead>")
        assert table_of(text).title == "Who & what"


class TestPieces:
    def test_a_table_that_fits_is_one_chunk_with_its_caption_and_heading(self):
        text = "Intro.\n\n## People\n\nTable 1: people\n\n" + PEOPLE + "\nAfter."
        assert texts(text) == ["Intro.", text[8 : text.index("\n\nAfter")].rstrip(), "After."]

    def test_every_piece_has_the_header_and_whole_rows(self):
        found = chunk("Table 1: people\n" + PEOPLE, "table", chunk_size=80)
        assert [one.text for one in found] == [
            "Table 1: people\n" + HEADER + "\n".join(ROWS[:2]),
            HEADER + "\n".join(ROWS[2:5]),
            HEADER + ROWS[5],
        ]
        assert [one.context for one in found] == ["", HEADER, HEADER]
        assert [one.context_spans for one in found] == [(), ((16, 44),), ((16, 44),)]
        assert [one.context_status for one in found] == ["none", "full", "full"]

    def test_a_header_above_half_of_the_limit_is_not_repeated(self):
        found = chunk(PEOPLE, "table", chunk_size=50)
        assert found[0].text.startswith(HEADER)
        assert [one.context for one in found] == [""] * len(found)
        assert {one.context_status for one in found[1:]} == {"dropped"}
        assert all(any(row in one.body for one in found) for row in ROWS)

    def test_a_wide_row_is_cut_at_spaces_under_the_header(self):
        text = HEADER + "| 1 | " + "long " * 30 + "|\n| 2 | z |\n"
        found = texts(text, chunk_size=70)
        assert all(one.startswith(HEADER) and len(one) <= 70 for one in found)
        assert found[-1] == HEADER + "| 2 | z |"
        assert " ".join(one.removeprefix(HEADER) for one in found).split() == text[len(HEADER) :].split()

    def test_a_row_without_spaces_is_cut_anywhere(self):
        found = texts(HEADER + "|" + "x" * 200 + "|1|\n", chunk_size=70)
        assert all(len(one) <= 70 for one in found) and "".join(found).count("x") == 200

    def test_html_pieces_open_a_table_and_repeat_the_header(self):
        found = texts(HTML, chunk_size=160)
        assert all(one.startswith("<table") and "<th>id</th><th>name</th>" in one for one in found)
        assert all(f"<tr><td>{n}</td><td>name {n}</td></tr>" in "".join(found) for n in range(1, 7))
        assert len(found) > 1 and max(map(len, found)) <= 160

    def test_a_long_opening_tag_does_not_cut_the_first_row(self):
        row = "<tr><td>one</td></tr>"
        text = f"<table class='a wide one'>\n{row}\n{row}</table>"
        found = texts(text, chunk_size=40)
        assert found == ["<table class='a wide one'>", row, f"{row}</table>"]
        assert texts(text, chunk_size=50) == [f"<table class='a wide one'>\n{row}", f"{row}</table>"]

    def test_the_limit_holds_in_tokens_on_the_final_text(self):
        text = HEADER + "".join(f"| {n} | Größe {n}, 猫が好き |\n" for n in range(60))
        for size in range(24, 60, 5):
            found = chunk(text, "table", chunk_size=size, unit="tokens")
            assert max(one.token_count for one in found) <= size
            assert all(HEADER.rstrip() in one.text for one in found)

    @pytest.mark.parametrize("blank", ["\x1c", "\x1f", "\x85", "\u2028", "\u3000", "\v"])
    def test_a_row_of_white_space_is_no_piece(self, blank):
        text = "| a | b |\n|---|---|\n" + blank + "\n| 1 | 2 |\n" + blank
        for rows in ("source", "serialised"):
            for size in (2, 8, 12, 30):
                found = make_strategy("table", chunk_size=size, rows=rows).spans(Document(text))
                assert all(span.of(text).strip() for span in found)
        assert texts(text, chunk_size=19) == ["| a | b |\n|---|---|", "| 1 | 2 |"]
        assert texts("| a |\n|---|\n" + blank, chunk_size=8) == ["| a |", "|---|"]

    def test_a_header_alone(self):
        assert texts(HEADER + "\ntext") == [HEADER.rstrip(), "text"]


class TestSerialised:
    def cut(self, size=400, text="Table 1: people\n\n" + PEOPLE):
        pages = (Page(3, Span(0, 90)), Page(4, Span(90, len(text))))
        return run(
            make_strategy("table", rows="serialised", chunk_size=size), Document(text, pages=pages)
        ).chunks

    def test_rows_are_written_out_under_caption_and_columns(self):
        (one,) = self.cut()
        assert one.rendered
        assert one.text.split("\n") == [
            "Table: Table 1: people",
            "Columns: id | name",
            *(f"Row: {n} | name {n}" for n in range(1, 7)),
            "Source: pages 3-4",
        ]
        assert one.body == "Table 1: people\n\n" + PEOPLE.rstrip()

    def test_the_limit_counts_the_rendering(self):
        found = self.cut(95)
        assert len(found) == 2 and all(len(one.text) <= 95 for one in found)
        assert all(one.text.startswith("Table: Table 1: people\nColumns: id | name\nRow: ") for one in found)
        assert found[-1].text.endswith("Row: 6 | name 6")
        assert [len(one.context_spans) for one in found] == [0] + [2] * (len(found) - 1)

    def test_caption_and_columns_that_do_not_fit_stand_apart(self):
        found = self.cut(60)
        assert found[0].text == "Table 1: people" and not found[0].rendered
        assert found[1].text.startswith("Columns: id | name\nRow: 1 | name 1")
        found = self.cut(30)
        assert "| id | name |" in found[1].text and not found[1].rendered
        assert [one.text for one in found[-2:]] == [
            "Row: 5 | name 5\nSource: page 4",
            "Row: 6 | name 6\nSource: page 4",
        ]

    def test_a_wide_row_goes_on_under_the_columns(self):
        found = self.cut(60, HEADER + "| 1 | " + "long " * 30 + "|\n| 2 | z |\n")
        assert all(one.text.startswith("Columns: id | name\nRow: ") and len(one.text) <= 60 for one in found)

    def test_a_row_of_empty_cells_is_itself(self):
        found = chunk("a |\n--|\n1 |\n |", "table", chunk_size=24, rows="serialised")
        assert [one.text for one in found] == ["Columns: a\nRow: 1\nRow: |"]

    def test_html_rows(self):
        (one,) = chunk(HTML.replace("name 2", "a &lt; <i>b</i>"), "table", rows="serialised")
        assert "Row: 2 | a < b" in one.text and "<td>" not in one.text


BUILT = st.lists(
    st.sampled_from(
        (
            *PIECES, PEOPLE, HEADER, *ROWS[:2], "\n| c |\n", "a | b\n--|--\n1 | 2\n", "Table 1: x\n\n", "表 1：人\n",
            HTML, "<table>", "</table>", "<tr><td>one</td>", "<tr><th>h</th></tr>", "<caption>c</caption>", "<thead>",
            "</thead>", "<!--", "-->", "<pre>", "- a\n  - b\n\n  c\n- d\n", "Steps:\n\n", "    code\n\n    more\n",
            "```py\ndef f():\n    return 1\n\n\nx = 2\n```\n", "> q\nr\n", "<div>\nx\n\n</div>\n", "## B\n", "\u0301", "\u0600",
        )
    ),
    max_size=30,
).map("".join)  # fmt: skip


@pytest.mark.parametrize("name", ["table", "markdown", "structure"])
@settings(max_examples=150)
@given(text=BUILT, size=st.integers(1, 150), unit=st.sampled_from(UNITS), data=st.data())
def test_the_laws_on_texts_full_of_tables(name, text, size, unit, data):
    values = {"chunk_size": size, "unit": unit, "overlap": data.draw(st.integers(0, size - 1))}
    if name == "table":
        values["rows"] = data.draw(st.sampled_from(["source", "serialised"]))
    else:
        values["context"] = data.draw(st.sampled_from(["brackets", "section", "document", "none"]))
        values["keep_heading"] = data.draw(st.booleans())
    embedder = ToyEmbedder()
    document = Document(
        text, pages=(Page(1, Span(0, len(text) // 2)), Page(2, Span(len(text) // 2, len(text))))
    )
    ruler = measure(document, unit, tokenizer=embedder.tokenizer)
    found = run(make_strategy(name, embedder, **values), document).chunks
    starts, ends = [one.char_start for one in found], [one.char_end for one in found]
    assert starts == sorted(set(starts)) and ends == sorted(ends)
    seen = bytearray(len(text))
    for one in found:
        for start, end in (one.span, *one.context_spans):
            seen[start:end] = b"\1" * (end - start)
        assert one.rendered or one.text == one.context + one.body
        assert one.rendered or ruler.count(one.context) <= size // 2
        if ruler.count(one.text) > size:
            assert not one.context and not one.rendered and len(one.body) <= 8, "one grapheme"
    assert all(mark or char.isspace() for mark, char in zip(seen, text))
