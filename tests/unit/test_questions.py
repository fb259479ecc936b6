"""Question files: every form, every format, every bad row by its number."""

from __future__ import annotations

import json
import os

import pytest

from chunkers.evaluation import (
    Question,
    QuestionFileError,
    Reference,
    load_questions,
    parse_questions,
    question_files,
    to_csv,
    to_json,
)
from chunkers.loaders import LoadError, files

EVERY_FORM = (
    Question("a", "Who?", answer="The head, of\ndepartment"),
    Question(
        "b", "二？", references=(Reference("one", 3, 6), Reference(start=10, end=12), Reference("three"))
    ),
    Question("c", "Terms?", expected_terms=("7 days", "a | b, c; d"), expected_heading="A > B"),
    Question("d", "Where?", expected_heading=("A", "B > C"), expected_source="file.md#b-c"),
)


def parsed(rows: object, name: str = "q.json") -> tuple[tuple[Question, ...], list[str]]:
    found = parse_questions(json.dumps(rows), name)
    return found.questions, [str(problem) for problem in found.problems]


@pytest.mark.parametrize(("write", "name"), [(to_json, "q.json"), (to_csv, "q.csv")])
def test_what_is_written_reads_back(write, name: str) -> None:
    text = write(EVERY_FORM)
    assert parse_questions(text, name) == parse_questions(text.encode("utf-8-sig"), name)
    assert parse_questions(text, name).questions == EVERY_FORM
    assert parse_questions(text, name).problems == ()
    assert parse_questions(text, "").questions == EVERY_FORM


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[{"question": "Q", "answer": "A"}]', "q.json"),
        ('{"questions": [{"query": "Q", "answer": "A"}]}', "q.json"),
        ('{"question": "Q", "answer": "A"}', "q.json"),
        ('\n{"question": "Q", "answer": "A"}\n\n', "q.jsonl"),
        ("question,answer\nQ,A\n", "q.csv"),
        ("answer;query\r\nA;Q\r\n", "q.csv"),
        ("question\tanswer\nQ\tA", "q.tsv"),
        ("question,answer\n\n,\nQ,A\n", "upload"),
    ],
)
def test_every_format(text: str, name: str) -> None:
    found = parse_questions(text, name)
    assert [(one.query, one.answer) for one in found.questions] == [("Q", "A")]
    assert found.problems == ()


def test_jsonl_under_a_json_name_and_line_numbers() -> None:
    text = '{"question": "A", "answer": "x"}\n\n{"question": "B", "answer": "y\u2028z"}\nnot json\n'
    found = parse_questions(text, "q.json")
    assert [(one.id, one.answer) for one in found.questions] == [("q1", "x"), ("q3", "y\u2028z")]
    assert [problem.row for problem in found.problems] == [4]


def test_bad_rows_are_reported_by_number() -> None:
    questions, problems = parsed(
        [
            {"question": "good", "answer": "x"},
            {"answer": "no question"},
            "a string",
            {"question": "Q", "answer": ["a"]},
            {"question": "Q", "expected_terms": 3},
            {"question": "Q", "expected_terms": ["a", " "]},
            {"question": "Q", "references": [{"content": "x", "start_index": 5, "end_index": 5}]},
            {"question": "Q", "references": [True]},
            {"question": "Q", "references": "[{"},
        ]
    )
    assert [question.id for question in questions] == ["q1"]
    assert problems == [
        "row 2: no question: the key `question` (or `query`) is missing or empty",
        "row 3: a row must be an object with `question`, not str",
        "row 4: answer = ['a'] must be a text",
        "row 5: expected_terms = 3 must be a list, or a text with | between its items",
        "row 6: expected_terms = ['a', ' '] must hold texts that are not empty",
        "row 7: reference from 5 to 5 is no range of code points",
        "row 8: reference True must be a text, [start, end] or an object with `content`",
        "row 9: references is no valid JSON list: Expecting property name enclosed in double quotes: "
        "line 1 column 3 (char 2)",
    ]


