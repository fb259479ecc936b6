"""Loads a model in a background thread, so that no page waits for `import torch` before it paints."""

from __future__ import annotations

import gc
import threading
import time

from chunkers.embedder import Embedder
from chunkers.embedding.registry import canonical, load_embedder


class Loading:
    """One model on its way into memory.

    `state` is `waiting`, `loading`, `ready` or `failed`; `error` is the exception of a failed one.
    """

    def __init__(self, name: str, allow_download: bool = False) -> None:
        """Starts the thread. It does not keep the process alive."""
        self.name = name
        self.state = "waiting"
        self.error: Exception | None = None
        self._allow_download = allow_download
        self._began = time.monotonic()
        self._took: float | None = None
        self._done = threading.Event()
        threading.Thread(target=self._load, name=f"load {name}", daemon=True).start()

    @property
    def seconds(self) -> float:
        """Time since the start, until it was ready or failed."""
        return time.monotonic() - self._began if self._took is None else self._took

    def embedder(self, timeout: float | None = None) -> Embedder:
        """The embedder, once it is there. Raises what the loading raised, or TimeoutError.

        The registry owns it and lets go of models nobody asks for; then it is loaded again here.
        """
        if not self._done.wait(timeout):
            raise TimeoutError(f"the embedding model {self.name!r} was not loaded after {timeout} s")
        if self.error is not None:
            raise self.error
        return load_embedder(self.name, self._allow_download)

    def _load(self) -> None:
        self.state = "loading"
        try:
            load_embedder(self.name, self._allow_download)
            # The model and its libraries are half a million objects that stay for good. Frozen, they are
            # left out of the full collection that Streamlit asks for after every run (286 ms, then 0).
            gc.collect()
            gc.freeze()
            state = "ready"
        except Exception as error:
            self.error = error
            state = "failed"
        self._took = time.monotonic() - self._began
        self.state = state
        self._done.set()


_loadings: dict[tuple[str, bool], Loading] = {}
_guard = threading.Lock()


def preload(name: str | None = None, *, allow_download: bool = False, again: bool = False) -> Loading:
    """Starts to load a model (None: the default) and returns at once.

    A model is loaded once per process: a second call returns the same `Loading`, even a failed one,
    unless `again` asks to try a failed one anew.
    """
    key = (canonical(name), allow_download)
    with _guard:
        loading = _loadings.get(key)
        if loading is None or (again and loading.state == "failed"):
            loading = _loadings[key] = Loading(key[0].partition("\0")[0], allow_download)
        return loading
