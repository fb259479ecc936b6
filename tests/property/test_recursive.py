"""The fast recursive cut against its definition, written down literally."""

from hypothesis import given, settings
from hypothesis import strategies as st

from chunkers import Document, make_strategy

SEPARATORS = ["\n\n", "\n", "。", "，", " "]
PIECES = ["ab", "c", "dddd", "eeeeeeeee", " ", "  ", "\n", "\n\n", "。", "，"]


def trimmed(text, start, end):
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def defined(text, size, separators, start, end):
    """The spans of `text[start:end]` by the definition: split, merge greedily, descend for what is too large."""
    first, last = trimmed(text, start, end)
    if first == last:
        return []
    if last - first <= size:
        return [(first, last)]
    if not separators:
        cut = first + size
        return [trimmed(text, first, cut), *defined(text, size, separators, cut, end)]
    mark, finer = separators[0], separators[1:]
    bounds = [first]
    while (found := text.find(mark, bounds[-1], last)) >= 0:
        bounds.append(found + len(mark))
    bounds.append(last)
    spans, current = [], None
    for left, right in zip(bounds, bounds[1:]):
        piece = trimmed(text, left, right)
        if piece[0] == piece[1]:
            continue
        if piece[1] - piece[0] > size:
            spans += [current] if current else []
            spans += defined(text, size, finer, left, right)
            current = None
        elif current and piece[1] - current[0] <= size:
            current = (current[0], piece[1])
        else:
            spans += [current] if current else []
            current = piece
    return spans + ([current] if current else [])


@settings(max_examples=1500)
@given(text=st.lists(st.sampled_from(PIECES), max_size=40).map("".join), size=st.integers(1, 12))
def test_it_cuts_as_defined(text, size):
    strategy = make_strategy("recursive", chunk_size=size, separators=SEPARATORS)
    assert strategy.spans(Document(text)) == defined(text, size, SEPARATORS, 0, len(text))
