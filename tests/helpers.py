"""What several tests need: a document in a line, a toy embedder, chunks at given places."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from chunkers import Chunk, Document, Span
from chunkers.chunk import Piece


class ToyTokenizer:
    """One token a run of letters and digits."""

    name = "toy"

    def count(self, text: str) -> int:
        return len(re.findall(r"\w+", text))

    def starts(self, text: str) -> np.ndarray:
        return np.array([match.start() for match in re.finditer(r"\w+", text)], np.int64)


class ToyEmbedder:
    """A bag of hashed words as a unit vector: texts that share words are alike. No model, no network.

    `calls` holds the texts of each call of `encode_passages`. A text without words has a zero vector.
    """

    name = "toy"
    dimension = 256
    max_tokens = 12

    def __init__(self) -> None:
        self.tokenizer = ToyTokenizer()
        self.calls: list[list[str]] = []

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._encode(texts)

    def encode_passages(self, texts: Sequence[str]) -> np.ndarray:
        self.calls.append(list(texts))
        return self._encode(texts)

    def truncated(self, texts: Sequence[str]) -> list[bool]:
        return [self.tokenizer.count(text) > self.max_tokens for text in texts]

    def _encode(self, texts: Sequence[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in re.findall(r"\w+", text.casefold()):
                vectors[row, zlib.crc32(word.encode()) % self.dimension] += 1.0
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.divide(vectors, lengths, out=vectors, where=lengths > 0)


def chunks_at(document: Document | str, *spans: tuple[int, int], context: str = "") -> list[Chunk]:
    """Chunks of a document at the spans given, each with the same context."""
    document = Document.of(document)
    return [
        Chunk(document, Piece(Span(*span), context=context), index, "by hand", "1-00000000")
        for index, span in enumerate(spans)
    ]


def chunks_of(*bodies: str) -> list[Chunk]:
    """Chunks with these bodies, one after the other, of a document made of them."""
    spans, start = [], 0
    for body in bodies:
        spans.append((start, start + len(body)))
        start += len(body)
    return chunks_at("".join(bodies), *spans)
