"""Axe finds nothing on the pages beside the picture, in both colour schemes, wide and narrow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations

pytestmark = pytest.mark.e2e
APP = "app.py"
BM25 = "BM25 (words, no model)"
#: What Streamlit draws and we cannot change: the role of its drop zone, a code block without a tab stop.
STREAMLITS_OWN = ["[data-testid='stFileUploaderDropzone']", "[data-testid='stCode'] pre"]
LAST_HEADING = {"retrieval": "B · ", "evaluation": "Every question", "strategies": "How to call it"}


@pytest.mark.parametrize("width", [1440, 420])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", LAST_HEADING)
def test_axe_finds_nothing(serve: Callable, open_at: Callable, path: str, scheme: str, width: int) -> None:
    page = open_at(serve(APP), path, width=width, scheme=scheme, model=BM25)
    expect(page.get_by_role("heading", level=2, name=LAST_HEADING[path])).to_be_visible()
    # What is about to be drawn anew is faint: look when nothing runs.
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")
    page.wait_for_timeout(1500)
    assert violations(page, without=STREAMLITS_OWN) == []
