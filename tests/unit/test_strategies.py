"""The strategies on texts whose cut can be checked by hand."""

import pytest

import chunkers
from chunkers import STRATEGIES, Document, chunk, make_strategy, split
from chunkers.api import run
from chunkers.length import measure
from tests.helpers import ToyEmbedder

PLAIN = ["\n\n", "\n", " ", ""]
CHINESE = ["\n\n", "\n", "。", "！", "？", "；", "，"]


def bodies(text, strategy, **parameters):
    return [one.body for one in chunk(text, strategy, **parameters)]


class TestWindows:
    def test_fixed_windows_follow_each_other(self):
        assert bodies("abcdefghij", "fixed", chunk_size=4) == ["abcd", "efgh", "ij"]

    def test_overlap_windows_advance_by_size_minus_overlap(self):
        assert bodies("abcdefghij", "overlap", chunk_size=4, overlap=2) == ["abcd", "cdef", "efgh", "ghij"]

    def test_no_tail_made_only_of_overlap(self):
        assert bodies("abcdefghij", "overlap", chunk_size=10, overlap=4) == ["abcdefghij"]
        assert bodies("abcdefgh  \n", "overlap", chunk_size=8, overlap=4) == ["abcdefgh"]

    def test_token_windows(self):
        document = Document("hello world " * 600)
        ruler = measure(document, "tokens")
        cut = split(document, "overlap", chunk_size=400, overlap=50, unit="tokens")
        windows = [(ruler.length(0, one.char_start), ruler.length(0, one.char_end)) for one in cut.chunks]
        assert windows[:3] == [(0, 400), (350, 750), (700, 1100)]
        assert all(one.token_count <= 400 for one in cut.chunks)

    def test_word_windows_are_trimmed(self):
        text = "one two three four five six seven"
        assert bodies(text, "overlap", chunk_size=3, overlap=1, unit="words") == [
            "one two three", "three four five", "five six seven",
        ]  # fmt: skip

    def test_byte_windows_keep_characters_whole(self):
        assert bodies("é" * 5, "fixed", chunk_size=5, unit="bytes") == ["éé", "éé", "é"]

    def test_a_family_emoji_is_one_character(self):
        family = "👨\u200d👩\u200d👧"
        assert bodies("ab" + family * 2, "fixed", chunk_size=6) == ["ab", family, family]

    def test_a_grapheme_above_the_limit_stands_alone(self):
        letter = "a" + "\u0301" * 9
        assert bodies(f"b{letter}c", "fixed", chunk_size=4) == ["b", letter, "c"]

    def test_a_word_does_not_begin_with_a_mark(self):
        cut = split("\t\u0301y\n\u1100", "overlap", chunk_size=2, overlap=1, unit="words")
        assert all(measure(cut.document, "words").count(one.text) <= 2 for one in cut.chunks)

    def test_crlf_is_not_cut(self):
        assert bodies("abc\r\ndef", "fixed", chunk_size=4) == ["abc", "\r\nde", "f"]

    def test_special_tokens_are_text(self):
        cut = chunk("text with <|endoftext|> inside it", "fixed", chunk_size=5, unit="tokens")
        assert "".join(one.body for one in cut) == "text with <|endoftext|> inside it"


