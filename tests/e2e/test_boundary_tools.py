"""What people do in the boundary view beside reading it: keys, search, problems, the strip, answers, sliders."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from chunkers import Chunk, Document, split
from tests.e2e.axe import violations
from tests.e2e.conftest import ROOT

APP = "tests/e2e/apps/boundary_tools.py"
_app = runpy.run_path(str(ROOT / APP))
TEXT: str = _app["TEXT"]
ANSWERS = [one.span for one in _app["answers"]()]
pytestmark = pytest.mark.e2e
expect.set_options(timeout=15_000)


@pytest.fixture
def page(serve: Callable, page_at: Callable) -> Page:
    return opened(page_at(serve(APP)))


def opened(page: Page) -> Page:
    page.locator(".boundary-view[data-rev]").wait_for()
    return page


def view_of(page: Page) -> Locator:
    return page.locator(".boundary-view")


def chunks_of(name: str = "fixed", **parameters: object) -> list[Chunk]:
    return split(Document(TEXT), name, **{"chunk_size": 120, **parameters}).chunks


def badge(page: Page, lane: str, index: int) -> Locator:
    return view_of(page).locator(f'.cell[data-lane="{lane}"] .badge[data-index="{index}"]')


def start_at(page: Page, lane: str, index: int) -> None:
    badge(page, lane, index).focus()


def test_up_and_down_go_to_the_lane_beside_at_the_same_place(page: Page) -> None:
    start_at(page, "fixed", 4)
    place = chunks_of()[4].char_start
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    markdown = chunks_of("markdown")
    expected = max(one.chunk_index for one in markdown if one.char_start <= place)
    expect(badge(page, "markdown", expected)).to_be_focused()
    expect(view_of(page).locator(".lane.current .lane-label")).to_have_text("Markdown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(badge(page, "fixed", 4)).to_be_focused()


def test_n_and_p_go_through_the_cut_answers(page: Page) -> None:
    chunks = chunks_of()
    cut = [span for span in ANSWERS if not any(one.span.contains(span) for one in chunks)]
    assert len(cut) == 4
    start_at(page, "fixed", 0)
    for number in (1, 2, 3, 4, 1):
        page.keyboard.press("n")
        note = re.compile(rf"^Cut answer {number} of 4: Who is ill, \d+\?")
        expect(view_of(page).locator(".note")).to_have_text(note)
    page.keyboard.press("p")
    expect(view_of(page).locator(".note")).to_have_text(re.compile("^Cut answer 4 of 4"))
    expect(view_of(page).locator(".target").first).to_be_attached()
    # The cursor is on the chunk in which the answer begins.
    index = next(one.chunk_index for one in chunks if one.char_end > cut[3].start)
    expect(badge(page, "fixed", index)).to_be_focused()
    page.keyboard.press("Escape")
    expect(view_of(page).locator(".target")).to_have_count(0)


def test_a_selected_chunk_is_outlined_in_the_other_lanes(page: Page) -> None:
    assert "\n\n" not in chunks_of()[1].body
    badge(page, "fixed", 1).click()
    expect(view_of(page).locator(".mirror")).to_have_count(3)
    boxes = (
        view_of(page)
        .locator(".mirror")
        .evaluate_all(
            "(paths) => paths.map((one) => one.getBoundingClientRect()).map(({ height }) => height)"
        )
    )
    selected = (
        view_of(page)
        .locator(".selected")
        .evaluate_all(
            "(parts) => Math.max(...parts.map((one) => one.getBoundingClientRect().bottom))"
            " - Math.min(...parts.map((one) => one.getBoundingClientRect().top))"
        )
    )
    # The same lines of the same text, give or take what the outline itself takes.
    assert all(abs(height - selected) < 12 for height in boxes), (boxes, selected)


def test_the_tooltip_tells_page_tokens_parent_and_problems(page: Page) -> None:
    start_at(page, "parents", 4)
    parents = split(Document(TEXT), "parent_child", child_size=60, parent_size=400, overlap=0)
    parent = parents.chunks[4].parent
    tooltip = page.get_by_role("tooltip")
    expect(tooltip).to_contain_text(re.compile(r"about \d+ tokens"))
    expect(tooltip).to_contain_text("page 1")
    expect(tooltip).to_contain_text("Handbook > Leave")
    count = len(parents.parents)
    span = f"characters {parent.char_start}–{parent.char_end}"
    expect(tooltip).to_contain_text(f"parent {parent.chunk_index + 1} of {count}: {span}")
    expect(tooltip).to_contain_text("! far too small: 3 <b>")
    assert view_of(page).locator(".bracket").count() >= 1


def test_problems_are_counted_switched_and_gone_through(page: Page) -> None:
    chunks = chunks_of()
    small, cut = len(chunks[4::5]), len(chunks[9:-1:10])
    menu = page.get_by_role("button", name=re.compile("^Problems"))
    expect(menu).to_have_text(f"Problems {small + cut}")
    page.get_by_role("button", name="Next problem").click()
    expect(view_of(page).locator(".note")).to_have_text(f"Problem 1 of {small + cut}: far too small: 3 <b>")
    expect(badge(page, "fixed", 4)).to_be_focused()
    menu.click()
    expect(view_of(page).locator(".choice")).to_have_text(
        [f"far too small{small}", f"cut sentence{cut}", "Show only problems"]
    )
    page.get_by_role("checkbox", name="far too small").uncheck()
    expect(menu).to_have_text(f"Problems {cut}")
    page.get_by_role("checkbox", name="Show only problems").check()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Next problem").click()
    expect(badge(page, "fixed", 9)).to_be_focused()
    background = "(piece) => getComputedStyle(piece).backgroundColor"
    piece = '.cell[data-lane="fixed"] .piece[data-last="{}"]'
    assert view_of(page).locator(piece.format(9)).first.evaluate(background) != "rgba(0, 0, 0, 0)"
    assert view_of(page).locator(piece.format(8)).first.evaluate(background) == "rgba(0, 0, 0, 0)"


def test_search_finds_in_all_lanes_whatever_the_case(page: Page) -> None:
    view_of(page).locator(".scroller").focus()
    page.keyboard.press("Control+f")
    search = page.get_by_role("searchbox", name="Find in the document")
    expect(search).to_be_focused()
    search.press_sequentially("istanbul AND")
    count = page.locator(".tool-count")
    expect(count).to_have_text("1 of 40")
    marks = "() => [...CSS.highlights.get('chunkscope-current')].map(String)"
    assert page.evaluate(marks) == ["İstanbul and"] * 4
    search.press("Enter")
    expect(count).to_have_text("2 of 40")
    search.press("Shift+Enter")
    search.press("Shift+Enter")
    expect(count).to_have_text("40 of 40")
    assert page.evaluate(marks) == ["İstanbul and"] * 4
    found = "() => [...CSS.highlights.get('chunkscope-found')].map(String)"
    assert set(page.evaluate(found)) == {"İstanbul and"}
    search.fill("nowhere")
    expect(count).to_have_text("not found")
    assert page.evaluate(found) == []


def test_go_to_a_chunk_or_a_page(page: Page) -> None:
    box = page.get_by_role("textbox", name="Go to chunk number")
    box.fill("57")
    box.press("Enter")
    expect(badge(page, "fixed", 56)).to_be_focused()
    expect(badge(page, "fixed", 56)).to_be_in_viewport()
    box.fill("p 2")
    box.press("Enter")
    middle = _app["MIDDLE"]
    index = max(one.chunk_index for one in chunks_of() if one.char_start <= middle)
    expect(badge(page, "fixed", index)).to_be_in_viewport()
    box.fill("9999")
    box.press("Enter")
    expect(box).to_have_attribute("aria-invalid", "true")


def test_the_strip_goes_to_a_place_with_mouse_and_keys(page: Page) -> None:
    strip = page.get_by_role("slider", name="Place in the document, Fixed")
    box = strip.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    middle = next(one.chunk_index for one in chunks_of() if one.char_end > len(TEXT) / 2 + 200)
    expect(badge(page, "fixed", middle)).to_be_in_viewport()
    strip.focus()
    page.keyboard.press("End")
    expect(strip).to_have_attribute("aria-valuenow", "100")
    expect(badge(page, "fixed", len(chunks_of()) - 1)).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    expect(strip).to_have_attribute("aria-valuenow", "99")
    page.keyboard.press("Home")
    expect(badge(page, "fixed", 0)).to_be_in_viewport()
    expect(strip).to_have_attribute("aria-valuetext", re.compile("^0 percent, chunk 1 of"))
    drawn = strip.locator("canvas").evaluate(
        """(canvas) => {
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          return new Set(new Uint32Array(data.buffer)).size;
        }"""
    )
    assert drawn > 3


def test_words_become_an_answer_with_the_mouse(page: Page) -> None:
    """Dragging over words behind an emoji gives their exact code points."""
    words = "two weeks before it"
    start = TEXT.index(words)
    where = (
        view_of(page)
        .locator(".rows")
        .evaluate(
            """(rows, words) => {
          const cell = rows.querySelector('.cell[data-lane="overlap"]');
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          let text = "", from = null, to = null;
          const at = cell.textContent.indexOf(words);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const range = document.createRange();
            const box = (offset) => {
              range.setStart(node, offset);
              range.setEnd(node, offset + 1);
              return range.getBoundingClientRect();
            };
            if (!from && at < text.length + node.length) from = box(at - text.length);
            const last = at + words.length - 1;
            if (!to && last < text.length + node.length) to = box(last - text.length);
            text += node.data;
          }
          return [from.left + 1, from.top + 8, to.right - 1, to.top + 8];
        }""",
            words,
        )
    )
    page.mouse.move(where[0], where[1])
    page.mouse.down()
    page.mouse.move(where[2], where[3], steps=5)
    page.mouse.up()
    page.get_by_role("button", name="Make this the answer of a question").click()
    told = f"Told: answer {start} {start + len(words)} {ascii(words)}"
    expect(page.get_by_text(told)).to_be_visible()
    expect(page.get_by_role("button", name="Make this the answer of a question")).to_be_hidden()
    expect(page.get_by_text("Selected: nothing")).to_be_visible()


def test_words_become_an_answer_with_the_keyboard(page: Page) -> None:
    start_at(page, "markdown", 0)
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.get_by_role("button", name="Make this the answer of a question")).to_be_visible()
    page.keyboard.press("Enter")
    start = TEXT.index("Leave is asked")
    expect(page.get_by_text(f"Told: answer {start} {start + 21} 'Leave is asked for in'")).to_be_visible()


def test_the_lane_menu_tells_its_action(page: Page) -> None:
    page.get_by_role("button", name="Actions of lane Fixed").click()
    expect(view_of(page).locator(".menu-item:visible")).to_have_text(
        ["Reset", "Duplicate", "Move left", "Move right", "Remove"]
    )
    page.get_by_role("button", name="Duplicate").click()
    expect(page.get_by_text("Told: duplicate fixed")).to_be_visible()
    page.get_by_role("button", name="Actions of lane Parents").press("Enter")
    page.get_by_role("button", name="Remove").press("Enter")
    expect(view_of(page).locator(".lane-label")).to_have_text(["Fixed", "Markdown", "Overlap"])


def test_a_slider_in_the_view_cuts_while_it_is_dragged(page: Page) -> None:
    slider = page.get_by_role("slider", name="Size").first
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.22, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2, steps=12)
    # Still held, and the cut is another one already.
    expect(page.get_by_text(re.compile(r"Told: size 2[12]0$|; size 2[12]0$"))).to_be_visible()
    value = slider.input_value()
    expect(view_of(page).locator(".lane-detail").first).to_have_text(f"{value} characters")
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2, steps=12)
    page.mouse.up()
    value = slider.input_value()
    expect(view_of(page).locator(".lane-detail").first).to_have_text(f"{value} characters")
    told = page.get_by_text("Told:").inner_text()
    # Of the steps that the pointer made only some were sent: each waits for the picture of the one before.
    assert 2 <= told.count("size") < 24
    expect(page.get_by_role("slider", name="Size").last).to_have_value(value)


def test_question_mark_lists_the_keys(page: Page) -> None:
    view_of(page).locator(".scroller").focus()
    page.keyboard.press("?")
    expect(view_of(page).locator(".keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(view_of(page).locator(".keys")).to_be_hidden()


def test_hostile_text_is_text_in_every_part(page: Page) -> None:
    expect(view_of(page).locator(".row").first).to_contain_text("<style>*{display:none}</style>")
    assert page.evaluate("window.hacked") is None
    assert view_of(page).locator("img, script, b, .rows style").count() == 0
    isolated = "(cell) => getComputedStyle(cell).unicodeBidi"
    assert view_of(page).locator(".cell").first.evaluate(isolated) == "plaintext"


@pytest.mark.parametrize(
    ("width", "options"),
    [
        pytest.param(1440, {}, id="light"),
        pytest.param(1440, {"color_scheme": "dark"}, id="dark"),
        pytest.param(1440, {"forced_colors": "active"}, id="forced colours"),
        pytest.param(720, {"device_scale_factor": 2}, id="zoom 200 %"),
        pytest.param(420, {}, id="narrow"),
    ],
)
def test_axe_finds_nothing(serve: Callable, page_at: Callable, width: int, options: dict) -> None:
    page = opened(page_at(serve(APP), width=width, **options))
    badge(page, "fixed", 1).click()
    expect(page.get_by_text("Selected: fixed 1")).to_be_visible()
    for prepare in (lambda: None, lambda: page.get_by_role("button", name=re.compile("^Problems")).click()):
        prepare()
        assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
