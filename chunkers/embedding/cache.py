"""`VectorCache`: a vector is made once for each model, role and exact text."""

from __future__ import annotations

import functools
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from chunkers.embedding.folders import cache_folder
from chunkers.embedding.vector_store import LAYOUT, VectorStore

MEMORY_BYTES = 256 * 1024 * 1024
DISK_BYTES = 1024 * 1024 * 1024

#: Bytes that one entry takes in memory beside its numbers: key, array header, place in the order.
_ENTRY_BYTES = 300


class VectorCache:
    """Vectors in memory (least recently used goes first) and on disk (oldest goes first), both bounded.

    Safe across threads and processes. Never raises because of a disk: `problem` then says why only the
    memory is used.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        memory_bytes: int = MEMORY_BYTES,
        disk_bytes: int = DISK_BYTES,
    ) -> None:
        """`path` is the SQLite file, by default one in the cache folder. `disk_bytes=0`: memory only."""
        self.memory_bytes = memory_bytes
        self.memory_used = 0
        self._memory: OrderedDict[bytes, np.ndarray] = OrderedDict()
        self._lock = threading.Lock()
        path = path or cache_folder() / f"vectors-{LAYOUT}.sqlite3"
        self._disk = VectorStore(path, disk_bytes) if disk_bytes else None

    @property
    def problem(self) -> str:
        """Why the disk is not used, or empty."""
        return self._disk.problem if self._disk else ""

    def get(self, model: str, role: str, texts: Sequence[str], dimension: int) -> list[np.ndarray | None]:
        """For each text its vector, float32, shape `(dimension,)`, read-only; None if it is not known.

        `model` is a name that changes with the weights (see `Embedder.fingerprint`); `role` is `query`
        or `passage`.
        """
        keys = [vector_key(model, role, text) for text in texts]
        found = self._recall(keys)
        if self._disk:
            stored = self._disk.get([key for key in dict.fromkeys(keys) if key not in found])
            # A vector of another length is none of ours: it counts as unknown and is written anew.
            whole = {key: blob for key, blob in stored.items() if len(blob) == 4 * dimension}
            read = {key: np.frombuffer(blob, "<f4") for key, blob in whole.items()}
            self._remember(read)
            found.update(read)
        return [found.get(key) for key in keys]

    def put(self, model: str, role: str, texts: Sequence[str], vectors: np.ndarray) -> None:
        """Keeps the vectors, shape `(len(texts), dimension)`. Raises ValueError if the numbers differ."""
        if len(texts) != len(vectors):
            raise ValueError(f"{len(texts)} texts but {len(vectors)} vectors")
        entries: dict[bytes, np.ndarray] = {}
        for text, vector in zip(texts, vectors, strict=True):
            # A copy: a row of a batch would keep the whole batch in memory.
            entry = np.array(vector, "<f4")
            entry.flags.writeable = False
            entries[vector_key(model, role, text)] = entry
        self._remember(entries)
        if self._disk:
            self._disk.put({key: entry.tobytes() for key, entry in entries.items()})

    def clear(self) -> None:
        """Forgets every vector, in memory and on disk."""
        with self._lock:
            self._memory.clear()
            self.memory_used = 0
        if self._disk:
            self._disk.clear()

    def close(self) -> None:
        """Closes the file; the next call opens it again."""
        if self._disk:
            self._disk.close()

    def _recall(self, keys: Sequence[bytes]) -> dict[bytes, np.ndarray]:
        found = {}
        with self._lock:
            for key in keys:
                vector = self._memory.get(key)
                if vector is not None:
                    self._memory.move_to_end(key)
                    found[key] = vector
        return found

    def _remember(self, entries: dict[bytes, np.ndarray]) -> None:
        with self._lock:
            for key, vector in entries.items():
                replaced = self._memory.pop(key, None)
                if replaced is not None:
                    self.memory_used -= replaced.nbytes + _ENTRY_BYTES
                self._memory[key] = vector
                self.memory_used += vector.nbytes + _ENTRY_BYTES
            while self.memory_used > self.memory_bytes and self._memory:
                _, gone = self._memory.popitem(last=False)
                self.memory_used -= gone.nbytes + _ENTRY_BYTES


def vector_key(model: str, role: str, text: str) -> bytes:
    """SHA-256 over model, role and the exact text; texts that differ in one space differ here."""
    return hashlib.sha256(f"{model}\0{role}\0{text}".encode("utf-8", "surrogatepass")).digest()


@functools.cache
def shared_cache() -> VectorCache:
    """The one cache of this process, in the default place with the default bounds."""
    return VectorCache()