class TestRecursive:
    def test_offsets_of_repeated_text(self):
        cut = chunk("tick tick tick tock", "recursive", chunk_size=4, separators=PLAIN)
        assert [(one.char_start, one.body) for one in cut] == [
            (0, "tick"),
            (5, "tick"),
            (10, "tick"),
            (15, "tock"),
        ]

    def test_what_does_not_fit_is_cut_on_its_own(self):
        # "b b" and "c" would fit together, but "b b" is the rest of a piece that was too large.
        assert bodies("a\n\nbbb b b\n\nc", "recursive", chunk_size=5, separators=PLAIN) == [
            "a",
            "bbb b",
            "b",
            "c",
        ]

    def test_hard_cut_where_no_separator_is_left(self):
        assert bodies("aaaa bbbb\n\ncccccccccc", "recursive", chunk_size=8, separators=["\n\n"]) == [
            "aaaa bbb", "b", "cccccccc", "cc",
        ]  # fmt: skip

    def test_overlap_is_whole_words(self):
        text = "one two three four five six"
        assert bodies(text, "recursive", chunk_size=13, overlap=5, separators=PLAIN) == [
            "one two three", "three four", "four five six",
        ]  # fmt: skip

    def test_overlap_is_whole_sentences_where_they_fit(self):
        text = "Aaaa bbbb. Cccc. Dddd eeee. Ffff gggg hhhh."
        cut = split(text, "recursive", chunk_size=22, overlap=8)
        assert cut.chunks[1].body.startswith("Cccc.")
        assert [one.got for one in cut.overlaps][0] == len("Cccc.")

    def test_a_piece_that_fits_alone_is_not_cut_for_the_overlap(self):
        assert bodies("aa bb\n\ncccccccc", "recursive", chunk_size=8, overlap=4, separators=["\n\n", " "]) == [
            "aa bb", "cccccccc",
        ]  # fmt: skip

    def test_default_separators_know_chinese(self):
        text = "猫坐在垫子上。狗在外面叫！你听见了吗？我听见了，很大声。"
        assert bodies(text, "recursive", chunk_size=10) == [
            "猫坐在垫子上。",
            "狗在外面叫！",
            "你听见了吗？",
            "我听见了，很大声。",
        ]

    def test_closing_quotes_stay_with_their_sentence(self):
        assert bodies("他说：“走吧。”然后离开了。", "recursive", chunk_size=8) == [
            "他说：“走吧。”",
            "然后离开了。",
        ]
        assert bodies('He said "Go." Then "Stop" was it.', "recursive", chunk_size=20) == [
            'He said "Go."',
            'Then "Stop" was it.',
        ]

    def test_headings_open_a_chunk(self):
        text = "# One\nalpha beta\n\n# Two\ngamma delta\n"
        assert bodies(text, "recursive", chunk_size=20) == ["# One\nalpha beta", "# Two\ngamma delta"]

    def test_separators_are_literal_unless_they_are_patterns(self):
        assert bodies("a.b.c", "recursive", chunk_size=2, separators=["."]) == ["a.", "b.", "c"]
        assert bodies("a1b22c", "recursive", chunk_size=3, separators=[r"\d+"], is_regex=True) == [
            "a1",
            "b22",
            "c",
        ]
        text = "Intro. Art. 1 one. Art. 2 two."
        assert bodies(text, "recursive", chunk_size=14, separators=[r"(?=Art\. \d)"], is_regex=True) == [
            "Intro.", "Art. 1 one.", "Art. 2 two.",
        ]  # fmt: skip

    def test_a_separator_can_stay_with_what_follows(self):
        cut = bodies("aa-bb-cc", "recursive", chunk_size=3, separators=["-"], keep_separator="start")
        assert cut == ["aa", "-bb", "-cc"]

    def test_an_inner_list_is_a_level_of_equals(self):
        assert bodies("a;b,c;d", "recursive", chunk_size=4, separators=[[";", ","]]) == ["a;b,", "c;d"]
        assert bodies("a;b,c;d", "recursive", chunk_size=4, separators=[";", ","]) == ["a;", "b,c;", "d"]

    def test_a_pattern_that_never_ends_is_stopped(self, monkeypatch):
        monkeypatch.setattr("chunkers.cutting.separators.REGEX_TIMEOUT", 0.2)
        with pytest.raises(ValueError, match="separators.*longer than"):
            chunk("a" * 40 + "!", "recursive", chunk_size=5, separators=[r"(a|aa|a?a)+$"], is_regex=True)

    @pytest.mark.parametrize(
        "pattern", ["a{1000000000}", "(a{999}){999}", "(?R)", "(" * 5000 + "a" + ")" * 5000]
    )
    def test_a_pattern_that_explodes_is_refused(self, pattern):
        with pytest.raises(ValueError, match="separators"):
            chunk("aaa", "recursive", separators=[pattern], is_regex=True)

    def test_its_known_weakness_shows(self):
        """Three headings and a long paragraph: headings alone, then sentences cut off from their subject."""
        text = (
            "# 手册\n\n## 报销\n\n### 差旅费\n\n"
            + "出差前先送申请单，写明目的地与预估金额。" * 4
            + "主管核准后十天内付款。"
        )
        first, *others = bodies(text, "recursive", chunk_size=100, separators=CHINESE)
        assert first == "# 手册\n\n## 报销\n\n### 差旅费"
        assert not any("差旅费" in one for one in others)
        found = chunk(text, "markdown", chunk_size=100)
        assert all(one.text.startswith("【报销 > 差旅费】") and len(one.text) <= 100 for one in found)


