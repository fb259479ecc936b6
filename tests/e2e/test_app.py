"""The app in a real browser, as a person uses it: from the first paint to Hit@k."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from chunkers import chunk
from pages.components.samples import sample_document
from tests.e2e.conftest import ROOT, start_server, stop

pytestmark = pytest.mark.e2e
APP = "app.py"
expect.set_options(timeout=20_000)
HANDBOOK = sample_document("handbook.zh-TW.md")
BM25 = "BM25 (words, no model)"
#: Cold, torch and the model take ten seconds on two slow cores.
MODEL_MILLISECONDS = 90_000


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[str]:
    """A server that nobody has asked for anything yet."""
    server, url = start_server(ROOT / APP, tmp_path / "log")
    yield url
    stop(server)


def header(page: Page, lane: int) -> Locator:
    return page.locator(".boundary-view .lane").nth(lane)


def go(page: Page, name: str, title: str) -> None:
    page.get_by_role("link", name=name).click()
    # Patient: a model that loads beside it can hold a page up on a busy machine.
    expect(page.get_by_role("heading", level=1)).to_have_text(title, timeout=60_000)


def choose(page: Page, label: str, option: str) -> None:
    """Choose from a select box, by what the person reads."""
    page.get_by_role("combobox", name=re.compile(f"{re.escape(label)}$")).click()
    page.get_by_role("option", name=option, exact=True).click()


def size_slider(page: Page) -> Locator:
    """The one of the controls; the picture has one of its own."""
    return page.get_by_test_id("stSlider").get_by_role("slider", name="Chunk size")


def query_of(page: Page) -> str:
    return urlsplit(page.url).query


def count_of(strategy: str, size: int, **parameters: object) -> str:
    return f"{len(chunk(HANDBOOK, strategy, chunk_size=size, **parameters))} chunks"


def test_two_minutes(serve: Callable, open_at: Callable) -> None:
    """The whole way of a person who has never seen the app; words rank, so that it is quick."""
    page = open_at(serve(APP), model=BM25)
    # The handbook, cut in two ways, the cut answer marked where it is cut.
    expect(page.locator(".boundary-view .row").first).to_contain_text("員工手冊")
    expect(header(page, 0)).to_contain_text("1 of 11 answers cut")
    expect(header(page, 1)).to_contain_text("all 11 answers whole")
    expect(page.locator('.cell[data-lane="a"] .broken').first).to_be_visible()
    expect(page.locator('.cell[data-lane="b"] .broken')).to_have_count(0)

    page.get_by_role("radio", name="4", exact=True).click()
    expect(page.locator(".boundary-view .lane-label")).to_have_text(
        ["Fixed", "Markdown", "Recursive", "Overlap"]
    )

    # The slider, by keyboard: the cuts follow, and so does the address.
    size = size_slider(page)
    for step in (110, 120):
        size.press("ArrowRight")
        expect(header(page, 0)).to_contain_text(f"{step} characters")
        expect(header(page, 0)).to_contain_text(count_of("fixed", step))
        expect(header(page, 1)).to_contain_text(count_of("markdown", step))
        expect(header(page, 2)).to_contain_text(count_of("recursive", step))
    expect(page).to_have_url(re.compile("chunk_size=120"))
    expect(page).to_have_url(re.compile("lanes=4"))
    for _ in range(2):
        size.press("ArrowLeft")
    expect(header(page, 0)).to_contain_text("1 of 11 answers cut")

    # A chunk, exactly as it is embedded.
    page.locator('.cell[data-lane="b"] .badge[data-index="2"]').click()
    third = chunk(HANDBOOK, "markdown", chunk_size=100)[2]
    expect(page.get_by_role("heading", name=re.compile("Chunk 3 of .*, lane B"))).to_be_visible()
    expect(page.locator(".cs-text").first).to_have_text(third.text)
    expect(page.locator(".cs-text .cs-context").first).to_have_text(third.context)

    go(page, "Retrieval", "What comes back?")
    choose(page, "Question", "差旅費送件並獲准之後，多久會收到錢？")
    expect(page.get_by_test_id("stAlert").filter(has_text="at rank").nth(2)).to_be_visible()
    choose(page, "Question", "想連續請五天特別休假，最晚要提前多久送出假單？")
    expect(page.get_by_test_id("stAlert").first).to_contain_text("cut at 100: 應於 10 個工作 | 日前送出")
    expect(page.get_by_test_id("stAlert").nth(1)).to_have_text(re.compile(r"Whole evidence at rank \d"))

    go(page, "Evaluation", "Is the answer found?")
    expect(page.locator(".stPlotlyChart .point path").first).to_be_visible()
    expect(page.get_by_test_id("stDataFrame")).to_have_count(3)
    assert_under_ceiling(page)
    # The row of the cut answer says where it was cut.
    matrix = page.get_by_test_id("stDataFrame").nth(1)
    matrix.locator("canvas").first.click(position={"x": 18, "y": 52}, force=True)
    expect(page.get_by_text("cut at 100: 應於 10 個工作 | 日前送出")).to_be_visible()
    expect(page.locator(".cs-text .cs-cut").first).to_have_text("✂")

    go(page, "Boundaries", "Where does it cut?")
    expect(page.locator(".boundary-view .lane")).to_have_count(4)


def assert_under_ceiling(page: Page) -> None:
    """Hit@3 of the fixed cut, under a ceiling that is below one."""
    words = page.get_by_text("Filled bars are hits").inner_text()
    hit, ceiling = map(int, re.search(r"A Fixed: Hit@3 (\d+)% under a ceiling of (\d+)%", words).groups())
    assert 0 < hit <= ceiling == 91
    assert "B Markdown: Hit@3" in words


def test_the_text_is_there_before_the_model(fresh_server: str, open_at: Callable) -> None:
    page = open_at(fresh_server)
    expect(page.locator(".boundary-view .row").first).to_contain_text("員工手冊")
    assert page.get_by_text("Model ready").count() == 0
    # What needs no model works meanwhile.
    size_slider(page).press("ArrowRight")
    expect(header(page, 0)).to_contain_text(count_of("fixed", 110))
    expect(page.get_by_text("Model ready")).to_be_visible(timeout=MODEL_MILLISECONDS)


def test_with_the_bundled_model(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), b__strategy="Semantic")
    expect(page.get_by_text("Model ready")).to_be_visible(timeout=MODEL_MILLISECONDS)
    expect(header(page, 1)).to_contain_text("Semantic")
    expect(page.locator(".stPlotlyChart .scatterlayer").first).to_be_visible()
    go(page, "Evaluation", "Is the answer found?")
    expect(page.get_by_text("Filled bars are hits")).to_be_visible(timeout=MODEL_MILLISECONDS)
    words = page.get_by_text("Filled bars are hits").inner_text()
    assert re.search(r"A Fixed: Hit@3 \d+% under a ceiling of 91%", words)
    go(page, "Retrieval", "What comes back?")
    expect(page.get_by_test_id("stAlert").first).to_contain_text("cut at 100")
    choose(page, "Question", "Ask a question of your own…")
    page.get_by_role("textbox", name="Your question").fill("How many days of leave?")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"^1\. score 0\.\d{3}")).first).to_be_visible()


def test_a_deep_link_as_the_very_first_request(fresh_server: str, open_at: Callable) -> None:
    page = open_at(fresh_server, "evaluation", model=BM25, lanes="3", chunk_size="120", c__strategy="Overlap")
    expect(page.get_by_role("heading", level=1)).to_have_text("Is the answer found?")
    links = page.get_by_test_id("stSidebarNav").get_by_role("link")
    expect(links).to_have_text(
        [re.compile(name) for name in ("Boundaries", "Retrieval", "Evaluation", "Strategies")]
    )
    assert page.get_by_test_id("stMainBlockContainer").bounding_box()["width"] > 1000
    assert page.title() == "Evaluation" or "Chunkscope" in page.title()
    expect(page.get_by_text("Filled bars are hits")).to_contain_text("C Overlap: Hit@3")
    go(page, "Boundaries", "Where does it cut?")
    expect(header(page, 2)).to_contain_text(count_of("overlap", 120, overlap=20))


def test_a_reload_restores_the_experiment(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), model=BM25)
    page.get_by_role("radio", name="3", exact=True).click()
    expect(page.locator(".boundary-view .lane")).to_have_count(3)
    choose(page, "Strategy C", "Overlap")
    # The words of the parameters: a slider with the name Overlap was there before.
    expect(header(page, 2)).to_contain_text("overlap 20")
    # The strip of this lane is a slider with "Overlap" in its name too.
    page.get_by_test_id("stSlider").get_by_role("slider", name="Overlap").last.press("ArrowRight")
    expect(header(page, 2)).to_contain_text("overlap 25")
    size_slider(page).press("ArrowRight")
    expect(header(page, 2)).to_contain_text("110 characters · overlap 25")
    choose(page, "Unit", "words")
    expect(header(page, 2)).to_contain_text("110 words · overlap 25")
    before = header(page, 2).inner_text()
    expect(page).to_have_url(re.compile("unit=words"))
    page.reload()
    expect(page.locator(".boundary-view .lane")).to_have_count(3)
    assert header(page, 2).inner_text() == before


def test_the_pages_keep_the_experiment(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), model=BM25)
    size_slider(page).press("ArrowRight")
    expect(header(page, 0)).to_contain_text("110 characters")
    go(page, "Retrieval", "What comes back?")
    expect(page.get_by_text("110 characters").first).to_be_visible()
    go(page, "Evaluation", "Is the answer found?")
    expect(page.get_by_text("Filled bars are hits")).to_be_visible()
    assert "chunk_size=110" in query_of(page)
    go(page, "Boundaries", "Where does it cut?")
    expect(header(page, 0)).to_contain_text("110 characters")


def test_a_link_to_one_page_holds_on_the_others(serve: Callable, open_at: Callable) -> None:
    """What stands in a popover that was never opened must not be lost when the page changes."""
    page = open_at(serve(APP), "evaluation", model=BM25, lanes="4", chunk_size="120", b__context="none")
    expect(page.get_by_text("Filled bars are hits")).to_contain_text("D Overlap")
    go(page, "Boundaries", "Where does it cut?")
    expect(page.locator(".boundary-view .lane")).to_have_count(4)
    expect(header(page, 0)).to_contain_text("120 characters")
    expect(header(page, 1)).to_contain_text("context none")


def upload(page: Page, name: str, data: bytes) -> None:
    page.get_by_text("Use your own document").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_test_id("stSidebar").get_by_test_id("stFileUploader").get_by_role(
            "button", name="Upload", exact=True
        ).click()
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": data})


def test_an_upload_becomes_the_document(serve: Callable, open_at: Callable) -> None:
    text = "# 出差規則\n\n住宿每晚以三千元為上限，返回後七天內送出收據。\n" * 5
    page = open_at(serve(APP), model=BM25)
    upload(page, "出差.txt", text.encode("big5"))
    expect(page.locator(".boundary-view .row").first).to_contain_text("出差規則")
    expect(page.get_by_text("Read as big5")).to_be_visible()
    expect(page.get_by_role("combobox", name="Document")).to_have_value("出差.txt")
    go(page, "Evaluation", "Is the answer found?")
    expect(page.get_by_text("This document has no questions yet")).to_be_visible()
    choose(page, "Document", "Employee handbook · 繁體中文")
    expect(page.get_by_text("Filled bars are hits")).to_be_visible()


def test_a_pasted_text_becomes_the_document_with_one_click(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), model=BM25)
    page.get_by_text("Use your own document").click()
    page.get_by_role("textbox", name="Or paste a text").fill(
        "# Leave\n\nTwelve days a year, asked in writing."
    )
    page.get_by_role("button", name="Use this text").click()
    expect(page.locator(".boundary-view .row").first).to_contain_text("Twelve days a year")


def settled(locator: Locator) -> dict[str, float]:
    """Where a part of the page is, once the charts above it have taken their place."""
    before = None
    while (place := locator.bounding_box()) != before:
        before = place
        locator.page.wait_for_timeout(400)
    return place


def test_a_question_is_edited_in_place(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), "evaluation", model=BM25)
    expect(page.get_by_role("heading", name="Hit@k under the ceiling, 11 questions")).to_be_visible()
    editor = page.get_by_test_id("stDataFrame").last
    editor.scroll_into_view_if_needed()
    expect(page.get_by_text("Filled bars are hits")).to_contain_text(
        re.compile(r"A Fixed: .* ceiling of 91%;")
    )
    place = settled(editor)
    # The answer of the first question, which fixed cuts: a shorter one is whole.
    page.mouse.dblclick(place["x"] + 600, place["y"] + 52)
    field = page.locator("#portal textarea")
    expect(field).to_have_value("應於 10 個工作日前送出")
    field.fill("10 個工作")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Filled bars are hits")).to_contain_text(
        re.compile(r"A Fixed: .* ceiling of 100%;")
    )
    with page.expect_download() as download:
        page.get_by_role("button", name="Download JSON").click()
    assert '"answer": "10 個工作"' in download.value.path().read_text("utf-8")
    page.get_by_role("button", name="Back to the set as it came").click()
    expect(page.get_by_text("Filled bars are hits")).to_contain_text(
        re.compile(r"A Fixed: .* ceiling of 91%;")
    )


HOSTILE = (
    "<script>window.__pwned = 1</script><img src=x onerror='window.__pwned = 2'> "
    "![x](https://example.invalid/x.png) :red[x] $x^2$"
)


def test_a_hostile_document_is_only_text(serve: Callable, open_at: Callable) -> None:
    name = "![x](https:a)<img src=x onerror=alert(1)>.md"
    answer = "<b>answer</b> ![y](https://example.invalid/y.png)"
    page = open_at(serve(APP), model=BM25)
    upload(page, name, f"# {HOSTILE}\n\n{HOSTILE}\n\n{answer}\n".encode())
    expect(page.locator(".boundary-view .row").first).to_contain_text(HOSTILE)
    page.locator('.cell[data-lane="a"] .badge').first.click()
    expect(page.locator(".cs-text").first).to_contain_text("<script>window.__pwned")
    go(page, "Evaluation", "Is the answer found?")
    questions = page.get_by_test_id("stFileUploader").filter(has_text="JSON, JSONL").locator("input")
    rows = f"question,answer\n{answer},{answer}\n{answer} again,{answer} nowhere\n"
    questions.set_input_files({"name": "![q](https:q).csv", "mimeType": "text/csv", "buffer": rows.encode()})
    expect(page.get_by_role("heading", name="Hit@k under the ceiling, 2 questions")).to_be_visible()
    matrix = page.get_by_test_id("stDataFrame").nth(1)
    for row, reason in enumerate(("cut at|whole in", "not in")):
        matrix.locator("canvas").first.click(position={"x": 18, "y": 52 + 34 * row}, force=True)
        expect(page.get_by_text(re.compile(f"Fixed · .*: ({reason})")).first).to_be_visible()
    go(page, "Retrieval", "What comes back?")
    expect(page.locator(".cs-text").first).to_contain_text("![x](https://example.invalid/x.png)")
    expect(
        page.locator(".cs-text img, .cs-text script, .cs-text b, .stMarkdown img, .stAlert img")
    ).to_have_count(0)
    assert page.evaluate("window.__pwned") is None


@pytest.mark.parametrize(
    ("link", "title"),
    [
        ("Boundaries", "Where does it cut?"),
        ("Retrieval", "What comes back?"),
        ("Evaluation", "Is the answer found?"),
    ],
)
def test_a_narrow_screen_needs_no_sideways_scroll(
    serve: Callable, open_at: Callable, link: str, title: str
) -> None:
    path = "" if link == "Boundaries" else link.lower()
    page = open_at(serve(APP), path, width=420, model=BM25, lanes="4")
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    shown = {
        "Boundaries": page.get_by_role("combobox", name="Strategy shown"),
        "Retrieval": page.locator(".cs-text").last,
        "Evaluation": page.get_by_text("Filled bars are hits"),
    }[link]
    expect(shown).to_be_visible()
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollWidth <= main.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_dark(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), scheme="dark", model=BM25)
    expect(page.locator(".boundary-view.dark")).to_be_visible()
    background = page.get_by_test_id("stApp").evaluate("(app) => getComputedStyle(app).backgroundColor")
    assert background == "rgb(16, 22, 28)"
    go(page, "Evaluation", "Is the answer found?")
    label = page.locator(".stPlotlyChart .bartext, .stPlotlyChart .point text").first
    expect(label).to_be_visible()
    assert label.evaluate("(text) => getComputedStyle(text).fill") == "rgb(232, 238, 243)"
