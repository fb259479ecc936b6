"""No row is cut that fits, and every piece of a table has its header: over generated tables of all sorts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document, Span, make_strategy
from chunkers.api import run
from chunkers.length import measure
from chunkers.reading import document_sections
from chunkers.tables import document_tables
from tests.property.texts import html_tables, markdown, pipe_tables, texts

table_texts = st.lists(st.one_of(pipe_tables(), pipe_tables(), html_tables(), markdown), max_size=4).map(
    "".join
)


def rows_of(table):
    """The rows of a table without the white space around them; one of white space alone is none."""
    text = table.text
    for start, end in zip(table.row_starts, [*table.row_starts[1:], table.span.end]):
        row = text[start:end]
        if row.strip():
            yield Span(end - len(row.lstrip()), start + len(row.rstrip()))


def whole_tables(document):
    """The tables that lie in one section; a heading inside a table ends it for who cuts at headings."""
    bodies = [section.body for section in document_sections(document)] or [Span(0, len(document.text))]
    return [
        table
        for table in document_tables(document)
        if any(body.start <= table.span.start and table.span.end <= body.end for body in bodies)
    ]


@pytest.mark.parametrize("name", ["table", "markdown", "structure", "parent_child"])
@settings(max_examples=300)
@given(
    text=st.one_of(table_texts, table_texts, texts),
    size=st.integers(1, 200),
    unit=st.sampled_from(("characters", "bytes")),
)
def test_a_row_that_fits_is_whole_under_its_header(name, text, size, unit):
    document = Document(text)
    sizes = (
        {"child_size": size, "parent_size": 2 * size + 2} if name == "parent_child" else {"chunk_size": size}
    )
    chunks = run(make_strategy(name, unit=unit, **sizes), document).chunks
    count = measure(document, unit).count
    for table in whole_tables(document):
        if count(table.repeated) > size // 2:
            continue  # it takes at most half, so this one stands only at the beginning
        for row in rows_of(table):
            if count(row.of(text)) > size - size // 2:
                continue  # with the longest context it would not fit
            holding = [chunk for chunk in chunks if chunk.span.contains(row)]
            assert len(holding) == 1, (row.of(text), [chunk.text for chunk in chunks])
            begins_table = holding[0].char_start <= (table.repeated_spans or (table.span,))[0].start
            assert begins_table or table.repeated in holding[0].context


@settings(max_examples=300)
@given(text=st.one_of(table_texts, table_texts, texts), size=st.integers(1, 200))
def test_a_written_out_row_that_fits_stands_below_its_columns(text, size):
    document = Document(text)
    chunks = run(make_strategy("table", chunk_size=size, rows="serialised"), document).chunks
    for table in document_tables(document):
        for row in rows_of(table):
            cells = table.cells(row)
            line = f"Row: {' | '.join(cells)}" if any(cells) else f"Row: {row.of(text)}"
            if len(line) >= size - size // 2:
                continue
            (holding,) = [chunk for chunk in chunks if chunk.span.contains(row)]
            assert line in holding.text and holding.rendered
            head = f"Columns: {' | '.join(table.columns)}\n"
            if table.columns and len(head) <= size // 2 and not table.title:
                assert holding.text.startswith(head)
