"""Law 8: four times the text takes about four times the time, whatever the text repeats.

Nothing here says how long a cut may take: two times of one machine are compared with each other. What grows with
the square of the text takes sixteen times as long; the limit is between the two.
"""

import gc
import time

import pytest

from chunkers import STRATEGIES, Document, make_strategy
from tests.helpers import ToyEmbedder

EMBEDDER = ToyEmbedder()
SIZES = 4_000, 16_000
LIMIT = 9.0
#: Stretches that never end, open without closing, nest, or look like the start of something at every place.
HOSTILE = (
    "a", " ", "\n", "\r", "\r\n", "\x1c\n", "\u0301", "e\u0301\n", "\u0600 ", "👩\u200d", "🇻", "的", "。", ".", '"', "Dr. ",
    "# a\n", "# \n", "a\n===\n", "- a\n  - b\n", "> ", "```\n", "~~~\na\n", "`", "| a | b |\n", "|---|\n", "a|b\n-|-\n",
    "Table 1: x\n", "a:\n", "| a |\n|---|\n| 1 |\n\n", "<table>", "<table><tr><td>", "<table><tr><th>a</th></tr></table>\n",
    "<tr>", "<!--", "<pre>", "<a ", "[a]: /u\n", "[", "[a](", "*", "_a", "\\", "(", "{", "'", '"""', "/*", "---\n", "    a\n",
)  # fmt: skip
#: What a stretch is put into, so that its cut cannot end at the first look: a section and an open table.
FRAMES = (("", ""), ("# T\n\n| a |\n|---|\n", "\nend."))
VALUES = {
    "parent_child": {"parent_size": 200, "child_size": 60, "unit": "characters"},
    "table": {"rows": "serialised"},
    "semantic": {"method": "cluster", "min_size": 20},
    "code": {"language": "python"},
    "structure": {"min_size": 40},
}


def seconds(strategy, text):
    """The CPU time of one cut, of a document that remembers nothing."""
    document = Document(text)
    begin = time.process_time()
    strategy.cut(document)
    return time.process_time() - begin


def values_of(name):
    declared = {one.name for one in STRATEGIES[name].parameters}
    values = {"chunk_size": 60, "overlap": 30}
    return {key: value for key, value in values.items() if key in declared} | VALUES.get(name, {})


def grows(strategy, make):
    """By how much the time grows from the small to the large text; measured again, at its least, where it is much."""
    least = [float("inf")] * len(SIZES)
    for _ in range(6):
        least = [min(best, seconds(strategy, make(size))) for best, size in zip(least, SIZES)]
        # What is done once for any text is no growth: below half a millisecond nothing is said.
        ratio = least[1] / max(least[0], 5e-4)
        if ratio <= LIMIT:
            break
    return ratio


@pytest.mark.parametrize("name", STRATEGIES)
def test_time_grows_with_the_text(name):
    strategy = make_strategy(name, EMBEDDER, **values_of(name))
    gc.collect()
    gc.freeze()  # what other tests hold is not paid for here
    try:
        for stretch in HOSTILE:
            for before, after in FRAMES:
                ratio = grows(strategy, lambda size: before + stretch * (size // len(stretch)) + after)  # noqa: B023
                assert ratio <= LIMIT, f"{stretch!r} after {before!r}: {ratio:.1f} times the time"
    finally:
        gc.unfreeze()


def test_the_measurement_can_fail():
    """A cut that looks at all the text before each of its places."""

    class Square:
        def cut(self, document):
            text = document.text
            return [text[:place].count("a") for place in range(0, len(text), 2)]

    assert grows(Square(), lambda size: "a" * size) > LIMIT
