"""Retrievers: values worked by hand, order of ties, and every kind of emptiness."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from chunkers.retrieval import (
    RETRIEVERS,
    Bm25Retriever,
    DenseRetriever,
    JaccardRetriever,
    Retriever,
    make_retriever,
    terms,
)
from chunkers.retrieval.dense import unit_rows
from tests.helpers import ToyEmbedder, chunks_at, chunks_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat's 3.5 hats", ["the", "cat's", "3.5", "hats"]),
        ("Straße ＡＢＣ ①", ["strasse", "abc", "1"]),
        ("員工手冊", ["員工", "工手", "手冊"]),
        ("請 假", ["請", "假"]),
        ("第3章 API設計", ["第", "3", "章", "api", "設計"]),
        ("データ ﾃﾞｰﾀ", ["デー", "ータ", "デー", "ータ"]),
        ("한국어 문서", ["한국어", "문서"]),
        ("ไทย", ["ไท", "ทย"]),
        ("hoàn tiền", ["hoàn", "tiền"]),
        ("a_b -- ... !", ["a_b"]),
        ("", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_jaccard_by_hand() -> None:
    retriever = JaccardRetriever(chunks_of("red cat. ", "red red dog. ", "blue. "))
    result = retriever.search(["the red dog", "blue"], 3)
    # {the, red, dog}: with {red, dog} 2 of 3, with {red, cat} 1 of 4, with {blue} 0 of 4.
    assert result.indices.tolist() == [[1, 0, 2], [2, 0, 1]]
    assert result.scores[0] == pytest.approx([2 / 3, 1 / 4, 0.0], abs=1e-6)
    assert result.scores[1] == pytest.approx([1.0, 0.0, 0.0])


def test_bm25_by_hand() -> None:
    retriever = Bm25Retriever(chunks_of("red cat. ", "red red dog. ", "blue. "))
    result = retriever.search(["red"], 3)
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))

    def weight(count: int, length: int) -> float:
        return idf * count / (count + 1.5 * (1 - 0.75 + 0.75 * length / 2))

    assert result.indices.tolist() == [[1, 0, 2]]
    assert result.scores[0] == pytest.approx([weight(2, 3), weight(1, 2), 0.0], abs=1e-5)


def test_dense_is_the_cosine() -> None:
    embedder = ToyEmbedder()
    retriever = DenseRetriever(chunks_of("red cat ", "green dog ", "red dog "), embedder)
    result = retriever.search(["red dog", "green"], 2)
    assert retriever.name == "toy"
    assert result.indices.tolist() == [[2, 0], [1, 0]]
    assert result.scores[0] == pytest.approx([1.0, 0.5], abs=1e-6)
    assert result.scores[1] == pytest.approx([1 / math.sqrt(2), 0.0], abs=1e-6)
    assert len(embedder.calls) == 1


def test_context_is_searched_too() -> None:
    chunks = chunks_at("one two three", (0, 3), (4, 7), (8, 13))
    chunks[2:] = chunks_at("one two three", (8, 13), context="【Expenses】")
    for name in RETRIEVERS:
        found = make_retriever(name, chunks, ToyEmbedder()).search(["expenses"], 1)
        assert found.indices.tolist() == [[2]], name


@pytest.mark.parametrize("name", RETRIEVERS)
def test_ties_come_by_chunk_index_at_any_k(name: str) -> None:
    chunks = chunks_of(*["same words here. "] * 40, "other. ", *["same words here. "] * 40)
    retriever = make_retriever(name, chunks, ToyEmbedder())
    expected = [index for index in range(81) if index != 40] + [40]
    for k in (1, 7, 80, 81, 500):
        for queries in (["same words"], ["same words"] * 50):
            result = retriever.search(queries, k)
            assert result.indices.shape == result.scores.shape == (len(queries), min(k, 81))
            assert all(row == expected[:k] for row in result.indices.tolist())


@pytest.mark.parametrize("name", RETRIEVERS)
def test_emptiness(name: str) -> None:
    assert isinstance(make_retriever(name, [], ToyEmbedder()), Retriever)
    nothing = make_retriever(name, [], ToyEmbedder())
    assert nothing.size == 0
    assert nothing.search(["a", "b"], 5).indices.shape == (2, 0)
    some = make_retriever(name, chunks_of("a. ", "b. ", "c. "), ToyEmbedder())
    assert some.search([], 2).indices.shape == (0, 2)
    for query in ("", " \n", "...", "unknown"):
        assert some.search([query], 2).indices.tolist() == [[0, 1]]
        assert some.search([query], 2).scores.tolist() == [[0.0, 0.0]]
    marks = make_retriever(name, chunks_of("... ", "!!! "), ToyEmbedder())
    assert marks.search(["a"], 9).scores.tolist() == [[0.0, 0.0]]


@pytest.mark.parametrize("name", RETRIEVERS)
def test_wrong_calls(name: str) -> None:
    retriever = make_retriever(name, chunks_of("a "), ToyEmbedder())
    with pytest.raises(ValueError, match="k = 0"):
        retriever.search(["a"], 0)
    with pytest.raises(TypeError, match="sequence of strings"):
        retriever.search("a", 1)


def test_wrong_names() -> None:
    with pytest.raises(ValueError, match="'tfidf' is unknown; choose one of dense, bm25, jaccard"):
        make_retriever("tfidf", [])
    with pytest.raises(ValueError, match="pass embedder="):
        make_retriever("dense", [])


def test_vectors_that_are_not_numbers() -> None:
    class Broken(ToyEmbedder):
        def encode_passages(self, texts):
            vectors = super().encode_passages(texts)
            vectors[0] = np.nan
            vectors[1, 0] = np.inf
            vectors[2] *= 7
            return vectors

    result = DenseRetriever(chunks_of("red ", "red ", "red ", "blue "), Broken()).search(["red"], 4)
    assert result.indices.tolist() == [[2, 0, 1, 3]]
    assert result.scores[0] == pytest.approx([1.0, 0.0, 0.0, 0.0])


def test_unit_rows_leaves_its_argument_alone() -> None:
    rows = np.array([[3.0, 4.0], [0.0, 0.0], [np.nan, 1.0]], np.float32)
    before = rows.copy()
    assert unit_rows(rows) == pytest.approx(np.array([[0.6, 0.8], [0.0, 0.0], [0.0, 0.0]]))
    assert np.array_equal(rows, before, equal_nan=True)


def test_truncated_chunks_are_known() -> None:
    retriever = DenseRetriever(chunks_of("word " * 13, "word " * 12), ToyEmbedder())
    assert retriever.truncated == [True, False]


def test_importing_is_light() -> None:
    code = (
        "import sys, chunkers.retrieval, chunkers.evaluation, chunkers.loaders, chunkers.cli;"
        "heavy = {'torch', 'faiss', 'bm25s', 'pandas', 'streamlit', 'sentence_transformers', 'transformers'};"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (0, "")
