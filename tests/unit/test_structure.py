"""The structure strategy: whole blocks packed within their sections, and what is done where one does not fit."""

import pytest

from chunkers import Document, chunk, make_strategy
from chunkers.blocks import document_blocks

WORDS = "word " * 30


def texts(text, **parameters):
    return [one.text for one in chunk(text, "structure", **{"min_size": 0, **parameters})]


class TestBlocks:
    TEXT = (
        "---\na: b\n---\n\n# H\n\nOne\ntwo\n\n- a\n  - b\n\n  c\n- d\nlazy\n- e\n\n1. x\n2. y\nlazy\n3. z\n\n"
        "> q\nlazy\n\n    code\n\n    more\n\n<div>\nx\n</div>\n\n```py\nx\n\ny\n```\n| a |\n|---|\n| 1 |\n"
    )

    def test_kinds_and_spans(self):
        found = [
            (block.kind, block.span.of(self.TEXT).strip()) for block in document_blocks(Document(self.TEXT))
        ]
        assert found == [
            ("paragraph", "---\na: b\n---"),
            ("paragraph", "One\ntwo"),
            ("list", "- a\n  - b\n\n  c\n- d\nlazy\n- e"),
            ("list", "1. x\n2. y\nlazy\n3. z"),
            ("quote", "> q\nlazy"),
            ("code", "code\n\n    more"),
            ("html", "<div>\nx\n</div>"),
            ("fence", "```py\nx\n\ny\n```"),
            ("table", "| a |\n|---|\n| 1 |"),
        ]

    def test_items_are_the_top_level_ones(self):
        items = [block.items for block in document_blocks(Document(self.TEXT)) if block.kind == "list"]
        assert [[self.TEXT[at : at + 4] for at in one] for one in items] == [
            ["- a\n", "- d\n", "- e\n"],
            ["1. x", "2. y", "3. z"],
        ]


class TestSections:
    def test_a_section_that_fits_is_one_chunk_under_its_path(self):
        assert texts("# T\n\n## A\n\none\n\n- x\n- y\n\n## B\n\ntwo\n") == [
            "【A】one\n\n- x\n- y",
            "【B】two",
        ]

    def test_small_siblings_share_a_chunk_under_their_parent(self):
        text = (
            "# T\n\n## P\n\nAbout p.\n\n### A\n\none\n\n### B\n\ntwo\n\n### C\n\n" + WORDS + "\n\n## Q\n\nq\n"
        )
        found = chunk(text, "structure", min_size=40, chunk_size=100)
        assert found[1].text == "【P】### A\n\none\n\n### B\n\ntwo"
        assert found[1].heading_path == ("T", "P")
        assert [text[a:b] for a, b in found[1].context_spans] == ["# T", "## P"]
        assert found[-1].text == "【Q】q", "another parent"

    def test_a_small_last_section_joins_the_one_before(self):
        text = "## A\n\n" + "word " * 20 + "\n\n## B\n\nend\n"
        assert texts(text, min_size=30) == [text.strip()]
        assert len(texts(text, min_size=0)) == 2

    def test_sections_with_deeper_ones_are_not_joined(self):
        assert texts("## A\n\none\n\n## B\n\ntwo\n\n### C\n\nthree\n", min_size=50) == [
            "【A】one", "【B】two", "【B > C】three",
        ]  # fmt: skip

    def test_what_does_not_fit_together_is_not_joined(self):
        text = "## A\n\none\n\n## B\n\n" + "word " * 15
        assert len(texts(text, min_size=30, chunk_size=85)) == 2

    def test_an_empty_section_goes_with_the_next(self):
        assert texts("## A\n\n## B\n\ntwo\n", min_size=30) == ["## A\n\n## B\n\ntwo"]

    @pytest.mark.parametrize("inner", ["recursive", "sentence", "fixed"])
    def test_a_heading_never_stands_without_its_body(self, inner):
        text = (
            "## A heading\n\n"
            + "One more sentence follows. " * 12
            + "\n\n## Code\n\n```py\n"
            + "x = 1\n" * 40
            + "```\n"
        )
        for size in (60, 80, 120):
            found = texts(text, keep_heading=True, chunk_size=size, inner=inner)
            assert all(len(one) <= size for one in found)
            (first,) = [one for one in found if one.startswith("## A heading")]
            assert first.startswith("## A heading\n\nOne more")
            assert any(one.startswith("## Code\n\n```py\nx = 1") for one in found)

    def test_long_paragraphs_are_cut_by_the_inner_strategy(self):
        text = "## A\n\nFirst one here. " + "Another sentence. " * 5
        assert texts(text, chunk_size=40)[0] == "【A】First one here. Another sentence."


