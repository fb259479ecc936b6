"""Inputs on which well-known splitters fail, each with what must hold. None is skipped."""

import gc
from pathlib import Path

import pytest

from tests.cases.adapter import adapter
from tests.cases.check import check, load

CASES = load(Path(__file__).parents[1] / "cases" / "cases.json")


@pytest.fixture(autouse=True)
def only_our_own_garbage():
    """Timings do not pay for collecting what the rest of the session holds in memory."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    ok, detail = check(case, adapter)
    assert ok, f"{detail}: {case['expectation']['text']}"


def test_the_checker_can_fail():
    """The same checker over a splitter that loses, moves and cuts what it should not."""

    def broken(text, params):
        pieces = [text[at : at + 7] for at in range(0, len(text) - 7, 7)]
        return [{"text": piece, "start": text.find(piece), "end": text.find(piece) + 7} for piece in pieces]

    untimed = [case for case in CASES if "input_gen" not in case]
    assert sum(not check(case, broken)[0] for case in untimed) > len(untimed) * 0.8
