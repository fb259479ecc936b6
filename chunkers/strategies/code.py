"""The cut of program text along its symbols, with tree-sitter.

A function or a method is one unit, with the decorators, attributes and comments directly above it. Small
neighbours and what stands between them are packed up to the limit; a class that does not fit is cut between
its members, a function between its statements, then lines, then words, and each piece carries the signature
of what it was cut from as context. A syntax error costs the structure of the broken stretch, never its text.

The idea of opening a syntax tree only where it does not fit follows cAST (Zhang et al., "cAST: Enhancing Code
Retrieval-Augmented Generation with Structural Chunking via Abstract Syntax Tree", 2025); the grammars are
those of the tree-sitter project, one package a language.
"""

from __future__ import annotations

from chunkers.chunk import Piece
from chunkers.code import LANGUAGES, code_pieces
from chunkers.document import Document
from chunkers.parameters import Parameter
from chunkers.span import Span
from chunkers.strategies.about import About, Sample, Source
from chunkers.strategies.base import CHUNK_SIZE, ENCODING, UNIT, Cut, RangeStrategy

AUTO = "auto"
LANGUAGE = Parameter(
    "language",
    "choice",
    "Language",
    "The programming language. auto: from the file name, the source type, a #! line, or telling lines; "
    "where none of them says it, the text is cut by lines.",
    default=AUTO,
    choices=(AUTO, *LANGUAGES),
)


class Code(RangeStrategy):
    """Functions, classes and methods as units."""

    name = "code"
    label = "Code"
    summary = (
        "Cuts program text between functions, classes and methods; what is too large carries its signature."
    )
    when = "For source files. It needs a language it knows; any other text it cuts by lines."
    about = About(
        how="A parser reads the file. A function or method is one unit, with the comments and decorators above it. "
        "Small neighbours are packed up to the size. A class that does not fit is cut between its members, a "
        "function between its statements, then lines, then words; each piece has the signature of what it was cut "
        "from in front. Where a stretch does not parse, its text is kept and cut by lines.",
        when_not="For prose, and for languages that are not in its list: there it only cuts by lines.",
        cost="No model. 2 to 3 MB a second on one core. Memory: about 40 times the "
        "size of a file while it is parsed, one file at a time.",
        sources=(
            Source(
                "Zhang et al., cAST: Enhancing Code Retrieval-Augmented Generation with Structural Chunking via "
                "Abstract Syntax Tree (2025)",
                "https://arxiv.org/abs/2506.15655",
            ),
            Source("tree-sitter, the parser and its grammars", "https://tree-sitter.github.io/tree-sitter/"),
        ),
        sample=Sample(
            "class Basket:\n"
            "    def __init__(self):\n"
            "        self.items = []\n\n"
            "    def add(self, item, count=1):\n"
            "        self.items += [item] * count\n\n"
            "    # Prices are in cents.\n"
            "    def total(self):\n"
            "        return sum(one.price for one in self.items)\n\n\n"
            "def empty(basket):\n"
            "    return not basket.items\n",
            {"chunk_size": 150},
            "The class does not fit and is cut between its methods; each later piece says that it is of class Basket.",
            "basket.py",
        ),
    )
    parameters = (CHUNK_SIZE, UNIT, LANGUAGE, ENCODING)

    def spans(self, document: Document) -> list[Span]:
        return [piece.span for piece in self.cut(document).pieces]

    def cut(self, document: Document) -> Cut:
        within = Span(0, len(document.text))
        return Cut(self.pieces_within(document, within, self.values["chunk_size"]))

    def pieces_within(
        self, document: Document, within: Span, chunk_size: int, with_context: bool = True
    ) -> list[Piece]:
        """The pieces of a part of a document, with their context: a file, or a fenced block with its fence lines."""
        language = None if self.values["language"] == AUTO else self.values["language"]
        return code_pieces(document, within, language, self.measure(document), chunk_size, with_context)

    def spans_within(self, document: Document, within: Span, chunk_size: int) -> list[Span]:
        """The cut of `within` at a size of its own, the whole of it for the text itself: no context is counted."""
        return [piece.span for piece in self.pieces_within(document, within, chunk_size, with_context=False)]
