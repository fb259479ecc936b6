"""Parents and children: sizes, structure, ids and context."""

import pytest

from chunkers import Document, chunk, split
from chunkers.length import measure
from tests.helpers import ToyEmbedder

TEXT = """# Guide

Hello there.

## Install

Run the file.

### Windows

Click on it twice. Then wait.

### Linux

Type it in.

## Use

Open a document. Read it. Close it again.

## Empty
"""


def cut(text=TEXT, **parameters):
    values = {"parent_size": 90, "child_size": 60, "unit": "characters", "min_size": 0, **parameters}
    return split(text, "parent_child", embedder=ToyEmbedder(), **values)


class TestParents:
    def test_a_whole_section_where_it_fits(self):
        found = cut(parent_size=100)
        assert [one.body for one in found.parents] == [
            "# Guide\n\nHello there.",
            "## Install\n\nRun the file.\n\n### Windows\n\nClick on it twice. Then wait.\n\n### Linux\n\nType it in.",
            "## Use\n\nOpen a document. Read it. Close it again.\n\n## Empty",
        ]
        assert [one.context for one in found.parents] == ["", "", ""]

    def test_else_its_subsections_are_merged_while_they_fit(self):
        assert [one.body.split("\n")[0] for one in cut(parent_size=80).parents] == [
            "# Guide", "## Install", "### Linux", "## Use",
        ]  # fmt: skip
        assert cut(parent_size=80).parents[2].text == "【Install】### Linux\n\nType it in."

    def test_headings_without_room_for_them_go_over_into_the_context(self):
        text = "# T\n\n## A heading that is long\n\n### Deep\n\n" + "x" * 40
        for size, wanted in ((74, "【A heading that is long】### Deep"), (73, "### Deep")):
            found = cut(text, parent_size=size, child_size=72)
            assert [one.text.split("\n")[0] for one in found.parents] == [wanted]
            assert found.chunks[0].text == "【A heading that is long > Deep】" + "x" * 40
            above = [span.of(text) for span in found.parents[0].context_spans]
            assert above == ["# T", "## A heading that is long"]

    def test_a_document_that_fits_is_one_parent(self):
        found = cut(parent_size=2000)
        assert [one.body for one in found.parents] == [TEXT.strip()]
        assert {one.parent_id for one in found.chunks} == {found.parents[0].chunk_id}
        assert ":P0000:" in found.parents[0].chunk_id

    def test_subsections_do_not_join_the_next_section(self):
        text = "# A\n\n" + "".join(f"## A{n}\n\n{'word ' * 12}\n\n" for n in range(3)) + "# B\n\nShort.\n"
        found = cut(text, parent_size=150)
        assert [one.body.split("\n")[0] for one in found.parents] == ["# A", "## A2", "# B"]

    def test_a_part_of_a_section_says_where_it_stands(self):
        text = "# Title\n\n## One\n\n" + "\n\n".join(f"Paragraph {n} says this and that." for n in range(12))
        found = cut(text, parent_size=120, child_size=60)
        assert found.parents[0].context == "" and found.parents[0].body.startswith(
            "# Title\n\n## One\n\nParagraph 0"
        )
        assert all(one.context == "【One】" for one in found.parents[1:])
        assert all(one.text.startswith("【One】Paragraph") for one in found.chunks)
        assert {one.heading_path for one in found.parents} == {("Title", "One")}

    def test_the_path_of_a_parent_is_what_its_children_share(self):
        paths = {one.body.split("\n")[0]: one.heading_path for one in cut(parent_size=100).parents}
        assert paths["## Install"] == ("Guide", "Install")
        assert cut(parent_size=2000).parents[0].heading_path == ("Guide",)

    def test_without_headings_they_end_at_paragraphs(self):
        text = "\n\n".join(f"Paragraph {n} is a little longer. It has two sentences." for n in range(9))
        found = cut(text, parent_size=130, child_size=40)
        assert all(
            one.body.startswith("Paragraph") and one.body.endswith("sentences.") for one in found.parents
        )
        assert {one.body.count("\n\n") for one in found.parents[:-1]} == {1}

    def test_a_table_cut_in_two_keeps_its_header_in_each_parent(self):
        rows = "".join(f"| {n} | value {n} |\n" for n in range(40))
        text = "## T\n\n| n | value |\n|---|---|\n" + rows
        found = cut(text, parent_size=200, child_size=100)
        assert len(found.parents) > 2
        assert all("| n | value |" in one.text for one in found.parents)


