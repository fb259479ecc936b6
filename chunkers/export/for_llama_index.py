"""The like of a cut with LlamaIndex's node parsers, and what it does differently.

Read in llama-index-core 0.14. Its splitters merge pieces of every level into one chunk and count each piece by
itself; offsets are searched for afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chunkers.code.languages import language_of_name
from chunkers.embedding.prefixes import prefixes_for
from chunkers.export.writing import Raw, called, comment, lines, model_of, reading, tokenizing, unable
from chunkers.strategies import Strategy

_PEER = "LlamaIndex"
_PATH = "from pathlib import Path"
_TOKENIZER = Raw("tokenize")
_SENTENCES = (
    "Sentences are those of NLTK's Punkt for English; other scripts are cut at their commas and spaces."
)
_MERGED = "What is left of a long piece is merged with the next one; the overlap is whole pieces."
_SUMS = "Lengths are sums over the pieces; grapheme clusters (emoji, combining marks) can be cut in two."


def llama_index_code(strategy: Strategy, path: str) -> str:
    """The code, or the statement that LlamaIndex has no such cut."""
    write = _WRITERS.get(strategy.name)
    return write(strategy, path) if write else unable(_PEER, "it has no such strategy.")


def _program(
    strategy: Strategy, path: str, told: tuple[str, ...], imports: list[str], *body: str, counts: bool = True
) -> str:
    """The comment, the imports, what counts, the text, and what is done with it."""
    others, definition = tokenizing(strategy) if counts else ([], [])
    return lines(comment(*told), _PATH, "", *others, *imports, "", *definition, reading(path), *body)


def _sentence_splitter(size: int, overlap: int) -> str:
    return called("SentenceSplitter", chunk_size=size, chunk_overlap=overlap, tokenizer=_TOKENIZER,
                  paragraph_separator="\n\n")  # fmt: skip


_SENTENCE_IMPORT = "from llama_index.core.node_parser import SentenceSplitter"


def _recursive(strategy: Strategy, path: str) -> str:
    values = strategy.values
    separators = values["separators"]
    if separators is None:
        return _program(
            strategy,
            path,
            (
                "The nearest it has: paragraphs, then sentences, then clauses, then words. It differs:",
                "Headings and single line ends are no separators.",
                _MERGED,
                _SENTENCES,
                _SUMS,
            ),
            [_SENTENCE_IMPORT],
            f"splitter = {_sentence_splitter(values['chunk_size'], values['overlap'])}",
            "chunks = splitter.split_text(text)",
        )
    marks = [item for item in separators if item]
    if values["is_regex"] or not marks or any(isinstance(item, tuple) for item in marks):
        return unable(_PEER, "its separators are plain strings, each a level of its own.")
    first, *rest = marks
    splitter = called(
        "TokenTextSplitter", chunk_size=values["chunk_size"], chunk_overlap=values["overlap"],
        separator=first, backup_separators=rest, tokenizer=_TOKENIZER,
    )  # fmt: skip
    return _program(
        strategy,
        path,
        (
            "The nearest it has: the same separators from coarse to fine. It differs:",
            _MERGED,
            "A separator always stays with the text after it.",
            _SUMS,
        ),
        ["from llama_index.core.node_parser import TokenTextSplitter"],
        f"splitter = {splitter}",
        "chunks = splitter.split_text(text)",
    )


def _sentence(strategy: Strategy, path: str) -> str:
    return _program(
        strategy,
        path,
        (
            "The same kind of cut: whole sentences up to the limit. It differs:",
            _SENTENCES,
            "Paragraphs are packed whole before sentences are; headings may end a chunk.",
            _SUMS,
        ),
        [_SENTENCE_IMPORT],
        f"splitter = {_sentence_splitter(strategy.values['chunk_size'], strategy.values['overlap'])}",
        "chunks = splitter.split_text(text)",
    )


def _markdown(strategy: Strategy, path: str) -> str:
    return _program(
        strategy,
        path,
        (
            "The same sections, cut between sentences where they are too long, but:",
            "The heading path is metadata (header_path), without the heading itself, and not in front of the "
            "text; heading lines stay in the text.",
            "Only headings with # are seen; tables are cut without their header, and code anywhere.",
            _SENTENCES,
            _SUMS,
        ),
        [
            "from llama_index.core import Document",
            "from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter",
        ],
        f"splitter = {_sentence_splitter(strategy.values['chunk_size'], strategy.values['overlap'])}",
        "sections = MarkdownNodeParser().get_nodes_from_documents([Document(text=text)])",
        "chunks = [part for section in sections for part in splitter.split_text(section.text)]",
    )


def _semantic(strategy: Strategy, path: str) -> str:
    values = strategy.values
    if values["method"] != "percentile":
        return unable(_PEER, "its SemanticSplitterNodeParser takes a percentile only.")
    name = model_of(strategy)
    model = called("HuggingFaceEmbedding", model_name=name, text_instruction=prefixes_for(name).passage)
    percentile = round(100.0 - values["threshold"])
    splitter = called(
        "SemanticSplitterNodeParser",
        embed_model=Raw("model"),
        buffer_size=values["buffer"],
        breakpoint_percentile_threshold=percentile,
    )
    rounded = () if percentile == 100.0 - values["threshold"] else ("The percentile is a whole number.",)
    return _program(
        strategy,
        path,
        (
            "The same threshold on the same curve, but:",
            "There is no chunk size, and no smallest one: a topic may be of any length.",
            _SENTENCES.partition(";")[0] + ".",
            *rounded,
        ),
        [
            "from llama_index.core import Document",
            "from llama_index.core.node_parser import SemanticSplitterNodeParser",
            "from llama_index.embeddings.huggingface import HuggingFaceEmbedding",
        ],
        f"model = {model}",
        f"splitter = {splitter}",
        "nodes = splitter.get_nodes_from_documents([Document(text=text)])",
        "chunks = [node.text for node in nodes]",
        counts=False,
    )


def _parent_child(strategy: Strategy, path: str) -> str:
    values = strategy.values
    return _program(
        strategy,
        path,
        (
            "The same kind of pair, for its AutoMergingRetriever, but:",
            "Neither is cut along the headings, and neither has the heading path in front.",
            "Children are cut out of finished parents; ours are whole blocks, and parents are runs of them.",
            _SENTENCES,
            _SUMS,
        ),
        [
            "from llama_index.core import Document",
            "from llama_index.core.node_parser import (\n    HierarchicalNodeParser,\n    SentenceSplitter,\n"
            "    get_leaf_nodes,\n)",
        ],
        f"parents = {_sentence_splitter(values['parent_size'], 0)}",
        f"children = {_sentence_splitter(values['child_size'], values['overlap'])}",
        "parser = HierarchicalNodeParser.from_defaults(\n    node_parser_ids=['parent', 'child'],\n"
        "    node_parser_map={'parent': parents, 'child': children},\n)",
        "nodes = parser.get_nodes_from_documents([Document(text=text)])",
        "chunks = [node.text for node in get_leaf_nodes(nodes)]",
    )


def _code(strategy: Strategy, path: str) -> str:
    values = strategy.values
    language = language_of_name(path) if values["language"] == "auto" else values["language"]
    if language is None:
        return unable(_PEER, "it must be told the language, and the file's name does not say it.")
    settings: dict[str, Any] = {"language": language}
    counts = values["unit"] != "characters"
    if counts:
        settings |= {"count_mode": "token", "max_tokens": values["chunk_size"], "tokenizer": _TOKENIZER}
    else:
        settings["max_chars"] = values["chunk_size"]
    return _program(
        strategy,
        path,
        (
            "The same kind of cut, along a syntax tree, but:",
            "Small neighbours are packed without regard to what a symbol is, and comments come apart from it.",
            "Pieces of a large function or class do not carry its signature.",
            "A file with a syntax error that swallows all of it is refused. The grammar is downloaded by "
            "tree-sitter-language-pack.",
        ),
        ["from llama_index.core.node_parser import CodeSplitter"],
        f"splitter = {called('CodeSplitter', **settings)}",
        "chunks = splitter.split_text(text)",
        counts=counts,
    )


def _unable(reason: str) -> Callable[[Strategy, str], str]:
    return lambda strategy, path: unable(_PEER, reason)


_NO_WINDOWS = _unable(
    "it has no blind windows; its TokenTextSplitter cuts at spaces and line ends first. It can run LangChain's "
    "splitter: LangchainNodeParser(splitter), from llama_index.core.node_parser."
)
_WRITERS: dict[str, Callable[[Strategy, str], str]] = {
    "fixed": _NO_WINDOWS,
    "overlap": _NO_WINDOWS,
    "recursive": _recursive,
    "sentence": _sentence,
    "markdown": _markdown,
    "semantic": _semantic,
    "parent_child": _parent_child,
    "code": _code,
    "structure": _unable("no parser of it packs whole paragraphs, lists, tables and code of a section."),
    "table": _unable(
        "no parser of it cuts tables between rows under a repeated header; its MarkdownElementNodeParser has a "
        "language model summarise them."
    ),
}
