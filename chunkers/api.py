"""The public entry: `split` gives the full result of a cut, `chunk` its list of chunks."""

from __future__ import annotations

import difflib
import inspect
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from chunkers.chunk import Chunk
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.length import Measure
from chunkers.parameters import shown
from chunkers.strategies import STRATEGIES, Similarities, Strategy


@dataclass(frozen=True, slots=True)
class OverlapAt:
    """The overlap at one boundary, in the cut's unit: what was asked for and what was got."""

    asked: int
    got: int


@dataclass(frozen=True)
class Chunking:
    """The full result of a cut.

    `chunks` are the children where the strategy makes parents; `similarities` is set by semantic cuts;
    `seconds` is the time of the cut without loading a model.
    """

    document: Document
    strategy: Strategy
    chunks: list[Chunk]
    parents: list[Chunk]
    similarities: Similarities | None
    seconds: float

    @property
    def parameters(self) -> dict[str, Any]:
        """Every parameter with the value that was used."""
        return dict(self.strategy.values)

    @property
    def unit(self) -> str:
        """The unit of its lengths."""
        return self.measure.unit

    @cached_property
    def measure(self) -> Measure:
        """What its lengths are counted with."""
        return self.strategy.measure(self.document)

    def length(self, chunk: Chunk) -> int:
        """The length of a chunk's final text, or of a parent's, in the unit of the cut."""
        if chunk.context or chunk.rendered:
            return self.measure.count(chunk.text)
        return self.measure.length(chunk.char_start, chunk.char_end)

    @cached_property
    def overlaps(self) -> list[OverlapAt]:
        """Asked and got at each boundary, shape `(len(chunks) - 1,)`."""
        measure = self.measure
        asked = self.strategy.values.get("overlap", 0)
        pairs = zip(self.chunks, self.chunks[1:])
        return [
            OverlapAt(
                asked,
                measure.length(right.char_start, left.char_end) if right.char_start < left.char_end else 0,
            )
            for left, right in pairs
        ]


def make_strategy(name: str, embedder: Embedder | None = None, **parameters: Any) -> Strategy:
    """The strategy `name` with its parameters fixed.

    Raises `ValueError` for an unknown name or a wrong parameter.
    """
    if not isinstance(name, str) or name not in STRATEGIES:
        near = difflib.get_close_matches(str(name), STRATEGIES, 1, 0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"strategy = {shown(name)} is unknown{hint} (choose one of {', '.join(STRATEGIES)})")
    return STRATEGIES[name](embedder, **parameters)


def split(
    document: Document | str,
    strategy: str = "recursive",
    *,
    embedder: Embedder | None = None,
    **parameters: Any,
) -> Chunking:
    """Cut a document, or a plain string, and give the full result.

    A strategy that uses a model takes `embedder`; left out, the bundled default is loaded. Raises
    `ValueError` that names the parameter, its value and the allowed range.
    """
    made = make_strategy(strategy, embedder, **parameters)
    if made.needs_embedder and embedder is None:
        from chunkers.embedding import load_embedder

        made = made.with_embedder(load_embedder())
    return run(made, Document.of(document))


def run(strategy: Strategy, document: Document) -> Chunking:
    """Cut a document by a strategy that is made already."""
    started = time.perf_counter()
    cut = strategy.cut(document)
    version = strategy.chunking_version

    name = strategy.name
    parents = [
        Chunk(document, piece, index, name, version, None, True)
        for index, piece in enumerate(cut.parents or ())
    ]
    if cut.parent_of:
        owners = [parents[index] for index in cut.parent_of]
        pairs = zip(cut.pieces, owners)
        chunks = [
            Chunk(document, piece, index, name, version, owner) for index, (piece, owner) in enumerate(pairs)
        ]
    else:
        chunks = [Chunk(document, piece, index, name, version) for index, piece in enumerate(cut.pieces)]
    return Chunking(document, strategy, chunks, parents, cut.similarities, time.perf_counter() - started)


def chunk(
    document: Document | str,
    strategy: str = "recursive",
    *,
    embedder: Embedder | None = None,
    **parameters: Any,
) -> list[Chunk]:
    """The chunks of a document or a plain string; see `split`."""
    return split(document, strategy, embedder=embedder, **parameters).chunks


def chunk_function(strategy: type[Strategy]) -> Callable[..., list[Chunk]]:
    """A function of its own for one strategy, with its parameters in the signature: `recursive_chunk(text, ...)`."""

    def cut(document: Document | str, *, embedder: Embedder | None = None, **parameters: Any) -> list[Chunk]:
        return chunk(document, strategy.name, embedder=embedder, **parameters)

    keyword = inspect.Parameter.KEYWORD_ONLY
    settings = [
        inspect.Parameter(one.name, keyword, default=one.default_for({})) for one in strategy.parameters
    ]
    cut.__name__ = cut.__qualname__ = f"{strategy.name}_chunk"
    cut.__doc__ = "\n".join(
        [
            strategy.summary,
            "",
            *(f"{one.name}: {one.help}" for one in strategy.parameters),
            "",
            "See `split`.",
        ]
    )
    first, model = list(inspect.signature(cut).parameters.values())[:2]
    cut.__signature__ = inspect.Signature([first, *settings, model])
    return cut
