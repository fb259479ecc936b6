"""The pages of the strategies: up to date, complete, true to the declarations, safe whatever a sample holds."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from chunkers import STRATEGIES, Span
from chunkers.cli import main
from chunkers.cli.specs import strategy_from
from chunkers.docs import files, parameter_rows, python_call, sample_cut, shell_call, svg
from chunkers.docs.__main__ import write
from chunkers.docs.pages import as_text, escaped, fenced, page
from chunkers.docs.picture import COLOURS
from chunkers.docs.wrapping import width, wrapped
from chunkers.length import UNITS
from chunkers.strategies import Strategy
from chunkers.strategies.about import GENERAL_SAMPLE, About, Sample
from chunkers.strategies.base import CHUNK_SIZE
from chunkers.strategies.recursive import Recursive
from tests.helpers import ToyEmbedder

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "strategies"
SVG = "{http://www.w3.org/2000/svg}"


def bodies(name):
    return [chunk.body for chunk in sample_cut(STRATEGIES[name]).chunks]


# The files that are kept in the repository.


def test_the_files_are_up_to_date():
    """Where this fails, run `python -m chunkers.docs`."""
    kept = {path.name: path.read_bytes().decode("utf-8") for path in FOLDER.iterdir()}
    made = files()
    assert sorted(kept) == sorted(made)
    assert [name for name in made if kept[name] != made[name]] == []


def test_writing_brings_a_folder_up_to_date(tmp_path):
    assert len(write(tmp_path)) == 1 + 2 * len(STRATEGIES)
    assert write(tmp_path) == []
    page_, picture = tmp_path / "fixed.md", tmp_path / "fixed.svg"
    (tmp_path / "gone.svg").write_bytes(picture.read_bytes())
    page_.write_bytes(page_.read_bytes() + b"old")
    (tmp_path / "notes.md").write_text("not ours", encoding="utf-8")
    assert write(tmp_path) == ["fixed.md", "gone.svg"]
    assert page_.read_bytes().decode("utf-8") == files()["fixed.md"]
    assert (tmp_path / "notes.md").exists()


def test_writing_overwrites_nothing_of_anybody(tmp_path):
    (tmp_path / "README.md").write_text("my own", encoding="utf-8")
    with pytest.raises(FileExistsError, match="README.md was not made by this command"):
        write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text("utf-8") == "my own"


def test_every_link_inside_the_folder_leads_somewhere():
    for path in FOLDER.glob("*.md"):
        for target in re.findall(r"\]\(([^)]+)\)", path.read_text("utf-8")):
            assert target.startswith("https://") or (FOLDER / target).exists(), (path.name, target)


def test_no_interface_is_loaded_for_them():
    code = (
        "import sys, chunkers.docs; chunkers.docs.files(); print({'streamlit', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


# What a page says.


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_strategy_says_all_of_it(name):
    strategy = STRATEGIES[name]
    about = strategy.about
    assert all((strategy.summary, strategy.when, about.how, about.when_not, about.cost, about.sample.shows))
    assert about.sample is not GENERAL_SAMPLE
    assert about.sources and all(one.url.startswith("https://") and one.title for one in about.sources)
    assert len(sample_cut(strategy).chunks) > 1


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_parameter_is_in_the_table_with_its_help(name):
    strategy = STRATEGIES[name]
    rows = parameter_rows(strategy)
    assert [row.name for row in rows if not row.beside] == [one.name for one in strategy.parameters]
    assert all(row.help and row.label and row.default and row.allowed for row in rows if not row.beside)
    for one in strategy.parameters:
        if one.range:
            assert one.range.unit, f"{name}: {one.name} does not say what it counts"


def test_the_rows_of_a_threshold_by_hand():
    rows = [row for row in parameter_rows(STRATEGIES["semantic"]) if row.name == "threshold"]
    assert [(row.beside, row.default, row.allowed, row.unit) for row in rows] == [
        ("", "25.0", "0.0 to 100.0", "%"),
        ("method = threshold", "0.8", "-1.0 to 1.0", "cosine"),
        ("method = stdev", "1.0", "-10.0 to 10.0", "standard deviations"),
        ("method = iqr", "0.75", "-10.0 to 10.0", "interquartile ranges"),
        ("method = gradient", "15.0", "0.0 to 100.0", "%"),
        ("method = cluster", "0.0", "-10.0 to 10.0", "standard deviations"),
    ]
    size, unit = parameter_rows(STRATEGIES["fixed"])[:2]
    assert (size.label, size.default, size.allowed, size.unit) == (
        "Chunk size", "400", "1 to 1,000,000,000", "unit",
    )  # fmt: skip
    assert (unit.default, unit.allowed, unit.unit) == ("characters", ", ".join(UNITS), "")


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_python_runs(name, monkeypatch, capsys):
    monkeypatch.setattr("chunkers.embedding.load_embedder", ToyEmbedder)
    exec(python_call(STRATEGIES[name]), {"text": "# A\n\nFirst words.\n"})
    shown = capsys.readouterr().out.splitlines()
    assert "First words." in shown[-1] or "First words." in "\n".join(shown)
    assert (len([line for line in shown if ":P0000:" in line]) == 1) is (name == "parent_child")


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_command_is_the_default_and_runs(name, tmp_path, capsys):
    words = shell_call(STRATEGIES[name]).split(" ")
    assert words[:5] == ["python", "-m", "chunkers", "compare", "FILE"]
    assert strategy_from(words[6], {}).values == STRATEGIES[name]().values
    if not STRATEGIES[name].uses_embedder:
        (tmp_path / "a.md").write_text("# A\n\nFirst words.\n", encoding="utf-8")
        assert main(["compare", str(tmp_path / "a.md"), *words[5:]]) == 0
        assert "First words." in capsys.readouterr().out


def test_markdown_shows_texts_as_they_are():
    assert escaped("a_b *c* <d>\n [e](f) | `g` #") == r"a\_b \*c\* \<d\> \[e\](f) \| \`g\` \#"
    assert fenced("a\n````\nb", "text") == "`````text\na\n````\nb\n`````"


def test_a_name_in_a_help_text_stays_code():
    assert "0 here: see `overlap`. |" in page(STRATEGIES["fixed"])


# What each small text shows.


def test_fixed_cuts_a_word():
    assert bodies("fixed")[0] == "A refund is paid within 14 days of the r"
    assert not any("14 days of the request" in body for body in bodies("fixed"))


def test_overlap_holds_what_fixed_cut():
    assert STRATEGIES["overlap"].about.sample.text == STRATEGIES["fixed"].about.sample.text
    assert ["14 days of the request" in body for body in bodies("overlap")][:3] == [False, True, False]


def test_recursive_cuts_only_the_paragraph_that_does_not_fit():
    text = STRATEGIES["recursive"].about.sample.text.strip()
    first, second, last = text.split("\n\n")
    found = bodies("recursive")
    assert (found[0], found[-1]) == (first, last)
    assert " ".join(found[1:-1]) == second and all(body.endswith(".") for body in found)


def test_markdown_says_for_what():
    chunk = sample_cut(STRATEGIES["markdown"]).chunks[1]
    assert (chunk.context, chunk.body) == ("【Hotels > At home】", "Up to 120 euros a night.")


def test_semantic_cuts_where_the_topic_changes():
    cut = sample_cut(STRATEGIES["semantic"])
    assert [chunk.body.split(" ")[0] for chunk in cut.chunks] == ["The", "Lunch"]
    assert cut.similarities.values[2] == 0.0
    assert "--- similarity 0.00, below 0.31" in as_text(cut)


def test_structure_keeps_the_lead_in_and_joins_small_sections():
    found = bodies("structure")
    assert found[1] == "Not included:\n\n- fuel for the cargo bike\n- insurance\n- the ferry"
    assert found[2] == "## Return\n\nAt any station.\n\n## Contact\n\nAsk at the desk."


def test_sentence_knows_which_stops_end_one():
    assert bodies("sentence") == [
        "Dr. J. Lee tested v2.5 on 3.14 GB of logs.",
        "It took 9 min. on average.",
        "“Is that fast?” she asked. これは日本語の文です。次の文もあります。",
    ]


def test_the_parent_holds_the_rule_that_its_child_is_about():
    child = next(
        one for one in sample_cut(STRATEGIES["parent_child"]).chunks if "at most 90 euros" in one.body
    )
    assert "by 18:00" not in child.text and "Bring the bike back by 18:00." in child.parent.text


def test_table_repeats_the_header():
    chunk = next(one for one in sample_cut(STRATEGIES["table"]).chunks if "Ferry" in one.body)
    assert chunk.context == "| Line | Single | Day pass |\n|---|---|---|\n"
    assert "Line" not in chunk.body


def test_code_names_the_class_on_later_pieces():
    first, second, last = sample_cut(STRATEGIES["code"]).chunks
    assert first.body.startswith("class Basket:") and first.context == last.context == ""
    assert (second.context, second.symbol_name) == ("class Basket:\n", "Basket.total")


# The picture.


@pytest.mark.parametrize("name", STRATEGIES)
def test_the_picture_is_sound_and_holds_the_whole_text(name):
    text = svg(sample_cut(STRATEGIES[name]), "A title")
    root = ElementTree.fromstring(text)
    assert root.find(f"{SVG}title").text == "A title"
    assert root.find(f"{SVG}desc").text.startswith(f"{len(bodies(name))} chunks. Chunk 1")
    assert root.get("role") == "img" and root.get("aria-labelledby") == "title desc"
    outside = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|href|url\(|@import|<script|<image|<foreignObject", outside)
    drawn = "".join("".join(one.text for one in root.iter(f"{SVG}text")).split())
    for body in bodies(name):
        for word in body.split():
            assert word in drawn
    assert len(text) < 8000


def test_a_boundary_is_told_without_colour():
    for name in STRATEGIES:
        root = ElementTree.fromstring(svg(sample_cut(STRATEGIES[name]), "t"))
        kinds = [one.get("class", "") for one in root.iter()]
        count = len(bodies(name))
        assert kinds.count("line") == sum("scissors" in kind for kind in kinds) == count - 1
        assert kinds.count("number") == count
        contexts = [chunk for chunk in sample_cut(STRATEGIES[name]).chunks if chunk.context]
        assert kinds.count("frame") == len(contexts)
    assert 'class="again"' in svg(sample_cut(STRATEGIES["overlap"]), "t")
    assert svg(sample_cut(STRATEGIES["parent_child"]), "t").count('class="bracket"') == 2


def test_whatever_a_sample_holds_is_only_text():
    class Hostile(Recursive):
        name = "hostile"
        about = About(
            how="<script>alert(1)</script> ![x](https://example.invalid/x.png)",
            sample=Sample("</text><script>alert('&\"')</script> \x00\x0b\ud800 ]]> `````\n", {}),
        )

    root = ElementTree.fromstring(svg(sample_cut(Hostile), '<b> & "quotes" \''))
    assert root.find(f"{SVG}title").text == '<b> & "quotes" \''
    assert [one.tag for one in root.iter() if one.tag.endswith("script")] == []
    assert "</text><script>alert('&\"')</script> \ufffd" in [one.text for one in root.iter(f"{SVG}text")]
    written = page(Hostile)
    assert r"\<script\>alert(1)\</script\> !\[x\](https://example.invalid/x.png)" in written
    assert "``````text" in written


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_by_hand():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", COLOURS)
def test_the_words_in_it_can_be_read(scheme):
    colours = COLOURS[scheme]
    for ground in ("paper", "even", "odd"):
        assert contrast(colours["ink"], colours[ground]) >= 7
        assert contrast(colours["quiet"], colours[ground]) >= 4.5
    assert contrast(colours["cut"], colours["paper"]) >= 4.5
    for edge in ("even-edge", "odd-edge"):
        assert contrast(colours[edge], colours["paper"]) >= 3


def test_a_rendering_is_framed_and_the_source_below_it():
    cut = sample_cut(STRATEGIES["table"], {"chunk_size": 120, "rows": "serialised"})
    rendered = [chunk for chunk in cut.chunks if chunk.rendered]
    root = ElementTree.fromstring(svg(cut, "t"))
    ghosts = [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "ghost"]
    assert rendered and "Columns: Line | Single | Day pass" in ghosts
    assert "= Row: Ferry | 5.00 | 12.00" in as_text(cut)
    assert "| | Ferry | 5.00 | 12.00 |" in as_text(cut)


# Lines.


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("", 5, [""]),
        ("one two", 5, ["one ", "two"]),
        ("one  two", 4, ["one  ", "two"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("a\r\nb\n\nc", 5, ["a", "b", "", "c"]),
        ("漢字漢字", 4, ["漢字", "漢字"]),
        ("ab 漢字", 5, ["ab 漢", "字"]),
        ("e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]),
        ("👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]),
    ],
)
def test_lines_by_hand(text, limit, lines):
    assert [line.of(text) for line in wrapped(text, limit)] == lines
    assert all(width(line.rstrip()) <= limit for line in lines)


def test_lines_are_spans_of_the_text():
    assert wrapped("ab cd\nef", 3) == [Span(0, 3), Span(3, 5), Span(6, 8)]


# A strategy that says nothing of itself.


class ByLine(Strategy):
    """One chunk a line.

    More words.
    """

    name = "by_line"
    parameters = (CHUNK_SIZE,)

    def spans(self, document):
        found, at = [], 0
        for line in document.text.splitlines(keepends=True):
            found += [Span(at, at + len(line))] if line.strip() else []
            at += len(line)
        return found


def test_a_strategy_that_says_nothing_has_a_page_all_the_same():
    assert (ByLine.label, ByLine.summary, ByLine.when) == ("By line", "One chunk a line.", "")
    written = files({"by_line": ByLine})
    assert set(written) == {"README.md", "by_line.md", "by_line.svg"}
    assert "It needs no model." in written["by_line.md"]
    assert "| `chunk_size` | Chunk size | 400 |" in written["by_line.md"]
    assert "A day costs 18 euros, a week 90 euros." in written["by_line.svg"]
    assert "## Source" not in written["by_line.md"]


def test_words_are_not_taken_over_from_another_strategy():
    class Mine(Recursive):
        name = "mine"

    class Helper(Recursive):
        """No name of its own: still `recursive`."""

    assert (Mine.label, Mine.summary, Mine.when, Mine.about) == ("Mine", "", "", About())
    assert (Helper.label, Helper.about) == (Recursive.label, Recursive.about)
