"""From files, uploads and pasted text to `Document`s; one module a format family."""

from chunkers.loaders.errors import LoadError
from chunkers.loaders.files import (
    MAX_BYTES,
    SOURCE_TYPES,
    decoding,
    document_from_bytes,
    document_from_text,
    load_document,
    read_bytes,
)
from chunkers.loaders.text import ENCODINGS, Decoded, decode

__all__ = [
    "ENCODINGS",
    "MAX_BYTES",
    "SOURCE_TYPES",
    "Decoded",
    "LoadError",
    "decode",
    "decoding",
    "document_from_bytes",
    "document_from_text",
    "load_document",
    "read_bytes",
]
