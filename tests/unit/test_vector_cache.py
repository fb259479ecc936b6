"""The vector cache and the embedder before which it stands, with an embedder that counts its work."""

from __future__ import annotations

import hashlib
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import chunkers
from chunkers.embedder import Embedder
from chunkers.embedding import CachedEmbedder, Cancelled, VectorCache
from chunkers.embedding import batches as batching
from chunkers.embedding.cache import vector_key
from chunkers.embedding.vector_store import VectorStore

DIMENSION = 8


class Letters:
    """A tokenizer whose tokens are characters."""

    name = "letters"

    def count(self, text: str) -> int:
        return len(text)

    def starts(self, text: str) -> np.ndarray:
        return np.arange(len(text), dtype=np.int64)


class FakeEmbedder:
    """Unit vectors from a hash of role and text; remembers every text it was asked for."""

    name = "fake"
    dimension = DIMENSION
    max_tokens = 100
    tokenizer = Letters()

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode_queries(self, texts):
        return self._vectors("query", texts)

    def encode_passages(self, texts):
        return self._vectors("passage", texts)

    def truncated(self, texts):
        return [len(text) > self.max_tokens for text in texts]

    def _vectors(self, role, texts):
        self.asked.extend(texts)
        read = [f"{role}{text}".encode("utf-8", "surrogatepass") for text in texts]
        digests = [hashlib.sha256(each).digest() for each in read]
        rows = np.array([list(digest[:DIMENSION]) for digest in digests], np.float32).reshape(-1, DIMENSION)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.sqlite3"


def row(value: float) -> np.ndarray:
    return np.full((1, DIMENSION), value, np.float32)


def test_what_was_put_comes_back_from_memory_and_from_disk(path):
    cache = VectorCache(path)
    vectors = np.arange(2 * DIMENSION, dtype=np.float32).reshape(2, DIMENSION)
    cache.put("m", "passage", ["a", "b"], vectors)
    for fresh in (cache, VectorCache(path)):
        found = fresh.get("m", "passage", ["b", "unknown", "a"], DIMENSION)
        assert found[1] is None
        np.testing.assert_array_equal(found[0], vectors[1])
        np.testing.assert_array_equal(found[2], vectors[0])
        assert found[0].dtype == np.float32 and not found[0].flags.writeable


@pytest.mark.parametrize(
    "other",
    [("m2", "passage", "text"), ("m", "query", "text"), ("m", "passage", "text "), ("m", "passage", "Text")],
)
def test_model_role_and_every_character_count(path, other):
    cache = VectorCache(path)
    cache.put("m", "passage", ["text"], row(1))
    model, role, text = other
    assert cache.get(model, role, [text], DIMENSION) == [None]


def test_composed_and_decomposed_and_surrogate_texts_are_different_texts():
    texts = ["é", "e\u0301", "\ud83d", "\ude00", "\ud83d\ude00", "😀", "\ufffd", ""]
    assert len({vector_key("m", "query", text) for text in texts}) == len(texts)


def test_memory_is_bounded_and_the_least_recently_used_goes_first(path):
    cache = VectorCache(path, memory_bytes=3 * (4 * DIMENSION + 300), disk_bytes=0)
    for text in "abc":
        cache.put("m", "query", [text], row(1))
    cache.get("m", "query", ["a"], DIMENSION)
    cache.put("m", "query", ["d"], row(1))
    known = cache.get("m", "query", list("abcd"), DIMENSION)
    assert [vector is not None for vector in known] == [True, False, True, True]
    assert 0 < cache.memory_used <= cache.memory_bytes
    assert not path.exists()


def test_a_row_does_not_keep_its_batch_alive(path):
    cache = VectorCache(path, disk_bytes=0)
    batch = np.ones((1000, DIMENSION), np.float32)
    cache.put("m", "query", ["a"], batch[:1])
    batch[:] = 0
    (vector,) = cache.get("m", "query", ["a"], DIMENSION)
    assert vector.base is None and vector.sum() == DIMENSION


def test_the_file_is_bounded_and_the_oldest_goes_first(path):
    store = VectorStore(path, max_bytes=200_000)
    for number in range(100):
        store.put({b"%d-%d" % (number, part): bytes(1000) for part in range(10)})
    assert path.stat().st_size < 300_000
    assert store.get([b"0-0"]) == {}
    assert store.get([b"99-9"]) == {b"99-9": bytes(1000)}
    assert store.problem == ""


