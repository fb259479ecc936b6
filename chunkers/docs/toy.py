"""A stand-in for an embedding model, for pictures: texts that share words are alike. No model, no network."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

#: Words shorter than this are mostly grammar, and alike in any two sentences.
_SHORTEST = 4
_WORD = re.compile(r"\w+")


class _Words:
    """One token a word."""

    name = "words"

    def count(self, text: str) -> int:
        return len(_WORD.findall(text))

    def starts(self, text: str) -> np.ndarray:
        return np.array([match.start() for match in _WORD.finditer(text)], np.int64)


class WordEmbedder:
    """A bag of hashed words as a unit vector, float32; a text without words has the zero vector.

    The same vectors on any machine: what is drawn from them is drawn again alike.
    """

    name = "shared words"
    dimension = 512
    max_tokens = 10**9

    def __init__(self) -> None:
        self.tokenizer = _Words()

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self.encode_passages(texts)

    def encode_passages(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in _WORD.findall(text.casefold()):
                if len(word) >= _SHORTEST:
                    vectors[row, zlib.crc32(word.encode("utf-8", "surrogatepass")) % self.dimension] += 1.0
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.divide(vectors, lengths, out=vectors, where=lengths > 0)

    def truncated(self, texts: Sequence[str]) -> list[bool]:
        return [False] * len(texts)
