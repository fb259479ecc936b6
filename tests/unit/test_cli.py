"""The command line: the JSON shapes, the tables, the specs, and one line for every mistake."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chunkers import make_strategy, split
from chunkers.chunk import FIELDS
from chunkers.cli import main, work
from chunkers.cli.specs import strategy_from
from chunkers.cli.table import columns, pad, shorten, table
from chunkers.embedding import CachedEmbedder, VectorCache
from chunkers.loaders import load_document
from tests.helpers import ToyEmbedder

TEXT = """# Handbook

## Expenses

Receipts within 30 days. Payment follows 14 days after approval.

## Travel

Hotels up to 120 EUR. Payment follows 21 days after the trip.
"""
QUESTIONS = [
    {"id": "expense", "question": "When is it paid?", "answer": "Payment follows 14 days after approval"},
    {"id": "hotel", "question": "What of hotels?", "expected_terms": ["up to"], "expected_heading": "Travel"},
    {"id": "none", "question": "Who cooks?", "answer": "The cook"},
    {"id": "idle", "question": "Nothing expected?"},
]


@pytest.fixture(autouse=True)
def toy(tmp_path, monkeypatch):
    """A toy model in place of the real one, and no cache on disk."""
    made = CachedEmbedder(ToyEmbedder(), VectorCache(tmp_path / "v.sqlite3", disk_bytes=0))
    monkeypatch.setattr(work, "_embedder", lambda model: made)
    return made


@pytest.fixture
def document(tmp_path) -> str:
    path = tmp_path / "handbook.md"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


@pytest.fixture
def questions(tmp_path) -> str:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps(QUESTIONS), encoding="utf-8")
    return str(path)


def output(capsys, *arguments: str) -> str:
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def error(capsys, *arguments: str) -> str:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("chunkers: ") and captured.err.count("\n") == 1
    return captured.err[len("chunkers: ") : -1]


def test_compare_json(capsys, document: str) -> None:
    report = json.loads(output(capsys, "compare", document, "--json", "--chunk-size", "60"))
    assert (report["document"]["name"], report["document"]["characters"]) == ("handbook.md", len(TEXT))
    assert (report["document"]["source_uri"], report["document"]["encoding"]) == (document, "utf-8")
    names = [one["strategy"] for one in report["results"]]
    assert names == ["fixed", "overlap", "recursive", "markdown", "semantic"]
    for result in report["results"]:
        assert result["parameters"]["chunk_size"] == 60
        assert result["unit"] == "characters"
        lengths = [len(chunk["text"]) for chunk in result["chunks"]]
        assert (result["count"], result["min"], result["max"]) == (len(lengths), min(lengths), max(lengths))
        assert result["mean"] == sum(lengths) / len(lengths)
        for chunk in result["chunks"]:
            assert set(FIELDS) <= set(chunk)
            assert chunk["text"] == chunk["context"] + chunk["body"]
            assert chunk["body"] == TEXT[chunk["char_start"] : chunk["char_end"]]
    fixed = report["results"][0]["chunks"]
    assert [chunk["chunk_id"] for chunk in fixed] == [
        one.chunk_id for one in split(load_document(document), "fixed", chunk_size=60).chunks
    ]


def test_compare_table(capsys, document: str) -> None:
    out = output(capsys, "compare", document, "--strategy", "fixed:chunk_size=50", "--strategy", "markdown")
    lines = out.splitlines()
    assert lines[0].split()[:6] == ["strategy", "unit", "chunks", "mean", "min", "max"]
    assert lines[2].startswith("fixed (chunk_size=50)  characters")
    assert lines[3].startswith("markdown ")
    assert "fixed (chunk_size=50)" in lines[5:]
    assert any("【Expenses】Receipts within" in line for line in lines)


def test_evaluate_json(capsys, document: str, questions: str) -> None:
    arguments = ["--strategy", "fixed:chunk_size=40", "--strategy", "markdown", "--k", "1", "2"]
    report = json.loads(output(capsys, "evaluate", document, questions, *arguments, "--json"))
    assert (report["model"], report["retriever"]) == ("toy", "dense")
    assert report["problems"] == [
        {
            "row": 4,
            "reason": "no evidence (answer, references, expected_terms, expected_heading or expected_source): not evaluated",
            "kind": "note",
        }
    ]
    fixed, markdown = report["results"]
    assert (fixed["strategy"], fixed["count"], fixed["mean"]) == ("fixed", 5, 32.6)
    assert fixed["ceiling"] == pytest.approx(1 / 3)
    assert [one["verdict"] for one in fixed["questions"]] == ["cut", "hit", "absent"]
    assert [one["id"] for one in fixed["questions"]] == ["expense", "hotel", "none"]
    assert fixed["questions"][0]["cuts"] == [{"span": [50, 88], "boundaries": [80]}]
    assert fixed["questions"][0]["reason"] == "cut at 80: …t follows 14 days after | approval"
    assert fixed["unscored"] == ["idle"]
    assert markdown["ceiling"] == pytest.approx(2 / 3)
    assert set(markdown["hit"]) == {"1", "2"}
    assert markdown["hit"]["2"] == pytest.approx(2 / 3)
    assert all(0 <= result["mrr"] <= result["ceiling"] for result in report["results"])


def test_evaluate_table(capsys, document: str, questions: str) -> None:
    arguments = ["--strategy", "fixed:chunk_size=40", "--model", "bm25"]
    out = output(capsys, "evaluate", document, questions, *arguments)
    assert "3 questions, ranked by bm25" in out
    header = next(line for line in out.splitlines() if line.startswith("strategy"))
    assert header.split() == ["strategy", "chunks", "mean", "ceiling", "Hit@1", "Hit@3", "Hit@5", "MRR"]
    assert "  expense: cut, cut at 80: …t follows 14 days after | approval" in out
    assert "  none: absent, not in the document: the answer" in out
    assert "  row 4: no evidence" in out


@pytest.mark.parametrize(
    ("arguments", "model", "retriever"),
    [
        (["--model", "jaccard"], "jaccard", "jaccard"),
        (["--retriever", "bm25"], "bm25", "bm25"),
        (["--retriever", "dense", "--model", "bm25"], "toy", "dense"),
        ([], "toy", "dense"),
    ],
)
def test_models(capsys, document: str, questions: str, arguments, model: str, retriever: str) -> None:
    report = json.loads(output(capsys, "evaluate", document, questions, *arguments, "--json"))
    assert (report["model"], report["retriever"]) == (model, retriever)
    assert len(report["results"]) == 5


def test_each_text_is_embedded_once(capsys, document: str, questions: str, toy) -> None:
    output(capsys, "evaluate", document, questions)
    first = toy.embedded
    output(capsys, "evaluate", document, questions)
    assert toy.embedded == first > 0


def test_specs() -> None:
    nothing = dict.fromkeys(("unit", "chunk_size", "overlap", "encoding"))
    spec = 'recursive:separators=["\\n\\n", ",", " "],chunk_size=70'
    assert strategy_from(spec, nothing).values["separators"] == ("\n\n", ",", " ")
    as_json = '{"name": "recursive", "separators": ["\\n\\n", ",", " "], "chunk_size": 70}'
    same = strategy_from(as_json, nothing)
    assert same.values == strategy_from(spec, nothing).values
    common = nothing | {"chunk_size": "90", "unit": "words", "overlap": "7"}
    assert (
        strategy_from("overlap:overlap=3", common).values
        == make_strategy("overlap", chunk_size=90, unit="words", overlap=3).values
    )
    assert "overlap" not in strategy_from("semantic", common).values


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("recursiv", "did you mean 'recursive'?"),
        ("fixed:size=3", "'size' is not a parameter of fixed"),
        ("fixed:chunk_size=big", "chunk_size = 'big' cannot be read as a whole number"),
        ("fixed:chunk_size=0", "chunk_size = 0 must be a whole number between 1 and 1000000000"),
        ("fixed:chunk_size", "must be param=value"),
        ("overlap:chunk_size=10,overlap=10", "overlap = 10 must be between 0 and 9"),
        ('{"name": "fixed"', "is no valid JSON"),
        ('{"chunk_size": 3}', 'needs a "name"'),
        ('{"name": "fixed", "chunk_size": "3"}', "chunk_size = '3' must be a whole number"),
        ('{"name": "fixed", "self": 5}', "'self' is not a parameter of fixed"),
        ('{"name": "fixed", "embedder": 5}', "'embedder' is not a parameter of fixed"),
        ('{"name": "fixed", "strategy": "fixed"}', "'strategy' is not a parameter of fixed"),
        ("fixed:embedder=5", "'embedder' is not a parameter of fixed"),
        ('{"name": "nothing", "self": 5}', "strategy = 'nothing' is unknown"),
        ('{"name": ["fixed"]}', 'needs a "name"'),
        ("fixed:chunk_size=5,chunk_size=6", "chunk_size is given twice"),
        ('{"name": "fixed", "chunk_size": 5, "chunk_size": 6}', "'chunk_size' is given twice"),
        ('{"name": "fixed", "a": ' + "[" * 50_000 + "]" * 50_000 + "}", "it is nested too deeply"),
        ("recursive:separators=" + "[" * 50_000 + "]" * 50_000, "is nested too deeply"),
        ('{"name": "fixed", "chunk_size": ' + "9" * 5000 + "}", "takes a number of 5000 digits"),
        ("fixed:chunk_size=" + "9" * 5000, "cannot be read as"),
        ("x" * 100_000, "is unknown"),
    ],
)
def test_wrong_specs(capsys, document: str, spec: str, message: str) -> None:
    assert message in error(capsys, "compare", document, "--strategy", spec)


def test_wrong_files_and_arguments(capsys, tmp_path, document: str, questions: str) -> None:
    assert "none.md: no such file" in error(capsys, "compare", "none.md")
    assert "none.json: cannot be read" in error(capsys, "evaluate", document, "none.json")
    (tmp_path / "empty.json").write_text('[{"answer": "x"}]')
    bad = error(capsys, "evaluate", document, str(tmp_path / "empty.json"), "--model", "bm25")
    assert "no question that can be evaluated: row 1: no question" in bad
    assert "--k 0 must be" in error(capsys, "evaluate", document, questions, "--k", "0")
    assert "required" in error(capsys, "compare")
    assert "invalid choice" in error(capsys, "evaluate", document, questions, "--retriever", "magic")
    assert "unrecognized arguments" in error(capsys, "compare", document, "--colour")
    assert "'klingon' is unknown" in error(capsys, "compare", document, "--file-encoding", "klingon")


def test_file_encoding(capsys, tmp_path) -> None:
    path = tmp_path / "note.txt"
    path.write_bytes("Ångström".encode("cp1252"))
    arguments = ["--file-encoding", "windows-1252", "--strategy", "fixed", "--json"]
    report = json.loads(output(capsys, "compare", str(path), *arguments))
    assert report["results"][0]["chunks"][0]["text"] == "Ångström"


def test_empty_document(capsys, tmp_path, questions: str) -> None:
    path = tmp_path / "empty.md"
    path.write_text("")
    for result in json.loads(output(capsys, "compare", str(path), "--json"))["results"]:
        assert (result["count"], result["mean"], result["min"], result["max"]) == (0, 0.0, 0, 0)
    for result in json.loads(output(capsys, "evaluate", str(path), questions, "--json"))["results"]:
        assert (result["ceiling"], result["mrr"]) == (0.0, 0.0)
        assert {one["verdict"] for one in result["questions"]} == {"absent"}


def test_pipes_encoding_and_exit_status(document: str) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "chunkers", "compare"]
    given = {"cwd": root, "env": {"PYTHONPATH": str(root), "PYTHONIOENCODING": "ascii"}}
    specs = ["--strategy", "fixed:chunk_size=1"]
    text = subprocess.run([*command, document, *specs], capture_output=True, **given)
    assert (text.returncode, text.stderr) == (0, b"")
    wrong = subprocess.run([*command, "缺.md"], capture_output=True, **given)
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert wrong.stderr.decode() == "chunkers: 缺.md: no such file; check the path\n"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    closed = subprocess.Popen([*command, document, *specs], **pipes, **given)
    closed.stdout.close()
    assert closed.stderr.read() == b""
    closed.stderr.close()
    assert closed.wait() == 141


@pytest.mark.parametrize(
    ("raised", "line"),
    [
        (OverflowError("int too large to convert to float"), "int too large to convert to float"),
        (RecursionError("maximum recursion depth exceeded"), "something in the input is nested too deeply"),
        (MemoryError(), "there is not enough memory for this"),
        (ValueError(), "ValueError"),
        (ValueError("a\nb"), "a b"),
        (ValueError("x" * 9999), "x" * 1000 + "…"),
    ],
)
def test_whatever_bad_input_raises_is_one_line(capsys, document: str, monkeypatch, raised, line: str) -> None:
    def fail(*_):
        raise raised

    monkeypatch.setattr(work, "run", fail)
    assert error(capsys, "compare", document, "--strategy", "fixed") == line


@pytest.mark.parametrize(
    ("redirection", "line"),
    [
        (">&-", "chunkers: standard output is closed, so there is nowhere to write\n"),
        ("> /dev/full", "chunkers: [Errno 28] No space left on device\n"),
    ],
)
def test_output_that_cannot_be_written(document: str, redirection: str, line: str) -> None:
    root = Path(__file__).parents[2]
    command = f'"$0" -m chunkers compare "$1" --strategy fixed {redirection}'
    done = subprocess.run(["sh", "-c", command, sys.executable, document], cwd=root, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", line)


def test_deep_questions(capsys, tmp_path, document: str) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000 + "]" * 100_000)
    assert "no question that can be evaluated" in error(
        capsys, "evaluate", document, str(path), "--model", "bm25"
    )


def test_help_names_everything(capsys) -> None:
    with pytest.raises(SystemExit) as done:
        main(["evaluate", "--help"])
    assert done.value.code == 0
    out = capsys.readouterr().out
    for option in ("--strategy", "--model", "--retriever", "--k", "--json", "--unit", "--chunk-size"):
        assert option in out


def test_tables_align_wide_characters() -> None:
    assert [columns(text) for text in ("abc", "員工", "e\u0301", "ｱ", "")] == [3, 4, 1, 1, 0]
    assert pad("員", 4) == "員  "
    assert pad("員", 4, right=True) == "  員"
    assert shorten("員工手冊 handbook", 8) == "員工手…"
    assert shorten("a\n b\x1b[1mc", 20) == "a b [1mc"
    lines = table(["名", "n"], [["員工", 1], ["a", 22]]).splitlines()
    assert lines == ["名     n", "----  --", "員工   1", "a     22"]


@pytest.mark.model
def test_the_bundled_model_end_to_end(capsys, document: str, questions: str, monkeypatch) -> None:
    monkeypatch.undo()
    report = json.loads(output(capsys, "evaluate", document, questions, "--chunk-size", "90", "--json"))
    assert report["model"] == "multilingual-e5-small"
    markdown = next(one for one in report["results"] if one["strategy"] == "markdown")
    assert [one["rank"] for one in markdown["questions"][:2]] == [1, 1]


def test_compare_gives_the_parents_that_its_chunks_name(document, capsys):
    spec = "parent_child:parent_size=60,child_size=20,unit=words,min_size=0"
    result = json.loads(output(capsys, "compare", document, "--strategy", spec, "--json"))["results"][0]
    ids = {parent["chunk_id"] for parent in result["parents"]}
    assert ids and {chunk["parent_id"] for chunk in result["chunks"]} == ids
    assert "\nparent 0: " in output(capsys, "compare", document, "--strategy", spec)
    plain = json.loads(output(capsys, "compare", document, "--strategy", "fixed", "--json"))["results"][0]
    assert "parents" not in plain
