"""The sections that `expected_heading` and `expected_source` name, as spans of the document."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import PurePosixPath
from urllib.parse import unquote

import regex

from chunkers.document import Document
from chunkers.evaluation.folding import fold
from chunkers.reading import document_sections, section_start
from chunkers.span import Span

_NOT_IN_SLUG = regex.compile(r"[^\p{L}\p{M}\p{N}\p{Pc}\- ]")
_ARROW = re.compile(r"\s*[>›»→]\s*")


def heading_spans(document: Document, heading: str | tuple[str, ...]) -> list[Span]:
    """The sections under a heading, each with its heading line and all deeper sections.

    A text is a title, or else a path `A > B`; a path names the last titles of a section's path, so that
    the document's own title may be left out. Titles are compared folded.
    """
    paths = document.memo("folded paths", lambda: _folded_paths(document))

    def ending_with(titles: list[str]) -> list[Span]:
        indices = [index for index, path in enumerate(paths) if path and path[-len(titles) :] == titles]
        return [_extent(document, index) for index in indices]

    if isinstance(heading, tuple):
        return ending_with([fold(title) for title in heading])
    return ending_with([fold(heading)]) or ending_with([fold(title) for title in _ARROW.split(heading)])


def source_spans(document: Document, source: str) -> list[Span]:
    """The section at `file#anchor`, as `heading_spans` gives it; the whole document without an anchor.

    The anchor is the one GitHub gives to a heading. Nothing where the file is another one.
    """
    file, _, anchor = source.partition("#")
    if file and not _same_file(file, document.name):
        return []
    if not anchor:
        return [Span(0, len(document.text))] if document.text.strip() else []
    wanted = {anchor.lower(), unquote(anchor).lower()}
    anchors = document.memo("anchors", lambda: _anchors(document))
    return [_extent(document, index) for index, anchor in anchors if anchor in wanted]


def slug(title: str) -> str:
    """The anchor of a heading on GitHub: lower case, without punctuation, spaces as hyphens."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-")


def _folded_paths(document: Document) -> list[list[str]]:
    return [[fold(title) for title in section.path] for section in document_sections(document)]


def _anchors(document: Document) -> list[tuple[int, str]]:
    """Index and anchor of each section with a heading; a repeated one gets `-1`, `-2`..."""
    counts: dict[str, int] = {}
    found: list[tuple[int, str]] = []
    for index, section in enumerate(document_sections(document)):
        if section.heading is None:
            continue
        base = anchor = slug(section.heading.title)
        while anchor in counts:
            counts[base] += 1
            anchor = f"{base}-{counts[base]}"
        counts[anchor] = 0
        found.append((index, anchor))
    return found


def _same_file(wanted: str, name: str) -> bool:
    """Whether a file is meant: the whole name, or its last parts."""
    parts, own = _parts(unquote(wanted)), _parts(name)
    shared = min(len(parts), len(own))
    return shared > 0 and parts[-shared:] == own[-shared:]


def _parts(path: str) -> list[str]:
    parts = PurePosixPath(path.replace("\\", "/").lower()).parts
    return [part for part in parts if part not in (".", "/")]


def _extent(document: Document, index: int) -> Span:
    """From a section's heading to the next heading of its level or above, without white space at the end."""
    found = document_sections(document)
    level = found[index].heading.level
    later = (section for section in islice(found, index + 1, None) if section.heading.level <= level)
    start, end = section_start(found[index]), next(map(section_start, later), len(document.text))
    return Span(start, start + len(document.text[start:end].rstrip()))
