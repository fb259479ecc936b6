"""Which language a text is in: by file name, by the word after a Markdown fence, by shebang, by its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from chunkers.code.guessing import guess, looks_like_cpp
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
                 ("cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "tpp", "inl", "cu", "cuh",
                  "ino")),
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
#: How much of a text is read to find out its language, in characters.
_WINDOW = 20_000
#: Endings of texts that may be anything. A text with any other ending is not one of these languages.
_OPEN_ENDINGS = frozenset(
    (
        "",
        "txt",
        "text",
        "md",
        "mdx",
        "markdown",
        "rst",
        "adoc",
        "html",
        "htm",
        "pdf",
        "docx",
        "doc",
        "odt",
        "rtf",
    )
)
_OTHER_NAMES = frozenset(
    ("makefile", "gnumakefile", "dockerfile", "cmakelists.txt", "jenkinsfile", "justfile")
)
_OBJECTIVE_C = re.compile(r"^@(?:interface|protocol|class|import)\b", re.MULTILINE)


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

    The lines are a guess, made where the name leaves the language open.
    """
    start = within.start if within else 0
    sample = document.text[start : min(start + _WINDOW, within.end if within else len(document.text))]
    named = language_of_name(document.name) or _ALIASES.get(document.source_type.lower())
    if named == "c" and document.name.lower().endswith(".h"):
        return None if _OBJECTIVE_C.search(sample) else "cpp" if looks_like_cpp(sample) else "c"
    return named or _by_shebang(sample) or (guess(sample) if _is_open(document.name) else None)


def _is_open(name: str) -> bool:
    """Whether a file name leaves open what is in the file."""
    base = re.split(r"[/\\]", name)[-1].lower()
    stem, _, ending = base.rpartition(".")
    return base not in _OTHER_NAMES and (ending if stem else "") in _OPEN_ENDINGS


def _by_shebang(sample: str) -> str | None:
    match = _SHEBANG.match(sample)
    if match is None:
        return None
    program = match[2] if match[1] == "env" and match[2] else match[1]
    return _INTERPRETERS.get(re.sub(r"[\d.]+$", "", program.rpartition("/")[2].lower()))