class TestMarkdown:
    TEXT = "# Guide\n\nHello.\n\n## Install\n\nRun it.\n\n### Windows\n\nClick.\n\n## Empty\n"

    def test_path_in_front_title_left_out(self):
        found = chunk(self.TEXT, "markdown")
        assert [one.text for one in found] == [
            "Hello.", "【Install】Run it.", "【Install > Windows】Click.", "## Empty",
        ]  # fmt: skip
        assert [one.heading_path for one in found] == [
            ("Guide",), ("Guide", "Install"), ("Guide", "Install", "Windows"), ("Guide", "Empty"),
        ]  # fmt: skip
        assert [one.context_status for one in found] == ["none", "full", "full", "none"]

    def test_context_says_where_it_was_taken_from(self):
        windows = chunk(self.TEXT, "markdown")[2]
        assert [self.TEXT[a:b] for a, b in windows.context_spans] == ["# Guide", "## Install", "### Windows"]

    def test_formats(self):
        texts = {
            style: chunk(self.TEXT, "markdown", context=style)[2].text for style in ("section", "document")
        }
        assert texts["section"] == "Section: Install > Windows\n\nClick."
        assert texts["document"] == "Document: Guide\nSection: Install > Windows\nContent:\nClick."

    def test_title_when_asked_for(self):
        assert chunk(self.TEXT, "markdown", include_title=True)[0].text == "【Guide】Hello."

    def test_heading_lines_stay_when_kept(self):
        found = chunk(self.TEXT, "markdown", keep_heading=True)
        assert [one.text for one in found] == [
            "# Guide\n\nHello.", "## Install\n\nRun it.", "【Install】### Windows\n\nClick.", "## Empty",
        ]  # fmt: skip
        assert [one.body for one in chunk(self.TEXT, "markdown", context="none")][
            2
        ] == "### Windows\n\nClick."

    def test_kept_headings_above_an_empty_section_are_not_lost(self):
        assert bodies("# A\n\n## B\n\n### C\n\ntext", "markdown", context="none") == [
            "# A\n\n## B\n\n### C\n\ntext"
        ]

    def test_the_context_is_shortened_then_dropped(self):
        text = "# T\n\n## First long title\n\n### Second\n\nword word word word word word"
        statuses = {}
        for size in (70, 30, 14):
            found = chunk(text, "markdown", chunk_size=size)
            statuses[size] = found[-1].context_status
            assert all(len(one.text) <= size for one in found)
        assert statuses == {70: "full", 30: "shortened", 14: "dropped"}
        assert chunk(text, "markdown", chunk_size=30)[-1].context == "【… > Second】"

    def test_the_inner_strategy_cuts_long_sections(self):
        text = "## A\n\n" + "x" * 30
        assert bodies(text, "markdown", chunk_size=15, inner="fixed") == ["x" * 12, "x" * 12, "x" * 6]

    def test_the_model_reaches_the_inner_strategy(self):
        strategy = make_strategy("markdown", unit="model_tokens", chunk_size=4).with_embedder(ToyEmbedder())
        found = run(strategy, Document("## A\n\none two three four five six")).chunks
        assert [one.text for one in found] == ["【A】one two three", "【A】four five six"]

    def test_front_matter_has_no_path(self):
        found = chunk("---\ntitle: Notes\n---\n\n# Real\nbody\n", "markdown")
        assert [(one.heading_path, one.body) for one in found] == [
            ((), "---\ntitle: Notes\n---"),
            (("Real",), "body"),
        ]

    def test_a_table_in_a_long_section_repeats_its_header_below_the_path(self):
        header, rows = "| id | name |\n|----|------|\n", [f"| {n} | name {n} |" for n in range(6)]
        text = "## Staff\n\nWho is here.\n\n" + header + "\n".join(rows) + "\n\nThat is all.\n"
        found = chunk(text, "markdown", chunk_size=90)
        assert [one.text for one in found] == [
            "【Staff】Who is here.",
            "【Staff】" + header + "\n".join(rows[:3]),
            "【Staff】\n" + header + "\n".join(rows[3:]),
            "【Staff】That is all.",
        ]
        assert [text[a:b] for a, b in found[2].context_spans] == ["## Staff", header]

    def test_the_path_gives_way_to_the_header(self):
        header = "| id | name |\n|----|------|\n"
        text = "## A rather long title\n\n" + header + "".join(f"| {n} | name {n} |\n" for n in range(6))
        found = chunk(text, "markdown", chunk_size=80)
        assert [one.context for one in found] == ["【A rather long title】", header, header]
        assert [one.context_status for one in found] == ["full", "shortened", "shortened"]

    def test_code_that_fits_is_not_cut(self):
        code = "```py\na = 1\n\n\nb = 2\n```"
        text = "## A\n\n" + "Some words here. " * 3 + "\n\n" + code + "\n\nAnd after it, more.\n"
        assert code in [one.body for one in chunk(text, "markdown", chunk_size=40)]

    def test_a_heading_that_is_indented_stays_only_in_the_text(self):
        assert chunk("  ## A\n\ntext", "markdown", keep_heading=True)[0].text == "## A\n\ntext"