def test_notes_do_not_drop_the_row() -> None:
    questions, problems = parsed(
        [
            {"question": "A", "answer": "x", "id": "same", "difficulty": 3},
            {"question": "B", "answer": "x", "id": "same"},
            {"question": "C", "answer": "x", "id": "same-2"},
            {"question": "D"},
            {"question": "E", "answer": 7, "difficulty": 1, "corpus_id": "c"},
        ]
    )
    assert [question.id for question in questions] == ["same", "same-3", "same-2", "q4", "q5"]
    assert questions[4].answer == "7"
    assert problems == [
        "row 4: no evidence (answer, references, expected_terms, expected_heading or expected_source): not evaluated",
        "the id 'same' is there twice; the later one is now 'same-3'",
        "row 1: the key 'difficulty' is not known and not used",
    ]


def test_chroma_references() -> None:
    text = (
        "question,references,corpus_id\n"
        '"Who, then?","[{""content"": ""caf\\u00e9"", ""start_index"": 4, ""end_index"": 8}]",speech\n'
    )
    found = parse_questions(text, "q.csv")
    assert found.questions == (Question("q1", "Who, then?", references=(Reference("café", 4, 8),)),)
    assert found.problems == ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([[3, 6], [8, 9]], (Reference("", 3, 6), Reference("", 8, 9))),
        ([3, 6], (Reference("", 3, 6),)),
        ("[3, 6]", (Reference("", 3, 6),)),
        ({"text": "", "start": 1, "end": 2}, (Reference("", 1, 2),)),
        ('{"content": "x"}', (Reference("x"),)),
        ("one | two", (Reference("one"), Reference("two"))),
        ([], ()),
    ],
)
def test_forms_of_references(value: object, expected: tuple[Reference, ...]) -> None:
    assert parsed([{"question": "Q", "answer": "A", "references": value}])[0][0].references == expected


@pytest.mark.parametrize(
    ("cell", "expected"),
    [("7 days | 10 %", ("7 days", "10 %")), ('["a|b", "c"]', ("a|b", "c")), ("one", ("one",))],
)
def test_lists_in_cells(cell: str, expected: tuple[str, ...]) -> None:
    assert parsed([{"question": "Q", "expected_terms": cell}])[0][0].expected_terms == expected


def test_csv_rows_that_do_not_fit() -> None:
    found = parse_questions("question,answer\nWho, then,A\nQ,A\nR\n", "q.csv")
    assert [(one.id, one.query, one.has_gold) for one in found.questions] == [
        ("q2", "Q", True),
        ("q3", "R", False),
    ]
    assert [str(one) for one in found.problems] == [
        "row 1: 3 cells under 2 columns: quote a cell that holds the delimiter",
        "row 3: no evidence (answer, references, expected_terms, expected_heading or expected_source): not evaluated",
    ]
    open_quote = parse_questions('question,answer\nQ,A\n"R,B\nS,C\n', "q.csv")
    assert [one.query for one in open_quote.questions] == ["Q"]
    assert [(one.row, one.kind) for one in open_quote.problems] == [(2, "error")]


DIGITS = "9" * 5000
DEEP = "[" * 100_000 + "]" * 100_000
GOOD = '{"question": "good", "answer": "x"}'


@pytest.mark.parametrize("form", ["[%s, GOOD]", '{"questions": [%s, GOOD]}', "%s\nGOOD\n"])
@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (f'{{"question": "Q", "id": {DIGITS}}}', "row 1: id = a number of 5000 digits must be a text"),
        (DIGITS, "row 1: a row must be an object with `question`, not a number of 5000 digits"),
        ('{"question": "Q", "id": NaN}', "row 1: id = NaN must be a text"),
        ('{"question": "Q", "id": 1e999}', "row 1: id = inf must be a text"),
        (
            f'{{"question": "Q", "references": {DEEP}}}',
            "row 1: reference [[[[[[[...]]]]]]] must be a text, [start, end] or an object with `content`",
        ),
        (
            f'{{"question": "Q", "references": "{DEEP}"}}',
            "row 1: reference [[[[[[[...]]]]]]] must be a text, [start, end] or an object with `content`",
        ),
        (
            f'{{"question": "Q", "references": [[0, {DIGITS}]]}}',
            "row 1: reference from 0 to a number of 5000 digits is no range of code points",
        ),
    ],
    ids=["id", "row", "nan", "infinity", "deep", "deep-text", "range"],
)
def test_a_bad_row_costs_only_itself(form: str, bad: str, reason: str) -> None:
    name = "q.jsonl" if form.startswith("%") else "q.json"
    found = parse_questions(form.replace("%s", bad).replace("GOOD", GOOD), name)
    assert [(question.query, question.id) for question in found.questions] == [("good", "q2")]
    assert [str(problem) for problem in found.problems] == [reason]


