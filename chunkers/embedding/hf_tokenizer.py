"""`HFTokenizer`: the tokens of an embedding model, without special tokens or prefixes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

#: Halves of surrogate pairs: legal in a Python string, not in the UTF-8 that tokenizers read.
_SURROGATE = re.compile("[\ud800-\udfff]")


def readable(text: str) -> str:
    """The text with lone surrogates replaced by U+FFFD, one to one, so that offsets stay."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


class HFTokenizer:
    """A `Tokenizer` over a Hugging Face fast tokenizer."""

    def __init__(self, name: str, backend: Any) -> None:
        """`backend` is a `tokenizers.Tokenizer`; its vocabulary is shared, its settings are not.

        transformers switches truncation and padding on the original with every call, in whatever
        thread; this one has neither.
        """
        from tokenizers import Tokenizer

        self.name = name
        self._tokenizer = Tokenizer(backend.model)
        if backend.normalizer is not None:
            self._tokenizer.normalizer = backend.normalizer
        if backend.pre_tokenizer is not None:
            self._tokenizer.pre_tokenizer = backend.pre_tokenizer
        added = sorted(backend.get_added_tokens_decoder().items())
        self._tokenizer.add_special_tokens([token for _, token in added if token.special])
        self._tokenizer.add_tokens([token for _, token in added if not token.special])

    def count(self, text: str) -> int:
        """Number of tokens of the text."""
        return self.counts([text])[0]

    def counts(self, texts: Iterable[str]) -> list[int]:
        """Number of tokens of each text."""
        # The fast variant does not follow offsets.
        encode = self._tokenizer.encode_batch_fast
        return [len(encoding) for encoding in encode([*map(readable, texts)], add_special_tokens=False)]

    def starts(self, text: str) -> np.ndarray:
        """Code-point offset at which each token starts, int64, shape `(tokens,)`, never decreasing.

        Several tokens of one character start at the same place. A token that stands for a space and the
        word after it starts at the space.
        """
        offsets = self._tokenizer.encode(readable(text), add_special_tokens=False).offsets
        starts = np.fromiter((start for start, _ in offsets), np.int64, len(offsets))
        return np.maximum.accumulate(starts) if len(starts) else starts
