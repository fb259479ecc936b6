"""The view as one file: it opens from the disk in a browser that has no network, and everything in it works."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from chunkers import Document, Span, split
from chunkers.evaluation.problems import problems
from pages.components.boundary_view import ACTIONS, Evidence, Lane, Slider
from pages.components.boundary_view.standalone import standalone_page
from pages.components.samples import sample_document
from tests.e2e.axe import violations

pytestmark = pytest.mark.e2e
expect.set_options(timeout=15_000)

HOSTILE = (
    "## Untrusted 😀\n\n"
    "<script>window.hacked = 1</script></script><style>*{display:none}</style>"
    "<img src=x onerror='window.hacked = 2'> ![x](https://example.invalid/x.png) "
    "<!-- \u202eturned\u202c ]]> 𝒜𝓑 and 🧑‍🚀 stay whole. `${window.hacked = 3}` \\u003c \u2028 end.\n\n"
)
TABLE = "## Rates\n\n| City | Rate |\n| --- | --- |\n| Taipei <b> | 3000 |\n| Hà Nội 🏨 | 2500 |\n"
TEXT = HOSTILE + sample_document("handbook.zh-TW.md").text + "\n\n" + TABLE
DOCUMENT = Document(TEXT, "</title><script>window.hacked = 4</script>.md")
ANSWER = "應於 10 個工作日前送出。主管須在 1 個工作日內回覆"


def answers() -> list[Evidence]:
    """One in the hostile part behind characters outside the BMP, one in the handbook; `fixed` cuts both."""
    found = []
    for query, words in (("Who stays? </script>", "]]> 𝒜𝓑 and 🧑‍🚀 stay"), ("When? <b>", ANSWER)):
        start = TEXT.index(words)
        found.append(Evidence(query, query, Span(start, start + len(words))))
    return found


def lanes() -> list[Lane]:
    cuts = {
        "fixed": split(DOCUMENT, "fixed", chunk_size=60),
        "markdown": split(DOCUMENT, "markdown", chunk_size=200),
        "table": split(DOCUMENT, "table", chunk_size=200, rows="serialised"),
    }
    return [
        Lane(
            key,
            f"{key.title()} </script>",
            "<i>detail</i>",
            chunking,
            problems(chunking, ()),
            # What only the app can do is left out of the file.
            [Slider("size", "Size", 1, 9, 1, 5)],
            ACTIONS,
        )
        for key, chunking in cuts.items()
    ]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("export") / "view.html"
    path.write_text(standalone_page(DOCUMENT, lanes(), answers()), "utf-8")
    return path


@pytest.fixture
def open_file(chromium: Browser, exported: Path) -> Iterator[Callable[..., Page]]:
    """Opens the file without a network. Fails at the end if it asked for anything, or logged anything."""
    contexts, faults = [], []

    def refuse(route: Route) -> None:
        if route.request.url == exported.as_uri():
            route.continue_()
        else:
            faults.append(f"request: {route.request.url}")
            route.abort()

    def open_page(width: int = 1440, **options: object) -> Page:
        settings = {"reduced_motion": "reduce", "locale": "en-GB", "offline": True, **options}
        context = chromium.new_context(viewport={"width": width, "height": 1000}, **settings)
        contexts.append(context)
        context.route("**/*", refuse)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"page: {error}"))
        page.on("console", lambda message: faults.append(f"console: {message.text}"))
        page.on("websocket", lambda socket: faults.append(f"socket: {socket.url}"))
        page.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
        page.goto(exported.as_uri())
        page.locator(".boundary-view[data-rev]").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults


def badge(page: Page, lane: str, index: int) -> Locator:
    return page.locator(f'.cell[data-lane="{lane}"] .badge[data-index="{index}"]')


def test_lanes_and_numbered_chunks_appear(open_file: Callable) -> None:
    page = open_file()
    expect(page.locator(".lane-label")).to_have_text([lane.label for lane in lanes()])
    for lane in lanes():
        expect(badge(page, lane.key, 0)).to_be_visible()
        expect(badge(page, lane.key, 1)).to_be_visible()
    summary = [re.compile(f"^{len(lane.chunking.chunks)} chunks") for lane in lanes()]
    expect(page.locator(".lane-summary")).to_have_text(summary)
    expect(page.locator(".lane-answers").first).to_have_text("✂ 2 of 2 answers cut")
    # Sliders and menus would have nobody to tell.
    expect(page.locator(".slide-input, .lane-menu:visible")).to_have_count(0)


def test_hostile_text_is_shown_and_runs_nowhere(open_file: Callable) -> None:
    page = open_file()
    expect(page).to_have_title(f"Chunk boundaries · {DOCUMENT.title or DOCUMENT.name}")
    for lane in lanes():
        cells = page.locator(f'.cell[data-lane="{lane.key}"]')
        painted = "".join(cells.evaluate_all("(cells) => cells.map((cell) => cell.textContent)"))
        assert painted and TEXT.startswith(painted)
        assert HOSTILE in painted
    assert page.evaluate("window.hacked") is None
    assert page.locator("main").locator("img, script, b, i:not(.colour-probe)").count() == 0
    # The view's own style sheet is the only one in it.
    assert page.locator("main style").count() == 1
    assert page.locator("script").count() == 1


def test_words_are_found_in_every_lane(open_file: Callable) -> None:
    page = open_file()
    search = page.get_by_role("searchbox", name="Find in the document")
    marked = "(words) => String([...CSS.highlights.get('chunkscope-current')]) === String(words)"
    for words, found in ((ANSWER, ANSWER), ("</SCRIPT><style>", "</script><style>"), ("🚀", "🚀")):
        search.fill(words)
        expect(page.locator(".tool-count")).to_have_text(f"1 of {TEXT.lower().count(words.lower())}")
        page.wait_for_function(marked, arg=[found] * 3)
    search.fill("nowhere")
    expect(page.locator(".tool-count")).to_have_text("not found")


def test_n_and_p_jump_between_cut_answers(open_file: Callable) -> None:
    page = open_file()
    badge(page, "fixed", 0).focus()
    note = page.locator(".note")
    for key, words in (
        ("n", "Cut answer 1 of 2: Who stays? </script>"),
        ("n", "Cut answer 2 of 2: When? <b>"),
        ("p", "Cut answer 1 of 2: Who stays? </script>"),
    ):
        page.keyboard.press(key)
        expect(note).to_have_text(words)
        expect(page.locator(".target").first).to_be_attached()
    chunks = lanes()[0].chunking.chunks
    start = answers()[0].span.start
    expect(
        badge(page, "fixed", next(one.chunk_index for one in chunks if one.char_end > start))
    ).to_be_focused()


@pytest.mark.parametrize(("lane", "index"), [("fixed", 2), ("markdown", 1)])
def test_a_click_shows_the_chunk_as_it_is_embedded(open_file: Callable, lane: str, index: int) -> None:
    page = open_file()
    expect(page.get_by_role("region", name="The selected chunk")).to_have_count(0)
    badge(page, lane, index).click()
    detail = page.get_by_role("region", name="The selected chunk")
    chunks = next(one for one in lanes() if one.key == lane).chunking.chunks
    chunk = chunks[index]
    expect(detail.get_by_role("heading")).to_have_text(
        f"{lane.title()} </script> · chunk {index + 1} of {len(chunks)}"
    )
    expect(detail).to_contain_text(f"characters {chunk.char_start}–{chunk.char_end} ({len(chunk.body)})")
    assert detail.locator(".detail-text").evaluate("(box) => box.textContent") == chunk.text
    assert detail.locator(".detail-context").evaluate("(box) => box.textContent") == chunk.context
    expect(page.locator(".mirror")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(detail).to_be_hidden()


def test_what_is_no_slice_of_the_source_is_shown_as_it_is_embedded(open_file: Callable) -> None:
    page = open_file()
    chunks = next(one for one in lanes() if one.key == "table").chunking.chunks
    rendered = [one for one in chunks if one.rendered]
    assert rendered
    chunk = rendered[-1]
    badge(page, "table", 0).click()
    # Numbers are about the lane in which a chunk was chosen last.
    box = page.get_by_role("textbox", name="Go to chunk number")
    box.fill(str(chunk.chunk_index + 1))
    box.press("Enter")
    expect(badge(page, "table", chunk.chunk_index)).to_be_focused()
    page.keyboard.press("Enter")
    heading = f"Table </script> · chunk {chunk.chunk_index + 1} of {len(chunks)}"
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    text = page.locator(".detail-text")
    assert text.evaluate("(box) => box.textContent") == chunk.text


@pytest.mark.parametrize(
    ("width", "options"),
    [
        pytest.param(1440, {}, id="light"),
        pytest.param(1440, {"color_scheme": "dark"}, id="dark"),
        pytest.param(420, {}, id="narrow"),
    ],
)
def test_axe_finds_nothing(open_file: Callable, width: int, options: dict) -> None:
    page = open_file(width, **options)
    badge(page, "fixed", 1).click()
    expect(page.get_by_role("region", name="The selected chunk")).to_be_visible()
    assert violations(page, within="html") == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
