"""The app with its real model, which is waited for here and nowhere else in these tests."""

from __future__ import annotations

import pytest

from chunkers.embedding import default_model, preload
from tests.app.conftest import open_app

pytestmark = pytest.mark.model


def test_every_page_with_the_bundled_model() -> None:
    preload(default_model()).embedder(timeout=120)
    link = {"model": default_model(), "b__strategy": "Semantic", "unit": "model_tokens"}
    opened = open_app("boundaries", link)
    assert any("Model ready" in one.value for one in opened.caption)
    assert [lane["detail"][:16] for lane in opened.view["lanes"]] == ["100 model tokens"] * 2
    assert any("gaps between sentences" in one.value for one in opened.caption)
    table = open_app("evaluation", link).dataframe[0].value
    assert (table["Hit@5"] <= table["ceiling"]).all()
    assert (table["Hit@5"] > 0).all()
    assert any(one.value.startswith("**1.** score 0.") for one in open_app("retrieval", link).markdown)
