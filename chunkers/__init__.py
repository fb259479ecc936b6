"""Chunkscope's package: cut documents for retrieval, and measure what the cut does.

    from chunkers import chunk
    for one in chunk(text, "markdown", chunk_size=400):
        print(one.char_start, one.char_end, one.text)

Every strategy also has a function of its own: `fixed_chunk`, `overlap_chunk`, `recursive_chunk`,
`markdown_chunk`, `semantic_chunk`.
"""

from chunkers.api import Chunking, chunk, chunk_function, make_strategy, split
from chunkers.chunk import Chunk
from chunkers.document import Block, Document, Page
from chunkers.reading import document_sentences
from chunkers.sentences import sentence_spans
from chunkers.span import Span
from chunkers.strategies import STRATEGIES, Strategy
from chunkers.version import __version__

#: `fixed_chunk` and its like, one a strategy, also for strategies added later.
_FUNCTIONS = {f"{name}_chunk": chunk_function(strategy) for name, strategy in STRATEGIES.items()}
globals().update(_FUNCTIONS)

__all__ = [
    "STRATEGIES",
    "Block",
    "Chunk",
    "Chunking",
    "Document",
    "Page",
    "Span",
    "Strategy",
    "__version__",
    "chunk",
    "document_sentences",
    "make_strategy",
    "sentence_spans",
    "split",
    *_FUNCTIONS,
]