def test_many_keys_are_asked_for_at_once(path):
    store = VectorStore(path, max_bytes=10**8)
    vectors = {b"%d" % number: b"v%d" % number for number in range(2500)}
    store.put(vectors)
    assert store.get([*vectors, b"unknown"]) == vectors


def test_clear_forgets_everything(path):
    cache = VectorCache(path)
    cache.put("m", "query", ["a"], row(1))
    cache.clear()
    assert cache.get("m", "query", ["a"], DIMENSION) == [None]
    assert VectorCache(path).get("m", "query", ["a"], DIMENSION) == [None]
    assert cache.memory_used == 0


@pytest.mark.parametrize("content", [b"this is not a database" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_set_aside(path, content):
    path.write_bytes(content)
    cache = VectorCache(path)
    assert cache.get("m", "query", ["a"], DIMENSION) == [None]
    cache.put("m", "query", ["a"], row(1))
    assert VectorCache(path).get("m", "query", ["a"], DIMENSION)[0] is not None
    assert cache.problem == ""
    assert path.with_name(path.name + ".damaged").read_bytes() == content


def test_damage_deep_in_the_file_is_survived(path):
    store = VectorStore(path, max_bytes=10**9)
    vectors = {b"%d" % number: bytes(1536) for number in range(500)}
    store.put(vectors)
    store.close()
    content = bytearray(path.read_bytes())
    content[8192:-4096] = b"\xaa" * (len(content) - 12288)
    path.write_bytes(content)
    store.get(list(vectors))
    store.put({b"new": b"vector"})
    assert store.get([b"new"]) == {b"new": b"vector"} and store.problem == ""


def test_a_table_of_another_program_is_set_aside(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE vectors (something TEXT)")
    other.close()
    cache = VectorCache(path)
    cache.put("m", "query", ["a"], row(1))
    assert VectorCache(path).get("m", "query", ["a"], DIMENSION)[0] is not None


def test_without_a_disk_the_memory_serves(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    cache = VectorCache(tmp_path / "file" / "vectors.sqlite3")
    cache.put("m", "query", ["a"], row(1))
    assert cache.get("m", "query", ["a"], DIMENSION)[0] is not None
    assert cache.problem
    cache.clear()
    assert cache.get("m", "query", ["a"], DIMENSION) == [None]


def test_a_disk_that_refuses_writing_is_left_alone(path, monkeypatch):
    VectorCache(path).put("m", "query", ["a"], row(1))
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda file, **options: connect(f"file:{file}?mode=ro", uri=True, **options)
    )
    cache = VectorCache(path)
    cache.put("m", "query", ["b"], row(1))
    assert cache.get("m", "query", ["b"], DIMENSION)[0] is not None
    assert "readonly" in cache.problem


def test_a_busy_file_is_a_miss_and_not_the_end(path, monkeypatch):
    monkeypatch.setattr("chunkers.embedding.vector_store._BUSY_SECONDS", 0.05)
    cache = VectorCache(path)
    cache.put("m", "query", ["a"], row(1))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    cache.put("m", "query", ["b"], row(1))
    other.execute("COMMIT")
    other.close()
    cache.put("m", "query", ["c"], row(1))
    known = VectorCache(path).get("m", "query", list("abc"), DIMENSION)
    assert [vector is not None for vector in known] == [True, False, True]
    assert cache.problem == ""


def test_a_vector_of_another_length_is_unknown_and_replaced(path):
    cache = VectorCache(path)
    VectorStore(path, 10**9).put({vector_key("m", "query", "a"): b"short"})
    assert cache.get("m", "query", ["a"], DIMENSION) == [None]
    cache.put("m", "query", ["a"], row(2))
    assert VectorCache(path).get("m", "query", ["a"], DIMENSION)[0][0] == 2


def test_numbers_of_texts_and_vectors_must_agree(path):
    with pytest.raises(ValueError, match="2 texts but 1 vectors"):
        VectorCache(path).put("m", "query", ["a", "b"], row(1))


def test_threads_share_a_cache(path):
    cache = VectorCache(path)

    def work(worker: int) -> None:
        for number in range(50):
            cache.put("m", "query", [f"{worker}-{number}"], row(worker))

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = [f"{worker}-{number}" for worker in range(4) for number in range(50)]
    for one in (cache, VectorCache(path)):
        assert [vector[0] for vector in one.get("m", "query", texts, DIMENSION)] == [
            worker for worker in range(4) for _ in range(50)
        ]


def test_processes_share_a_file(path):
    script = (
        "import sys, numpy as np; from pathlib import Path; from chunkers.embedding import VectorCache\n"
        "cache = VectorCache(Path(sys.argv[1]))\n"
        "for n in range(60): cache.put('m', 'query', [sys.argv[2] + str(n)], np.ones((1, 8), np.float32))\n"
        "assert not cache.problem, cache.problem"
    )
    root = Path(chunkers.__file__).parents[1]
    command = [sys.executable, "-c", script, str(path)]
    running = [subprocess.Popen([*command, worker], cwd=root) for worker in "ab"]
    assert [process.wait(60) for process in running] == [0, 0]
    texts = [f"{worker}{number}" for worker in "ab" for number in range(60)]
    assert all(vector is not None for vector in VectorCache(path).get("m", "query", texts, DIMENSION))


# The embedder with a cache before it


def test_a_cached_embedder_is_an_embedder_and_gives_the_same_vectors(path):
    plain, cached = FakeEmbedder(), CachedEmbedder(FakeEmbedder(), VectorCache(path))
    assert isinstance(cached, Embedder)
    texts = ["b", "a", "b", "", "ccc", "\ud800"]
    for encode in ("encode_queries", "encode_passages"):
        for _ in range(2):
            np.testing.assert_array_equal(getattr(cached, encode)(texts), getattr(plain, encode)(texts))
    assert cached.truncated(["a", "b" * 101]) == [False, True]


def test_each_text_is_embedded_once_and_never_again(path):
    fake = FakeEmbedder()
    cached = CachedEmbedder(fake, VectorCache(path))
    cached.encode_passages(["a", "b", "a"])
    assert sorted(fake.asked) == ["a", "b"]
    assert cached.missing(["c", "a", "d", "c"]) == ["c", "d"]
    cached.encode_passages(["a", "c", "b"])
    assert sorted(fake.asked) == ["a", "b", "c"]
    again = FakeEmbedder()
    CachedEmbedder(again, VectorCache(path)).encode_passages(["a", "b", "c"])
    assert again.asked == [] and cached.embedded == 3


def test_other_weights_are_another_key(path):
    class Retrained(FakeEmbedder):
        fingerprint = "fake@2"

    CachedEmbedder(FakeEmbedder(), VectorCache(path)).encode_passages(["a"])
    retrained = Retrained()
    CachedEmbedder(retrained, VectorCache(path)).encode_passages(["a"])
    assert retrained.asked == ["a"]


def test_no_texts_give_an_empty_matrix(path):
    vectors = CachedEmbedder(FakeEmbedder(), VectorCache(path)).encode_queries([])
    assert vectors.shape == (0, DIMENSION) and vectors.dtype == np.float32


def test_one_string_is_not_a_list_of_letters(path):
    with pytest.raises(TypeError, match="one string"):
        CachedEmbedder(FakeEmbedder(), VectorCache(path)).encode_queries("query")


def test_progress_counts_the_unknown_texts(path):
    cached = CachedEmbedder(FakeEmbedder(), VectorCache(path))
    cached.encode_passages(["a"])
    seen: list[tuple[int, int]] = []
    texts = [str(number) for number in range(150)] + ["a"]
    cached.encode_passages(texts, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(64, 150), (128, 150), (150, 150)]
    cached.encode_passages(texts, progress=lambda *_: pytest.fail("nothing was unknown"))


def test_cancelling_keeps_what_was_made(path):
    fake = FakeEmbedder()
    cached = CachedEmbedder(fake, VectorCache(path))
    texts = [str(number) for number in range(150)]
    with pytest.raises(Cancelled, match="64 of 150"):
        cached.encode_passages(texts, cancelled=lambda: len(fake.asked) > 0)
    cached.encode_passages(texts)
    assert sorted(fake.asked) == sorted(texts)


def test_batches_hold_every_position_once_and_stay_small():
    lengths = [(7 * number) % 600 + 1 for number in range(500)] + [5000]
    made = list(batching.batches(lengths))
    assert sorted(position for batch in made for position in batch) == list(range(len(lengths)))
    for batch in made:
        padded = len(batch) * max(lengths[position] for position in batch)
        assert len(batch) == 1 or (padded <= batching.MAX_TOKENS and len(batch) <= batching.MAX_TEXTS)
    assert list(batching.batches([])) == []
