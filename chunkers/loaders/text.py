"""Bytes to text: which encoding, how sure, and what had to be replaced.

In this order: a byte order mark; the zero bytes that UTF-16 and UTF-32 leave; strict UTF-8; UTF-8
with a few broken bytes; then the older encodings, by how much the text reads like a language (`legacy.py`).
"""

from __future__ import annotations

import codecs
import re
import reprlib
import unicodedata
from dataclasses import dataclass

from chunkers.loaders.errors import LoadError
from chunkers.loaders.legacy import guess
from chunkers.loaders.letters import COMMON

#: What a person can choose from to override the detection; any other text codec of Python works as well.
ENCODINGS = (
    "utf-8",
    "utf-16",
    "utf-32",
    "gb18030",
    "big5",
    "shift_jis",
    "euc_jp",
    "iso2022_jp",
    "euc_kr",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "koi8-r",
    "koi8-u",
    "iso8859-2",
    "iso8859-5",
    "iso8859-6",
    "iso8859-7",
    "iso8859-8",
    "cp737",
    "cp850",
    "cp852",
    "cp862",
    "cp866",
    "mac-roman",
    "mac-cyrillic",
    "mac-greek",
)

#: Names that stand for a larger set in practice (labels of the WHATWG Encoding Standard); tried in turn.
_IN_PRACTICE = {
    "gb2312": ("gb18030",),
    "gbk": ("gb18030",),
    "big5": ("cp950", "big5hkscs"),
    "shift_jis": ("cp932",),
    "euc_kr": ("cp949",),
    "iso8859-1": ("cp1252", "iso8859-1"),
    "ascii": ("cp1252",),
    "windows-874": ("cp874",),
    "utf-8": ("utf-8-sig",),
}

#: Longest first, because the mark of UTF-16 LE begins the mark of UTF-32 LE.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

_BINARY_MARKS = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive (also DOCX, XLSX, PPTX, EPUB)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office file"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "a database"),
)

#: Control characters that no text holds; tab, line ends, form feed, backspace and escape do occur in logs.
_CONTROL = re.compile("[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]")
#: More than one in a hundred means that the data is no text.
_CONTROL_SHARE = 0.01
_PRINTABLE = re.compile(rb"[\t\r\n -~]")
_ASCII_SHARE = 0.9

_SURROGATE = re.compile("[\ud800-\udfff]")
#: Broken UTF-8 is still taken for UTF-8 where there are ten good sequences for a bad one: text in another
#: encoding forms a good sequence by accident only.
_GOOD_PER_BAD = 10

#: Characters that are looked at to tell UTF-16 from its mirror image.
_SAMPLE = 20_000

_CONVERT = "convert the file to plain text or Markdown first"
_OVERRIDE = "where the text looks wrong, choose its encoding (`encoding=`, `--file-encoding`)"
_CHOOSE = "choose the encoding it was written in, or save it as UTF-8"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text, the encoding it was read in ("" for text that never was bytes), and how sure that is."""

    text: str
    encoding: str
    confident: bool
    warnings: tuple[str, ...] = ()


def decode(data: bytes, encoding: str | None = None, name: str = "the data") -> Decoded:
    """The text of `data`, without its byte order mark; line ends stay as they are.

    `encoding` overrides the detection. Raises `LoadError` for data that is not text, for an unknown
    encoding, and where the bytes are not valid in the encoding that was asked for.
    """
    check_bytes(data)
    data = bytes(data)
    for mark, kind in _BINARY_MARKS:
        if data.startswith(mark):
            raise LoadError(name, f"this is {kind}, not text", _CONVERT)
    found = _detected(data, name) if encoding in (None, "") else _overridden(data, encoding, name)
    _refuse_controls(found.text, name, found.encoding)
    return replace_surrogates(found)


def check_bytes(data: object) -> None:
    """Raises `TypeError` for what is not bytes: `bytes(5)` would be five zeros."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"data must be bytes, got {type(data).__name__}")


def replace_surrogates(decoded: Decoded) -> Decoded:
    """The same text with every lone surrogate as U+FFFD, one to one, and a warning that says how many."""
    text, count = _SURROGATE.subn("\ufffd", decoded.text)
    if not count:
        return decoded
    warning = f"{count} lone surrogate{'s' if count > 1 else ''} replaced by U+FFFD"
    return Decoded(text, decoded.encoding, decoded.confident, (*decoded.warnings, warning))


def _detected(data: bytes, name: str) -> Decoded:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(_strictly(data[len(mark) :], (encoding,), encoding, name), encoding, True)
    if b"\x00" in data:
        return _wide(data, name)
    if b"\x1b$" in data and (text := _attempt(data, "iso2022_jp_ext")) is not None:
        return Decoded(text, "iso2022_jp", True)
    if (text := _attempt(data, "utf-8")) is not None:
        return Decoded(text, "utf-8", True)
    return _broken_utf8(data) or _legacy(data, name)


