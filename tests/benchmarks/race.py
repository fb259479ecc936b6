"""A race: all contestants cut the same text in turns, and the best CPU time of each counts."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from chunkers import Document
from tests.benchmarks.jobs import Job, Peer
from tests.benchmarks.texts import SIZES, text_of

#: A contestant gets no further round once its rounds have taken this many seconds.
_PATIENCE = 6.0
_ROUNDS = 7


@dataclass(frozen=True)
class Result:
    """CPU seconds of one job on one text; a peer that failed is None."""

    job: Job
    kind: str
    size: str
    bytes: int
    spans: float
    chunks: float
    peers: dict[Peer, float | None]

    def fastest(self) -> tuple[Peer, float] | None:
        """The fastest peer that does the same job, and its time."""
        times = [(peer, seconds) for peer, seconds in self.peers.items() if seconds and peer.same_job]
        return min(times, key=lambda one: one[1]) if times else None

    def speed(self, seconds: float) -> float:
        """MB of UTF-8 a second."""
        return self.bytes / 1e6 / seconds

    def missed(self) -> list[str]:
        """The bars that this result does not reach, in words."""
        misses = []
        fastest, bar = self.fastest(), self.job.bars.get(self.size)
        if fastest and bar:
            peer, seconds = fastest
            if seconds / self.spans < bar:
                misses.append(f"spans() {seconds / self.spans:.2f} x {peer.name}, wanted {bar}")
            if seconds / self.chunks < 1:
                misses.append(f"chunk() {seconds / self.chunks:.2f} x {peer.name}, wanted 1")
        for peer, seconds in self.peers.items():
            wanted = self.job.against.get(peer.name) if bar and seconds else None
            if wanted and seconds / self.spans < wanted:
                misses.append(f"spans() {seconds / self.spans:.2f} x {peer.name}, wanted {wanted}")
        return misses


def race(job: Job, kind: str, size: str, rounds: int = _ROUNDS) -> Result:
    """Run one job on one text, ours and every peer that can, `rounds` times in turns."""
    text = text_of(kind, SIZES[size])
    length = len(text.encode())
    # Each gives, outside the clock, what is then run: on a document that knows nothing yet, by a new splitter.
    contestants: dict[Any, Callable[[], Callable[[], Any]]] = {
        "spans": lambda: partial(job.spans, Document(text)),
        "chunks": lambda: partial(job.chunks, Document(text)),
    }
    for peer in job.peers:
        if length < peer.limit:
            contestants[peer] = lambda peer=peer: partial(peer.make(), text)
    best: dict[Any, float | None] = {}
    spent = dict.fromkeys(contestants, 0.0)
    for _ in range(rounds):
        for name, prepare in contestants.items():
            if spent[name] > _PATIENCE or best.get(name, 0.0) is None:
                continue
            seconds = cpu_seconds(prepare(), may_fail=isinstance(name, Peer))
            spent[name] += seconds or 0.0
            best[name] = None if seconds is None else min(seconds, best.get(name) or seconds)
    return Result(job, kind, size, length, best.pop("spans"), best.pop("chunks"), best)


def cpu_seconds(run: Callable[[], Any], may_fail: bool = False) -> float | None:
    """CPU time of one run; None where it failed and may.

    What all contestants have imported is kept from the garbage collector: no run pays for the others' modules.
    """
    gc.collect()
    gc.freeze()
    started = time.process_time()
    try:
        result = run()
    except (RecursionError, ValueError, MemoryError):
        if not may_fail:
            raise
        return None
    finally:
        seconds = time.process_time() - started
        gc.unfreeze()
    assert len(result) > 0
    return seconds
