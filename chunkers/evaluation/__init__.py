"""Questions with gold evidence, and what a cut makes of them."""

from chunkers.evaluation.evaluate import DEFAULT_KS, Evaluation, evaluate
from chunkers.evaluation.evidence import Evidence, find_evidence
from chunkers.evaluation.folding import fold
from chunkers.evaluation.holding import holds
from chunkers.evaluation.outcome import VERDICTS, CutAt, Outcome, Ranked, Verdict
from chunkers.evaluation.question_export import to_csv, to_json
from chunkers.evaluation.question_files import load_questions, parse_questions
from chunkers.evaluation.questions import Problem, Question, QuestionFileError, QuestionSet, Reference
from chunkers.evaluation.reasons import explain
from chunkers.evaluation.summary import Summary, summarise

__all__ = [
    "DEFAULT_KS",
    "VERDICTS",
    "CutAt",
    "Evaluation",
    "Evidence",
    "Outcome",
    "Problem",
    "Question",
    "QuestionFileError",
    "QuestionSet",
    "Ranked",
    "Reference",
    "Summary",
    "Verdict",
    "evaluate",
    "explain",
    "find_evidence",
    "fold",
    "holds",
    "load_questions",
    "parse_questions",
    "summarise",
    "to_csv",
    "to_json",
]
