"""What axe-core says of a page."""

from __future__ import annotations

from collections.abc import Sequence

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

MAIN = "[data-testid='stMain']"


def violations(page: Page, within: str = MAIN, without: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """The rules that are broken inside an element, each with the HTML of its nodes."""
    context = {"include": [[within]], "exclude": [[one] for one in without]}
    found = Axe().run(page, context=context).response["violations"]
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]
