"""Windows that repeat the end of the one before: an answer at a boundary gets a second chance."""

from __future__ import annotations

from dataclasses import replace

from chunkers.strategies.base import CHUNK_SIZE, ENCODING, OVERLAP, UNIT
from chunkers.strategies.fixed import Fixed


class Overlap(Fixed):
    """Windows of `chunk_size` that advance by `chunk_size - overlap`."""

    name = "overlap"
    label = "Overlap"
    summary = "Windows of one size that repeat the end of the one before."
    when = "Where a cheap cut must not lose short answers at its boundaries; it costs storage and repeated results."
    parameters = (
        CHUNK_SIZE,
        replace(
            OVERLAP,
            help="How much of each window the next one repeats. Less than the chunk size.",
            range=replace(OVERLAP.range, default=50),
        ),
        UNIT,
        ENCODING,
    )
