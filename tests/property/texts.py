"""What the property tests cut: all of Unicode, pieces that splitters trip over, and Markdown, tables and code."""

from hypothesis import strategies as st

from tests.unit.code_samples import SAMPLES

PIECES = (
    "a", "word ", "Dr. Who went. ", "3.14", "one, two; three", "\n", "\n\n", "\r\n", "\r\n\r\n", "  ", "\t", "\u3000",
    "# Title\n", "## Sub\n\n", "\n### Deep\n", "- item\n", "1. step\n", "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "```sh\n# no heading\n```\n", "~~~\n", "> quote\n", "Setext\n===\n", "---\n", "<!-- # no -->\n",
    "猫坐在垫子上。", "狗叫！", "“好。”", "、", "，", "ひらがなカタカナ", "Tiếng Việt", "Tie\u0302\u0301ng", "मराठी भाषा।", "ไทยไม่มีวรรค",
    "e\u0301", "\u0301", "👨\u200d👩\u200d👧", "🇻🇳🇯🇵", "👍🏽", "각ᄀ\u1161\u11a8", "क्\u200dष", "\u0600 1", "<|endoftext|>",
    "supercalifragilistic" * 3, "\ufeff", "\x00", "\x1c", "\u2028", "\u200b", "\ud800",
)  # fmt: skip

#: White space in one sense or another: `str.isspace`, `\s` of `re` and of `regex`, what Markdown calls blank, and what
#: only looks empty. No two of these agree.
SPACES = (
    *" \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0\u1680\u180e\u2000\u200a\u200b\u200c\u2028\u2029\u202f\u205f\u2060\u3000\ufeff",
    "\r\n", "\n\n", "    ", "\\\n",
)  # fmt: skip
WORDS = (
    "a", "price", "12.50 EUR", "word word", "3", "https://a.b/c?d=e|f", "*bold*", "`co|de`", "[x](u)", "<b>x</b>",
    "猫坐在垫子上。", "価格", "Giá vé", "Tie\u0302\u0301ng", "👨\u200d👩\u200d👧", "🇻🇳", "e\u0301", "x" * 45,
    "It rains. It pours.", "\\|", "",
    "\u0301", "\x1c", "&amp;", "Dr. No", "۱۲", "हिन्दी।",
)  # fmt: skip
LANGUAGE_NAMES = ("", "py", "python", "js", "c", "sql", "no-such", "md", "c++ {.x}", "日本")

word = st.sampled_from(WORDS)
line_end = st.sampled_from(("\n", "\n", "\n", "\n", "\r\n", "\r"))
space = st.sampled_from(SPACES)
spaces = st.lists(space, max_size=3).map("".join)
words = st.lists(word, max_size=4).map(" ".join)


@st.composite
def pipe_tables(draw):
    """A pipe table, or nearly one: cells that are missing, wide or blank, captions, rows without pipes."""
    columns = draw(st.integers(1, 4))
    outer = draw(st.booleans()) or columns == 1
    cell = st.one_of(word, word, spaces, words)

    def row(cells):
        joined = draw(st.sampled_from(("|", " | "))).join(cells)
        return f"| {joined} |" if outer else joined

    marks = st.sampled_from(("---", ":--", "--:", ":-:", "-"))
    lines = [
        draw(st.sampled_from(("", "", "Table 1: people", "表 2：人\n", "*Prices*:", "Bảng 3. Giá\n", "text")))
    ]
    lines += [row([draw(cell) for _ in range(columns)]), row([draw(marks) for _ in range(columns)])]
    for _ in range(draw(st.integers(0, 6))):
        lines.append(row([draw(cell) for _ in range(max(1, columns + draw(st.integers(-1, 1))))]))
    if draw(st.integers(0, 4)) == 0:
        lines.insert(draw(st.integers(1, len(lines))), draw(space))
    return draw(line_end).join(lines) + draw(st.sampled_from(("\n", "\n", "\n\n", "")))


