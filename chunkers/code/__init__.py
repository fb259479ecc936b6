"""Program text: which language, its syntax tree, its symbols, and how it is cut along them."""

from chunkers.code.cutting import SymbolSpan, code_pieces, symbol_spans, unit_spans
from chunkers.code.fences import Fence, fence_of
from chunkers.code.languages import LANGUAGES, Language, detect, language_of, language_of_name

__all__ = [
    "LANGUAGES",
    "Fence",
    "Language",
    "SymbolSpan",
    "code_pieces",
    "detect",
    "fence_of",
    "language_of",
    "language_of_name",
    "symbol_spans",
    "unit_spans",
]
