"""The table of speeds: `python -m tests.benchmarks.report [--size 1MB] [--job recursive] [--text zh]`."""

from __future__ import annotations

import argparse

from tests.benchmarks.jobs import JOBS
from tests.benchmarks.race import Result, race
from tests.benchmarks.texts import SIZES


def line(result: Result) -> str:
    """One row of the table."""
    fastest = result.fastest()
    ratio = f"{fastest[1] / result.spans:5.2f}" if fastest else "    -"
    whole = f"{fastest[1] / result.chunks:5.2f}" if fastest else "    -"
    peers = ", ".join(
        f"{peer.name} {'failed' if seconds is None else f'{result.speed(seconds):.1f}'}"
        for peer, seconds in result.peers.items()
    )
    return (
        f"| {result.job.name:<21} | {result.kind:<4} | {result.size:>5} | {result.speed(result.spans):7.1f} "
        f"| {ratio} | {result.speed(result.chunks):7.1f} | {whole} | {peers} | {'; '.join(result.missed())} |"
    )


def main() -> None:
    """Race every job on every text that was asked for, and print each result as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=SIZES, action="append", help="all sizes unless given")
    parser.add_argument("--job", action="append", help="part of a job's name; all jobs unless given")
    parser.add_argument("--text", action="append", help="en, zh, vi, md; all unless given")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    print(
        "MB of UTF-8 a CPU second, the best of all rounds; the ratio is to the fastest peer that does the same."
    )
    print("| job | text | size | spans() | ratio | chunk() | ratio | peers | bars missed |")
    print("|---|---|---|---|---|---|---|---|---|")
    for job in JOBS:
        if given.job and not any(part in job.name for part in given.job):
            continue
        for kind in given.text or job.kinds:
            if kind not in job.kinds:
                continue
            for size in given.size or SIZES:
                print(line(race(job, kind, size, given.rounds)), flush=True)


if __name__ == "__main__":
    main()
