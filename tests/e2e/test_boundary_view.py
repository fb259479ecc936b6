"""The boundary view in a real browser: is what it paints what was cut, and can everyone use it?"""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from chunkers import Chunk, Document, Span, split
from pages.components.boundary_view.bundle import bundle
from pages.components.boundary_view.numbers import encode_numbers, pack, pack_spans
from pages.components.boundary_view.outline import displayable

DEMO = "tests/e2e/apps/boundary_demo.py"
TEXT: str = runpy.run_path(DEMO)["TEXT"]
pytestmark = pytest.mark.e2e

#: Chunk index -> painted text, of the chunks that lie whole inside the painted rows of a lane.
PAINTED = """
(view, lane) => {
  const found = {};
  for (const piece of view.querySelectorAll(`.cell[data-lane="${lane}"] .piece[data-last]`)) {
    for (let index = Number(piece.dataset.first); index <= Number(piece.dataset.last); index++) {
      found[index] = (found[index] ?? "") + piece.textContent;
    }
  }
  return found;
}
"""


def view_of(page: Page) -> Locator:
    return page.locator(".boundary-view")


@pytest.fixture
def page(serve: Callable, page_at: Callable) -> Page:
    return opened(page_at(serve(DEMO)))


def opened(page: Page) -> Page:
    page.locator(".boundary-view[data-rev]").wait_for()
    return page


def painted(page: Page, lane: str) -> dict[int, str]:
    found = view_of(page).evaluate(PAINTED, lane)
    return {int(index): text for index, text in found.items()}


def after_change(page: Page, change: Callable[[], object]) -> None:
    """Make a change and wait until the view has painted other data.

    What came before must be on the screen first, or its revision would be taken for that of the change.
    """
    before = page.locator(".boundary-view[data-rev]").get_attribute("data-rev")
    change()
    page.wait_for_function("(before) => document.documentElement.dataset.rev !== before", arg=before)


def press_slider(page: Page, key: str) -> None:
    after_change(page, lambda: page.get_by_role("slider", name="Chunk size").press(key))


def assert_aligned(page: Page, lane: str, chunks: list[Chunk]) -> None:
    """Every chunk that is painted whole reads as its body; those at the rims are parts of it."""
    found = painted(page, lane)
    assert len(found) > 5
    rims = {min(found), max(found)}
    for index, text in found.items():
        body = displayable(chunks[index].body)
        assert text in body if index in rims else text == body, (lane, index)


def test_painted_chunks_are_the_bodies(page: Page) -> None:
    document = Document(TEXT)
    for size in (100, 120):
        assert_aligned(page, "fixed", split(document, "fixed", chunk_size=size).chunks)
        assert_aligned(page, "overlap", split(document, "overlap", chunk_size=size, overlap=20).chunks)
        press_slider(page, "ArrowRight")


def test_painted_chunks_are_the_bodies_at_the_end_too(page: Page) -> None:
    chunks = split(Document(TEXT), "fixed", chunk_size=100).chunks
    after_change(page, lambda: page.get_by_text("Jump to the end").click())
    last = len(chunks) - 1
    expect(view_of(page).locator(f'.cell[data-lane="fixed"] .badge[data-index="{last}"]')).to_be_in_viewport()
    assert_aligned(page, "fixed", chunks)
    assert painted(page, "fixed")[last] == displayable(chunks[-1].body)


def test_every_chunk_starts_with_a_numbered_mark_beside_its_first_character(page: Page) -> None:
    marks = view_of(page).evaluate(
        """(view) => [...view.querySelectorAll('.mark')].map((mark) => {
             const text = mark.nextSibling;
             const range = document.createRange();
             range.setStart(text, 0);
             range.setEnd(text, 1);
             const [own, first] = [mark.getBoundingClientRect(), range.getBoundingClientRect()];
             const badge = mark.firstChild;
             return { number: badge.dataset.number, index: badge.dataset.index, label: badge.ariaLabel,
                      visible: text.data[0].trim() !== '',
                      apart: Math.hypot(own.left - first.left, own.bottom - first.bottom) };
           })"""
    )
    assert len(marks) > 20
    for mark in marks:
        assert mark["number"] == str(int(mark["index"]) + 1)
        assert re.search(rf"chunk {mark['number']} of \d+, \d+ characters", mark["label"])
        if mark["visible"]:
            assert mark["apart"] < 6, mark


def test_lanes_wrap_alike_whatever_their_boundaries(page: Page) -> None:
    heights = view_of(page).evaluate(
        """(view) => [...view.querySelectorAll('.row')].map((row) => [...row.children].map((cell) => {
             const range = document.createRange();
             range.selectNodeContents(cell);
             return range.getBoundingClientRect().height;
           }))"""
    )
    assert heights
    assert all(max(row) - min(row) < 3 for row in heights), heights


