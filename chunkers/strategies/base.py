"""What a strategy is: a declaration of parameters and a way to cut a document into pieces."""

from __future__ import annotations

import difflib
import hashlib
import inspect
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from chunkers.chunk import Piece
from chunkers.document import Document
from chunkers.embedder import Embedder
from chunkers.length import UNITS, Measure, measure
from chunkers.parameters import Parameter, Range, shown
from chunkers.span import Span
from chunkers.strategies.about import About
from chunkers.tokens import DEFAULT_ENCODING, ENCODINGS

CHUNK_SIZE = Parameter(
    "chunk_size",
    "integer",
    "Chunk size",
    "The most a chunk may measure, in the unit chosen, with its context.",
    range=Range(default=400, minimum=1, maximum=10**9, low=20, high=2000, step=10, unit="unit"),
)
OVERLAP = Parameter(
    "overlap",
    "integer",
    "Overlap",
    "The most that neighbouring chunks share, in the unit chosen: the last whole sentences that fit, else words.",
    range=Range(default=0, minimum=0, maximum=10**9, low=0, high=400, step=5, unit="unit"),
)
UNIT = Parameter(
    "unit",
    "choice",
    "Unit",
    "What is counted: characters, tokens (tiktoken), words (UAX #29), bytes (UTF-8) or the embedding model's tokens.",
    default="characters",
    choices=UNITS,
)
ENCODING = Parameter(
    "encoding",
    "choice",
    "Encoding",
    "The tiktoken encoding that counts tokens. cl100k_base is bundled; the others are downloaded once.",
    default=DEFAULT_ENCODING,
    choices=ENCODINGS,
    expert=True,
)


@dataclass(frozen=True)
class Similarities:
    """The curve of a semantic cut: `values[i]` belongs to the gap that ends at `positions[i]`.

    A value is the cosine of a sentence (or window) with the next; for `method = "gradient"`, how far that
    cosine lies above the one before it. NaN: unknown, no cut. A cut falls where a value is below `threshold`
    (absolute, also where it was asked as a percentile) and `min_size` allows it. Only `method = "cluster"`
    looks beyond neighbours: its cuts are the best segmentation, and `threshold` is the cosine from which two
    sentences pull together.
    """

    values: tuple[float, ...]
    positions: tuple[int, ...]
    threshold: float
    method: str = "threshold"


@dataclass(frozen=True)
class Cut:
    """What a strategy gives: the pieces, for parent-child their parents, for semantic its similarities."""

    pieces: list[Piece]
    parents: list[Piece] | None = None
    parent_of: list[int] | None = None
    similarities: Similarities | None = None


class Strategy(ABC):
    """A way to cut, with its parameters fixed. Register one by adding a file to this folder."""

    name: ClassVar[str]
    #: Raised whenever the same parameters would cut differently; part of every chunk id.
    version: ClassVar[str] = "1"
    #: Left out: the name in words, the first line of the docstring, nothing.
    label: ClassVar[str]
    summary: ClassVar[str]
    when: ClassVar[str]
    #: The human part of its page: how it cuts, what it costs, its source, a text that shows it.
    about: ClassVar[About]
    parameters: ClassVar[tuple[Parameter, ...]]
    uses_embedder: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        """A class with a name of its own takes no words over from the strategy that it builds on."""
        super().__init_subclass__(**options)
        own = vars(cls)
        if "name" not in own:
            return
        words = {
            "label": cls.name.replace("_", " ").capitalize(),
            "summary": (inspect.getdoc(cls) if cls.__doc__ else "").partition("\n")[0],
            "when": "",
            "about": About(),
        }
        for attribute, default in words.items():
            if attribute not in own:
                setattr(cls, attribute, default)

    def __init__(self, embedder: Embedder | None = None, **values: Any) -> None:
        """Fix the parameters.

        Raises `ValueError` that names the parameter, its value and the allowed range.
        """
        if embedder is not None and not hasattr(embedder, "encode_passages"):
            raise ValueError(
                f"embedder = {shown(embedder)} must be an embedder: load one by its name with "
                "chunkers.embedding.load_embedder"
            )
        self.embedder = embedder
        self.values = self._validated(values)

    def with_embedder(self, embedder: Embedder) -> Strategy:
        """The same strategy with the model it needs, also in the strategies inside it."""
        return type(self)(embedder, **self.values)

    @classmethod
    def parameter(cls, name: str) -> Parameter:
        """The declaration of one parameter. Raises `ValueError` for an unknown name."""
        for parameter in cls.parameters:
            if parameter.name == name:
                return parameter
        names = [parameter.name for parameter in cls.parameters]
        near = difflib.get_close_matches(name, names, 1, 0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"{name!r} is not a parameter of {cls.name}{hint} (allowed: {', '.join(names)})")

    @classmethod
    def _validated(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        for name in given:
            cls.parameter(name)
        values: dict[str, Any] = {}
        # What others depend on comes first, so that ranges are known when they are needed.
        for parameter in sorted(cls.parameters, key=lambda one: bool(one.depends_on)):
            value = given.get(parameter.name)
            if value is None:
                value = parameter.default_for(values)
            values[parameter.name] = parameter.validate(value, values)
        if values.get("overlap", 0) >= values.get("chunk_size", float("inf")):
            raise ValueError(
                f"overlap = {values['overlap']} must be between 0 and {values['chunk_size'] - 1}: "
                f"less than chunk_size = {values['chunk_size']}"
            )
        return values

    @property
    def needs_embedder(self) -> bool:
        """Whether this cut cannot be made without a model."""
        return self.uses_embedder or self.values.get("unit") == "model_tokens"

    @property
    def chunking_version(self) -> str:
        """The version, a dash, and eight hex digits over the parameters (and the model's name)."""
        canonical: dict[str, Any] = dict(self.values)
        if self.needs_embedder and self.embedder is not None:
            canonical["model"] = self.embedder.name
        text = json.dumps(canonical, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return f"{self.version}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"

    def measure(self, document: Document) -> Measure:
        """The document's measure in this strategy's unit; characters where it declares none."""
        unit = self.values.get("unit", UNIT.default)
        tokenizer = self.embedder.tokenizer if unit == "model_tokens" and self.embedder else None
        return measure(document, unit, self.values.get("encoding", ENCODING.default), tokenizer)

    @abstractmethod
    def spans(self, document: Document) -> list[Span]:
        """The bare cut: spans in order, starts strictly increasing, ends never decreasing."""

    def cut(self, document: Document) -> Cut:
        """The pieces with their context."""
        return Cut([Piece(span) for span in self.spans(document)])


class RangeStrategy(Strategy):
    """A strategy that can also cut a part of a document, and so serve as another's `inner` splitter."""

    @abstractmethod
    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        """The cut of `within` alone, at a size of its own."""

    def splitter(self, document: Document) -> Callable[[Span, int], list[Span]]:
        """`spans_within` for many stretches of one document, one after the other."""
        return lambda within, chunk_size: self.spans_within(document, within, chunk_size)

    def spans(self, document: Document) -> list[Span]:
        return self.spans_within(document, Span(0, len(document.text)), self.values["chunk_size"])
