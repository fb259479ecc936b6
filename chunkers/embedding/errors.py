"""What can go wrong on the way to a vector, said so that a person knows what to do next."""

from __future__ import annotations


class ModelUnavailable(RuntimeError):
    """A model cannot be had. `name` is the model, `remedy` what the person can do about it."""

    def __init__(self, name: str, reason: str, remedy: str) -> None:
        super().__init__(f"The embedding model {name!r} {reason}. {remedy}")
        self.name = name
        self.reason = reason
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[ModelUnavailable], tuple[str, str, str]]:
        return type(self), (self.name, self.reason, self.remedy)


class Cancelled(Exception):
    """The person asked for the work to stop. Vectors already made are kept by the cache."""
