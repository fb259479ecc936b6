"""Chunks as JSONL, CSV and Parquet: every field of `Chunk.to_dict()`, the same in all three.

Each function takes any chunks; for a cut with parents give `[*chunking.parents, *chunking.chunks]`, so that every
`parent_id` is there. The files are UTF-8, which has no lone surrogates (halves of a pair, legal in a Python
string): each becomes U+FFFD, one for one, so that lengths and offsets stay. Ids and hashes are those of the
chunk as it was. Everything else reads back as it is, but for what CSV cannot hold, see `to_csv`.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from chunkers.chunk import CODE_FIELDS, FIELDS, Chunk

if TYPE_CHECKING:
    import pyarrow

_SURROGATE = re.compile("[\ud800-\udfff]")
#: Line ends to `str.splitlines` and to some readers, though not to JSON.
_LINE_ENDS = {ord(mark): f"\\u{ord(mark):04x}" for mark in "\x85\u2028\u2029"}
#: Cells that a spreadsheet would run or trim: the list of OWASP ("CSV Injection"), full-width signs and white
#: space in front included. A cell with an apostrophe of its own is guarded too, so that it can be told apart.
_RISKY = re.compile(r"['\t\r\n]|\s*[=+\-@＝＋－＠]")
_GUARD = "'"

_INTEGERS = ("page_start", "page_end", "chunk_index", "token_count", "char_start", "char_end")
_CODE_INTEGERS = ("start_line", "end_line")


def to_jsonl(chunks: Iterable[Chunk]) -> bytes:
    """One JSON object a line. The code fields are there only for chunks of program text.

    The only line feeds are those between records, also for readers that take U+2028 for one.
    """
    lines = (json.dumps(_record(chunk), ensure_ascii=False).translate(_LINE_ENDS) + "\n" for chunk in chunks)
    return "".join(lines).encode()


def to_csv(chunks: Iterable[Chunk]) -> bytes:
    """A table for people, with a byte order mark, without which Excel does not read UTF-8.

    - A text that a spreadsheet could run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a line end;
      a list item does) has an apostrophe in front. So has one that begins with an apostrophe: to get the exact
      text, take one away wherever there is one.
    - NUL becomes U+FFFD: many readers end a cell there.
    - Lists are JSON. None and the empty text are both an empty cell. The code fields are there only if some
      chunk is program text.

    Read back, every text exact: `frame = pandas.read_csv(file, dtype=str, keep_default_na=False)`, then
    `frame[column].str.removeprefix("'")`. Excel shows at most 32,767 characters of a cell.
    """
    records = [_record(chunk) for chunk in chunks]
    has_code = any("language" in record for record in records)
    out = io.StringIO(newline="")
    names = (*FIELDS, *CODE_FIELDS) if has_code else FIELDS
    writer = csv.DictWriter(out, names, restval="", quoting=csv.QUOTE_NONNUMERIC)
    writer.writeheader()
    for record in records:
        writer.writerow({name: _cell(value) for name, value in record.items()})
    return out.getvalue().encode("utf-8-sig")


def to_parquet(chunks: Iterable[Chunk]) -> bytes:
    """A Parquet file with types: integers, booleans, lists; code fields are null where a chunk is no code.

    The columns are the same for every cut, so that files can be read together. Raises `ImportError` where
    pyarrow is not installed.
    """
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist([_record(chunk) for chunk in chunks], _schema(pyarrow))
    out = pyarrow.BufferOutputStream()
    parquet.write_table(table, out)
    return out.getvalue().to_pybytes()


def _schema(arrow: Any) -> pyarrow.Schema:
    texts, whole = arrow.list_(arrow.string()), arrow.int64()
    types = dict.fromkeys((*_INTEGERS, *_CODE_INTEGERS), whole)
    types |= {"heading_path": texts, "imports": texts, "context_spans": arrow.list_(arrow.list_(whole))}
    types["rendered"] = arrow.bool_()
    return arrow.schema([(name, types.get(name, arrow.string())) for name in (*FIELDS, *CODE_FIELDS)])


def _record(chunk: Chunk) -> dict[str, Any]:
    return {name: _writable(value) for name, value in chunk.to_dict().items()}


def _writable(value: Any) -> Any:
    """The value with U+FFFD for each lone surrogate in it."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    return [_writable(item) for item in value] if isinstance(value, list) else value


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list):
        value = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, str):
        return value
    text = value.replace("\0", "\ufffd")
    return _GUARD + text if _RISKY.match(text) else text
