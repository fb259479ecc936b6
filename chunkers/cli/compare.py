"""`compare`: one file, several strategies, the chunks of each."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from chunkers.api import Chunking
from chunkers.cli.table import shorten, table
from chunkers.cli.work import Work, label
from chunkers.evaluation import Summary, summarise

_TEXT_COLUMNS = 72


def compare(arguments: argparse.Namespace) -> None:
    """Writes the summary and the chunks of each cut, as a table or as JSON."""
    work = Work(arguments)
    cuts = [work.cut(strategy) for strategy in work.strategies]
    summaries = [summarise(cut) for cut in cuts]
    if arguments.json:
        results = [_result(cut, summary) for cut, summary in zip(cuts, summaries)]
        print(json.dumps({"document": work.describe_document(), "results": results}, ensure_ascii=False))
        return
    header = ["strategy", "unit", "chunks", "mean", "min", "max", "overlap", "coverage", "cut sentences"]
    print(table(header, [_row(cut, summary) for cut, summary in zip(cuts, summaries)]))
    for cut in cuts:
        print(f"\n{label(cut.strategy)}")
        parent = None
        for chunk in cut.chunks:
            if chunk.parent is not parent:
                parent = chunk.parent
                print(f"parent {parent.chunk_index}: {parent.char_start}-{parent.char_end}")
            place = f"{chunk.chunk_index:5} {chunk.char_start:8}-{chunk.char_end:<8}"
            print(f"{place} {shorten(chunk.text, _TEXT_COLUMNS)}")


def _result(cut: Chunking, summary: Summary) -> dict[str, Any]:
    more = asdict(summary)
    return {
        "strategy": cut.strategy.name,
        "parameters": cut.parameters,
        "unit": cut.parameters["unit"],
        "count": more.pop("count"),
        "mean": more.pop("mean"),
        "min": more.pop("minimum"),
        "max": more.pop("maximum"),
        **more,
        "seconds": cut.seconds,
        "chunks": [chunk.to_dict() for chunk in cut.chunks],
        **({"parents": [parent.to_dict() for parent in cut.parents]} if cut.parents else {}),
    }


def _row(cut: Chunking, summary: Summary) -> list[object]:
    return [
        label(cut.strategy),
        cut.parameters["unit"],
        summary.count,
        f"{summary.mean:.1f}",
        summary.minimum,
        summary.maximum,
        f"{summary.overlap_got:.1f} of {summary.overlap_asked}",
        f"{summary.coverage:.1%}",
        summary.cut_sentences,
    ]
