"""The one folder in the user's cache that the package writes to, and how a folder appears in it whole."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

#: Names the cache folder; without it, the place the operating system gives to caches.
CACHE_VARIABLE = "CHUNKSCOPE_CACHE"

#: Sizes of the files of a finished folder. Written last, so a folder without it is not finished.
MANIFEST = "chunkscope.json"

#: A build takes seconds; a temporary folder of this age was left behind by a process that died.
_ABANDONED_SECONDS = 3600


def cache_folder() -> Path:
    """The cache folder: `$CHUNKSCOPE_CACHE`, else the user's own. It need not exist yet."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("chunkscope", appauthor=False))


def build_once(target: Path, build: Callable[[Path], None]) -> Path:
    """`target`, filled by `build(empty_folder)` if it is not there already.

    The folder appears in one rename, so nobody ever sees half of it, and two processes may build at
    once: the first one to finish wins. A folder that lost a file since (cleaners of caches and of
    temporary files do that) is built again. Raises OSError where the disk cannot be written.
    """
    if is_whole(target):
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{target.name}-"
    _remove_abandoned(target.parent, prefix)
    draft = Path(tempfile.mkdtemp(prefix=prefix, dir=target.parent))
    try:
        build(draft)
        files = [path for path in draft.rglob("*") if path.is_file()]
        sizes = {path.relative_to(draft).as_posix(): path.stat().st_size for path in files}
        (draft / MANIFEST).write_text(json.dumps(sizes, indent=1, sort_keys=True), encoding="utf-8")
        _publish(draft, target, prefix)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return target


def is_whole(folder: Path) -> bool:
    """Whether a folder made by `build_once` still has every file at its full size."""
    try:
        sizes = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        return False


def private_folder() -> Path:
    """A new folder that only this user can read and that goes away with the process."""
    folder = tempfile.mkdtemp(prefix="chunkscope-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _publish(draft: Path, target: Path, prefix: str) -> None:
    try:
        os.rename(draft, target)
    except OSError:
        if is_whole(target):
            return  # another process was faster; its folder is as good as ours
        # What lies there is damaged. Moved aside first: a folder cannot be renamed over a full one.
        aside = tempfile.mkdtemp(prefix=prefix, dir=target.parent)
        try:
            os.rename(target, Path(aside) / "damaged")
            os.rename(draft, target)
        except OSError:
            if not is_whole(target):
                raise
        finally:
            shutil.rmtree(aside, ignore_errors=True)


def _remove_abandoned(parent: Path, prefix: str) -> None:
    for path in parent.glob(f"{prefix}*"):
        try:
            if time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            continue
