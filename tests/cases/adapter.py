"""The splitter cases against the public API: parameters translated, chunks as the checker wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from chunkers import Document, sentence_spans, split
from tests.helpers import ToyEmbedder

UNITS = {"char": "characters", "token": "tokens", "word": "words", "byte": "bytes"}
#: Their names for what has another one here. `prefix` asks for the heading path, which is the default.
STRATEGY_NAMES = {"token": "fixed"}
PARAMETER_NAMES = {"size": "chunk_size", "regex": "is_regex"}
NOT_OURS = ("strategy", "embed", "embed_values", "prefix")


class ScriptedEmbedder(ToyEmbedder):
    """Gives zero vectors, vectors of NaN and unit vectors in the order it was told, again and again."""

    def __init__(self, script: Sequence[str]) -> None:
        super().__init__()
        self._script = script

    def _encode(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row in range(len(texts)):
            vectors[row, 0] = {"zero": 0.0, "nan": np.nan, "one": 1.0}[self._script[row % len(self._script)]]
        return vectors


def adapter(text: str, params: dict[str, Any]) -> list[dict[str, Any]]:
    """The chunks of a text, one a dict, for `check.check`."""
    strategy = STRATEGY_NAMES.get(params["strategy"], params["strategy"])
    if strategy == "sentence" and "size" not in params:
        return [{"text": text[a:b], "start": a, "end": b} for a, b in sentence_spans(text)]
    values = {
        PARAMETER_NAMES.get(name, name): value for name, value in params.items() if name not in NOT_OURS
    }
    if "unit" in values:
        values["unit"] = UNITS[values["unit"]]
    cut = split(Document(text), strategy, embedder=_embedder(params), **values)
    return [
        {
            "text": chunk.body,
            "start": chunk.char_start,
            "end": chunk.char_end,
            "path": list(chunk.heading_path),
            "rendered": chunk.text,
            "parent": tuple(chunk.parent.span) if chunk.parent else None,
            "context": [tuple(span) for span in chunk.context_spans],
        }
        for chunk in cut.chunks
    ]


def _embedder(params: dict[str, Any]) -> ToyEmbedder | None:
    if params.get("embed") != "fake":
        return None
    script = params.get("embed_values")
    return ScriptedEmbedder(script.split(",")) if script else ToyEmbedder()