@st.composite
def html_tables(draw, depth=1):
    """An HTML table: head, body, caption, spans, nested ones, and tags that nothing closes."""
    gap = draw(st.sampled_from(("", "\n", "\n  ", "\r\n")))
    cell = st.one_of(words, words, html_tables(depth - 1)) if depth else words

    def row(tag):
        opening = draw(
            st.sampled_from((f"<{tag}>", f"<{tag} rowspan=2>", f"<{tag.upper()} colspan='2' title='a>b'>"))
        )
        closing = draw(st.sampled_from((f"</{tag}>", f"</{tag}>", "")))
        cells = "".join(opening + draw(cell) + closing for _ in range(draw(st.integers(0, 3))))
        return f"<tr>{cells}" + draw(st.sampled_from(("</tr>", "</tr>", ""))) + gap

    parts = [draw(st.sampled_from(("<table>", "<TABLE class='a' >", "<table\nborder=1>"))), gap]
    parts.append(
        draw(st.sampled_from(("", "<caption>Fares</caption>", "<caption>a <b>b</b>", "<!-- <tr> -->")))
    )
    if draw(st.booleans()):
        parts += ["<thead>", row("th"), draw(st.sampled_from(("</thead>", ""))), gap]
    parts += [row("td") for _ in range(draw(st.integers(0, 4)))]
    parts.append(draw(st.sampled_from(("</table>", "</table>", "</table>\n\n", "</tbody></table>\n", ""))))
    return "".join(parts)


@st.composite
def lists(draw):
    """Items, some nested, some of several paragraphs, some with code or a table in them."""
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        indent = " " * draw(st.sampled_from((0, 0, 0, 2, 3, 4, 8)))
        mark = draw(st.sampled_from(("-", "*", "+", "1.", "2)", "10.", "- [x]")))
        lines.append(f"{indent}{mark} {draw(words)}")
        more = draw(
            st.sampled_from(
                ("", "", "lazy", "\n  para", "\n\n", "  ```\n  x\n  ```", "  | a |\n  |---|\n  | 1 |")
            )
        )
        if more:
            lines.append(indent + more)
    return draw(line_end).join(lines) + "\n"


@st.composite
def fences(draw):
    """Fenced code with a language, perhaps in a longer fence, perhaps without an end."""
    mark = draw(st.sampled_from(("```", "~~~", "````", "  ```")))
    body = draw(st.one_of(programs(), st.lists(st.one_of(words, spaces), max_size=6).map("\n".join)))
    closing = draw(st.sampled_from((f"\n{mark}\n", f"\n{mark}\n", f"\n{mark}", "", "\n``\n", "\n```` x\n")))
    return f"{mark}{draw(st.sampled_from(LANGUAGE_NAMES))}\n{body}{closing}"


@st.composite
def programs(draw):
    """Some lines of a program, perhaps torn, so that they no longer parse."""
    source = SAMPLES[draw(st.sampled_from(sorted(SAMPLES)))][0].splitlines(keepends=True)
    start = draw(st.integers(0, len(source) - 1))
    lines = source[start : start + draw(st.integers(1, 12))]
    if draw(st.booleans()):
        torn = ("{", ")", '"', "'''", "/*", "\\", "\t", "<<EOF\n", "猫", "e\u0301", "\r", "\x1c\n", "\ud800")
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(torn)))
    return "".join(lines)


@st.composite
def front_matter(draw):
    """The head of a Markdown file, complete or not."""
    lines = draw(
        st.lists(st.sampled_from(("title: Notes", "# no heading", "tags: [a, b]", "", "\x1c")), max_size=4)
    )
    return "\n".join(["---", *lines, draw(st.sampled_from(("---", "...", "----", "--")))]) + "\n"


heading = st.builds(
    lambda mark, title, end: f"{mark} {title}{end}",
    st.sampled_from(("#", "#", "##", "##", "###", "######", "   ##", "    #", "#######")),
    words,
    st.sampled_from(("\n", "\n\n", " ##\n", "\r\n", "")),
)
paragraph = st.builds(
    lambda lines, end: "\n".join(lines) + end,
    st.lists(
        st.one_of(
            words, words, st.sampled_from(("Not included:", "> quote", "Title\n---", "<div>", "[a]: /u"))
        ),
        max_size=4,
    ),
    st.sampled_from(("\n\n", "\n", "\n\n\n", "")),
)
block = st.one_of(
    heading, heading, paragraph, paragraph, pipe_tables(), html_tables(), lists(), fences(), spaces
)
markdown = st.builds(
    lambda matter, blocks: matter + "".join(blocks),
    st.one_of(st.just(""), st.just(""), st.just("\ufeff"), front_matter()),
    st.lists(block, max_size=6),
)  # fmt: skip

built = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
spaced = st.lists(st.one_of(space, space, st.sampled_from(PIECES)), max_size=25).map("".join)
unicode_text = st.text(st.characters(exclude_categories=()), max_size=200)
mixtures = st.lists(st.one_of(block, programs(), st.sampled_from(PIECES), space), max_size=10).map("".join)
texts = st.one_of(built, built, unicode_text, spaced, markdown, markdown, mixtures)
