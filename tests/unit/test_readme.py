"""What the README says must work: its commands, its Python, its table of strategies."""

import re
import shlex
from pathlib import Path

import pytest

from chunkers import STRATEGIES
from chunkers.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_it_opens_with_the_two_commands():
    first, second = blocks("sh")[:2]
    assert first.strip() == "pip install -r requirements.txt && streamlit run app.py"
    assert second.strip() == "pip install -r tests/requirements.txt && python -m pytest"


def test_every_strategy_is_in_the_table():
    assert set(re.findall(r"^\| `(\w+)` \|", README.split("## From Python")[0], re.MULTILINE)) == set(
        STRATEGIES
    )


def test_the_python_runs(tmp_path, monkeypatch, capsys):
    (tmp_path / "handbook.md").write_text("# A\n\n## B\n\ntext\n")
    monkeypatch.chdir(tmp_path)
    exec(blocks("python")[0], {})
    assert "OverlapAt(asked=12, got=" in capsys.readouterr().out


@pytest.mark.model
def test_the_commands_run(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    text = blocks("sh")[2].replace("\\\n", " ")
    commands = [line for line in text.splitlines() if line.strip()]
    assert len(commands) == 2
    for command in commands:
        words = shlex.split(command)
        assert words[:3] == ["python", "-m", "chunkers"]
        extra = ["--model", "bm25"] if "evaluate" in words else []
        assert main([*words[3:], *extra]) == 0
    assert "fixed" in capsys.readouterr().out


def test_its_files_exist():
    for path in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / path).exists(), path
