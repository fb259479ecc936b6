"""What a document's text says of itself, each found once: its sentences and its Markdown sections."""

from __future__ import annotations

from bisect import bisect_right

from chunkers.block_scan import document_scan
from chunkers.document import Document
from chunkers.markdown import Section, headings_of, sections_under
from chunkers.sentences import sentence_spans
from chunkers.span import Span


def document_sentences(document: Document) -> list[Span]:
    """The sentence spans of a document."""
    return document.memo("sentences", lambda: sentence_spans(document.text))


def document_sections(document: Document) -> list[Section]:
    """The Markdown sections of a document, which tile it."""
    return document.memo(
        "sections", lambda: sections_under(document.text, headings_of(document_scan(document)))
    )


def section_at(document: Document, position: int) -> Section | None:
    """The section in which a position lies, its heading line included."""
    found = document_sections(document)
    starts = document.memo("section starts", lambda: [section_start(section) for section in found])
    index = bisect_right(starts, position) - 1
    return found[index] if index >= 0 else None


def section_start(section: Section) -> int:
    """Where a section begins: at its heading line, or at its body where it has none."""
    return section.heading.span.start if section.heading else section.body.start
