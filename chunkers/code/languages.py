"""Which language a text is in: by file name, by the word after a Markdown fence, by shebang, by its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.document import Document
from chunkers.span import Span


@dataclass(frozen=True, slots=True)
class Language:
    """One language: the names people write for it, its file endings and the programs that run it."""

    name: str
    label: str
    aliases: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()


#: In the order of the menu.
LANGUAGES = {
    one.name: one
    for one in (
        Language("python", "Python", ("py", "python3", "py3", "pyi"), ("py", "pyi", "pyw"), ("python", "pypy")),
        Language("javascript", "JavaScript", ("js", "jsx", "node", "mjs", "cjs"), ("js", "jsx", "mjs", "cjs"),
                 ("node", "nodejs", "bun")),
        Language("typescript", "TypeScript", ("ts", "mts", "cts"), ("ts", "mts", "cts"),
                 ("deno", "ts-node", "tsx")),
        Language("tsx", "TSX", (), ("tsx",)),
        Language("java", "Java", (), ("java",)),
        Language("go", "Go", ("golang",), ("go",)),
        Language("rust", "Rust", ("rs",), ("rs",)),
        Language("c", "C", ("h",), ("c", "h")),
        Language("cpp", "C++", ("c++", "cc", "cxx", "hpp", "cplusplus"),
                 ("cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "inl")),
        Language("csharp", "C#", ("c#", "cs", "dotnet"), ("cs", "csx")),
        Language("ruby", "Ruby", ("rb",), ("rb", "rake", "gemspec", "ru"), ("ruby", "jruby")),
        Language("php", "PHP", ("php3", "phtml"), ("php", "phtml", "php5"), ("php",)),
        Language("kotlin", "Kotlin", ("kt", "kts"), ("kt", "kts")),
        Language("swift", "Swift", (), ("swift",), ("swift",)),
        Language("bash", "Bash", ("sh", "shell", "zsh", "ksh", "shellscript"), ("sh", "bash", "zsh", "ksh"),
                 ("bash", "sh", "dash", "zsh", "ksh")),
        Language("sql", "SQL", ("mysql", "postgres", "postgresql", "plpgsql", "sqlite", "psql"),
                 ("sql", "ddl", "psql")),
    )
}  # fmt: skip

_ALIASES = {alias: one.name for one in LANGUAGES.values() for alias in (one.name, *one.aliases)}
_EXTENSIONS = {ending: one.name for one in LANGUAGES.values() for ending in one.extensions}
_INTERPRETERS = {program: one.name for one in LANGUAGES.values() for program in one.interpreters}
_FILE_NAMES = {
    "rakefile": "ruby", "gemfile": "ruby", "vagrantfile": "ruby", "podfile": "ruby", "sconstruct": "python",
    ".bashrc": "bash", ".bash_profile": "bash", ".profile": "bash", ".zshrc": "bash",
}  # fmt: skip

_WORD = re.compile(r"[^\s{},;:=]+")
_SHEBANG = re.compile(r"#![ \t]*(?:\S*/)?(\S+)(?:[ \t]+(?:-\S+[ \t]+)*(\S+))?")
#: How much of a text the guess by its lines reads, in characters.
_GUESS_WINDOW = 20_000
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
_RICHER = (("c", "cpp"), ("javascript", "typescript"))
_MATCHERS = {
    name: tuple(re.compile(pattern, re.MULTILINE) for pattern in patterns)
    for name, patterns in _TELLING.items()
}


def language_of(info_string: str) -> str | None:
    """The language that the info string of a Markdown fence names: `python`, `py {1,3}`, `{.c++ .wide}`."""
    word = _WORD.search(info_string)
    if word is None:
        return None
    name = word[0].lower().lstrip(".")
    name = name.removeprefix("language-").removeprefix("lang-")
    return _ALIASES.get(name) or _EXTENSIONS.get(name)


def language_of_name(name: str) -> str | None:
    """The language that a file name's ending, or a well-known name, stands for."""
    base = re.split(r"[/\\]", name)[-1].lower()
    return _FILE_NAMES.get(base) or (_EXTENSIONS.get(base.rpartition(".")[2]) if "." in base else None)


def detect(document: Document, within: Span | None = None) -> str | None:
    """The language of a document or a part of it, or None: file name, source type, shebang, telling lines.

    The lines are a guess and want more than one sign, so that prose which quotes a line of code stays prose.
    """
    start = within.start if within else 0
    sample = document.text[start : min(start + _GUESS_WINDOW, within.end if within else len(document.text))]
    named = language_of_name(document.name) or _ALIASES.get(document.source_type.lower())
    if named == "c" and document.name.lower().endswith(".h") and _is_cpp(sample):
        return "cpp"
    return named or _by_shebang(sample) or _by_lines(sample)


def _is_cpp(sample: str) -> bool:
    return any(pattern.search(sample) for pattern in _MATCHERS["cpp"])


def _by_shebang(sample: str) -> str | None:
    match = _SHEBANG.match(sample)
    if match is None:
        return None
    program = match[2] if match[1] == "env" and match[2] else match[1]
    return _INTERPRETERS.get(re.sub(r"[\d.]+$", "", program.rpartition("/")[2].lower()))


def _by_lines(sample: str) -> str | None:
    sample = sample.replace("\r\n", "\n").replace("\r", "\n")
    scores = {
        name: len({match[0] for match in sign.finditer(sample)}) + 2 * bool(proof.search(sample))
        for name, (sign, proof) in _MATCHERS.items()
    }
    best = max(scores, key=scores.__getitem__)
    if scores[best] < 2:
        return None
    return next((richer for plain, richer in _RICHER if plain == best and scores[richer]), best)
