"""`Chunk`: a span of the source plus what was added to it, as one frozen record with its ids and hashes.

`body` is always the exact slice; `text`, what is embedded, is always `context + body` (or a rendering,
and then `rendered` says so). Ids, hashes and token counts are computed on first access.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import unquote

from chunkers.document import Document, sha256
from chunkers.reading import section_at
from chunkers.span import Span
from chunkers.tokens import tiktoken_tokenizer

_SPACE = re.compile(r"\s+")
#: The address of a file on GitHub, GitLab, Gitea or Bitbucket: repository, commit, path.
_REPOSITORY_FILE = re.compile(
    r"(https?://[^/\s]+/[^/\s]+/[^\s]+?)/(?:-/)?(?:blob|raw|src/commit|src/branch|src/tag|src)/([^/\s]+)/([^?#\s]+)"
)


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a piece of program text holds: whole symbols, or the one it is a part of.

    `symbol_name` is qualified (`Outer.method`), several are joined by commas, and it is empty where there is
    none; `symbol_type` is then `module`, and `mixed` where the symbols are of several kinds. Lines count from 1.
    `imports` are those of the whole file.
    """

    language: str
    symbol_name: str
    symbol_type: str
    start_line: int
    end_line: int
    imports: tuple[str, ...] = ()


class Piece(NamedTuple):
    """What a strategy cuts: a span, and the context that travels in front of it.

    `context_spans` says where in the source the context was taken from. `heading_path` is None where the
    strategy does not know: the chunk then takes the section in which it starts. `context_status` is
    `full`, `shortened`, `dropped`, or `none` where there was nothing to add.
    """

    span: Span
    context: str = ""
    context_spans: tuple[Span, ...] = ()
    context_status: str = "none"
    heading_path: tuple[str, ...] | None = None
    rendering: str | None = None
    symbol: Symbol | None = None


