"""`evaluate`: one file, its questions, several strategies; what each finds and why it misses the rest."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import Any

from chunkers.api import Chunking
from chunkers.cli.arguments import UsageError
from chunkers.cli.table import shorten, table
from chunkers.cli.work import Work, label
from chunkers.evaluation import (
    Evaluation,
    Outcome,
    QuestionFileError,
    Summary,
    evaluate,
    explain,
    load_questions,
    summarise,
)
from chunkers.retrieval import LEXICAL, DenseRetriever, make_retriever

_REASON_COLUMNS = 110


def evaluate_command(arguments: argparse.Namespace) -> None:
    """Writes Hit@k, MRR and ceiling of each cut and its misses, as tables or as JSON."""
    _check_ks(arguments.k)
    if arguments.retriever and arguments.model in LEXICAL and arguments.retriever != arguments.model:
        raise UsageError(
            f"--model {arguments.model} and --retriever {arguments.retriever} name two ways to rank: give one of them"
        )
    work = Work(arguments)
    found = load_questions(arguments.questions)
    if not any(question.has_gold for question in found.questions):
        first = f": {found.problems[0]}" if found.problems else ""
        raise QuestionFileError(f"{arguments.questions}: no question that can be evaluated{first}")
    retriever_name = arguments.retriever or (arguments.model if arguments.model in LEXICAL else "dense")
    model = work.embedder.name if retriever_name == "dense" else retriever_name
    results: list[tuple[Chunking, Summary, Evaluation, int]] = []
    for strategy in work.strategies:
        cut = work.cut(strategy)
        embedder = work.embedder if retriever_name == "dense" else None
        retriever = make_retriever(retriever_name, cut.chunks, embedder)
        truncated = sum(retriever.truncated) if isinstance(retriever, DenseRetriever) else 0
        evaluation = evaluate(cut, found.questions, retriever, arguments.k)
        results.append((cut, summarise(cut), evaluation, truncated))
    if arguments.json:
        report = {
            "model": model,
            "retriever": retriever_name,
            "document": work.describe_document(),
            "problems": [asdict(problem) for problem in found.problems],
            "results": [_result(*result) for result in results],
        }
        print(json.dumps(report, ensure_ascii=False))
        return
    _print_tables(model, len(results[0][2].outcomes), results)
    if found.problems:
        print(f"\n{arguments.questions}")
        for problem in found.problems:
            print(f"  {problem}")


def _check_ks(ks: list[int]) -> None:
    for k in ks:
        if k < 1:
            raise ValueError(f"--k {k} must be a whole number >= 1")


def _result(cut: Chunking, summary: Summary, evaluation: Evaluation, truncated: int) -> dict[str, Any]:
    return {
        "strategy": cut.strategy.name,
        "parameters": cut.parameters,
        "unit": cut.parameters["unit"],
        "count": summary.count,
        "mean": summary.mean,
        "ceiling": evaluation.ceiling,
        "hit": {str(k): share for k, share in evaluation.hit.items()},
        "mrr": evaluation.mrr,
        "verdicts": evaluation.verdicts,
        "truncated": truncated,
        "questions": [_question(outcome, cut) for outcome in evaluation.outcomes],
        "unscored": [question.id for question in evaluation.unscored],
    }


def _question(outcome: Outcome, cut: Chunking) -> dict[str, Any]:
    return {
        "id": outcome.question.id,
        "rank": outcome.rank,
        "verdict": outcome.verdict,
        "heading_rank": outcome.heading_rank,
        "reason": explain(outcome, cut.document),
        "evidence": [list(span) for span in outcome.places],
        "cuts": [{"span": list(at.span), "boundaries": list(at.boundaries)} for at in outcome.cuts],
        "missing": list(outcome.missing),
        "top": [{"chunk_index": ranked.index, "score": ranked.score} for ranked in outcome.top],
    }


def _print_tables(model: str, count: int, results: list[tuple[Chunking, Summary, Evaluation, int]]) -> None:
    print(f"{count} questions, ranked by {model}\n")
    ks = results[0][2].ks
    header = ["strategy", "chunks", "mean", "ceiling", *(f"Hit@{k}" for k in ks), "MRR", "truncated"]
    rows = [
        [
            label(cut.strategy),
            summary.count,
            f"{summary.mean:.1f}",
            f"{evaluation.ceiling:.3f}",
            *(f"{share:.3f}" for share in evaluation.hit.values()),
            f"{evaluation.mrr:.3f}",
            truncated,
        ]
        for cut, summary, evaluation, truncated in results
    ]
    if not any(truncated for *_, truncated in results):
        header, rows = header[:-1], [row[:-1] for row in rows]
    print(table(header, rows))
    for cut, _, evaluation, _ in results:
        misses = [outcome for outcome in evaluation.outcomes if outcome.verdict != "hit"]
        print(f"\n{label(cut.strategy)}: {f'{len(misses)} missed' if misses else 'nothing missed'}")
        for outcome in misses:
            line = f"  {outcome.question.id}: {outcome.verdict}, {explain(outcome, cut.document)}"
            print(shorten_indented(line))


def shorten_indented(line: str) -> str:
    """The line shortened, its indent kept."""
    return "  " + shorten(line, _REASON_COLUMNS)
