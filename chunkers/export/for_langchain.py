"""The like of a cut with LangChain's text splitters, and what it does differently.

Read in langchain-text-splitters 1.1 and langchain-experimental 0.4: its splitters carry strings, not spans, and
find offsets by searching afterwards.
"""

from __future__ import annotations

from collections.abc import Callable

from chunkers.code.languages import language_of_name
from chunkers.embedding.prefixes import prefixes_for
from chunkers.export.recursive_splitter import LENGTH, recursive_splitter
from chunkers.export.writing import Raw, called, comment, lines, model_of, reading, tokenizing, unable
from chunkers.strategies import Strategy

_PEER = "LangChain"
_PATH = "from pathlib import Path"
#: Names of languages where LangChain's differ from ours.
_LANGUAGES = {"javascript": "js", "typescript": "ts", "tsx": "ts"}
_NO_LANGUAGE = ("bash", "sql")
_RECURSIVE_DIFFERENCES = (
    "A piece as long as the limit is cut once more, where it could stand.",
    "White space at the ends of a chunk counts, though it is stripped afterwards: where nearly every cut is "
    "between words, boundaries drift from ours.",
    "The overlap is whole pieces of the last chunk, not the last sentences or words that fit.",
    "Tokens are summed over the pieces, which makes more than the whole has: chunks are shorter.",
    "Grapheme clusters (emoji, combining marks) can be cut in two.",
)


def langchain_code(strategy: Strategy, path: str) -> str:
    """The code, or the statement that LangChain has no such cut."""
    write = _WRITERS.get(strategy.name)
    return write(strategy, path) if write else unable(_PEER, "it has no such strategy.")


def _windows(strategy: Strategy, path: str) -> str:
    values = strategy.values
    sizes = {"chunk_size": values["chunk_size"], "chunk_overlap": values["overlap"]}
    splitter = "CharacterTextSplitter"
    match values["unit"]:
        case "tokens":
            splitter = "TokenTextSplitter"
            settings = {"encoding_name": values["encoding"], **sizes, "disallowed_special": ()}
            differences = (
                "The same windows of tokens, but:",
                "Where a token ends inside a character, or tokens read by themselves are more than they were, "
                "its window is broken text or too long; ours ends earlier, and later ones shift.",
            )
        case "characters" | "bytes":
            settings = {"separator": "", **sizes, "strip_whitespace": False}
            if values["unit"] == "bytes":
                settings["length_function"] = Raw("lambda text: len(text.encode())")
            differences = (
                "The same windows, but:",
                "Windows of white space alone are kept.",
                *(
                    [
                        "An overlap that leaves no room for the next letter is shortened; ours is then left out."
                    ]
                    if values["unit"] == "bytes" and values["overlap"]
                    else []
                ),
            )
        case unit:
            return unable(_PEER, f"it has no windows counted in {unit.replace('_', ' ')}.")
    return lines(
        comment(*differences, "Grapheme clusters (emoji, combining marks) and CRLF can be cut in two."),
        _PATH,
        "",
        f"from langchain_text_splitters import {splitter}",
        "",
        reading(path),
        f"splitter = {called(splitter, **settings)}",
        "chunks = splitter.split_text(text.rstrip())",
    )


_RECURSIVE = "from langchain_text_splitters import RecursiveCharacterTextSplitter"
_NO_PATTERNS = "it splits with Python's re by patterns without groups, and cannot take these separators."


def _recursive(strategy: Strategy, path: str) -> str:
    splitter = recursive_splitter(strategy, strategy.values["chunk_size"], strategy.values["overlap"])
    if splitter is None:
        return unable(_PEER, _NO_PATTERNS)
    imports, definition, call = splitter
    return lines(
        comment("The same kind of cut, and mostly the same boundaries, but:", *_RECURSIVE_DIFFERENCES),
        _PATH,
        "",
        *imports,
        _RECURSIVE,
        "",
        *definition,
        reading(path),
        f"splitter = {call}",
        "chunks = splitter.split_text(text)",
    )


def _markdown(strategy: Strategy, path: str) -> str:
    imports, definition, call = recursive_splitter(
        strategy, strategy.values["chunk_size"], strategy.values["overlap"]
    )
    keeps = strategy.values["keep_heading"] or strategy.values["context"] == "none"
    by_heading = called(
        "MarkdownHeaderTextSplitter",
        headers_to_split_on=[("#" * level, f"heading {level}") for level in range(1, 7)],
        strip_headers=not keeps,
    )
    inner = strategy.values["inner"]
    return lines(
        comment(
            "The same sections, cut recursively where they are too long, but:",
            "The heading path is metadata: it is neither in the text nor counted in the limit.",
            "Sections under the same path that follow each other are one.",
            "Blank lines and indents at the ends of lines are lost, so that chunks are no slices of the file.",
            "Only headings with # are seen; tables are cut without their header, and code anywhere.",
            *([f"Long sections are cut recursively, not by {inner!r}."] if inner != "recursive" else []),
        ),
        _PATH,
        "",
        *imports,
        "from langchain_text_splitters import (\n    MarkdownHeaderTextSplitter,\n    RecursiveCharacterTextSplitter,\n)",
        "",
        *definition,
        reading(path),
        f"sections = {by_heading}.split_text(text)",
        f"splitter = {call}",
        "documents = splitter.split_documents(sections)",
        "chunks = [document.page_content for document in documents]",
    )