class TestWrongParameters:
    @pytest.mark.parametrize(
        ("strategy", "parameters", "words"),
        [
            ("fixed", {"chunk_size": 0}, ["chunk_size = 0", "between 1 and"]),
            ("fixed", {"chunk_size": 10**400}, ["chunk_size = 1000", "whole number"]),
            ("fixed", {"chunk_size": "5"}, ["chunk_size = '5'"]),
            ("semantic", {"threshold": "5"}, ["threshold = '5'"]),
            ("semantic", {"threshold": float("nan")}, ["threshold = nan"]),
            (["fixed"], {}, ["strategy = ['fixed']"]),
            ("fixed", {"chunk_size": 2.5}, ["chunk_size = 2.5", "whole number"]),
            ("fixed", {"chunk_size": True}, ["chunk_size = True"]),
            ("overlap", {"overlap": -1}, ["overlap = -1", "between 0 and"]),
            ("overlap", {"chunk_size": 4, "overlap": 4}, ["overlap = 4", "between 0 and 3"]),
            ("recursive", {"unit": "letters"}, ["unit = 'letters'", "characters, tokens, words"]),
            ("recursive", {"separators": "abc"}, ["separators = 'abc'", "list"]),
            (
                "recursive",
                {"separators": ["("], "is_regex": True},
                ["separators", "not a regular expression"],
            ),
            ("recursive", {"is_regex": True}, ["is_regex", "separators"]),
            ("recursive", {"size": 4}, ["'size' is not a parameter of recursive"]),
            ("recursive", {"chunk_sice": 4}, ["did you mean 'chunk_size'"]),
            ("markdown", {"context": "xml"}, ["context = 'xml'", "brackets"]),
            (
                "semantic",
                {"method": "threshold", "threshold": 25},
                ["threshold = 25", "between -1.0 and 1.0"],
            ),
            ("recursiv", {}, ["strategy = 'recursiv'", "did you mean 'recursive'"]),
            ("recursive", {"unit": "tokens", "encoding": "gpt9"}, ["encoding = 'gpt9'"]),
        ],
    )
    def test_the_error_names_parameter_value_and_range(self, strategy, parameters, words):
        with pytest.raises(ValueError) as error:
            chunk("some text", strategy, embedder=ToyEmbedder(), **parameters)
        assert all(word in str(error.value) for word in words), str(error.value)


def test_every_strategy_has_a_function_with_its_parameters():
    import inspect

    assert {"fixed", "overlap", "recursive", "markdown", "semantic"} <= set(STRATEGIES)
    for name, strategy in STRATEGIES.items():
        function = getattr(chunkers, f"{name}_chunk")
        assert {one.name for one in strategy.parameters} < set(inspect.signature(function).parameters)
    assert [one.body for one in chunkers.fixed_chunk("abcd", chunk_size=2)] == ["ab", "cd"]


def test_a_strategy_is_one_file(tmp_path, monkeypatch):
    """A new file in the folder is a new strategy: registry, parameters and all."""
    import importlib

    import chunkers.strategies as folder

    (tmp_path / "halves.py").write_text(
        "from chunkers.span import Span\n"
        "from chunkers.strategies.base import Strategy, UNIT, ENCODING\n"
        "class Halves(Strategy):\n"
        "    name = 'halves'; label = 'Halves'; summary = 'Two.'; when = 'Never.'; parameters = (UNIT, ENCODING)\n"
        "    def spans(self, document):\n"
        "        middle = len(document.text) // 2\n"
        "        return [Span(0, middle), Span(middle, len(document.text))]\n"
    )
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])
    found = folder._discover()
    assert found["halves"]().spans(Document("abcd")) == [(0, 2), (2, 4)]
    importlib.sys.modules.pop("chunkers.strategies.halves")


@pytest.mark.parametrize("name", ["markdown", "structure", "table", "parent_child", "sentence", "recursive"])
def test_the_comments_of_program_text_are_no_headings(name):
    text = "# one\nx = 1\n\n# two\ny = 2\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    # Sections this small would be put together.
    apart = {"min_size": 0} if any(one.name == "min_size" for one in STRATEGIES[name].parameters) else {}
    assert any(one.heading_path for one in chunk(Document(text), name, **apart))
    chunks = chunk(Document(text, "a.py", source_type="code"), name, **apart)
    assert [one.heading_path for one in chunks] == [()] * len(chunks)
    assert all(one.text == one.body for one in chunks)


def test_a_name_is_no_embedder():
    with pytest.raises(ValueError, match="embedder = 'all-MiniLM-L6-v2' must be an embedder: load one"):
        split("One. Two.", "semantic", embedder="all-MiniLM-L6-v2")
