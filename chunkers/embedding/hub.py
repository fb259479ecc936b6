"""Models of the Hugging Face hub: in the local cache, or fetched when the person asked for it."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from chunkers.embedding.errors import ModelUnavailable

#: `name` or `owner/name`, as the hub spells them.
HUB_NAME = re.compile(r"\w[\w.-]*(?:/\w[\w.-]*)?", re.ASCII)

_OFFLINE_REMEDY = (
    "Check the network, or type the path of a local model folder, or choose a bundled model "
    "(multilingual-e5-small, all-MiniLM-L6-v2)."
)

#: Copies of the weights for other frameworks; sentence-transformers on torch reads none of them.
_OTHER_FORMATS = re.compile(r"(^|/)(onnx|openvino|coreml)/|\.(onnx|h5|msgpack|ot|tflite|gguf|xml|pb)$")


def repository(name: str) -> str:
    """The hub's name of a model: a bare name belongs to sentence-transformers, as that library has it."""
    return name if "/" in name else f"sentence-transformers/{name}"


def cached_folder(name: str) -> Path | None:
    """The model's folder in the local hub cache, or None if it is not there whole. No network."""
    from huggingface_hub import snapshot_download

    try:
        folder = Path(snapshot_download(repository(name), local_files_only=True))
    except Exception:  # missing, unreadable or an impossible name: in each case it is not there
        return None
    weights = any(folder.rglob("*.safetensors")) or any(folder.rglob("*.bin"))
    configured = (folder / "modules.json").is_file() or (folder / "config.json").is_file()
    return folder if weights and configured else None


def download(name: str) -> Path:
    """Fetches what sentence-transformers needs of the model and returns its folder.

    Raises ModelUnavailable if there is no network or no such model.
    """
    from huggingface_hub import snapshot_download

    try:
        files = [path for path, _ in _needed(name)]
        return Path(snapshot_download(repository(name), allow_patterns=files))
    except Exception as error:
        reason = f"could not be downloaded ({type(error).__name__})"
        raise ModelUnavailable(name, reason, _OFFLINE_REMEDY) from error


def download_size(name: str) -> int | None:
    """Bytes that `download(name)` would fetch, or None if that cannot be learnt.

    Asks the hub: call it only when the person allowed network requests.
    """
    try:
        return sum(size for _, size in _needed(name))
    except Exception:
        return None


def _needed(name: str) -> list[tuple[str, int]]:
    from huggingface_hub import HfApi

    info = HfApi().model_info(repository(name), files_metadata=True, timeout=10)
    return needed_files([(file.rfilename, file.size or 0) for file in info.siblings or []])


def needed_files(files: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Of all `(path, size)` of a repository, those sentence-transformers reads: one copy of the weights."""
    kept = [(path, size) for path, size in files if not _OTHER_FORMATS.search(path)]
    safe = {PurePosixPath(path).parent for path, _ in kept if path.endswith(".safetensors")}

    def doubled(path: str) -> bool:
        return path.endswith((".bin", ".pt", ".pth")) and PurePosixPath(path).parent in safe

    return [(path, size) for path, size in kept if not doubled(path)]
