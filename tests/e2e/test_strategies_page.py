"""The pages of the strategies in a real browser, and the pictures of the documentation."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from chunkers import STRATEGIES
from tests.e2e.conftest import ROOT

pytestmark = pytest.mark.e2e
APP = "app.py"
BM25 = "BM25 (words, no model)"
TITLE = "How does it cut?"


def lane(page: Page) -> object:
    return page.locator(".boundary-view .lane").first


def test_from_a_page_to_ones_own_document_and_back(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), model=BM25, lanes="3", chunk_size="120", a__overlap="7")
    expect(lane(page)).to_contain_text("120 characters · overlap 7")
    page.get_by_role("link", name="Strategies").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLE)
    page.get_by_role("radio", name="Overlap", exact=True).click()
    expect(lane(page)).to_contain_text("40 characters · overlap 20")
    expect(page).to_have_url(re.compile("strategy=Overlap"))

    page.get_by_role("slider", name="Chunk size").press("ArrowRight")
    expect(lane(page)).to_contain_text("45 characters · overlap 20")

    page.get_by_role("button", name="Try it on your document").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where does it cut?")
    # The lane begins with the overlap of its new strategy; all else is as it was.
    expect(lane(page)).to_contain_text("120 characters · overlap 20")
    expect(page.locator(".boundary-view .lane")).to_have_count(3)

    page.get_by_role("link", name="Strategies").click()
    expect(lane(page)).to_contain_text("45 characters · overlap 20")


def test_a_link_to_one_strategy(serve: Callable, open_at: Callable) -> None:
    page = open_at(serve(APP), "strategies", strategy="Parent and child")
    expect(page.get_by_role("heading", name="Parent and child")).to_be_visible()
    expect(page.get_by_text("handed on whole")).to_have_count(2)
    # Boundaries have numbers, and the path of headings stands beside them and not in the text.
    expect(page.locator(".boundary-view .badge")).to_have_count(3)
    expect(page.locator('.boundary-view .badge[data-context*="Return"]')).to_have_count(2)
    expect(page.locator(".cs-text .cs-context").first).to_have_text("【Return】")
    expect(page.locator(".cs-parameters tbody tr").first).to_contain_text("parent_size")
    with page.expect_download() as download:
        page.get_by_role("button", name="Picture (SVG)").click()
    kept = (ROOT / "docs/strategies/parent_child.svg").read_text("utf-8")
    assert download.value.path().read_text("utf-8") == kept


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_needs_no_sideways_scroll(serve: Callable, open_at: Callable, scheme: str) -> None:
    page = open_at(serve(APP), "strategies", width=420, scheme=scheme, strategy="Semantic")
    expect(page.get_by_text("stand-in for the model")).to_be_visible()
    expect(page.locator(".cs-parameters tbody tr").last).to_be_visible()
    assert page.get_by_test_id("stMain").evaluate("(main) => main.scrollWidth <= main.clientWidth")
    assert page.locator(".cs-parameters").evaluate("(table) => table.scrollWidth <= table.clientWidth")


def test_the_pictures_hold_their_text(chromium: Browser) -> None:
    """In the fonts of this machine no text leaves its picture."""
    page = chromium.new_page()
    for name in STRATEGIES:
        page.set_content((ROOT / f"docs/strategies/{name}.svg").read_text("utf-8"))
        outside = page.evaluate(
            """() => {
                const frame = document.querySelector("svg").viewBox.baseVal;
                return [...document.querySelectorAll("svg text")].filter((text) => {
                    const box = text.getBBox();
                    return box.x < 0 || box.x + box.width > frame.width || box.y + box.height > frame.height;
                }).map((text) => text.textContent);
            }"""
        )
        assert outside == [], name
    page.close()
