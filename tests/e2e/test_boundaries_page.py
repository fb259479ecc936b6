"""The Boundaries page as a person works on it: words made an answer, lanes arranged, steps undone, links, files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, expect
from pyarrow import parquet

from chunkers import Chunk, split
from chunkers.chunk import FIELDS
from pages.components.samples import sample_document, sample_questions
from tests.e2e.axe import violations

pytestmark = pytest.mark.e2e
APP = "app.py"
expect.set_options(timeout=20_000)
FILE = "handbook.zh-TW.md"
HANDBOOK = sample_document(FILE)
QUESTIONS = len(sample_questions(FILE))
BM25 = "BM25 (words, no model)"

#: The middle of the first and of the last character of words in a lane, in pixels of the window.
PLACES = """
(view, [lane, words]) => {
  for (const cell of view.querySelectorAll(`.cell[data-lane="${lane}"]`)) {
    const at = cell.textContent.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    const box = (wanted) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      let before = 0;
      for (let node = walker.nextNode(); node; before += node.length, node = walker.nextNode()) {
        if (wanted >= before + node.length) continue;
        range.setStart(node, wanted - before);
        range.setEnd(node, wanted - before + 1);
        return range.getBoundingClientRect();
      }
    };
    const [first, last] = [box(at), box(at + words.length - 1)];
    return [[first.left + 1, (first.top + first.bottom) / 2], [last.right - 1, (last.top + last.bottom) / 2]];
  }
}
"""


@pytest.fixture
def opened(serve: Callable, open_at: Callable) -> Callable[..., Page]:
    """`opened(width=..., **link)`: the page with the handbook; words rank, so that no model is waited for."""

    def open_page(width: int = 1440, **link: str) -> Page:
        page = open_at(serve(APP), width=width, **{"model": BM25, **link})
        page.locator(".boundary-view[data-rev]").wait_for()
        return page

    return open_page


def chunks_of(strategy: str, **parameters: object) -> list[Chunk]:
    return split(HANDBOOK, strategy, **{"chunk_size": 100, **parameters}).chunks


def header(page: Page, lane: int) -> Locator:
    return page.locator(".boundary-view .lane").nth(lane)


def badge(page: Page, lane: str, index: int) -> Locator:
    return page.locator(f'.boundary-view .cell[data-lane="{lane}"] .badge[data-index="{index}"]')


def expect_labels(page: Page, *labels: str) -> None:
    expect(page.locator(".boundary-view .lane-label")).to_have_text(list(labels))


def expect_details(page: Page, *details: str) -> None:
    expect(page.locator(".boundary-view .lane-detail")).to_have_text(list(details))


def expect_answers(page: Page, count: int) -> None:
    """How many answers the picture knows of."""
    expect(header(page, 1)).to_contain_text(f"all {count} answers whole")


def select_words(page: Page, lane: str, words: str) -> None:
    """Drag over words with the mouse."""
    start, end = page.locator(".boundary-view").evaluate(PLACES, [lane, words])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.mouse.up()


def question_rows(page: Page) -> list[dict]:
    """The question set as it is downloaded."""
    button = page.get_by_role("button", name="Download JSON")
    if not button.is_visible():
        page.get_by_text("The questions: edit, upload, download").click()
    with page.expect_download() as download:
        button.click()
    return json.loads(download.value.path().read_text("utf-8"))


def button_of(page: Page, name: str) -> Locator:
    """Undo or redo of the settings, or of the answers (`undo_answer`): the words on them are the same."""
    return page.locator(f".st-key-{name} button:visible")


def lane_action(page: Page, label: str, action: str, which: int = 0) -> None:
    page.get_by_role("button", name=f"Actions of lane {label}").nth(which).click()
    page.locator(".boundary-view .menu-item:visible").filter(has_text=action).click()


def test_words_become_a_row_and_go_and_come_back(opened: Callable) -> None:
    page = opened()
    words = "滿一年給 7 天"
    expect_answers(page, QUESTIONS)
    select_words(page, "a", words)
    page.get_by_role("button", name="Make this the answer of a question").click()
    expect_answers(page, QUESTIONS + 1)
    expect(page.locator(".cs-text mark").first).to_have_text(words)
    asked = page.get_by_role("textbox", name="Question", exact=True)
    expect(asked).to_have_value(f"Question {QUESTIONS + 1}")
    asked.fill("滿一年有幾天？")
    asked.press("Enter")

    start = HANDBOOK.text.index(words)
    page.get_by_text("The questions: edit, upload, download").click()
    expect(page.get_by_role("button", name="Download JSON")).to_be_visible()
    # The row is downloaded with its question once the run that took it over is done.
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
    rows = question_rows(page)
    assert len(rows) == QUESTIONS + 1
    assert rows[-1]["question"] == "滿一年有幾天？"
    (reference,) = rows[-1]["references"]
    assert reference == {"content": words, "start_index": start, "end_index": start + len(words)}

    button_of(page, "undo_answer").click()
    expect_answers(page, QUESTIONS)
    assert len(question_rows(page)) == QUESTIONS
    button_of(page, "redo_answer").click()
    expect_answers(page, QUESTIONS + 1)
    assert question_rows(page)[-1] == rows[-1]


def test_words_become_a_row_with_the_keyboard(opened: Callable) -> None:
    page = opened()
    badge(page, "b", 0).focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect(page.get_by_role("button", name="Make this the answer of a question")).to_be_visible()
    # It would cover the button.
    expect(page.get_by_role("tooltip")).to_be_hidden()
    page.keyboard.press("Enter")
    expect_answers(page, QUESTIONS + 1)
    words = page.locator(".cs-text mark").first.inner_text()
    assert chunks_of("markdown")[0].body.startswith(words)


def test_a_new_answer_that_a_boundary_cuts_is_counted_and_jumped_to(opened: Callable) -> None:
    page = opened()
    cut = chunks_of("fixed")[1].char_start
    words = HANDBOOK.text[cut - 6 : cut + 6]
    assert "\n" not in words
    before = header(page, 0).locator(".lane-answers").inner_text()
    assert before == f"✂ 1 of {QUESTIONS} answers cut"
    select_words(page, "b", words.strip())
    page.get_by_role("button", name="Make this the answer of a question").click()
    expect(header(page, 0)).to_contain_text(f"2 of {QUESTIONS + 1} answers cut")
    badge(page, "a", 0).focus()
    page.keyboard.press("n")
    expect(page.locator(".note")).to_have_text(re.compile("^Cut answer 1 of 2: "))


def test_a_lane_is_doubled_moved_and_set_back(opened: Callable) -> None:
    page = opened()
    expect_labels(page, "Fixed", "Markdown")
    page.get_by_role("slider", name="Overlap").last.press("ArrowRight")
    expect(header(page, 1)).to_contain_text("overlap 5")
    lane_action(page, "Markdown", "Duplicate")
    expect_labels(page, "Fixed", "Markdown", "Markdown")
    expect_details(page, "100 characters", "100 characters · overlap 5", "100 characters · overlap 5")
    expect(page.get_by_role("radio", name="3", exact=True)).to_be_checked()

    lane_action(page, "Fixed", "Move right")
    expect_labels(page, "Markdown", "Fixed", "Markdown")
    count = f"{len(chunks_of('fixed'))} chunks"
    expect(header(page, 1)).to_contain_text(count)
    expect(page.get_by_role("combobox", name=re.compile("Strategy B$"))).to_have_value("Fixed")

    lane_action(page, "Markdown", "Reset")
    expect_labels(page, "Fixed", "Fixed", "Markdown")
    lane_action(page, "Markdown", "Remove")
    expect_labels(page, "Fixed", "Fixed")
    for labels in (("Fixed", "Fixed", "Markdown"), ("Markdown", "Fixed", "Markdown")):
        button_of(page, "undo").click()
        expect_labels(page, *labels)
    expect_details(page, "100 characters · overlap 5", "100 characters", "100 characters · overlap 5")


def test_the_menu_of_the_settings_arranges_lanes_too(opened: Callable) -> None:
    page = opened()
    page.get_by_test_id("stPopoverButton").first.click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Move right").click()
    expect_labels(page, "Markdown", "Fixed")


@pytest.mark.parametrize("slider", ["controls", "picture"])
def test_a_changed_slider_is_undone_and_done_again(opened: Callable, slider: str) -> None:
    page = opened()
    expect(button_of(page, "undo")).to_be_disabled()
    control = page.get_by_test_id("stSlider").get_by_role("slider", name="Chunk size")
    own = page.locator(".boundary-view").get_by_role("slider", name="Chunk size")
    (own if slider == "picture" else control).press("ArrowRight")
    expect_details(page, "110 characters", "110 characters")
    expect(header(page, 0)).to_contain_text(f"{len(chunks_of('fixed', chunk_size=110))} chunks")
    button_of(page, "undo").click()
    expect_details(page, "100 characters", "100 characters")
    expect(header(page, 0)).to_contain_text(f"{len(chunks_of('fixed'))} chunks")
    expect(own).to_have_value("100")
    expect(control).to_have_value("100")
    expect(button_of(page, "undo")).to_be_disabled()
    button_of(page, "redo").click()
    expect_details(page, "110 characters", "110 characters")
    expect(own).to_have_value("110")
    expect(page).to_have_url(re.compile("chunk_size=110"))


@pytest.mark.parametrize("width", [1440, 420])
def test_a_link_opens_with_its_chunk_selected(opened: Callable, width: int) -> None:
    first = opened(lanes="3")
    index = 9
    badge(first, "b", 0).click()
    expect(first).to_have_url(re.compile(r"chunk=b\.1(&|$)"))
    first.get_by_role("textbox", name="Go to chunk number").fill(str(index + 1))
    first.get_by_role("textbox", name="Go to chunk number").press("Enter")
    expect(badge(first, "b", index)).to_be_focused()
    first.keyboard.press("Enter")
    expect(first).to_have_url(re.compile(r"chunk=b\.10(&|$)"))

    page = opened(width, **dict(parse_qsl(urlsplit(first.url).query)))
    chunks = chunks_of("markdown")
    heading = page.get_by_role("heading", name=f"Chunk {index + 1} of {len(chunks)}, lane B")
    expect(heading).to_be_visible()
    expect(page.locator(".cs-text").first).to_have_text(chunks[index].text)
    expect(badge(page, "b", index)).to_have_attribute("aria-pressed", "true")
    page.locator(".scroller").scroll_into_view_if_needed()
    expect(badge(page, "b", index)).to_be_in_viewport()
    if width < 720:
        expect(page.get_by_role("combobox", name="Strategy shown")).to_have_value("b")
        expect(page.locator('.boundary-view .cell:not([data-lane="b"])')).to_have_count(0)
    else:
        expect(page.locator(".boundary-view .lane.current .lane-label")).to_have_text("Markdown")
        expect(page.locator(".boundary-view .mirror")).to_have_count(2)


def test_only_problems_dims_the_rest_and_is_gone_through(opened: Callable) -> None:
    page = opened()
    page.get_by_role("button", name=re.compile("^Problems")).click()
    page.get_by_role("checkbox", name="Show only problems").check()
    total = int(re.search(r"\d+", page.get_by_role("button", name=re.compile("^Problems")).inner_text())[0])
    assert total > 2
    page.keyboard.press("Escape")
    background = "(piece) => getComputedStyle(piece).backgroundColor"
    piece = page.locator('.boundary-view .cell[data-lane="a"] .piece.troubled').first
    assert piece.evaluate(background) != "rgba(0, 0, 0, 0)"
    whole = page.locator('.boundary-view .cell[data-lane="b"] .piece[data-last]').first
    assert whole.evaluate(background) == "rgba(0, 0, 0, 0)"

    for number in (*range(1, total + 1), 1):
        page.get_by_role("button", name="Next problem").click()
        expect(page.locator(".note")).to_have_text(re.compile(f"^Problem {number} of {total}: "))
        expect(page.locator(".boundary-view .badge:focus")).to_be_in_viewport()
        expect(page.locator(".boundary-view .target").first).to_be_attached()
    page.get_by_role("button", name="Previous problem").click()
    expect(page.locator(".note")).to_have_text(re.compile(f"^Problem {total} of {total}: "))


def take(page: Page, name: str) -> Download:
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return download.value


def test_what_is_shown_is_taken_away(opened: Callable, chromium: Browser) -> None:
    page = opened(**{"b.overlap": "20"})
    expect(header(page, 1)).to_contain_text("overlap 20")
    page.get_by_text("Take it away: files and code").click()
    page.get_by_test_id("stExpander").filter(has_text="Take it away").get_by_role(
        "combobox", name="Lane"
    ).click()
    page.get_by_role("option", name=re.compile("^B · Markdown")).click()
    code = page.get_by_test_id("stCode").filter(has_text="chunk_size=100").filter(has_text="'markdown'")
    expect(code.first).to_contain_text("overlap=20")
    chunks = chunks_of("markdown", overlap=20)

    jsonl = take(page, "JSONL")
    assert jsonl.suggested_filename == "handbook.zh-TW.markdown.jsonl"
    lines = jsonl.path().read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [json.loads(json.dumps(one.to_dict())) for one in chunks]

    rows = list(csv.DictReader(io.StringIO(take(page, "CSV").path().read_text("utf-8-sig"))))
    assert list(rows[0]) == list(FIELDS)
    assert [row["chunk_id"] for row in rows] == [one.chunk_id for one in chunks]
    assert [row["text"].removeprefix("'") for row in rows] == [one.text for one in chunks]

    table = parquet.read_table(take(page, "Parquet").path())
    assert table.column("text").to_pylist() == [one.text for one in chunks]
    assert table.column("char_start").to_pylist() == [one.char_start for one in chunks]

    saved = take(page, "The picture as a page")
    assert saved.suggested_filename == "handbook.zh-TW.boundaries.html"
    context = chromium.new_context(offline=True)
    alone = context.new_page()
    alone.set_content(saved.path().read_text("utf-8"))
    expect_labels(alone, "Fixed", "Markdown")
    expect_details(alone, "100 characters", "100 characters · overlap 20")
    expect(alone.locator(".lane-summary").nth(1)).to_contain_text(f"{len(chunks)} chunks")
    expect(alone.locator(".row").first).to_contain_text("員工手冊")
    context.close()


def test_the_page_can_be_worked_with_on_a_narrow_screen(opened: Callable) -> None:
    page = opened(420, lanes="3")
    selector = page.get_by_role("combobox", name="Strategy shown")
    selector.select_option("c")
    expect(page.locator('.boundary-view .cell[data-lane="c"]').first).to_be_visible()
    badge(page, "c", 1).click()
    chunks = chunks_of("recursive")
    expect(page.get_by_role("heading", name=f"Chunk 2 of {len(chunks)}, lane C")).to_be_visible()
    # What comes back from Python leaves the lane that the person chose.
    expect(selector).to_have_value("c")
    page.get_by_role("button", name="Actions of lane Recursive").click()
    page.locator(".boundary-view .menu-item:visible").filter(has_text="Move left").click()
    expect(page.locator(".boundary-view .lane-selector option")).to_have_text(
        [re.compile("^Fixed"), re.compile("^Recursive"), re.compile("^Markdown")]
    )
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.parametrize("width", [1440, 420])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(serve: Callable, open_at: Callable, width: int, scheme: str) -> None:
    page = open_at(serve(APP), width=width, scheme=scheme, model=BM25, lanes="3", chunk="a.2")
    expect(badge(page, "a", 1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Tab")
    badge(page, "a", 1).focus()
    for _ in range(2):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(button_of(page, "undo_answer")).to_be_enabled()
    page.get_by_text("Take it away: files and code").click()
    expect(page.get_by_role("button", name="JSONL", exact=True)).to_be_visible()
    assert violations(page) == []
