"""Markdown structure by hand. `outline` writes headings as (level, title); paths come from `sections`."""

from __future__ import annotations

import pytest

from chunkers import Document, make_strategy, split
from chunkers.markdown import Heading, fences, front_matter, headings, sections, tables, title_of
from chunkers.span import Span


def outline(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.title) for heading in headings(text)]


def paths(text: str) -> list[list[str]]:
    return [list(section.path) for section in sections(text)]


def test_sections_tile_the_text_with_heading_lines_apart_from_bodies():
    text = "intro\n# A\na\n\nB\n--\n\nb"
    assert [(section.heading, section.path, section.body) for section in sections(text)] == [
        (None, (), Span(0, 6)),
        (Heading(1, "A", Span(6, 9)), ("A",), Span(10, 13)),
        (Heading(2, "B", Span(13, 17)), ("A", "B"), Span(18, 20)),
    ]


PATHS = {
    "a comment in a shell fence is no heading": (
        "# Setup\n\n```sh\n# fetch tools\nmake all\n```\n\n## Usage\nRun it.\n",
        [["Setup"], ["Setup", "Usage"]],
    ),
    "a fence closes only with one as long and bare": (
        "# A\n\n````md\n```\n# no\n```\n```` x\n# no\n````\n\n## B\nend\n",
        [["A"], ["A", "B"]],
    ),
    "tildes do not close backticks": ("# A\n```\n~~~\n# no\n```\n# B\n", [["A"], ["B"]]),
    "an unclosed fence runs to the end": ("# A\n~~~\n# no\n", [["A"]]),
    "a backtick in the info string: no fence": ("``` a`b\n# A\n", [[], ["A"]]),
    "four spaces are code": ("# T\n\npara\n\n    # code\n    run()\n\nend\n", [["T"]]),
    "three spaces are not": ("   # T\nx\n", [["T"]]),
    "a tag and seven signs are text": ("#tag is text\n\n####### seven\n\n# Real\nx\n", [[], ["Real"]]),
    "setext": ("Guide\n=====\nintro\n\nInstall\n-------\nsteps\n", [["Guide"], ["Guide", "Install"]]),
    "front matter": ("---\ntitle: Notes\ndraft: true\n---\n\n# Real\nbody\n", [[], ["Real"]]),
    "levels may be skipped": (
        "# A\na\n\n### C\nx\n\n## B\ny\n\n### D\nz\n",
        [["A"], ["A", "C"], ["A", "B"], ["A", "B", "D"]],
    ),
    "a title may hold any separator": (
        "# API\n\n## GET /users/{id}\nOne.\n",
        [["API"], ["API", "GET /users/{id}"]],
    ),
    "lists and quotes have headings of their own": (
        "- # no\n\n  # no\n\n> # no\n\n1. x\n   # no\n\n# Yes\n",
        [[], ["Yes"]],
    ),
    "a lazy line is not a title": ("> quote\nlazy\n===\n\n- item\nlazy\n---\n", [[]]),
    "a rule under a list is no underline": ("- item\n---\n# A\n", [[], ["A"]]),
    "an outdented heading ends a list": ("- item\n# A\n", [[], ["A"]]),
    "html hides what it holds": (
        "<!--\n# no\n\n# no\n-->\n<pre>\n\n# no\n</pre>\n<div>\n# no\n\n# A\n",
        [[], ["A"]],
    ),
    "a definition is not the title": ("[r]: /u\n===\n\n[r]: /u\nTitle\n===\n", [[], ["Title"]]),
    "a rule under a table is no underline": ("a | b\n--|--\nc | d\n---\n# A\n", [[], ["A"]]),
    "only CR, LF and CRLF end a line": (
        "# A\u2028# b\v# c\x85# d\r# E\r\n# F",
        [["A\u2028# b\v# c\x85# d"], ["E"], ["F"]],
    ),
    "nothing": ("", []),
    "one empty heading": ("#", [[""]]),
}


@pytest.mark.parametrize("name", PATHS)
def test_section_paths(name):
    text, wanted = PATHS[name]
    assert paths(text) == wanted


TITLES = {
    "## Closed ##": "Closed",
    "# C#": "C#",
    "# ##": "",
    "# [1.2.0](https://x.y) - *notes*": "1.2.0 - notes",
    "# The `--flag` of **this** _tool_": "The --flag of this tool",
    "# snake_case and 2 * 3 * 4": "snake_case and 2 * 3 * 4",
    "# ![logo](x.png) Name": "logo Name",
    "# Q&amp;A, R & D, \\*stars\\*": "Q&A, R & D, *stars*",
    "# <https://a.b> <b>bold</b>": "https://a.b bold",
    '# <a id="x"></a>': '<a id="x"></a>',
    "# [0.1] - today\n\n[0.1]: https://x.y": "0.1 - today",
    "# [0.1] - today": "[0.1] - today",
    "two  *lines*\\\r\n of title\r\n===": "two lines of title",
}


@pytest.mark.parametrize("text", TITLES)
def test_titles_are_the_visible_text(text):
    assert headings(text)[0].title == TITLES[text]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_spans_leave_out_the_line_end_and_bodies_begin_after_it(line_end):
    text = line_end.join(["# A ", "body", "", "B", "===", "end"])
    first, second = sections(text)
    assert first.heading.span.of(text) == "# A "
    assert first.body.of(text) == line_end.join(["body", "", ""])
    assert second.heading.span.of(text) == f"B{line_end}==="
    assert second.body.of(text) == "end"


def test_a_byte_order_mark_hides_neither_front_matter_nor_heading():
    assert front_matter("\ufeff---\na: 1\n---\n") == Span(1, 13)
    assert sections("\ufeff# A\n")[0].heading == Heading(1, "A", Span(0, 4))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("---\na: 1\n---\nx", "---\na: 1\n---"),
        ("---\r\na: 1\r\n...\r\nx", "---\r\na: 1\r\n..."),
        ("---\n---", "---\n---"),
        ("---\na: 1\n", None),
        (" ---\na: 1\n---\n", None),
        ("\n---\na: 1\n---\n", None),
        ("--\na: 1\n--\n", None),
    ],
)
def test_front_matter(text, wanted):
    span = front_matter(text)
    assert (span.of(text) if span else None) == wanted


@pytest.mark.parametrize(
    ("text", "title"),
    [("# A\n## B\n", "A"), ("# A\n# B\n", None), ("## B\n# A\n", None), ("## B\n", None), ("", None)],
)
def test_the_title_is_the_first_heading_if_alone_at_level_one(text, title):
    found = title_of(headings(text))
    assert (found.title if found else None) == title


def test_fences_are_whole_lines_at_the_top_level():
    text = "```py\nx\n```\n\n- item\n  ```\n  inner\n  ```\n\n~~~\nopen\n"
    assert [span.of(text) for span in fences(text)] == ["```py\nx\n```", "~~~\nopen"]


def test_tables_run_from_header_to_last_row():
    text = "Before\n| a | b |\n|---|:-:|\n| 1 | 2 |\n3 | 4\n\nx | y\n- | -\n\n"
    text += "> | q | r |\n> |---|---|\n\n| a | b |\n|---|\n"
    assert [span.of(text) for span in tables(text)] == ["| a | b |\n|---|:-:|\n| 1 | 2 |\n3 | 4"]


def test_ordinary_markdown_never_needs_the_parser(monkeypatch):
    import chunkers.markdown_blocks as blocks
    import chunkers.markdown_inline as inline

    for module in (blocks, inline):
        monkeypatch.setattr(module, "markdown_parser", lambda: pytest.fail("the parser was asked"))
    text = (
        "---\ntitle: x\n---\n# The `tool` [here](u)\n\nProse *with* [a link](u)\nover lines.\n\n"
        "1. first\nlazy\n2. second\n\n   ```sh\n   # no\n   ```\n- x\n  - y\n\n"
        "> quote\n> more\nlazy\n\nTitle\n-----\n\n<div>\n\n"
        "# B **b**\n</div>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n---\n\n[r]: https://x.y\n[s]: https://x.y\n"
    )
    assert outline(text) == [(1, "The tool here"), (2, "Title"), (1, "B b")]


def test_a_lone_pipe_is_no_header():
    assert tables("|\n|-\n") == []
    assert [span.of("||\n|-\n") for span in tables("||\n|-\n")] == ["||\n|-"]


def test_a_row_that_opens_with_a_pipe_goes_on_and_another_block_ends_the_table():
    text = "| a |\n|---|\n| 1 |\n|\n|x\n2\n| 3 |\n# B\n| 4 |\n"
    assert [span.of(text) for span in tables(text)] == ["| a |\n|---|\n| 1 |\n|\n|x\n2\n| 3 |"]
    assert outline(text) == [(1, "B")]


def test_a_bracket_that_opens_a_paragraph_is_looked_up_for_each_paragraph():
    """The first one defines nothing; the second one does, and so `===` underlines nothing there."""
    assert outline("[a\n2. b\n===\n\n[r]: /u\n===\n\n[r]: x y\n---\n") == [(1, "[a 2. b"), (2, "r: x y")]


def test_the_bare_cut_leaves_blank_lines_of_code_out_as_the_chunks_do():
    """A lone separator character is white space, though it has a line of the code to itself."""
    document = Document("```\none two\n\x1c\nthree\n```\n")
    spans = make_strategy("structure", chunk_size=12).spans(document)
    assert [span.of(document.text) for span in spans] == ["```\none two", "three", "```"]
    assert spans == [chunk.span for chunk in split(document, "structure", chunk_size=12).chunks]
