"""The levels of the recursive cut against what they are: every boundary, found by looking at each position."""

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document
from chunkers.cutting.separators import DEFAULT_LEVELS, Found, levels_of

PIECES = [
    "a",
    "b ",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\r\n\r\n",
    ". ",
    '." ',
    "?) ",
    "!",
    "。",
    "。」",
    "…",
    "”",
    "，",
    "; ",
]
PIECES += ["# ", "## ", "\n# ", "\n###### ", "\t", "'", "word" * 60, "é"]
SENTENCE, WIDE = ".!?", "。！？…．｡।॥؟۔։።។။"
CLOSERS = WIDE + "\"'”’»)]」』）】》〉］｣"
MARKS = {6: ("\n\n", "\r\n\r\n"), 7: ("\n",), 9: ("；", "，", "、", "：", "; ", ", ", "،")}


def is_boundary(depth: int, text: str, start: int, place: int) -> bool:
    """Whether the default level `depth` may cut at `place`, for a piece that begins at `start`."""
    before = text[start:place]
    if depth < 6:
        return before.endswith("\n") and text.startswith("#" * (depth + 1) + " ", place)
    if depth == 8:
        if before.endswith(" ") and len(before) > 1:
            stop = before[-3:-2] if before[-2] in "\"'”’)]" else before[-2]
            return bool(stop) and stop in SENTENCE
        run = before[len(before.rstrip(CLOSERS)) :]
        return any(char in WIDE for char in run) and text[place : place + 1] not in tuple(CLOSERS)
    return before.endswith(MARKS[depth] if depth in MARKS else (" ", "\t", "\u3000", "\u200b"))


@settings(max_examples=600)
@given(text=st.lists(st.sampled_from(PIECES), max_size=30).map("".join), drawn=st.data())
def test_default_levels_find_every_boundary(text, drawn):
    start, end = sorted(drawn.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    for depth, level in enumerate(DEFAULT_LEVELS):
        level = level.within(Document(text))
        places = [place for place in range(start + 1, end + 1) if is_boundary(depth, text, start, place)]
        assert (level.last(text, start, end) if level else -1) == (places[-1] if places else -1), depth
        if end == len(text):
            assert (level.first(text, start, end) if level else -1) == (places[0] if places else -1), depth


@settings(max_examples=400)
@given(
    text=st.lists(st.sampled_from(["a", "b", "ab", "\n", " "]), max_size=30).map("".join),
    marks=st.lists(st.sampled_from(["a", "b", "ab", "ba", "\n", "b\n", "\na"]), min_size=1, max_size=3),
    drawn=st.data(),
)
def test_the_last_of_several_marks(text, marks, drawn):
    start, end = sorted(drawn.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    level = levels_of((tuple(marks),), leading=False)[0].within(Document(text))
    places = [p for p in range(start + 1, end + 1) if text[start:p].endswith(tuple(marks))]
    assert (level.last(text, start, end) if level else -1) == (places[-1] if places else -1)


@settings(max_examples=400)
@given(
    found=st.sets(st.integers(1, 30)).map(sorted),
    asked=st.lists(st.tuples(st.booleans(), st.integers(0, 30), st.integers(0, 30)), max_size=20),
)
def test_boundaries_found_beforehand_in_any_order_of_questions(found, asked):
    """The last answer is kept for the next question; that must not show."""
    level, text = Found(found), " " * 30
    for is_last, *places in asked:
        start, end = sorted(places)
        inside = [place for place in found if start < place <= end]
        if is_last:
            assert level.last(text, start, end) == (inside[-1] if inside else -1)
        else:
            assert level.first(text, start, end) == (inside[0] if inside else -1)
