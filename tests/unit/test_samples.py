"""The sample documents: what they promise, and that they really separate the strategies."""

from pathlib import Path

import pytest

from chunkers import split
from chunkers.embedding import CachedEmbedder, VectorCache, load_embedder
from chunkers.evaluation import evaluate, load_questions
from chunkers.evaluation.reachable import reachable
from chunkers.loaders import load_document
from chunkers.markdown import fences, headings, tables
from chunkers.retrieval import make_retriever

FOLDER = Path(__file__).parents[2] / "sample_docs"
CHINESE = ["\n\n", "\n", "。", "！", "？", "；", "，"]
FILES = {
    "handbook.zh-TW.md": "handbook.zh-TW.questions.json",
    "policy.vi.md": "policy.vi.questions.json",
    "engineering_handbook.en.md": "engineering_handbook.en.questions.json",
    "support_chat.en.txt": "support_chat.en.questions.json",
}


def sample(file):
    questions = load_questions(FOLDER / FILES[file])
    assert not questions.problems
    return load_document(FOLDER / file), questions.questions


def lost(document, questions, strategy, **parameters):
    """The ids of the questions that this cut puts out of reach of any retriever."""
    cut = split(document, strategy, **parameters)
    return [one.id for one, found in zip(questions, reachable(cut, questions)) if not found]


@pytest.mark.parametrize("file", FILES)
def test_every_answer_is_in_its_document(file):
    document, questions = sample(file)
    assert lost(document, questions, "fixed", chunk_size=len(document.text)) == []


def test_sizes_and_structure():
    handbook, questions = sample("handbook.zh-TW.md")
    assert 900 <= len(handbook.text) <= 1200
    assert len(questions) >= 8 and all(one.answer for one in questions)
    policy, questions = sample("policy.vi.md")
    assert 4000 <= len(policy.text.encode()) <= 6200
    assert len(questions) >= 8 and all(one.expected_terms and one.expected_heading for one in questions)
    assert tables(policy.text) and fences(policy.text)
    english, questions = sample("engineering_handbook.en.md")
    assert len(english.text.encode()) >= 30_000 and len(questions) >= 30
    assert len(tables(english.text)) >= 4 and len(fences(english.text)) >= 4
    assert max(one.level for one in headings(english.text)) >= 4
    chat, questions = sample("support_chat.en.txt")
    assert len(chat.text.encode()) >= 10_000 and len(questions) >= 15 and not headings(chat.text)


class TestTheClassicStory:
    """The Chinese handbook at 100 characters."""

    def test_fixed_cuts_one_answer_and_overlap_saves_it(self):
        document, questions = sample("handbook.zh-TW.md")
        assert lost(document, questions, "fixed", chunk_size=100) == ["annual-leave-long"]
        assert lost(document, questions, "overlap", chunk_size=100, overlap=20) == []

    def test_recursive_begins_with_headings_only(self):
        document, _ = sample("handbook.zh-TW.md")
        cut = split(document, "recursive", chunk_size=100, separators=CHINESE)
        assert cut.chunks[0].body == "# 員工手冊\n\n## 請假\n\n### 特別休假"

    def test_recursive_loses_the_subject_and_markdown_gives_it_back(self):
        document, questions = sample("handbook.zh-TW.md")
        answer = next(one.answer for one in questions if one.id == "travel-payment")
        texts = {}
        for strategy, parameters in (("recursive", {"separators": CHINESE}), ("markdown", {})):
            chunks = split(document, strategy, chunk_size=100, **parameters).chunks
            texts[strategy] = next(one.text for one in chunks if answer in one.body)
        assert "差旅" not in texts["recursive"]
        assert texts["markdown"].startswith("【費用報銷 > 差旅費】")


@pytest.fixture(scope="module")
def embedder():
    return CachedEmbedder(load_embedder(), VectorCache(disk_bytes=0))


def hits(file, strategy, embedder, **parameters):
    document, questions = sample(file)
    cut = split(document, strategy, embedder=embedder, **parameters)
    return evaluate(cut, questions, make_retriever("dense", cut.chunks, embedder))


@pytest.mark.model
class TestWithTheBundledModel:
    def test_no_model_lifts_fixed_above_its_ceiling(self, embedder):
        fixed = hits("handbook.zh-TW.md", "fixed", embedder, chunk_size=100)
        assert fixed.ceiling == pytest.approx(10 / 11)
        assert max(fixed.hit.values()) <= fixed.ceiling

    def test_the_english_handbook_separates_the_strategies(self, embedder):
        found = {
            strategy: hits("engineering_handbook.en.md", strategy, embedder, chunk_size=400).hit[3]
            for strategy in ("fixed", "recursive", "markdown")
        }
        assert found["fixed"] + 0.1 < found["recursive"]
        assert found["recursive"] + 0.1 < found["markdown"]

    def test_semantic_has_its_day_in_the_chat(self, embedder):
        semantic = hits("support_chat.en.txt", "semantic", embedder, chunk_size=400)
        fixed = hits("support_chat.en.txt", "fixed", embedder, chunk_size=400)
        assert semantic.ceiling > fixed.ceiling
        assert semantic.hit[3] >= fixed.hit[3] + 0.1
