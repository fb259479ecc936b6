"""The app without a browser: `app()` runs it, and no model is loaded unless a test asks for one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from chunkers.embedding import CachedEmbedder, VectorCache
from pages.components import models, startup
from tests.helpers import ToyEmbedder

APP = Path(__file__).parents[2] / "app.py"
#: A link names a choice by what the person sees.
BM25 = "BM25 (words, no model)"
#: What the app itself remembers of a session, beside its widgets.
KEPT = ("own_documents", "question_sets")


class FakeLoading:
    """A model on its way that never arrives, or that is there at once."""

    seconds = 0.0
    error: Exception | None = None

    def __init__(self, state: str = "loading") -> None:
        self.name = "toy"
        self.state = state

    def embedder(self) -> ToyEmbedder:
        return ToyEmbedder()


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> FakeLoading:
    """Stands for every model of the app; set its `state` to change what the app finds."""
    fake = FakeLoading()
    for module in (models, startup):
        monkeypatch.setattr(module, "preload", lambda *_, **__: fake)
    cache = VectorCache(disk_bytes=0)
    monkeypatch.setattr(models, "CachedEmbedder", lambda embedder: CachedEmbedder(embedder, cache))
    return fake


class App:
    """The app as a person has it open. `test` is Streamlit's own handle."""

    def __init__(self, test: AppTest) -> None:
        self.test = test

    def __getattr__(self, name: str) -> Any:
        return getattr(self.test, name)

    def run(self) -> App:
        self.test.run()
        assert not self.test.exception, [one.value for one in self.test.exception]
        return self

    def set(self, kind: str, key: str, value: Any) -> App:
        """Set one widget, as in `app.set("slider", "chunk_size", 200)`, and run."""
        getattr(self.test, kind)(key=key).set_value(value)
        return self.run()

    def upload(self, key: str, name: str, data: bytes) -> App:
        self.test.file_uploader(key=key).set_value((name, data, "application/octet-stream"))
        return self.run()

    def to(self, page: str, **link: str) -> App:
        """Turn to another page of the session; a browser brings the parts of the link along by itself."""
        session = {key: self.test.session_state[key] for key in KEPT if key in self.test.session_state}
        return open_app(page, link, session)

    @property
    def view(self) -> dict[str, Any]:
        """What the boundary view is given to draw."""
        found = [one.proto.json for one in self.test.main if one.type == "bidi_component"]
        return json.loads(next(filter(None, found)))

    @property
    def view_text(self) -> str:
        """The document that the boundary view has, as it was sent."""
        sent = next(one.proto.bytes for one in self.test.main if one.type == "bidi_component")
        return sent.decode("utf-8")

    @property
    def counts(self) -> list[int]:
        """The number of chunks of each lane, by the table."""
        return self.test.dataframe[0].value["chunks"].tolist()

    @property
    def messages(self) -> list[str]:
        """Errors, warnings, notes and captions, as they are written."""
        kinds = (self.test.error, self.test.warning, self.test.info, self.test.success, self.test.caption)
        return [one.value for kind in kinds for one in kind]


def open_app(page: str, link: Mapping[str, str | list[str]], session: Mapping[str, Any] = {}) -> App:
    test = AppTest.from_file(str(APP), default_timeout=30)
    test.query_params.update({"model": BM25, **{name.replace("__", "."): link[name] for name in link}})
    for key, value in session.items():
        test.session_state[key] = value
    if page != "boundaries":
        test.switch_page(f"pages/{page}.py")
    return App(test).run()


@pytest.fixture
def app(loading: FakeLoading) -> Callable[..., App]:
    """`app(page, **link)` opens a page, with the parts of a link given; words rank unless it says otherwise."""
    return lambda page="boundaries", **link: open_app(page, link)
