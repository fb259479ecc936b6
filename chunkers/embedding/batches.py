"""Which texts go through a model together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

#: A batch is padded to its longest text, so its cost is texts x longest. This much takes about a second
#: on two cores: long enough to be efficient, short enough for progress and cancelling to feel alive.
MAX_TOKENS = 2048
MAX_TEXTS = 64


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions of the texts, batch by batch, shortest first; `lengths` are in tokens.

    Every position comes once. A batch holds at most `MAX_TEXTS` texts and `MAX_TOKENS` padded tokens, or
    one text.
    """
    batch: list[int] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        full = len(batch) == MAX_TEXTS or (len(batch) + 1) * lengths[position] > MAX_TOKENS
        if batch and full:
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch
