"""Markdown structure against `markdown-it-py`, on texts made of the lines that are hard to tell apart."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import table
from mdit_py_plugins.front_matter import front_matter_plugin

from chunkers.markdown import fences, front_matter, headings, sections, tables
from chunkers.markdown_inline import visible_text

LINES = """
# a|   # b|    # c|#x|####### z|## d ##|#|===|---|--|-|=|- - -|***|  ===|   ---|---x|----|...
```|````md|``` a`b|~~~|~~~~ x|  ```|   ~~~|> q|> ```|> # q|>|> - i
- item|-   wide|- |  - nested|* s|+ p|- # h|- ```|-\t tab
1. x|2. y|10) z|1.|     deep|1.    # c|  2. y|1986. y|  text|   text|text|(text)|\ttab|  \ttab
|  |<!--|-->|a --> b|<pre>|</pre>|<div>|</div>|<foo>|</foo>|<a b='c'> 
<?x|?>|<!X|<![CDATA[|]]>|  <div>|  <foo>
[r]: /u|[r]:|[l](u)|"t"|'t'|/u 'x'|[r|r]: x|  [r]: /u|\u00a0|\f|x\\|\ufeff|*em* x|_u
""".replace("\n", "|").split("|")[1:-1]
PIPED = "|,|-,| a | b |,|---|---|,a | b,--|--,:-:,| a |,|---|,  - | -,- a | b,# a | b,> a | b".split(",")
LINE_ENDS = ["\n", "\n", "\n", "\r\n", "\r"]
INLINE = "a|foo|b c| | |*|**|_|__|`|``|[x](u)|[`c`](u)|[|]|(|)|!|![i](u)|\\|\\*|&amp;|&"
INLINE += "|<b>|<|<http://a.b>|x_y|é|中|.|:"

line = st.sampled_from(LINES + PIPED)
few = st.lists(line, min_size=2, max_size=6).flatmap(
    lambda some: st.lists(st.sampled_from(some), max_size=14)
)
documents = st.builds(
    lambda lines, ends, rest: "".join(a + b for a, b in zip(lines, ends)) + rest,
    st.one_of(few, st.lists(line, max_size=10)),
    st.one_of(
        st.sampled_from(LINE_ENDS).map(lambda end: [end] * 14),
        st.lists(st.sampled_from(LINE_ENDS), min_size=14, max_size=14),
    ),
    st.one_of(st.just(""), line),
)
characters = st.text(st.sampled_from("#>-*+=_`~<|:[]()1.a \t\n\n\r\\!/\"'\f\xa0\x85\u2028"), max_size=40)
texts = st.one_of(documents, documents, characters)
thorough = settings(max_examples=1500)


def parser(*plugins) -> MarkdownIt:
    """CommonMark and GFM tables, these in GitHub's place: after every block that may interrupt a paragraph.

    `markdown-it-py` looks for tables first, so that `# a | b` over `--|--` would be a table and `| a |`
    over `---` too; CommonMark and GitHub have headings there.
    """

    def gfm_table(state, start, end, silent):
        after = state.src[state.bMarks[start + 1] : state.eMarks[start + 1]] if start + 1 < end else "|"
        return after.strip(" \t-") != "" and table(state, start, end, silent)

    made = MarkdownIt("commonmark", {"maxNesting": 100})
    made.block.ruler.before("lheading", "gfm_table", gfm_table, {"alt": ["paragraph", "reference"]})
    for plugin in plugins:
        made.use(plugin)
    return made


# The plugin also takes `- :---` on the first line for front matter: it is asked only where `---` stands.
PLAIN, WITH_FRONT_MATTER = parser(), parser(front_matter_plugin)
COMMONMARK = MarkdownIt("commonmark", {"maxNesting": 100})


def line_ranges(text: str) -> list[tuple[int, int]]:
    ends = [(match.start(), match.end()) for match in re.finditer(r"\r\n|\r|\n", text)]
    starts = [0] + [after for _, after in ends]
    ranges = list(zip(starts, [end for end, _ in ends] + [len(text)]))
    return ranges[:-1] if len(ranges) > 1 and ranges[-1][0] == len(text) else ranges


def oracle(text: str, markdown: MarkdownIt) -> dict[str, list[tuple[int, int, int]]]:
    """Level (0 but for headings), start and end of each top-level block of these kinds."""
    lines = line_ranges(text)
    found = {"heading_open": [], "fence": [], "table_open": [], "front_matter": []}
    for token in markdown.parse(text):
        if token.level == 0 and token.type in found:
            first, after = token.map
            # markdown-it-py drops a last line of spaces without a line end, which an open fence would hold
            closing = text[slice(*lines[after - 1])].strip(" \t")
            is_open = token.type == "fence" and not (
                after - first > 1 and set(closing) == {token.markup[0]} and len(closing) >= len(token.markup)
            )
            end = lines[-1][1] if is_open and not text[lines[after - 1][1] :].strip() else lines[after - 1][1]
            level = int(token.tag[1]) if token.type == "heading_open" else 0
            found[token.type].append((level, lines[first][0], end))
    return found


@thorough
@given(texts)
def test_structure_is_what_markdown_it_finds(text):
    if text.startswith("\ufeff"):
        text = text[1:]  # no line of CommonMark's begins with a byte order mark; see the unit tests
    wanted = oracle(text, WITH_FRONT_MATTER if text.startswith("---") else PLAIN)
    matter = front_matter(text)
    assert [(heading.level, *heading.span) for heading in headings(text)] == wanted["heading_open"]
    assert [(0, *span) for span in fences(text)] == wanted["fence"]
    assert [(0, *span) for span in tables(text)] == wanted["table_open"]
    assert ([(0, *matter)] if matter else []) == wanted["front_matter"]


@thorough
@given(texts)
def test_without_tables_headings_are_plain_commonmark(text):
    text = text.replace("|", "/").replace(":", ".").lstrip("-\ufeff")
    wanted = oracle(text, COMMONMARK)
    assert [(heading.level, *heading.span) for heading in headings(text)] == wanted["heading_open"]
    assert [(0, *span) for span in fences(text)] == wanted["fence"]


@thorough
@given(st.lists(st.sampled_from(INLINE.split("|")), max_size=8).map("".join))
@example("a` a `")
def test_titles_are_the_text_that_markdown_it_renders(content):
    def words(tokens):
        for token in tokens:
            if token.type == "image":
                yield from words(token.children)
            elif token.type in ("softbreak", "hardbreak"):
                yield " "
            elif token.type != "html_inline":
                yield token.content

    content = re.sub(" +", " ", content.strip())
    rendered = "".join(words(COMMONMARK.parseInline(content)[0].children))
    assert visible_text(content) == (re.sub(" +", " ", rendered).strip() or content)


@settings(max_examples=500)
@given(st.one_of(st.text(max_size=60), texts))
def test_sections_tile_any_text(text):
    at = 0
    for section in sections(text):
        if section.heading:
            assert section.heading.span.start == at
            assert section.path[-1] == section.heading.title
            at = section.heading.span.end
            at += len(re.match(r"\r\n|\r|\n|\Z", text[at:])[0])
        else:
            assert (at, section.path) == (0, ())
        assert section.body.start == at <= section.body.end
        at = section.body.end
    assert at == len(text)


@settings(max_examples=500)
@given(texts)
def test_the_parent_is_the_nearest_earlier_heading_of_a_smaller_level(text):
    found = [section for section in sections(text) if section.heading]
    for index, section in enumerate(found):
        above = [earlier for earlier in found[:index] if earlier.heading.level < section.heading.level]
        assert section.path[:-1] == (above[-1].path if above else ())
