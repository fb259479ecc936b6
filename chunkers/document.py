"""`Document`: the canonical text and what the loader knew of it. Offsets are code points into `text`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from chunkers.span import Span

T = TypeVar("T")

#: Version of the plain text and Markdown reading below; a loader that parses sets its own.
TEXT_PARSER = "text-1"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the source: its number as printed to people (from 1) and its span."""

    number: int
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """One block a loader or the Markdown reader understood: its kind, span and heading level."""

    kind: str
    span: Span
    level: int = 0


@dataclass(frozen=True)
class Document:
    """A text with its origin.

    `name` is the name relative to the corpus and becomes the document id; `version` defaults to the
    first twelve hex digits of the SHA-256 of the text.
    """

    text: str
    name: str = "document"
    title: str = ""
    source_uri: str = ""
    source_type: str = "text"
    version: str = ""
    parser_version: str = TEXT_PARSER
    tenant_id: str = ""
    acl_hash: str = ""
    blocks: tuple[Block, ...] = ()
    pages: tuple[Page, ...] = ()
    _memo: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise TypeError(
                f"text must be a str, got {type(self.text).__name__}; decode bytes with chunkers.loaders"
            )
        if not self.version:
            object.__setattr__(self, "version", sha256(self.text)[:12])

    def __hash__(self) -> int:
        return hash((self.name, self.version))

    def __len__(self) -> int:
        return len(self.text)

    @classmethod
    def of(cls, source: Document | str) -> Document:
        """The document itself, or a document made of a plain string."""
        return source if isinstance(source, cls) else cls(source)

    @property
    def document_id(self) -> str:
        """The name with `%` and `:` escaped, so that it can stand in a chunk id."""
        return self.name.replace("%", "%25").replace(":", "%3A")

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make()` gives, made once for this document: measures, sections, sentences."""
        try:
            return self._memo[key]
        except KeyError:
            return self._memo.setdefault(key, make())

    def pages_of(self, span: Span) -> tuple[int | None, int | None]:
        """First and last page number that the span touches; `(None, None)` without pages."""
        touched = [page.number for page in self.pages if page.span.overlap(span)]
        return (touched[0], touched[-1]) if touched else (None, None)


def sha256(text: str) -> str:
    """Hex digest of the text as UTF-8 (a lone surrogate is hashed as its three bytes)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
