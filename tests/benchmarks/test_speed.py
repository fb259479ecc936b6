"""The bars of speed and memory, as ratios to what runs beside us: no test here knows an absolute time."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import numpy as np
import pytest

from chunkers import STRATEGIES, Document, make_strategy
from tests.benchmarks.jobs import JOBS, Job
from tests.benchmarks.race import cpu_seconds, race
from tests.benchmarks.texts import KINDS, text_of

CASES = [
    pytest.param(job, kind, size, id=f"{job.name}-{kind}-{size}")
    for job in JOBS
    for kind in job.kinds
    for size in job.bars
]


class _Blind:
    """An embedder that costs nothing, for strategies that need one: all sentences are alike."""

    name, dimension, max_tokens = "blind", 8, 512

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        return np.full((len(texts), 8), 8**-0.5, np.float32)


@pytest.mark.parametrize(("job", "kind", "size"), CASES)
def test_it_is_faster_than_every_peer(benchmark, job: Job, kind: str, size: str):
    result = race(job, kind, size)
    assert result.fastest(), "no peer ran: install tests/benchmarks/requirements.txt"
    benchmark.extra_info["MB/s"] = {
        "spans()": result.speed(result.spans),
        "chunk()": result.speed(result.chunks),
        **{peer.name: seconds and result.speed(seconds) for peer, seconds in result.peers.items()},
    }
    benchmark.pedantic(job.spans, setup=lambda: ((Document(text_of(kind, result.bytes)),), {}), rounds=3)
    assert not result.missed()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STRATEGIES)
def test_ten_times_the_text_takes_at_most_thirteen_times_the_time(benchmark, name: str, kind: str):
    strategy = make_strategy(name, _Blind())
    once, ten = (
        min(cpu_seconds(partial(strategy.spans, Document(text_of(kind, size)))) for _ in range(5))
        for size in (10**6, 10**7)
    )
    benchmark.extra_info["times"] = ten / once
    benchmark.pedantic(strategy.spans, setup=lambda: ((Document(text_of(kind, 10**6)),), {}), rounds=1)
    assert ten <= 13 * once


_MEMORY = """
import resource, sys
from chunkers import Document, chunk
from tests.benchmarks.texts import text_of
name, kind, unit = sys.argv[1:]
chunk(text_of(kind, 10_000), name, unit=unit)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
text = text_of(kind, 10_000_000) * 5
chunks = chunk(Document(text), name, unit=unit)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print((after - before) * (1 if sys.platform == "darwin" else 1024) / len(text.encode()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no resource module")
@pytest.mark.parametrize("unit", ["characters", "tokens"])
@pytest.mark.parametrize("kind", ["en", "zh"])
@pytest.mark.parametrize("name", ["fixed", "overlap", "recursive", "markdown"])
def test_fifty_megabytes_take_less_than_ten_times_their_size(name: str, kind: str, unit: str):
    """Peak memory with the text itself and all records, as a multiple of the text in UTF-8."""
    command = [sys.executable, "-c", _MEMORY, name, kind, unit]
    times = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert times < 10