def _semantic(strategy: Strategy, path: str) -> str:
    values = strategy.values
    kinds = {"stdev": "standard_deviation", "iqr": "interquartile"}
    method, amount = values["method"], values["threshold"]
    if method in ("threshold", "cluster"):
        what = "an absolute similarity as threshold" if method == "threshold" else "a best segmentation"
        return unable(_PEER, f"its SemanticChunker does not know {what}.")
    if method in ("percentile", "gradient"):
        amount = 100.0 - amount  # of distances, which are 1 - similarity
    settings = {
        "breakpoint_threshold_type": kinds.get(method, method),
        "breakpoint_threshold_amount": amount,
        "buffer_size": values["buffer"],
    }
    if values["min_size"] and values["unit"] == "characters":
        settings["min_chunk_size"] = values["min_size"]
    name = model_of(strategy)
    embeddings = called(
        "HuggingFaceEmbeddings",
        model_name=name,
        encode_kwargs={"prompt": prefixes_for(name).passage, "normalize_embeddings": True},
    )
    return lines(
        comment(
            "The same threshold on the same kind of curve, but:",
            "There is no chunk size: a topic may be of any length.",
            "Sentences end at . ? or ! before white space, in every language, and are joined by one space.",
            *(
                ["Gradients are central differences, which cut a sentence early."]
                if method == "gradient"
                else []
            ),
            *(["A smallest size is counted in characters only."] if values["min_size"] else []),
        ),
        _PATH,
        "",
        "from langchain_experimental.text_splitter import SemanticChunker",
        "from langchain_huggingface import HuggingFaceEmbeddings",
        "",
        reading(path),
        f"embeddings = {embeddings}",
        f"splitter = {called('SemanticChunker', Raw('embeddings'), **settings)}",
        "chunks = splitter.split_text(text)",
    )


def _parent_child(strategy: Strategy, path: str) -> str:
    values = strategy.values
    imports, definition, parent = recursive_splitter(strategy, values["parent_size"], 0)
    child = recursive_splitter(strategy, values["child_size"], values["overlap"])[2]
    return lines(
        comment(
            "The same kind of pair, as in LangChain's ParentDocumentRetriever, but:",
            "Neither is cut along the headings, and neither has the heading path in front.",
            "Children are cut out of finished parents; ours are whole blocks, and parents are runs of them.",
            *_RECURSIVE_DIFFERENCES,
        ),
        _PATH,
        "",
        *imports,
        _RECURSIVE,
        "",
        *definition,
        reading(path),
        f"parent_splitter = {parent}",
        f"child_splitter = {child}",
        "parents = parent_splitter.split_text(text)",
        "children = [child_splitter.split_text(parent) for parent in parents]",
        "chunks = [child for family in children for child in family]",
    )


def _code(strategy: Strategy, path: str) -> str:
    values = strategy.values
    language = language_of_name(path) if values["language"] == "auto" else values["language"]
    if language is None:
        return unable(_PEER, "it must be told the language, and the file's name does not say it.")
    if language in _NO_LANGUAGE:
        return unable(_PEER, f"it has no separators for {language}.")
    imports, definition = tokenizing(strategy)
    settings = {
        "language": Raw(f"Language({_LANGUAGES.get(language, language)!r})"),
        "chunk_size": values["chunk_size"],
        "chunk_overlap": 0,
    }
    if values["unit"] == "characters":
        definition = []
    else:
        settings["length_function"] = LENGTH
    return lines(
        comment(
            "The same aim, by other means:",
            "It looks for words such as class and def at line starts, not for symbols in a syntax tree: "
            "decorators and comments come apart from what they belong to.",
            "Pieces of a large function or class do not carry its signature.",
        ),
        _PATH,
        "",
        *imports,
        "from langchain_text_splitters import Language, RecursiveCharacterTextSplitter",
        "",
        *definition,
        reading(path),
        f"splitter = {called('RecursiveCharacterTextSplitter.from_language', **settings)}",
        "chunks = splitter.split_text(text)",
    )


def _unable(reason: str) -> Callable[[Strategy, str], str]:
    return lambda strategy, path: unable(_PEER, reason)


_WRITERS: dict[str, Callable[[Strategy, str], str]] = {
    "fixed": _windows,
    "overlap": _windows,
    "recursive": _recursive,
    "markdown": _markdown,
    "semantic": _semantic,
    "parent_child": _parent_child,
    "code": _code,
    "structure": _unable("no splitter of it packs whole paragraphs, lists, tables and code of a section."),
    "sentence": _unable(
        "its sentence splitters (NLTK, spaCy) know one language each and put chunks together anew from "
        "sentences, without what stands between them."
    ),
    "table": _unable("no splitter of it cuts tables between rows under a repeated header."),
}
