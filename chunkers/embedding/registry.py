"""Names of models and the one copy of each that a process loads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field

from chunkers.embedder import Embedder
from chunkers.embedding import hub
from chunkers.embedding.errors import ModelUnavailable
from chunkers.embedding.sentence_transformer import SentenceTransformerEmbedder
from chunkers.embedding.sources import (
    BUNDLED,
    Bundled,
    Source,
    bundled,
    find_source,
    fingerprint,
    local_folder,
)

#: Models kept in memory; one takes a few hundred megabytes. The least recently asked for goes first.
KEPT_MODELS = 4


@dataclass(frozen=True)
class ModelInfo:
    """One line of a list of models. `reason` says why it is not available, and is empty if it is."""

    name: str
    label: str
    bundled: bool
    available: bool
    reason: str = ""


@dataclass
class _Slot:
    lock: threading.Lock = field(default_factory=threading.Lock)
    embedder: Embedder | None = None


_slots: OrderedDict[str, _Slot] = OrderedDict()
_guard = threading.Lock()


def default_model() -> str:
    """The best bundled model that is installed; the last one where none is."""
    return next((model.name for model in BUNDLED if model.installed), BUNDLED[-1].name)


def available_models() -> list[ModelInfo]:
    """The models the package knows by name, best first. Fast: nothing heavy is imported."""
    return [_info(model) for model in BUNDLED]


def load_embedder(name: str | None = None, allow_download: bool = False) -> Embedder:
    """The embedder of this name, loaded once per process however many threads ask.

    `name` is a bundled name (None: the default), a local folder, or a name on the Hugging Face hub.
    Without `allow_download` no network request is made. Raises ModelUnavailable, with the remedy, if
    the model is not here, cannot be downloaded or cannot be read.
    """
    key = canonical(name)
    with _guard:
        slot = _slots.setdefault(key, _Slot())
        _slots.move_to_end(key)
    with slot.lock:
        if slot.embedder is None:
            try:
                slot.embedder = open_source(find_source(key.partition("\0")[0], allow_download))
            finally:
                _tidy(key, slot)
        return slot.embedder


def canonical(name: str | None) -> str:
    """One key for every spelling of a model; for a folder it changes with the folder's content."""
    name = (name or "").strip() or default_model()
    folder = None if bundled(name) else local_folder(name)
    if folder:
        return f"{folder}\0{fingerprint(folder)}"
    # The same weights as on the hub, so no download; the 4-bit model is not the same as its origin.
    return "all-MiniLM-L6-v2" if name == "sentence-transformers/all-MiniLM-L6-v2" else name


def open_source(source: Source) -> Embedder:
    """Loads the weights. Raises ModelUnavailable if they cannot be read."""
    try:
        return SentenceTransformerEmbedder.from_folder(source.folder, source.name, source.version)
    except Exception as error:
        reason = f"could not be loaded ({type(error).__name__}: {error})"
        remedy = "Choose another model; one that needs its own code (trust_remote_code) is not run."
        raise ModelUnavailable(source.name, reason, remedy) from error


def _tidy(key: str, slot: _Slot) -> None:
    """Forgets the slot of a failed load, and the models nobody asked for in a long time."""
    with _guard:
        if slot.embedder is None and _slots.get(key) is slot:
            del _slots[key]
        loaded = [other for other, its in _slots.items() if its.embedder is not None]
        for other in loaded[:-KEPT_MODELS]:
            del _slots[other]


def _info(model: Bundled) -> ModelInfo:
    if model.installed:
        return ModelInfo(model.name, model.label, bundled=True, available=True)
    label = model.hub_name
    if hub.cached_folder(model.hub_name):
        return ModelInfo(model.name, label, bundled=False, available=True)
    reason = f"the package {model.module.PACKAGE} is not installed here; {label} can be downloaded instead"
    return ModelInfo(model.name, label, bundled=False, available=False, reason=reason)
