"""Real browser tests: a Streamlit server for any script, and a page that is watched while it is used."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
LOCAL_SCHEMES = ("data:", "blob:", "about:")
#: Streamlit asks for these beside a page's own address before it finds them at the root.
BESIDE_A_PAGE = re.compile(r"/(retrieval|evaluation|strategies)/_stcore/(health|host-config)$")
BROWSER_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_chromium() -> str | None:
    """The browser to use: the one named by CHROMIUM, else one that is installed."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else ["/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome"]
    return next((found for found in map(shutil.which, candidates) if found), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for the whole session. Missing: skipped on a person's machine, a failure in CI."""
    path = find_chromium()
    if path is None:
        message = "no Chromium found; set CHROMIUM to its path"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(BROWSER_ARGUMENTS))
        yield browser
        browser.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_server(script: Path, log_path: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start Streamlit on a free port; another program may take the port first, so it is tried again."""
    for _ in range(3):
        port = free_port()
        options = {
            "server.port": port,
            "server.address": "127.0.0.1",
            "server.headless": "true",
            "server.fileWatcherType": "none",
            "browser.gatherUsageStats": "false",
        }
        command = [sys.executable, "-m", "streamlit", "run", str(script)]
        command += [part for name, value in options.items() for part in (f"--{name}", str(value))]
        # The script's own folder is not the root that the packages are in.
        path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "PYTHONPATH": path}
        with log_path.open("wb") as log:
            server = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, env=environment
            )
        url = f"http://127.0.0.1:{port}"
        if is_healthy(server, url):
            return server, url
        stop(server)
    pytest.fail(f"server for {script.name} did not start:\n{log_path.read_text('utf-8', 'replace')}")


def is_healthy(server: subprocess.Popen[bytes], url: str) -> bool:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return True
        except OSError:
            time.sleep(0.1)
    return False


def stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path | str], str]]:
    """`serve(script)` gives the address of a server that runs the script; one server a script."""
    running: dict[Path, tuple[subprocess.Popen[bytes], str]] = {}

    def start(script: Path | str) -> str:
        path = (ROOT / script).resolve()
        if path not in running:
            running[path] = start_server(path, tmp_path_factory.mktemp("server") / "log")
        return running[path][1]

    yield start
    for server, _ in running.values():
        stop(server)


@pytest.fixture
def page_at(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """`page_at(url, width=..., height=..., **context)` opens an address.

    At the end the test fails if a page logged an error, or asked anyone but its server for anything.
    """
    contexts = []
    errors: list[str] = []
    foreign: list[str] = []

    def open_page(url: str, width: int = 1440, height: int = 1000, **options: object) -> Page:
        settings = {"reduced_motion": "reduce", "locale": "en-GB", "timezone_id": "UTC", **options}
        context = chromium.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        page = context.new_page()
        allowed = (url, url.replace("http", "ws", 1), *LOCAL_SCHEMES)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda sent: None if sent.url.startswith(allowed) else foreign.append(sent.url))
        page.goto(url)
        page.get_by_test_id("stApp").wait_for()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, errors
    assert not foreign, foreign


@pytest.fixture
def open_at(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """`open_at(server, path, width=..., context=..., **query)` opens a page of the app.

    At the end the test fails if a page logged an error, or asked anyone but its server for anything.
    """
    contexts = []
    problems: list[str] = []

    def open_page(
        server: str, path: str = "", *, width: int = 1440, scheme: str = "light", **query: str
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 1000},
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-GB",
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        own = (server, server.replace("http", "ws", 1), *LOCAL_SCHEMES)

        def look(message: ConsoleMessage) -> None:
            beside = "404" in message.text and BESIDE_A_PAGE.search(message.location["url"])
            if message.type == "error" and not beside:
                problems.append(f"console: {message.text} {message.location}")

        def ask(request: Request) -> None:
            if not request.url.startswith(own):
                problems.append(f"request: {request.url}")

        page.on("console", look)
        page.on("request", ask)
        page.on("pageerror", lambda error: problems.append(f"page: {error}"))
        page.goto(f"{server}/{path}?{urlencode({name.replace('__', '.'): query[name] for name in query})}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, problems
