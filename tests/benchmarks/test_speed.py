"""The bars of speed and memory, as ratios to what runs beside us: no test here knows an absolute time."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial

import numpy as np
import pytest

from chunkers import STRATEGIES, Document, make_strategy
from tests.benchmarks.jobs import JOBS, Job
from tests.benchmarks.race import cpu_seconds, race
from tests.benchmarks.texts import KINDS, text_of
from tests.helpers import ToyEmbedder

CASES = [
    pytest.param(job, kind, size, id=f"{job.name}-{kind}-{size}")
    for job in JOBS
    for kind in job.kinds
    for size in job.bars
]


#: Every strategy, and the other ways in which the work grows: by tokens, by the best segmentation of all sentences.
CUTS = {
    **{name: (name, {}) for name in STRATEGIES},
    "recursive, tokens": ("recursive", {"unit": "tokens"}),
    "fixed, tokens": ("fixed", {"unit": "tokens"}),
    "semantic, cluster": ("semantic", {"method": "cluster"}),
}


class _Timed(ToyEmbedder):
    """The toy embedder with the seconds that it took itself: calls of a model do not count."""

    seconds = 0.0

    def encode_passages(self, texts: list[str]) -> np.ndarray:
        started = time.process_time()
        vectors = super().encode_passages(texts)
        self.seconds += time.process_time() - started
        return vectors


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
@pytest.mark.parametrize("name", CUTS)
def test_ten_times_the_text_takes_at_most_thirteen_times_the_time(benchmark, name: str, kind: str):
    strategy, parameters = CUTS[name]
    texts = {size: text_of(kind, size) for size in (10**6, 10**7)}
    best: dict[int, float] = {}
    for _ in range(3):
        for size, text in texts.items():
            embedder = _Timed()
            made = make_strategy(strategy, embedder, **parameters)
            seconds = cpu_seconds(partial(made.spans, Document(text))) - embedder.seconds
            best[size] = min(seconds, best.get(size, seconds))
    benchmark.extra_info["times"] = best[10**7] / best[10**6]
    benchmark.pedantic(made.spans, setup=lambda: ((Document(texts[10**6]),), {}), rounds=1)
    assert best[10**7] <= 13 * best[10**6]


_MEMORY = """
import resource, sys
import numpy as np
from chunkers import Document, chunk
from tests.benchmarks.texts import text_of

class Blind:
    name, dimension, max_tokens = "blind", 8, 512
    def encode_passages(self, texts):
        return np.full((len(texts), 8), 8**-0.5, np.float32)

strategy, kind, unit = sys.argv[1:]
embedder = Blind() if strategy == "semantic" else None
chunk(text_of(kind, 10_000), strategy, unit=unit, embedder=embedder)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
text = text_of(kind, 10_000_000) * 5
chunks = chunk(Document(text), strategy, unit=unit, embedder=embedder)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
grown = (after - before) * (1 if sys.platform == "darwin" else 1024)
print(grown / len(text.encode()))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no resource module")
@pytest.mark.parametrize("unit", ["characters", "tokens"])
@pytest.mark.parametrize("kind", ["en", "zh", "md", "py"])
@pytest.mark.parametrize("name", STRATEGIES)
def test_fifty_megabytes_take_less_than_ten_times_their_size(name: str, kind: str, unit: str):
    """Peak memory with the text and all records, as a multiple of the text in UTF-8; a model's vectors do not count."""
    command = [sys.executable, "-c", _MEMORY, name, kind, unit]
    times = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert times < 10