class TestChildren:
    def test_they_are_the_chunks_of_structure(self):
        children = cut().chunks
        assert [one.text for one in children] == [
            one.text for one in chunk(TEXT, "structure", chunk_size=60, min_size=0)
        ]
        assert [one.text for one in children][:3] == [
            "Hello there.", "【Install】Run the file.", "【Install > Windows】Click on it twice. Then wait.",
        ]  # fmt: skip

    @pytest.mark.parametrize("keep", [True, False])
    @pytest.mark.parametrize("overlap", [0, 20])
    @pytest.mark.parametrize("unit", ["characters", "tokens", "model_tokens"])
    def test_sizes_parents_and_order(self, keep, overlap, unit):
        text = TEXT + "\n".join(
            f"\n## S{n}\n\n" + "Some words stand here. " * (n * 3 % 17) for n in range(30)
        )
        sizes = {"parent_size": 40, "child_size": 25} if unit != "characters" else {}
        found = cut(text, unit=unit, keep_heading=keep, overlap=overlap, **sizes)
        count = measure(Document(text), unit, tokenizer=ToyEmbedder().tokenizer).count
        assert all(count(one.text) <= found.parameters["child_size"] for one in found.chunks)
        assert all(count(one.text) <= found.parameters["parent_size"] for one in found.parents)
        assert all(one.parent.span.contains(one.span) for one in found.chunks)
        numbers = [found.parents.index(one.parent) for one in found.chunks]
        assert numbers == sorted(numbers) and set(numbers) == set(range(len(found.parents)))

    def test_small_sections_share_a_child(self):
        found = cut(child_size=80, parent_size=120, min_size=60)
        assert "### Windows\n\nClick on it twice. Then wait.\n\n### Linux\n\nType it in." in [
            one.body for one in found.chunks
        ]
        assert len(found.chunks) < len(cut(child_size=80, parent_size=120).chunks)

    def test_kept_headings_are_in_the_children_and_the_levels_still_count(self):
        kept, carried = cut(keep_heading=True), cut()
        assert [one.body for one in kept.parents] == [one.body for one in carried.parents]
        assert kept.chunks[1].body == "## Install\n\nRun the file."

    def test_split_gives_both_and_chunk_the_children(self):
        children = chunk(TEXT, "parent_child", parent_size=90, child_size=60, unit="characters", min_size=0)
        assert [one.chunk_id for one in children] == [one.chunk_id for one in cut().chunks]
        assert len({one.parent_id for one in children}) == len(cut().parents)

    def test_the_defaults_are_tokens(self):
        text = "\n\n".join(f"# H{n}\n\n" + "These are eight words and a full stop. " * 60 for n in range(6))
        found = split(text, "parent_child")
        assert found.parameters["unit"] == "tokens"
        assert all(600 < one.token_count <= 1200 for one in found.parents)
        assert max(one.token_count for one in found.chunks) <= 250
        assert len(found.chunks) > 2 * len(found.parents)


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"parent_size": 60, "child_size": 60}, ["child_size = 60", "parent_size = 60"]),
        ({"child_size": 0}, ["child_size = 0", "between 1 and"]),
        ({"child_size": 10, "overlap": 10}, ["overlap = 10", "between 0 and 9", "child_size = 10"]),
        ({"chunk_size": 10}, ["'chunk_size' is not a parameter of parent_child"]),
        ({"inner": "semantic"}, ["inner = 'semantic'"]),
    ],
)
def test_wrong_parameters(parameters, words):
    with pytest.raises(ValueError) as error:
        chunk("some text", "parent_child", **parameters)
    assert all(word in str(error.value) for word in words), str(error.value)


def test_nothing_to_cut():
    assert cut("").parents == cut(" \n").parents == cut(" \n").chunks == []
