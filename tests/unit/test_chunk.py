"""The record of a chunk: text, ids, hashes, and what the document knew."""

import dataclasses
import hashlib
import json
import pickle

import pytest

from chunkers import Document, Page, Span, chunk
from chunkers.chunk import FIELDS

#: The fields that the design names; exports and indexes of other people rely on them.
PROMISED = {
    "chunk_id", "document_id", "document_title", "source_uri", "source_type", "page_start", "page_end",
    "heading_path", "chunk_index", "parent_id", "token_count", "char_start", "char_end", "document_version",
    "parser_version", "chunking_strategy", "chunking_version", "text_hash", "tenant_id", "acl_hash",
}  # fmt: skip


def test_the_promised_fields_are_there_and_are_json():
    record = chunk("Hello there.", "fixed")[0].to_dict()
    assert set(FIELDS) >= PROMISED
    assert json.loads(json.dumps(record)) == record


def test_ids_are_the_same_anywhere():
    one = chunk(Document("one two three", name="notes/a:b.md"), "fixed", chunk_size=8)[1]
    version = hashlib.sha256(b"one two three").hexdigest()[:12]
    parameters = {"chunk_size": 8, "encoding": "cl100k_base", "overlap": 0, "unit": "characters"}
    canonical = json.dumps(parameters, sort_keys=True, separators=(",", ":"))
    cut = "1-" + hashlib.sha256(canonical.encode()).hexdigest()[:8]
    text_hash = hashlib.sha256(b"three").hexdigest()
    assert one.body == "three"
    assert one.text_hash == text_hash
    assert one.chunk_id == f"notes/a%3Ab.md:{version}:fixed:{cut}:0001:{text_hash[:12]}"


def test_the_hash_ignores_the_shape_of_white_space():
    first, second = (chunk(text, "fixed")[0] for text in ("a  b\n", "a b"))
    assert first.text_hash == second.text_hash
    assert first.document_version != second.document_version


def test_other_parameters_are_another_version():
    versions = {chunk("abc", "fixed", chunk_size=size)[0].chunking_version for size in (2, 3, 3)}
    assert len(versions) == 2


def test_what_the_document_knew_goes_along():
    document = Document(
        "# T\n\npage one\n\npage two", title="Title", source_uri="s", tenant_id="t", acl_hash="a",
        pages=(Page(1, Span(0, 15)), Page(2, Span(15, 23))),
    )  # fmt: skip
    found = chunk(document, "fixed", chunk_size=14)
    assert [(one.page_start, one.page_end) for one in found] == [(1, 1), (1, 2)]
    assert found[0].heading_path == ("T",)
    assert (found[0].document_title, found[0].tenant_id, found[0].acl_hash) == ("Title", "t", "a")


def test_token_counts_are_of_the_embedded_text():
    found = chunk("## Head\n\nbody", "markdown")[0]
    assert found.text == "【Head】body"
    assert found.token_count > chunk("body", "fixed")[0].token_count == 1


def test_a_chunk_is_a_frozen_record():
    one = chunk("one two three", "fixed", chunk_size=8)[1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.chunk_index = 7
    with pytest.raises(AttributeError):
        one.piece.context = "x"
    later = dataclasses.replace(one, chunk_index=7)
    assert (later.chunk_index, later.body, later.parent, later.is_parent) == (7, "three", None, False)
    assert pickle.loads(pickle.dumps(one)) == one != later
    assert "one two three" not in repr(one)
