"""`python -m chunkers.docs [FOLDER]`: write the pages of the strategies, and remove those of strategies that are gone."""

from __future__ import annotations

import argparse
from pathlib import Path

from chunkers.docs.pages import files
from chunkers.docs.picture import MARK


def write(folder: Path) -> list[str]:
    """Bring the folder up to date. Gives the names of the files that were written or removed.

    Raises `FileExistsError` where a file of that name was not made here: nothing of anybody's is lost.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made, changed = files(), []
    stale = {
        name: content.encode()
        for name, content in made.items()
        if _content(folder / name) != content.encode()
    }
    for name in stale:
        if (folder / name).exists() and not _made_here(folder / name):
            raise FileExistsError(f"{folder / name} was not made by this command; choose another folder")
    for name, content in stale.items():
        (folder / name).write_bytes(content)
        changed.append(name)
    for path in folder.iterdir():
        if path.suffix in (".md", ".svg") and path.name not in made and _made_here(path):
            path.unlink()
            changed.append(path.name)
    return changed


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _made_here(path: Path) -> bool:
    return MARK.encode() in path.read_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m chunkers.docs", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/strategies"))
    try:
        changed = write(parser.parse_args().folder)
    except OSError as error:
        parser.exit(2, f"chunkers.docs: {error}\n")
    print("\n".join(changed) if changed else "up to date")


if __name__ == "__main__":
    main()
