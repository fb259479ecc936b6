"""Texts for the benchmarks, made from our sample documents: any size, the same on every machine, not periodic.

Splitters keep caches of what they have seen, so a text that repeats flatters them. Sentences are drawn anew
for every paragraph, numbers are changed, and in scripts with spaces every eighth word is replaced by another
word of the same document; Chinese sentences are put together from clauses.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from chunkers.markdown import sections

SAMPLES = Path(__file__).parents[2] / "sample_docs"
KINDS = ("en", "zh", "vi", "md", "py")
SIZES = {"100KB": 100_000, "1MB": 1_000_000, "10MB": 10_000_000}

_DIGIT = re.compile(r"[0-9]")
#: A fence as a whole: changed words would leave some without their end, and what follows would be code.
_BLOCK = re.compile(r"^```.*?^```$|\S.*?(?=\n\n|\s*\Z)", re.MULTILINE | re.DOTALL)
_PROSE = re.compile(r"(?!#|\||```|~~~|    |[-*+] |[0-9]+\. |>)\S")


@cache
def text_of(kind: str, size: int) -> str:
    """A text of `kind` that is just above `size` bytes of UTF-8, cut at the end of a paragraph."""
    paragraphs = {"en": _english, "zh": _chinese, "vi": _vietnamese, "md": _markdown, "py": _python}[kind]
    parts: list[str] = []
    for paragraph in paragraphs(random.Random(f"{kind} 3")):
        parts.append(paragraph)
        size -= len(paragraph.encode()) + 2
        if size <= 0:
            break
    return "\n\n".join(parts) + "\n"


def _english(rng: random.Random) -> Iterator[str]:
    return _sentences_anew("engineering_handbook.en.md", rng)


def _vietnamese(rng: random.Random) -> Iterator[str]:
    return _sentences_anew("policy.vi.md", rng)


def _sentences_anew(name: str, rng: random.Random) -> Iterator[str]:
    """Paragraphs of one to seven sentences of the document, in which words and numbers are changed."""
    prose = [" ".join(one.split("\n")) for one in _blocks(name) if _PROSE.match(one)]
    sentences = [one for paragraph in prose for one in re.split(r"(?<=[.!?]) ", paragraph)]
    change = _changer(" ".join(prose), rng)
    while True:
        yield " ".join(change(rng.choice(sentences)) for _ in range(rng.randint(1, 7)))


def _chinese(rng: random.Random) -> Iterator[str]:
    """Paragraphs of two to nine sentences, each of one to four clauses of the document."""
    prose = "".join(one for one in _blocks("handbook.zh-TW.md") if _PROSE.match(one))
    clauses = [one for one in re.split(r"[，。；：！？、\n]", prose) if one]
    while True:
        sentences = (
            "，".join(rng.choice(clauses) for _ in range(rng.randint(1, 4))) + rng.choice("。。。。；！？")
            for _ in range(rng.randint(2, 9))
        )
        yield _numbers("".join(sentences), rng)


def _markdown(rng: random.Random) -> Iterator[str]:
    """The handbook's sections in a random order; words change in prose, tables and code stay."""
    text = (SAMPLES / "engineering_handbook.en.md").read_text(encoding="utf-8")
    found = [one for one in sections(text) if one.heading]
    change = _changer(
        " ".join(one for one in _blocks("engineering_handbook.en.md") if _PROSE.match(one)), rng
    )
    while True:
        for section in rng.sample(found, len(found)):
            yield section.heading.span.of(text) + f" {rng.randint(1, 9999)}"
            for block in _BLOCK.findall(section.body.of(text)):
                yield change(block) if _PROSE.match(block) else _numbers(block, rng)


def _python(rng: random.Random) -> Iterator[str]:
    """Functions, and classes of up to five methods, with names and strings from the handbook."""
    blocks = _blocks("engineering_handbook.en.md")
    words = [word.lower() for one in blocks for word in one.split() if word.isalpha() and word.isascii()]
    while True:
        if rng.random() < 0.6:
            yield _function(words, rng, "")
        else:
            methods = (_function(words, rng, "    ") for _ in range(rng.randint(1, 5)))
            yield f"class {rng.choice(words).title()}{rng.randint(1, 9999)}:\n" + "\n\n".join(methods)


def _function(words: list[str], rng: random.Random, indent: str) -> str:
    name, first, second = (f"{rng.choice(words)}_{rng.choice(words)}" for _ in range(3))
    lines = [
        f"def {name}({first}, {second}=None):",
        f'    """{" ".join(rng.choices(words, k=8)).capitalize()}."""',
    ]
    for _ in range(rng.randint(2, 9)):
        called, value = rng.choice(words), rng.choice(words)
        lines += [
            f"    if {first} > {rng.randint(0, 999)}:",
            f'        {second} = do_{called}({first}, "{value}")',
        ]
    return "\n".join(indent + line for line in [*lines, f"    return {second}"])


def _blocks(name: str) -> list[str]:
    return (SAMPLES / name).read_text(encoding="utf-8").strip().split("\n\n")


def _changer(vocabulary: str, rng: random.Random) -> Callable[[str], str]:
    """A function that replaces every eighth word, at random, and all digits."""
    words = [word for word in vocabulary.split() if word.isalpha()]

    def change(passage: str) -> str:
        kept = (rng.choice(words) if rng.random() < 0.125 else word for word in passage.split(" "))
        return _numbers(" ".join(kept), rng)

    return change


def _numbers(passage: str, rng: random.Random) -> str:
    return _DIGIT.sub(lambda _: rng.choice("0123456789"), passage)
