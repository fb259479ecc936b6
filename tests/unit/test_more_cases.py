"""Further inputs of the kinds in `tests/cases/cases.json`, each with what must hold, worked out by hand."""

import json
from pathlib import Path

import pytest

from tests.cases.adapter import adapter
from tests.cases.check import holds

CASES = json.loads((Path(__file__).parents[1] / "cases" / "more_cases.json").read_text("utf-8"))
#: What holds for every text.
ALWAYS = ({"op": "slices"}, {"op": "cover_nonspace"}, {"op": "starts_increasing"})


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    chunks = adapter(case["input"], case["params"])
    failed = [check["op"] for check in (*ALWAYS, *case["checks"]) if not holds(check, case["input"], chunks)]
    assert not failed, [(one["text"], one.get("rendered"), one.get("path")) for one in chunks]