def test_a_value_that_is_not_used_may_be_anything() -> None:
    text = f'[{{"question": "]}}\\"[", "answer": "x", "more": {DEEP}, "id": "a"}}, {GOOD}]'
    found = parse_questions(text, "q.json")
    assert [(question.query, question.id) for question in found.questions] == [(']}"[', "a"), ("good", "q2")]
    assert [str(problem) for problem in found.problems] == ["row 1: the key 'more' is not known and not used"]


def test_cells_that_cannot_be_read() -> None:
    text = f"question,references,expected_terms\nA,{DEEP},\nB,,[{DIGITS}]\nC,,c\n"
    found = parse_questions(text, "q.csv")
    assert [question.query for question in found.questions] == ["C"]
    assert [problem.row for problem in found.problems] == [1, 2]
    assert all(len(problem.reason) < 200 for problem in found.problems)


def test_long_cells() -> None:
    found = parse_questions(f'question,answer\nQ,"{"x" * 1_000_000}"\n', "q.csv")
    assert (len(found.questions[0].answer), found.problems) == (1_000_000, ())


def test_many_problems_are_counted() -> None:
    rows = [{"question": "Q", "answer": "x", "id": "same"}] * 10_000 + [{"answer": "x"}] * 5_000
    questions, problems = parsed(rows)
    assert [questions[index].id for index in (0, 1, 9_999)] == ["same", "same-2", "same-10000"]
    assert len(problems) == 202
    assert problems[-2:] == ["and 4900 more rows that cannot be used", "and 9899 more notes"]
    broken = parse_questions('question,answer\n"a"b,c\n' + "a,b,c\n" * 200_000, "q.csv")
    assert (len(broken.problems), str(broken.problems[-1])) == (
        101,
        "and 199901 more rows that cannot be used",
    )


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        ("[" * 100_000, "q.json", "q.json: no valid JSON"),
        ("", "q.json", "q.json: the file is empty"),
        ("[{]", "q.json", "q.json: no valid JSON"),
        ('{"a": 1}', "q.json", "must be a list"),
        ("a,b\n1,2\n", "q.csv", "no column `question`"),
    ],
)
def test_files_that_are_no_question_set(data: str, name: str, message: str) -> None:
    with pytest.raises(QuestionFileError, match=message):
        parse_questions(data, name)


def test_size_is_bounded(tmp_path, monkeypatch) -> None:
    path = tmp_path / "q.json"
    path.write_text(f"[{GOOD}]" + " " * 2000)
    monkeypatch.setattr(files, "MAX_BYTES", 1024)
    with pytest.raises(QuestionFileError, match="cannot be read .* that can be loaded"):
        load_questions(path)
    monkeypatch.setattr(question_files, "MAX_BYTES", 1024)
    with pytest.raises(QuestionFileError, match="split it into smaller files"):
        parse_questions(path.read_bytes(), "q.json")


def test_files(tmp_path) -> None:
    path = tmp_path / "q.csv"
    path.write_bytes("question,answer\n請假要多久前申請？,十個工作日前送出假單\n".encode("big5"))
    assert load_questions(path).questions[0].answer == "十個工作日前送出假單"
    with pytest.raises(QuestionFileError, match="none.json: cannot be read"):
        load_questions(tmp_path / "none.json")
    os.mkfifo(tmp_path / "pipe.json")
    for other in (tmp_path, tmp_path / "pipe.json", "/dev/zero"):
        with pytest.raises(QuestionFileError, match="cannot be read .not a file."):
            load_questions(other)
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(LoadError, match="ZIP"):
        load_questions(path)
