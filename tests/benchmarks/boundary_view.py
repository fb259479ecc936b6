"""The figures of the boundary view in a real Chromium: `python -m tests.benchmarks.boundary_view`.

From a key press on a slider to the repaint, two frames after the picture is in the document; the time until a
text of 1 MB in 25,000 chunks is painted; elements; bytes that the server sends; frames while scrolling. They
depend on the machine, and on what else it does: compare runs on one machine, with nothing else running.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import BROWSER_ARGUMENTS, ROOT, find_chromium, start_server, stop

APP = ROOT / "tests/benchmarks/boundary_app.py"
PRESSES = 15
#: Streamlit asks for nothing and sends nothing on its own in this time.
QUIET = 800

#: Milliseconds from a key press to the next revision that the view says is painted.
TIME_A_PRESS = """
() => new Promise((resolve) => {
  const started = performance.now();
  const before = document.documentElement.dataset.rev;
  const look = new MutationObserver(() => {
    if (document.documentElement.dataset.rev === before) return;
    look.disconnect();
    resolve(performance.now() - started);
  });
  look.observe(document.documentElement, { attributes: true });
})
"""
#: Scroll a long way in steps of a mouse wheel, and give the length of every frame.
SCROLL = """
(box) => new Promise((resolve) => {
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    box.scrollTop += 120;
    if (frames.length < 240) requestAnimationFrame(step);
    else resolve(frames.slice(2));
  };
  requestAnimationFrame(step);
})
"""


class Traffic:
    """Bytes that the server sends to a page."""

    def __init__(self, page: Page) -> None:
        self.received = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._count))

    def _count(self, frame: str | bytes) -> None:
        self.received += len(frame if isinstance(frame, bytes) else frame.encode())


def opened(browser: Browser, url: str, **query: object) -> tuple[Page, Traffic]:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    traffic = Traffic(page)
    page.goto(f"{url}/?" + "&".join(f"{name}={value}" for name, value in query.items()))
    page.locator(".boundary-view[data-rev]").wait_for(timeout=60_000)
    page.wait_for_timeout(QUIET)
    return page, traffic


def press(page: Page, key: str) -> float:
    waiting = page.evaluate_handle(f"() => {{ window.painted = ({TIME_A_PRESS})(); }}")
    page.keyboard.press(key)
    waiting.dispose()
    return page.evaluate("() => window.painted")


def measure_slider(browser: Browser, url: str, **query: object) -> None:
    page, traffic = opened(browser, url, **query)
    page.get_by_role("slider", name="Chunk size").focus()
    times, sent = [], []
    for _ in range(PRESSES):
        before = traffic.received
        times.append(press(page, "ArrowRight"))
        page.wait_for_timeout(QUIET)
        sent.append(traffic.received - before)
    cutting = page.get_by_text("Cutting took").inner_text().split()[-2]
    named = ", ".join(f"{name} {value}" for name, value in query.items())
    print(f"slider ({named})")
    print(f"  key press to repaint   median {statistics.median(times):.0f} ms, least {min(times):.0f} ms")
    print(f"  of that cutting        {cutting} ms")
    print(
        f"  sent per change        median {statistics.median(sent) / 1000:.1f} KB, most {max(sent) / 1000:.1f} KB"
    )
    before = traffic.received
    page.get_by_role("button", name="Run again").click()
    page.wait_for_timeout(2 * QUIET)
    print(f"  sent, unchanged rerun  {(traffic.received - before) / 1000:.1f} KB")
    print(f"  elements in the view   {elements(page)}")
    page.close()


def elements(page: Page) -> int:
    return page.locator(".boundary-view").evaluate("(view) => view.querySelectorAll('*').length")


def measure_opening(browser: Browser, url: str) -> None:
    """A page that is loaded and served already; the document is new to it."""
    query = {"kb": 1000, "lanes": 1, "size": 40}
    opened(browser, url, **query)[0].close()
    page, _ = opened(browser, url, kb=20, lanes=1, size=40)
    times = []
    for _ in range(3):
        page.evaluate("() => { delete document.documentElement.dataset.rev; }")
        page.goto(f"{url}/?" + "&".join(f"{name}={value}" for name, value in query.items()))
        page.locator(".boundary-view[data-rev]").wait_for(timeout=60_000)
        whole = page.evaluate("performance.now()")
        app = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
        times.append((whole, app))
    chunks = page.locator(".lane-summary").first.inner_text().split(" chunks")[0]
    whole, app = min(times)
    print(f"opening 1 MB in {chunks} chunks")
    print(f"  address to painted text  {whole:.0f} ms, of which {app:.0f} ms until Streamlit itself paints")
    page.wait_for_timeout(QUIET)
    print(f"  elements in the view     {elements(page)}")
    frames = page.locator(".scroller").evaluate(SCROLL)
    print(f"  scrolling, longest frame {max(frames):.0f} ms, median {statistics.median(frames):.0f} ms")
    page.close()


def measure_scrolling(browser: Browser, url: str) -> None:
    page, _ = opened(browser, url, kb=500, lanes=4, size=100)
    frames = page.locator(".scroller").evaluate(SCROLL)
    print("scrolling, 4 lanes of 500 KB at 100 characters")
    print(f"  longest frame {max(frames):.0f} ms, median {statistics.median(frames):.0f} ms")
    print(f"  elements in the view after it {elements(page)}")
    page.close()


def main() -> None:
    path = find_chromium()
    if path is None:
        raise SystemExit("no Chromium found; set CHROMIUM to its path")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, url = start_server(APP, Path(folder) / "log")
        browser = playwright.chromium.launch(executable_path=path, args=list(BROWSER_ARGUMENTS))
        try:
            measure_slider(browser, url, kb=20, size=500)
            measure_slider(browser, url, kb=500, size=500)
            measure_slider(browser, url, kb=500, size=100)
            measure_slider(browser, url, kb=500, size=100, problems=1)
            measure_opening(browser, url)
            measure_scrolling(browser, url)
        finally:
            browser.close()
            stop(server)


if __name__ == "__main__":
    main()
