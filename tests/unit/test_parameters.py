"""Parameters: what is read from a text, and what the ranges allow."""

import pytest

from chunkers.parameters import Parameter, Range

SIZE = Parameter("size", "integer", "Size", "", range=Range(5, 1, 9, 1, 9, 1))
LIST = Parameter("marks", "list", "Marks", "")
FLAG = Parameter("on", "flag", "On", "", default=False)
CUT = Parameter(
    "cut", "number", "Cut", "", range=Range(25.0, 0, 100, 0, 100, 1), depends_on="method",
    variants={"cosine": Range(0.8, -1, 1, 0, 1, 0.1)},
)  # fmt: skip


def test_the_range_follows_the_parameter_it_depends_on():
    assert CUT.default_for({"method": "percentile"}) == 25.0
    assert CUT.default_for({"method": "cosine"}) == 0.8
    with pytest.raises(ValueError, match="cut = 25 must be a number between -1 and 1"):
        CUT.validate(25, {"method": "cosine"})


@pytest.mark.parametrize("value", [0, 10, "5", None, 2.0, float("nan"), True])
def test_what_is_no_size(value):
    with pytest.raises(ValueError, match="size = .*whole number between 1 and 9"):
        SIZE.validate(value, {})


def test_lists_become_tuples_with_their_groups():
    assert LIST.validate(["a", ["b", "c"]], {}) == ("a", ("b", "c"))
    for wrong in ("ab", [1], [["a", 1]], {"a": 1}):
        with pytest.raises(ValueError, match="marks = .* list of strings"):
            LIST.validate(wrong, {})


def test_parsing():
    assert SIZE.parse("7") == 7
    assert FLAG.parse("True") is True
    assert LIST.parse('["\\n", " "]') == ["\n", " "]
    for parameter, text in ((SIZE, "7.5"), (FLAG, "perhaps"), (LIST, "a,b")):
        with pytest.raises(ValueError, match=f"{parameter.name} = "):
            parameter.parse(text)
