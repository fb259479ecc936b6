"""The benchmarks run only when they are asked for: `pytest tests/benchmarks --benchmark-enable`.

They take minutes and need what is in requirements.txt beside this file, so a normal run does not collect them;
when they are asked for and a peer is not installed, they fail.
"""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked = config.getoption("benchmark_enable") or config.getoption("benchmark_only")
    return None if asked else True
