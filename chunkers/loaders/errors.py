"""`LoadError`: why a file cannot be loaded, said so that a person knows what to do next."""

from __future__ import annotations


class LoadError(ValueError):
    """A file cannot be loaded: `name` is the file, `seen` what was found, `remedy` what to do about it."""

    def __init__(self, name: str, seen: str, remedy: str) -> None:
        super().__init__(f"{name}: {seen}; {remedy}")
        self.name = name
        self.seen = seen
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[LoadError], tuple[str, str, str]]:
        return type(self), (self.name, self.seen, self.remedy)