def test_hostile_text_is_text(page: Page) -> None:
    expect(view_of(page).locator(".lane-label").nth(1)).to_have_text("Overlap <i>")
    hostile = "<script>window.hacked = 1</script><img src=x"
    expect(view_of(page).locator(".row").first).to_contain_text(hostile)
    assert page.evaluate("window.hacked") is None
    assert view_of(page).locator("img, script, b, i").count() == 0


def test_a_cut_answer_is_broken_at_its_boundary(page: Page) -> None:
    fixed = view_of(page).locator('.cell[data-lane="fixed"]')
    overlap = view_of(page).locator('.cell[data-lane="overlap"]')
    chunks = split(Document(TEXT), "fixed", chunk_size=100).chunks
    answer = "<script>window.hacked"
    boundary = chunks[1].char_start - TEXT.index(answer)
    expect(fixed.locator(".broken")).to_have_text([answer[:boundary], answer[boundary:]])
    expect(fixed.locator(".cut")).to_have_attribute("aria-label", "Answer cut here: Question 1 <b>?</b>")
    expect(overlap.locator(".broken")).to_have_count(0)
    counts = ["✂ 1 of 2 answers cut", "✓ all 2 answers whole"]
    expect(view_of(page).locator(".lane-answers")).to_have_text(counts)
    fixed.locator(".broken").last.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Answer cut, whole in no chunk: Question 1 <b>?</b>")


def test_the_tooltip_tells_what_was_asked_and_got(page: Page) -> None:
    chunk = split(Document(TEXT), "overlap", chunk_size=100, overlap=20).chunks[3]
    view_of(page).locator('.cell[data-lane="overlap"] .piece[data-first="3"][data-last="3"]').first.hover()
    tooltip = page.get_by_role("tooltip")
    expect(tooltip).to_contain_text("Overlap <i> · chunk 4 of")
    expect(tooltip).to_contain_text(f"characters {chunk.char_start}–{chunk.char_end} ({len(chunk.body)})")
    expect(tooltip).to_contain_text(re.compile(r"overlap with chunk 3: got \d+, asked 20 characters"))
    page.mouse.move(2, 2)
    expect(tooltip).to_be_hidden()


def test_a_click_selects_and_python_knows(page: Page) -> None:
    view_of(page).locator('.cell[data-lane="overlap"] .piece[data-first="2"][data-last="2"]').first.click()
    expect(page.get_by_text("Selected: overlap 2")).to_be_visible()
    expect(view_of(page).locator(".selected").first).to_be_visible()
    expect(view_of(page).locator("[aria-live]")).to_contain_text("Selected Overlap <i> · chunk 3 of")


def test_the_caller_selects_and_a_click_is_newer(page: Page) -> None:
    after_change(page, lambda: page.get_by_text("Choose chunk 3").click())
    expect(page.get_by_text("Selected: fixed 2")).to_be_visible()
    expect(view_of(page).locator('.badge[aria-pressed="true"]')).to_have_attribute("data-index", "2")
    view_of(page).locator('.cell[data-lane="fixed"] .piece[data-last="4"]').first.click()
    expect(page.get_by_text("Selected: fixed 4")).to_be_visible()


def test_a_selected_chunk_that_is_gone_is_forgotten(page: Page) -> None:
    press_slider(page, "Home")
    expect(view_of(page).locator(".lane-detail").first).to_have_text("40 characters")
    after_change(page, lambda: page.get_by_text("Jump to the end").click())
    view_of(page).locator('.cell[data-lane="fixed"] .badge').last.click()
    expect(page.get_by_text(re.compile(r"Selected: fixed 2\d\d"))).to_be_visible()
    page.get_by_role("slider", name="Chunk size").press("End")
    expect(page.get_by_text("Selected: nothing")).to_be_visible()
    expect(view_of(page).locator(".selected")).to_have_count(0)