@dataclass(frozen=True, init=False)
class Chunk:
    """One chunk of a document. Offsets are code points, half-open, into `document.text`."""

    document: Document = field(repr=False)
    piece: Piece
    chunk_index: int
    chunking_strategy: str
    chunking_version: str
    parent: Chunk | None = field(default=None, repr=False)
    is_parent: bool = field(default=False, repr=False)

    def __init__(
        self,
        document: Document,
        piece: Piece,
        chunk_index: int,
        chunking_strategy: str,
        chunking_version: str,
        parent: Chunk | None = None,
        is_parent: bool = False,
    ) -> None:
        # As a frozen dataclass would, but one look-up for all, and nothing stored that is the default: there are many.
        put = object.__setattr__
        put(self, "document", document)
        put(self, "piece", piece)
        put(self, "chunk_index", chunk_index)
        put(self, "chunking_strategy", chunking_strategy)
        put(self, "chunking_version", chunking_version)
        if parent is not None:
            put(self, "parent", parent)
        if is_parent:
            put(self, "is_parent", True)

    @property
    def span(self) -> Span:
        """The part of the source that is the body."""
        return self.piece.span

    @property
    def char_start(self) -> int:
        return self.piece.span.start

    @property
    def char_end(self) -> int:
        return self.piece.span.end

    @property
    def body(self) -> str:
        """The exact slice of the source."""
        return self.piece.span.of(self.document.text)

    @property
    def context(self) -> str:
        """What was added in front: heading path, repeated table header, separators."""
        return self.piece.context

    @property
    def context_spans(self) -> tuple[Span, ...]:
        return self.piece.context_spans

    @property
    def context_status(self) -> str:
        return self.piece.context_status

    @property
    def rendered(self) -> bool:
        """Whether `text` is a rendering of the body and not `context + body`."""
        return self.piece.rendering is not None

    @property
    def text(self) -> str:
        """What is embedded."""
        return self.piece.context + self.body if self.piece.rendering is None else self.piece.rendering

    @property
    def document_id(self) -> str:
        return self.document.document_id

    @property
    def document_title(self) -> str:
        return self.document.title

    @property
    def document_version(self) -> str:
        return self.document.version

    @property
    def source_uri(self) -> str:
        return self.document.source_uri

    @property
    def source_type(self) -> str:
        return self.document.source_type

    @property
    def parser_version(self) -> str:
        return self.document.parser_version

    @property
    def tenant_id(self) -> str:
        return self.document.tenant_id

    @property
    def acl_hash(self) -> str:
        return self.document.acl_hash

    @property
    def parent_id(self) -> str | None:
        return self.parent.chunk_id if self.parent else None

    @cached_property
    def page_start(self) -> int | None:
        return self.document.pages_of(self.span)[0]

    @cached_property
    def page_end(self) -> int | None:
        return self.document.pages_of(self.span)[1]

    @property
    def language(self) -> str | None:
        """The programming language; this and what follows is None where the chunk is no code."""
        return self.piece.symbol and self.piece.symbol.language

    @property
    def symbol_name(self) -> str | None:
        return self.piece.symbol and self.piece.symbol.symbol_name

    @property
    def symbol_type(self) -> str | None:
        return self.piece.symbol and self.piece.symbol.symbol_type

    @property
    def start_line(self) -> int | None:
        return self.piece.symbol and self.piece.symbol.start_line

    @property
    def end_line(self) -> int | None:
        return self.piece.symbol and self.piece.symbol.end_line

    @property
    def imports(self) -> tuple[str, ...] | None:
        """What the file imports."""
        return self.piece.symbol and self.piece.symbol.imports

    @property
    def repo(self) -> str | None:
        """The repository, as far as `source_uri` is the address of a file in one."""
        return self._origin[0] if self.piece.symbol else None

    @property
    def commit(self) -> str | None:
        """The commit, branch or tag that the address names."""
        return self._origin[1] if self.piece.symbol else None

    @property
    def file_path(self) -> str | None:
        """The path inside the repository, else the name of the document."""
        return (self._origin[2] or self.document.name) if self.piece.symbol else None

    @property
    def _origin(self) -> tuple[str, str, str]:
        match = _REPOSITORY_FILE.match(self.document.source_uri)
        return (unquote(match[1]), unquote(match[2]), unquote(match[3])) if match else ("", "", "")

    @cached_property
    def heading_path(self) -> tuple[str, ...]:
        """Titles from the outermost heading to the one above the chunk's start."""
        if self.piece.heading_path is not None:
            return self.piece.heading_path
        section = section_at(self.document, self.char_start)
        return section.path if section else ()

    @cached_property
    def text_hash(self) -> str:
        """SHA-256 of the text with every run of white space as one space."""
        return sha256(_SPACE.sub(" ", self.text).strip())

    @cached_property
    def token_count(self) -> int:
        """Tokens of `text` in cl100k_base."""
        return tiktoken_tokenizer().count(self.text)

    @cached_property
    def chunk_id(self) -> str:
        index = f"{'P' if self.is_parent else ''}{self.chunk_index:04d}"
        parts = (
            self.document_id,
            self.document_version,
            self.chunking_strategy,
            self.chunking_version,
            index,
            self.text_hash[:12],
        )
        return ":".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Every field under its public name, ready for JSON."""
        record = {name: getattr(self, name) for name in FIELDS}
        record["heading_path"] = list(self.heading_path)
        record["context_spans"] = [list(span) for span in self.context_spans]
        if self.piece.symbol:
            record |= {name: getattr(self, name) for name in CODE_FIELDS}
            record["imports"] = list(self.imports)
        return record


#: The public fields of a chunk, in the order of exports.
FIELDS = (
    "chunk_id",
    "document_id",
    "document_title",
    "source_uri",
    "source_type",
    "page_start",
    "page_end",
    "heading_path",
    "chunk_index",
    "parent_id",
    "token_count",
    "char_start",
    "char_end",
    "document_version",
    "parser_version",
    "chunking_strategy",
    "chunking_version",
    "text_hash",
    "tenant_id",
    "acl_hash",
    "context_status",
    "context_spans",
    "rendered",
    "context",
    "body",
    "text",
)
#: The further fields of a chunk of program text.
CODE_FIELDS = (
    "language",
    "symbol_name",
    "symbol_type",
    "start_line",
    "end_line",
    "imports",
    "repo",
    "commit",
    "file_path",
)
