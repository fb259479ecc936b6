"""`SentenceTransformerEmbedder`: the `Embedder` protocol over any sentence-transformers model."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from chunkers.embedding.batches import batches
from chunkers.embedding.errors import Cancelled
from chunkers.embedding.hf_tokenizer import HFTokenizer, readable
from chunkers.embedding.prefixes import prefixes_for

#: `progress(done, total)`, in texts.
Progress = Callable[[int, int], object]

#: More threads than this gain nothing on models of this size, and a container often sees the cores of
#: its host and not its own share.
_MAX_THREADS = 8


class SentenceTransformerEmbedder:
    """Unit vectors from a `sentence_transformers.SentenceTransformer`, safe to use from several threads.

    `version` names the weights. `fingerprint` changes whenever a vector may: it is the name a cache
    must use. `model` is the wrapped model, for those who need token vectors.
    """

    def __init__(self, model: Any, name: str, version: str = "") -> None:
        """Raises ValueError if the model has no fast tokenizer, without which it has no token offsets."""
        tokenizer = model.tokenizer
        if not getattr(tokenizer, "is_fast", False):
            raise ValueError(f"{name} has no fast tokenizer, so its tokens cannot be placed in the text")
        self.model = model
        self.name = name
        self.prefixes = prefixes_for(name, model.prompts)
        self.max_tokens = _window(model)
        self.tokenizer = HFTokenizer(name, tokenizer.backend_tokenizer)
        self._special = tokenizer.num_special_tokens_to_add(pair=False)
        self._turn = threading.Lock()
        self._lock = threading.Lock()
        self.dimension = model.get_embedding_dimension() or self._forward([""], "passage").shape[1]
        described = "\0".join((name, version, *self.prefixes, str(self.max_tokens)))
        self.fingerprint = f"{name}@{hashlib.sha256(described.encode()).hexdigest()[:16]}"

    @classmethod
    def from_folder(cls, folder: Path, name: str, version: str = "") -> SentenceTransformerEmbedder:
        """Loads the model in `folder`, in float32, without any network request or code from the model.

        Raises whatever sentence-transformers raises on a folder it cannot read.
        """
        import torch
        from sentence_transformers import SentenceTransformer

        if "OMP_NUM_THREADS" not in os.environ:
            torch.set_num_threads(min(_cores(), _MAX_THREADS))
        with _quiet():
            model = SentenceTransformer(
                str(folder),
                local_files_only=True,
                trust_remote_code=False,
                model_kwargs={"dtype": torch.float32},
            )
        return cls(model, name, version)

    def encode_queries(
        self,
        texts: Sequence[str],
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> np.ndarray:
        """Unit vectors of queries, float32, shape `(len(texts), dimension)`.

        `progress(done, total)` is called after each batch; raises Cancelled once `cancelled()` is true.
        """
        return self._encode(texts, "query", progress, cancelled)

    def encode_passages(
        self,
        texts: Sequence[str],
        *,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> np.ndarray:
        """Unit vectors of passages; as `encode_queries`."""
        return self._encode(texts, "passage", progress, cancelled)

    def truncated(self, texts: Sequence[str]) -> list[bool]:
        """For each passage, whether the model would read only its head."""
        return [length > self.max_tokens for length in self._lengths(texts, "passage")]

    def _lengths(self, texts: Sequence[str], role: str) -> list[int]:
        """Tokens of each text as the model reads it, with prefix and special tokens."""
        prefix = getattr(self.prefixes, role)
        return [count + self._special for count in self.tokenizer.counts(prefix + text for text in texts)]

    def _encode(
        self,
        texts: Sequence[str],
        role: str,
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
    ) -> np.ndarray:
        if isinstance(texts, str):
            raise TypeError("texts must be a sequence of strings, got one string")
        vectors = np.empty((len(texts), self.dimension), np.float32)
        done = 0
        for batch in batches([min(length, self.max_tokens) for length in self._lengths(texts, role)]):
            if cancelled is not None and cancelled():
                raise Cancelled(f"stopped after {done} of {len(texts)} texts")
            vectors[batch] = self._forward([readable(texts[position]) for position in batch], role)
            done += len(batch)
            if progress is not None:
                progress(done, len(texts))
        return vectors

    def _forward(self, texts: list[str], role: str) -> np.ndarray:
        encode = self.model.encode_query if role == "query" else self.model.encode_document
        # One batch at a time, so that a short query slips in between the batches of a long document. Who
        # waits holds the turn: else the long work would take the lock back before anyone woke up.
        with self._turn:
            self._lock.acquire()
        try:
            vectors = encode(
                texts,
                prompt=getattr(self.prefixes, role),
                batch_size=len(texts),
                show_progress_bar=False,
                convert_to_numpy=True,
            )
        finally:
            self._lock.release()
        vectors = np.asarray(vectors, np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.maximum(lengths, np.finfo(np.float32).tiny)


def _window(model: Any) -> int:
    """Most tokens the model reads: its own limit, else its tokenizer's, else BERT's 512."""
    for limit in (model.max_seq_length, model.tokenizer.model_max_length):
        # Tokenizers without a limit say 10^30.
        if limit and limit < 1_000_000:
            return int(limit)
    return 512


def _cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS and Windows do not tell
        return os.cpu_count() or 1


class _quiet:
    """Keeps the progress bar of transformers' loader out of the terminal."""

    def __enter__(self) -> None:
        from transformers.utils import logging

        self.shown = logging.is_progress_bar_enabled()
        logging.disable_progress_bar()

    def __exit__(self, *_: object) -> None:
        from transformers.utils import logging

        if self.shown:
            logging.enable_progress_bar()