def test_keyboard_alone_steps_and_selects(page: Page) -> None:
    region = page.get_by_role("region", name=re.compile("Chunk boundaries"))
    region.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    badge = view_of(page).locator('.cell[data-lane="fixed"] .badge[data-index="1"]')
    expect(badge).to_be_focused()
    expect(page.get_by_role("tooltip")).to_contain_text("chunk 2 of")
    expect(page.get_by_text("Selected: nothing")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Selected: fixed 1")).to_be_visible()
    expect(badge).to_have_attribute("aria-pressed", "true")
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    expect(view_of(page).locator('.cell[data-lane="fixed"] .badge[data-index="15"]')).to_be_focused()
    expect(view_of(page).locator('.cell[data-lane="fixed"] .badge[data-index="15"]')).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Selected: nothing")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    expect(page.get_by_text("Selected: fixed 14")).to_be_visible()


def test_a_slider_keeps_the_place_and_repaints_only_what_is_seen(page: Page) -> None:
    region = view_of(page).locator(".scroller")
    region.evaluate("(box) => { box.scrollTop = 1500; }")
    page.wait_for_timeout(200)
    top = region.evaluate("(box) => box.scrollTop")
    press_slider(page, "ArrowRight")
    assert abs(region.evaluate("(box) => box.scrollTop") - top) < 2
    assert view_of(page).locator(".row").count() < 9


def test_an_unchanged_run_repaints_nothing(page: Page) -> None:
    view_of(page).locator(".row").first.evaluate("(row) => { row.dataset.witness = 'yes'; }")
    view_of(page).locator('.cell[data-lane="fixed"] .piece[data-last="2"]').first.click()
    expect(page.get_by_text("Selected: fixed 2")).to_be_visible()
    expect(view_of(page).locator("[data-witness]")).to_have_count(1)


def test_one_lane_with_a_selector_where_it_is_narrow(serve: Callable, page_at: Callable) -> None:
    page = opened(page_at(serve(DEMO), width=420, height=900))
    assert view_of(page).locator(".row").first.locator(".cell").count() == 1
    selector = page.get_by_role("combobox", name="Strategy shown")
    expect(selector).to_have_value("fixed")
    selector.select_option("overlap")
    expect(view_of(page).locator('.cell[data-lane="overlap"]').first).to_be_visible()
    assert_aligned(page, "overlap", split(Document(TEXT), "overlap", chunk_size=100, overlap=20).chunks)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.set_viewport_size({"width": 1300, "height": 900})
    expect(view_of(page).locator(".row").first.locator(".cell")).to_have_count(2)


def test_dark_theme_has_its_own_colours(serve: Callable, page_at: Callable) -> None:
    page = opened(page_at(serve(DEMO), color_scheme="dark"))
    expect(page.locator(".boundary-view.dark")).to_be_visible()


def test_offsets_in_the_browser_are_those_of_python(chromium: Browser) -> None:
    """The decoding and the way from code points to UTF-16, on their own."""
    text = "a😀b請𝒜🧑‍🚀\r\n\ufeffz"
    numbers = [0, -1, 15, 16, -16, 31, 32, 1023, 1024, 2**30, -(2**30)]
    spans = [Span(0, 3), Span(2, 5), Span(7, len(text))]
    long = "字🧑‍🚀" * 900
    code = re.sub(r"^export default ", "", bundle(), flags=re.MULTILINE)
    code = code.replace("function (component)", "const carrier = function (component)")
    page = chromium.new_page()
    result = page.evaluate(
        f"""([text, numbers, spans, long]) => {{ {code}
          const pages = {{ numbers: "", starts: "", lengths: "" }};
          const value = new Text(text, {{ starts: "", depths: "", titles: [], pages }});
          const {{ starts, ends }} = unpackSpans(spans);
          return {{
            numbers: decodeNumbers(numbers[0]),
            packed: [...unpack(numbers[1], numbers[2])],
            back: [...text].map((_, point) => value.point(value.unit(point))),
            inside: value.point(value.unit(1) + 1),
            found: findAll(new Text("İSTANBUL istanbul ΣΟΦΟΣ", {{ starts: "", depths: "", titles: [], pages }}), "ISTANBUL").found,
            sigma: findAll(new Text("σοφος", {{ starts: "", depths: "", titles: [], pages }}), "ΣΟΦΟΣ").found,
            places: ["12", "#3", "p 4", "Page 5", "p", "x1", ""].map(readPlace),
            slices: [...starts].map((start, at) => text.slice(value.unit(start), value.unit(ends[at]))),
            rows: [...splitRows(long)].map((at, row, all) => long.slice(at, all[row + 1])),
          }};
        }}""",
        [text, [encode_numbers(numbers), pack(numbers), len(numbers)], pack_spans(spans), long],
    )
    page.close()
    assert result["numbers"] == numbers
    assert result["packed"] == numbers
    assert result["back"] == list(range(len(text)))
    assert result["inside"] == 1
    assert (result["found"], result["sigma"]) == ([0, 9], [0])
    assert result["places"] == [{"chunk": 12}, {"chunk": 3}, {"page": 4}, {"page": 5}, None, None, None]
    assert result["slices"] == [span.of(text) for span in spans]
    assert "".join(result["rows"]) == long
    assert len(result["rows"]) > 2
    assert all(row[:1] in ("字", "🧑", "") for row in result["rows"])
