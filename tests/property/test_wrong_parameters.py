"""Law 7 for every parameter of every strategy, from the declarations: a wrong value is named, never a hang."""

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import STRATEGIES, make_strategy
from chunkers.parameters import shown

EVERY = [(name, one) for name, strategy in STRATEGIES.items() for one in strategy.parameters]
IDS = [f"{name}-{one.name}" for name, one in EVERY]
#: What is neither a number, a truth value, a list nor a name.
ODD = (b"5", {}, {"a"}, object(), 3j, len, np.array([1, 2]), range(3), Decimal("sNaN"))


def wrong(parameter, values):
    """Values that the declaration does not allow beside the other values."""
    if parameter.kind == "choice":
        names = st.text(max_size=20).filter(lambda text: text not in parameter.choices)
        near = st.sampled_from(parameter.choices).map(lambda name: f" {name.upper()}")
        return st.one_of(
            names, near, st.integers(), st.booleans(), st.lists(st.text(), max_size=2), st.sampled_from(ODD)
        )
    if parameter.kind == "flag":
        return st.one_of(
            st.integers(), st.text(max_size=5), st.floats(), st.sampled_from(ODD), st.just([True])
        )
    if parameter.kind == "list":
        inner = st.one_of(st.integers(), st.none(), st.sampled_from(ODD), st.lists(st.integers(), min_size=1))
        return st.one_of(
            st.text(), st.integers(), st.booleans(), st.lists(inner, min_size=1), st.sampled_from(ODD)
        )
    limits = parameter.range_for(values)
    outside = [st.sampled_from((math.nan, math.inf, -math.inf, -(10**400), 10**5000, -1e308, 1e308))]
    whole = st.integers if parameter.kind == "integer" else st.floats
    bounds = {} if whole is st.integers else {"exclude_max": True}
    outside.append(whole(max_value=limits.minimum, **bounds).filter(lambda number: number < limits.minimum))
    if limits.maximum is not None:
        outside.append(whole(min_value=limits.maximum).filter(lambda number: number > limits.maximum))
    if parameter.kind == "integer":
        outside.append(st.floats(allow_nan=False))
    return st.one_of(
        *outside, st.booleans(), st.text(), st.lists(st.integers(), max_size=2), st.sampled_from(ODD)
    )


@pytest.mark.parametrize(("name", "parameter"), EVERY, ids=IDS)
@settings(max_examples=60)
@given(data=st.data())
def test_the_error_names_parameter_value_and_range(name, parameter, data):
    values = {}
    if parameter.depends_on:
        other = STRATEGIES[name].parameter(parameter.depends_on)
        values[other.name] = data.draw(st.sampled_from(other.choices))
    value = data.draw(wrong(parameter, values))
    with pytest.raises(ValueError) as error:
        make_strategy(name, **values, **{parameter.name: value})
    words = str(error.value)
    assert words.startswith(f"{parameter.name} = {shown(value)} "), words
    assert all(choice in words for choice in parameter.choices), words
    if parameter.kind in ("integer", "number"):
        assert parameter.range_for(values).describe() in words
    assert {"flag": "true or false", "list": "a list of strings"}.get(parameter.kind, "") in words
    assert len(words) < 400


@pytest.mark.parametrize("name", STRATEGIES)
@given(st.text(max_size=20))
def test_an_unknown_parameter_is_named_with_those_there_are(name, unknown):
    names = [one.name for one in STRATEGIES[name].parameters]
    if unknown in ("name", "embedder", *names):
        return
    with pytest.raises(ValueError) as error:
        make_strategy(name, **{unknown: 1})
    assert all(word in str(error.value) for word in (repr(unknown), name, *names))


#: Parameters that are wrong only beside another one: strategy, values, and the words of the message.
TOGETHER = [
    *(
        (name, {"chunk_size": 7, "overlap": overlap}, f"overlap = {overlap} must be between 0 and 6")
        for name, strategy in STRATEGIES.items()
        if {"chunk_size", "overlap"} <= {one.name for one in strategy.parameters}
        for overlap in (7, 8, 10**9)
    ),
    ("parent_child", {"child_size": 5, "overlap": 5}, "overlap = 5 must be between 0 and 4"),
    ("parent_child", {"child_size": 9, "parent_size": 9}, "child_size = 9 must be between 1 and 8"),
    (
        "parent_child",
        {"child_size": 9, "parent_size": 1},
        "parent_size = 1 must be a whole number between 2 and",
    ),
    ("semantic", {"chunk_size": 9, "min_size": 10}, "min_size = 10 must be between 0 and 9"),
    ("recursive", {"is_regex": True}, "is_regex = True needs separators"),
]


@pytest.mark.parametrize(("name", "values", "words"), TOGETHER)
def test_what_is_wrong_beside_another_parameter(name, values, words):
    with pytest.raises(ValueError) as error:
        make_strategy(name, **values)
    assert str(error.value).startswith(words), str(error.value)
