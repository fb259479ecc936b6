"""`CachedEmbedder`: an embedder that works only on texts it has never seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from chunkers.embedder import Embedder
from chunkers.embedding.batches import batches
from chunkers.embedding.cache import VectorCache, shared_cache
from chunkers.embedding.errors import Cancelled

#: `progress(done, total)`, in texts that had to be embedded.
Progress = Callable[[int, int], object]


class CachedEmbedder:
    """An `Embedder` with a `VectorCache` before it. Any embedder will do.

    `embedded` counts the texts that were not in the cache, over the life of the object.
    """

    def __init__(self, embedder: Embedder, cache: VectorCache | None = None) -> None:
        """Without `cache`, the one shared by the process."""
        self.embedder = embedder
        self.cache = shared_cache() if cache is None else cache
        self.name = embedder.name
        self.dimension = embedder.dimension
        self.max_tokens = embedder.max_tokens
        self.tokenizer = embedder.tokenizer
        self.fingerprint: str = getattr(embedder, "fingerprint", embedder.name)
        self.embedded = 0

    def encode_queries(
        self,
        texts: Sequence[str],
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> np.ndarray:
        """Unit vectors, float32, shape `(len(texts), dimension)`; each unknown text is embedded once.

        `progress(done, total)` counts the unknown texts and is not called if there are none. Raises
        Cancelled once `cancelled()` is true; what was embedded until then is in the cache.
        """
        return self._encode(texts, "query", self.embedder.encode_queries, progress, cancelled)

    def encode_passages(
        self,
        texts: Sequence[str],
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> np.ndarray:
        """As `encode_queries`, for passages."""
        return self._encode(texts, "passage", self.embedder.encode_passages, progress, cancelled)

    def truncated(self, texts: Sequence[str]) -> list[bool]:
        """For each passage, whether the model would read only its head."""
        return self.embedder.truncated(texts)

    def missing(self, texts: Sequence[str], role: str = "passage") -> list[str]:
        """The distinct texts that would have to be embedded, in order of appearance."""
        distinct = list(dict.fromkeys(texts))
        known = self.cache.get(self.fingerprint, role, distinct, self.dimension)
        return [text for text, vector in zip(distinct, known, strict=True) if vector is None]

    def _encode(
        self,
        texts: Sequence[str],
        role: str,
        encode: Callable[[Sequence[str]], np.ndarray],
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
    ) -> np.ndarray:
        if isinstance(texts, str):
            raise TypeError("texts must be a sequence of strings, got one string")
        distinct = list(dict.fromkeys(texts))
        cached = self.cache.get(self.fingerprint, role, distinct, self.dimension)
        known = dict(zip(distinct, cached, strict=True))
        missing = [text for text, vector in known.items() if vector is None]
        done = 0
        # Batch by batch, so that a cancelled run keeps what it has made.
        for batch in batches([min(self.tokenizer.count(text), self.max_tokens) for text in missing]):
            if cancelled is not None and cancelled():
                raise Cancelled(f"stopped after {done} of {len(missing)} texts")
            part = [missing[position] for position in batch]
            vectors = encode(part)
            self.cache.put(self.fingerprint, role, part, vectors)
            known.update(zip(part, vectors, strict=True))
            done += len(part)
            self.embedded += len(part)
            if progress is not None:
                progress(done, len(missing))
        if not texts:
            return np.empty((0, self.dimension), np.float32)
        return np.stack([known[text] for text in texts])
