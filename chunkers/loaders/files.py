"""Files, uploads and pasted text as `Document`s. The family of a file is told by its extension."""

from __future__ import annotations

from pathlib import Path, PurePath

from chunkers.code.languages import LANGUAGES
from chunkers.document import Document
from chunkers.loaders.errors import LoadError
from chunkers.loaders.text import Decoded, check_bytes, decode, replace_surrogates

#: A bound against mistakes: cutting stays linear, but a browser does not show more.
MAX_BYTES = 50 * 1024 * 1024

#: What each extension holds; no extension is plain text.
SOURCE_TYPES = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    "": "text",
    **{f".{ending}": "code" for language in LANGUAGES.values() for ending in language.extensions},
}

_DECODED = "decoded"


def load_document(path: str | Path, encoding: str | None = None) -> Document:
    """The document in a file. `name` is the file's name, `source_uri` the path as given.

    `encoding` overrides the detection. Raises `LoadError` for a file that is missing, unreadable, too
    large, not text, or of an extension that is not supported.
    """
    name = Path(path).name
    source_type_of(name)
    return document_from_bytes(read_bytes(path), name, encoding, source_uri=str(path))


def read_bytes(path: str | Path) -> bytes:
    """The bytes of a file.

    Raises `LoadError` for one that is missing, no regular file (a folder, a pipe, a device), unreadable or
    larger than `MAX_BYTES`.
    """
    file = Path(path)
    try:
        if not file.is_file():
            raise LoadError(str(path), "not a file" if file.exists() else "no such file", "check the path")
        _refuse_size(str(path), file.stat().st_size)
        with file.open("rb") as stream:
            # The size is only a promise: some files, such as a log, grow meanwhile.
            data = stream.read(MAX_BYTES + 1)
        _refuse_size(str(path), len(data))
    except (OSError, ValueError) as error:
        if isinstance(error, LoadError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise LoadError(str(path), f"cannot be read ({reason})", "check path and permissions") from error
    return data


def document_from_bytes(
    data: bytes, name: str, encoding: str | None = None, *, source_uri: str = ""
) -> Document:
    """The document in the bytes of a file, as an upload brings them; `name` is relative to the corpus.

    `decoding` of the result says which encoding was found. Raises `LoadError` as `load_document` does.
    """
    source_type = source_type_of(name)
    check_bytes(data)
    _refuse_size(name, len(data))
    return _document(decode(data, encoding, name), name, source_type, source_uri)


def document_from_text(text: str, name: str = "pasted.md") -> Document:
    """The document of a text that was pasted or typed; lone surrogates become U+FFFD, one to one.

    `decoding` of the result carries the warnings. Raises `LoadError` for an extension that is not supported.
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}; bytes go to document_from_bytes")
    decoded = replace_surrogates(Decoded(text.removeprefix("\ufeff"), "", True))
    return _document(decoded, name, source_type_of(name), "")


def decoding(document: Document) -> Decoded:
    """How a loaded document was read: encoding, whether that is sure, warnings.

    The encoding is "" for a document that was never bytes.
    """
    return document.memo(_DECODED, lambda: Decoded(document.text, "", True))


def source_type_of(name: str) -> str:
    """`markdown`, `text` or `code`, by the extension. Raises `LoadError` for any other extension."""
    if not isinstance(name, str):
        raise TypeError(f"name must be a str, got {type(name).__name__}")
    suffix = PurePath(name).suffix.lower()
    if suffix not in SOURCE_TYPES:
        texts = ", ".join(ending for ending, kind in SOURCE_TYPES.items() if ending and kind != "code")
        remedy = f"use {texts}, a source file such as .py, .java or .go, or no extension"
        raise LoadError(name, f"{suffix} files are not supported", remedy)
    return SOURCE_TYPES[suffix]


def _document(decoded: Decoded, name: str, source_type: str, source_uri: str) -> Document:
    # A Markdown document says its title itself; others have only their file's name.
    path = PurePath(name)
    title = {"markdown": "", "text": path.stem}.get(source_type, path.name)
    document = Document(decoded.text, name, title=title, source_uri=source_uri, source_type=source_type)
    document.memo(_DECODED, lambda: decoded)
    return document


def _refuse_size(name: str, size: int) -> None:
    if size > MAX_BYTES:
        limit = MAX_BYTES // 1024 // 1024
        seen = f"{size / 1024 / 1024:.1f} MB are more than the {limit} MB that can be loaded"
        raise LoadError(name, seen, "split the file into smaller ones")
