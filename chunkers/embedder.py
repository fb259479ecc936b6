"""The two protocols that strategies and retrieval need from a model; implementations are in `embedding/`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np


@runtime_checkable
class Tokenizer(Protocol):
    """Cuts a text into tokens, without special tokens or prefixes."""

    name: str

    def count(self, text: str) -> int:
        """Number of tokens of the text."""
        ...

    def starts(self, text: str) -> np.ndarray:
        """Code-point offset at which each token starts, int64, shape `(tokens,)`, never decreasing."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Makes vectors. Model prefixes ("query: ", "passage: ") live inside.

    `max_tokens` counts everything the model reads: text, prefix and special tokens.
    """

    name: str
    dimension: int
    max_tokens: int
    tokenizer: Tokenizer

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        """Unit vectors, float32, shape `(len(texts), dimension)`."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> np.ndarray:
        """Unit vectors, float32, shape `(len(texts), dimension)`."""
        ...

    def truncated(self, texts: Sequence[str]) -> list[bool]:
        """For each passage, whether the model would read only its head."""
        ...
