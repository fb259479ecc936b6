"""A guess of the language of a text from telling lines, checked by the parser.

A wrong guess is worse than none: it names a language that the text is not in. So more than one telling line is
wanted, which prose that quotes a line of code does not have, and the grammar must then agree: languages that
look alike (Lua and Ruby, Scala and Kotlin, Perl and PHP) give most of themselves away by syntax errors.
"""

from __future__ import annotations

import re

from chunkers.code import grammars

#: Lines that only this language has. Two are wanted, or one of the second kind, which is proof enough.
_TELLING = {
    "php": (r"^[ \t]*\$\w+[ \t]*=", r"^<\?php\b"),
    "python": (r"^[ \t]*(?:async )?def \w+\(|^class \w+.*:[ \t]*$|^from [\w.]+ import |^import [\w.]+(?: as \w+)?[ \t]*$",
               r"^if __name__ == ['\"]__main__['\"]:"),
    "rust": (r"^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:fn \w+|impl\b.*\{|mod \w+|trait \w+|struct \w+ *[{<(])|^use [\w:]+::|^#\[\w+",
             r"^[ \t]*(?:pub )?fn main\(\) *\{|^macro_rules! "),
    "go": (r"^func [\w(].*\{[ \t]*$|^type \w+ (?:struct|interface) *\{|^import (?:\(|\")", r"^package \w+[ \t]*$"),
    "java": (r"^import (?:static )?[\w.]+(?:\.\*)?;|^(?:public |final |abstract )+(?:class|interface|enum|record) \w+",
             r"^package [\w.]+;|^[ \t]*public static void main\("),
    "csharp": (r"^using [\w.]+;|^[ \t]*(?:public |internal |sealed |static )+(?:class|interface|record|struct) \w+",
               r"^namespace [\w.]+[ \t]*[{;]?[ \t]*$"),
    "kotlin": (r"^[ \t]*(?:override |private |suspend )*fun [\w.<(]+.*[{=][ \t]*$|^(?:data |sealed )class \w+|^[ \t]*val \w+",
               r"^[ \t]*fun main\("),
    "swift": (r"^[ \t]*(?:public |private |static |override )*func \w+.*\{[ \t]*$|^(?:final )?class \w+.*\{|"
              r"^[ \t]*let \w+ = [^;\n]*$|^extension \w+", r"^import (?:Foundation|UIKit|SwiftUI)[ \t]*$"),
    "c": (r"^#(?:include|define|ifdef|ifndef) |^(?:static |const |unsigned )*(?:int|void|char|double|float|size_t) \**\w+\(",
          r"^#include <std(?:io|lib)\.h>"),
    "cpp": (r"^(?:template *<|class \w+.*\{|namespace \w* *\{|using namespace )|\bstd::",
            r"^#include <(?:iostream|vector|string)>"),
    "javascript": (r"^[ \t]*(?:export )?(?:default )?(?:async )?function\*? ?\w*\(|^[ \t]*(?:const|let|var) [\w{}, ]+ = |"
                   r"^import .* from ['\"]", r"^module\.exports\b|^'use strict'|^\"use strict\""),
    "typescript": (r"^[ \t]*(?:export )?(?:interface \w+.*\{|type \w+ =|enum \w+ *\{)|^(?:export )?(?:const|let) \w+: ",
                   r"^import type "),
    "ruby": (r"^[ \t]*(?:def [\w.?!=]+|module [A-Z]\w*|class [A-Z]\w*(?: < [\w:]+)?)[^{:\n]*$|^[ \t]*end[ \t]*$|"
             r"^require ['\"]", r"^require_relative "),
    "bash": (r"^[ \t]*(?:fi|done|esac)[ \t]*$|^[ \t]*if \[\[? .*; then|^[ \t]*(?:export )?[A-Z_]+=|^\w+\(\) *\{",
             r"^set -[eux]+"),
    "sql": (r"^[ \t]*(?:SELECT |FROM \w|WHERE \w|INSERT INTO )|(?i:^[ \t]*(?:select .+ from \w|insert into .+(?:values|select)\b|"
            r"create (?:or replace )?(?:view|function|index|procedure|trigger) \w|(?:alter|drop) table \w))",
            r"(?i:^[ \t]*create table (?:if not exists )?[\w.\"`]+ *\()"),
}  # fmt: skip
#: What has the lines of the first, and only the second has more, is the second.
_RICHER = (("c", "cpp"), ("javascript", "typescript"), ("typescript", "tsx"))
_MATCHERS = {
    name: tuple(re.compile(pattern, re.MULTILINE) for pattern in patterns)
    for name, patterns in _TELLING.items()
}

#: The largest share of a text that the grammar may not understand. Of 151 files in 90 other languages that the
#: lines alone took for one of these, 23 are below it; of programs without broken lines, all.
_MOST_BROKEN = 0.1
#: How many languages the grammars are asked about, those with the most telling lines.
_MOST_CANDIDATES = 3


def guess(sample: str) -> str | None:
    """The language of a text by its lines, or None."""
    sample = sample.replace("\r\n", "\n").replace("\r", "\n")
    scores = {
        name: len({match[0].strip() for match in sign.finditer(sample)}) + 2 * bool(proof.search(sample))
        for name, (sign, proof) in _MATCHERS.items()
    }
    most = max(scores.values())
    best = [name for name in scores if scores[name] >= max(2, most / 2)]
    best.sort(key=scores.__getitem__, reverse=True)
    best = best[:_MOST_CANDIDATES]
    best += [richer for plain, richer in _RICHER if plain in best and scores.get(richer, 1)]
    best = list(dict.fromkeys(best))
    data = sample.encode("utf-8", "replace")
    broken = {name: _broken_share(name, data) for name in best}
    found = min(best, key=lambda name: round(broken[name], 2), default=None)
    if found is None or broken[found] > _MOST_BROKEN:
        return None
    richer = next((one for plain, one in _RICHER if plain == found and scores.get(one)), found)
    return richer if broken.get(richer, 1) <= _MOST_BROKEN else found


def looks_like_cpp(sample: str) -> bool:
    """Whether a header has something that only C++ has."""
    return any(pattern.search(sample) for pattern in _MATCHERS["cpp"])


def _broken_share(language: str, data: bytes) -> float:
    """How much of a text the grammar does not understand, from 0 to 1; 0 without the grammar."""
    if grammars.language(language) is None:
        return 0.0
    tree = grammars.parse(language, data)
    if tree is None:
        return 1.0
    broken, stack = 0, [tree.root_node]
    while stack:
        node = stack.pop()
        if node.type == "ERROR":
            broken += node.end_byte - node.start_byte
        elif node.has_error:
            stack.extend(node.children)
    return broken / max(1, len(data))