class TestBlocksThatDoNotFit:
    def test_whole_paragraphs_are_packed(self):
        assert texts("one one\n\ntwo two\n\nthree three\n", chunk_size=20) == [
            "one one\n\ntwo two",
            "three three",
        ]

    def test_a_list_is_kept_whole_where_it_fits(self):
        text = "A paragraph comes first.\n\n- one\n- two\n  - deep\n- three\n"
        assert texts(text, chunk_size=36) == ["A paragraph comes first.", "- one\n- two\n  - deep\n- three"]

    def test_a_long_list_is_cut_between_top_level_items(self):
        text = "Steps:\n\n1. Open it.\n   - wide\n2. Look.\n3. Close it.\n"
        assert texts(text, chunk_size=32) == ["Steps:\n\n1. Open it.\n   - wide", "2. Look.\n3. Close it."]

    def test_a_colon_line_goes_with_what_it_announces(self):
        text = "Some text before it that is long.\n\nDo this:\n\n- one\n- two\n"
        assert texts(text, chunk_size=44) == ["Some text before it that is long.", "Do this:\n\n- one\n- two"]

    def test_a_table_repeats_its_header_below_the_path(self):
        header = "| id | name |\n|----|------|\n"
        rows = [f"| {n} | name {n} |" for n in range(6)]
        text = "## Staff\n\nTable 1: people\n\n" + header + "\n".join(rows) + "\n"
        found = chunk(text, "structure", chunk_size=100)
        assert found[0].text == "【Staff】Table 1: people\n\n" + header + "\n".join(rows[:3])
        assert found[1].text == "【Staff】\n" + header + "\n".join(rows[3:])
        assert [text[a:b] for a, b in found[1].context_spans] == ["## Staff", header]

    @pytest.mark.parametrize("name", ["structure", "markdown"])
    def test_code_that_fits_is_whole_and_code_that_does_not_is_cut_between_functions(self, name):
        function = "def f{0}():\n    return {0}\n"
        code = "```py\n" + "\n".join(function.format(n) for n in range(3)) + "```"
        whole = chunk("Before the code.\n\n" + code, name, chunk_size=90)
        assert [one.text for one in whole] == ["Before the code.", code]
        found = chunk(code, name, chunk_size=64)
        assert [one.text for one in found] == [
            "```py\ndef f0():\n    return 0\n\ndef f1():\n    return 1",
            "```py\ndef f2():\n    return 2\n```",
        ]
        assert [one.context for one in found] == ["", "```py\n"]

    def test_cut_code_keeps_its_indent(self):
        code = "```py\ndef f():\n" + "".join(f"    line_{n} = {n}\n" for n in range(6)) + "```"
        found = texts(code, chunk_size=48)
        assert found[1].startswith("```py\n    line_") and found[-1].endswith("\n```")


@pytest.mark.parametrize("unit", ["characters", "tokens", "words", "bytes"])
def test_the_limit_holds_on_the_handbook(unit):
    from pathlib import Path

    from chunkers.length import measure

    text = (Path(__file__).parents[2] / "sample_docs" / "engineering_handbook.en.md").read_text(
        encoding="utf-8"
    )
    count = measure(Document(""), unit).count
    found = chunk(text, "structure", chunk_size=90, unit=unit)
    assert max(count(one.text) for one in found) <= 90

    @pytest.mark.parametrize("blank", ["\x1c", "\x1f", "\x85", "\u2028", "\u3000", "\v"])
    def test_a_line_of_white_space_in_code_is_no_piece(self, blank):
        text = f"~~~\n{blank}\na\n{blank}\n{blank}"
        for size in (2, 3, 4, 5):
            strategy, document = make_strategy("structure", chunk_size=size), Document(text)
            assert [span.of(text) for span in strategy.spans(document)][-1] == "a"
            assert [piece.span for piece in strategy.cut(document).pieces] == strategy.spans(document)

    @pytest.mark.parametrize("name", ["structure", "markdown"])
    def test_spaces_at_the_edge_of_a_section_do_not_hide_a_table(self, name):
        header, rows = "| a | b |\n|---|---|\n", [f"| {n} | row {n} |" for n in range(4)]
        for text in (
            f"# T\n\n  {header}" + "\n".join(rows),
            f"# T\n\n{header}" + "\n".join(rows) + "  \n\n# U\n",
        ):
            found = chunk(text, name, chunk_size=60)
            assert found[1].text == header + "\n".join(rows[2:])

    def test_spaces_at_the_edge_of_a_section_hide_neither_code_nor_items(self):
        found = chunk("# T\n\n  ```py\n" + "x = 1\n" * 8 + "```  \n", "structure", chunk_size=20)
        assert found[1].text == "```py\nx = 1\nx = 1"
        found = chunk("# T\n\n  - a a a a\n  - b b b b\n  - c c c c\n", "structure", chunk_size=15)
        assert [one.body for one in found] == ["- a a a a", "- b b b b", "- c c c c"]
