"""The command line: `compare` cuts a file by several strategies, `evaluate` asks questions of each cut."""

from __future__ import annotations

import contextlib
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


#: Characters of an error that are shown: what was given may be a megabyte.
_SHOWN = 1000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0, or 2 with one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        if sys.stdout is None:  # the shell closed it, as with >&-
            raise UsageError("standard output is closed, so there is nowhere to write")
        arguments = parser().parse_args(argv)
        _COMMANDS[arguments.command](arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        _write_nowhere()
        return _BROKEN_PIPE
    except KeyboardInterrupt:
        return 130
    # What a person can give may be too large or too deep in ways that no check foresees.
    except (ValueError, OverflowError, RecursionError, MemoryError, OSError, ModelUnavailable) as error:
        _complain(error)
        return 2
    return 0


def _complain(error: Exception) -> None:
    """Writes the error as one line, wherever that is still possible."""
    match error:
        case MemoryError():
            reason = "there is not enough memory for this"
        case RecursionError():
            reason = "something in the input is nested too deeply"
        case _:
            reason = " ".join(str(error).split()) or type(error).__name__
    if len(reason) > _SHOWN:
        reason = f"{reason[:_SHOWN]}…"
    # `print` takes a closed standard error for standard output.
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"chunkers: {reason}", file=sys.stderr, flush=True)
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:  # such as a full disk
            _write_nowhere()


def _write_nowhere() -> None:
    """Python flushes once more at exit; give it something that can be written to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