def _wide(data: bytes, name: str) -> Decoded:
    """UTF-16 or UTF-32 without a mark: the reading with the most characters that are common anywhere."""
    readings = []
    if _is_ascii_with_zeros(data):
        position = data.index(0)
        raise LoadError(name, f"byte {position} is zero in what is plain text otherwise", _CONVERT)
    for encoding in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
        text = _attempt(data, encoding)
        if text and "\x00" not in text and _reads_well(text):
            readings.append(Decoded(text, encoding, True))
    if readings:
        return max(readings, key=lambda one: sum(char in COMMON for char in one.text[:_SAMPLE]))
    position = data.index(0)
    raise LoadError(name, f"byte {position} is zero and this is no UTF-16 or UTF-32: not text", _CONVERT)


def _is_ascii_with_zeros(data: bytes) -> bool:
    """Whether nearly all bytes are printable ASCII: as UTF-16 they would read as rare Chinese characters.

    In UTF-16 or UTF-32 a text in Latin letters has a zero at least at every second byte, and of one in Chinese
    a third or more of the bytes are no printable ASCII.
    """
    sample = data[: 4 * _SAMPLE]
    return len(_PRINTABLE.findall(sample)) > _ASCII_SHARE * len(sample)


def _reads_well(text: str) -> bool:
    """Whether nearly every character at the beginning is assigned and is no control."""
    sample = text[:_SAMPLE]
    odd = sum(unicodedata.category(char) in ("Cn", "Co", "Cs") for char in sample)
    return odd + len(_CONTROL.findall(sample)) <= _CONTROL_SHARE * len(sample)


def _broken_utf8(data: bytes) -> Decoded | None:
    """UTF-8 with a few bad bytes, such as a log that was cut inside a character."""
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd") - data.count("\ufffd".encode())
    good = sum(char > "\x7f" for char in text) - bad
    if good < _GOOD_PER_BAD * bad:
        return None
    line = text[: text.index("\ufffd")].count("\n") + 1
    plural = "s" if bad > 1 else ""
    warning = f"{bad} broken UTF-8 sequence{plural} replaced by U+FFFD, the first in line {line}"
    return Decoded(text, "utf-8", False, (warning,))


def _legacy(data: bytes, name: str) -> Decoded:
    found = guess(data)
    if found is None:
        raise LoadError(name, "the bytes fit no text encoding that can be detected", _CHOOSE)
    warnings = () if found.confident else (f"the encoding is a guess: {found.encoding}; {_OVERRIDE}",)
    return Decoded(found.text, found.encoding, found.confident, warnings)


def _overridden(data: bytes, encoding: str, name: str) -> Decoded:
    try:
        known = codecs.lookup(encoding.strip()).name
    except (AttributeError, LookupError, TypeError, ValueError):
        remedy = f"choose one of {', '.join(ENCODINGS)}"
        raise LoadError(name, f"encoding = {reprlib.repr(encoding)} is unknown", remedy) from None
    known = {"cp874": "windows-874"}.get(known, known)
    text = _strictly(data, _IN_PRACTICE.get(known, (known,)), encoding, name)
    if known == "cp1258":
        text = unicodedata.normalize("NFC", text)
    return Decoded(text.removeprefix("\ufeff"), encoding.strip(), True)


def _strictly(data: bytes, codec_names: tuple[str, ...], label: str, name: str) -> str:
    """The text by the first codec that can read it. `LoadError` says where the first bad byte is."""
    problem = ""
    for codec_name in codec_names:
        try:
            return data.decode(codec_name)
        except UnicodeDecodeError as error:
            seen = " ".join(f"{byte:02x}" for byte in data[error.start : error.start + 4])
            problem = problem or f"not valid {label}: byte {error.start} ({seen}), {error.reason}"
        except (LookupError, ValueError):
            problem = problem or f"{label!r} is not an encoding of text"
    raise LoadError(name, problem, f"leave the encoding to be detected, or {_CHOOSE}")


def _attempt(data: bytes, codec_name: str) -> str | None:
    try:
        return data.decode(codec_name)
    except UnicodeDecodeError:
        return None


def _refuse_controls(text: str, name: str, encoding: str) -> None:
    count = len(_CONTROL.findall(text))
    if "\x00" in text or count > _CONTROL_SHARE * len(text):
        seen = f"{count} control characters in {len(text)} characters (read as {encoding}): not text"
        raise LoadError(name, seen, f"{_CONVERT}, or {_CHOOSE}")
