"""The command line: `compare` cuts a file by several strategies, `evaluate` asks questions of each cut."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from chunkers.cli.arguments import UsageError, parser
from chunkers.cli.compare import compare
from chunkers.cli.evaluate import evaluate_command
from chunkers.embedding import ModelUnavailable

_COMMANDS = {"compare": compare, "evaluate": evaluate_command}
#: What a shell reports for a program that wrote to a pipe nobody reads.
_BROKEN_PIPE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0, or 2 with one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        arguments = parser().parse_args(argv)
        _COMMANDS[arguments.command](arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at exit; give it something that can be written to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return 130
    except (UsageError, ValueError, OSError, ModelUnavailable) as error:
        print(f"chunkers: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0
