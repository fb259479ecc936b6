"""The arguments of the command line."""

from __future__ import annotations

import argparse
from typing import NoReturn

from chunkers.cli.specs import COMMON, DEFAULT_SPECS
from chunkers.evaluation import DEFAULT_KS
from chunkers.retrieval import RETRIEVERS
from chunkers.strategies import STRATEGIES
from chunkers.version import __version__


class UsageError(ValueError):
    """The arguments make no sense; the message says which."""


class _Parser(argparse.ArgumentParser):
    """Raises instead of printing the whole usage, so that an error is one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def parser() -> argparse.ArgumentParser:
    """The parser of all commands. A wrong argument raises `UsageError`."""
    top = _Parser("chunkers", description="Cut documents for retrieval, and measure what the cut does.")
    top.add_argument("--version", action="version", version=f"chunkscope {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    shared = _shared()
    commands.add_parser(
        "compare",
        parents=[shared],
        help="cut a file by several strategies",
        description="Cut a file by several strategies and show the chunks.",
    )
    evaluate = commands.add_parser(
        "evaluate",
        parents=[shared],
        help="ask questions of each cut",
        description="Cut a file by several strategies, ask the questions, and show what it misses and why.",
    )
    evaluate.add_argument("questions", metavar="QUESTIONS", help="JSON, JSONL or CSV")
    evaluate.add_argument("--retriever", choices=RETRIEVERS, help="how chunks are ranked (default: dense)")
    evaluate.add_argument(
        "--k", nargs="+", type=int, default=list(DEFAULT_KS), help="the ks of Hit@k (default: 1 3 5)"
    )
    return top


def _shared() -> argparse.ArgumentParser:
    shared = _Parser(add_help=False)
    add = shared.add_argument
    add("file", metavar="FILE", help="a Markdown or text file, or source code")
    add(
        "--strategy",
        action="append",
        metavar="SPEC",
        help="name, name:param=value,param=value, or a JSON object with a name; may be repeated. "
        f"Default: {', '.join(DEFAULT_SPECS)}. Names: {', '.join(STRATEGIES)}",
    )
    add("--model", help="embedding model; for evaluate also bm25 or jaccard")
    add("--file-encoding", metavar="NAME", help="encoding of FILE, where the detection is wrong")
    add("--json", action="store_true", help="write JSON")
    common = shared.add_argument_group(
        "parameters for all strategies that have them, unless their SPEC does",
        "parent_child has sizes of its own: --strategy parent_child:parent_size=900,child_size=200",
    )
    for name, declared in COMMON.items():
        allowed = f" One of: {', '.join(declared.choices)}." if declared.choices else ""
        common.add_argument(
            f"--{name.replace('_', '-')}", dest=name, metavar="VALUE", help=declared.help + allowed
        )
    return shared
