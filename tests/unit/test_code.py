"""The code strategy on programs of our own, in every language it knows."""

import gc
import subprocess
import sys
import textwrap
import tracemalloc

import pytest

from chunkers import Document, Span, chunk, split
from chunkers.chunk import CODE_FIELDS
from chunkers.code import LANGUAGES, detect, fence_of, grammars, language_of, symbol_spans
from chunkers.code.guard import Budget
from chunkers.code.source import Source
from chunkers.strategies.code import Code
from tests.unit.code_samples import SAMPLES


def cut(text, language, chunk_size=200, **parameters):
    return chunk(text, "code", language=language, chunk_size=chunk_size, **parameters)


def symbols(text, language):
    return [
        (one.name, one.kind, one.span.of(text)) for one in symbol_spans(Document(text), language=language)
    ]


def names(text, language):
    return [(name, kind) for name, kind, _ in symbols(text, language)]


@pytest.mark.parametrize("language", SAMPLES)
class TestEveryLanguage:
    def test_its_symbols_are_found_with_what_belongs_to_them(self, language):
        text, expected, _ = SAMPLES[language]
        found = symbols(text, language)
        for name, kind, first, last in expected:
            assert any(
                (one, its) == (name, kind) and part.strip().startswith(first) and part.endswith(last)
                for one, its, part in found
            ), (name, kind, found)

    def test_a_symbol_that_fits_is_whole_in_a_chunk(self, language):
        text, expected, _ = SAMPLES[language]
        for size in (60, 120, 200, 400):
            pieces = [one.body for one in cut(text, language, size)]
            for name, _, part in symbols(text, language):
                if len(part) <= size and not any(name.startswith(f"{other}.") for other, *_ in expected):
                    assert any(part.strip() in piece for piece in pieces), (size, part, pieces)

    def test_each_chunk_says_what_it_holds(self, language):
        text, expected, imports = SAMPLES[language]
        found = cut(text, language, 120)
        assert {one.language for one in found} == {language}
        assert {one.imports for one in found} == {tuple(imports)}
        known = {name for name, *_ in symbols(text, language)}
        named = {name for one in found for name in one.symbol_name.split(", ") if name}
        assert named <= known and len(named) >= len(expected) / 3
        for one in found:
            lines = text.split("\n")[one.start_line - 1 : one.end_line]
            assert one.body.strip() in "\n".join(lines) and one.body.strip().startswith(lines[0].strip())

    def test_line_ends_and_tabs_do_not_matter(self, language):
        text = SAMPLES[language][0]
        expected = names(text, language)
        assert names(text.replace("\n", "\r\n"), language) == expected
        assert names(text.replace("\n", "\r"), language) == expected
        assert names(text.replace("    ", "\t"), language) == expected

    @pytest.mark.parametrize("torn", ["((((", "{", '"', ")]}"])
    def test_a_syntax_error_costs_the_others_nothing(self, language, torn):
        text = SAMPLES[language][0]
        top = [one for one in symbol_spans(Document(text), language=language) if "." not in one.name]
        for broken in top:
            place = text.find("\n", broken.span.start + broken.span.length // 2)
            if not broken.span.start < place < broken.span.end:
                continue
            bad = f"{text[:place]} {torn}{text[place:]}"
            found = names(bad, language)
            assert all((one.name, one.kind) in found for one in top if one is not broken), (broken, found)
            together = "".join(one.body for one in cut(bad, language, 80))
            context = {line for one in cut(bad, language, 80) for line in one.context.split("\n")}
            for line in bad.split("\n"):
                assert "".join(line.split()) in "".join(together.split()) or line in context

    def test_it_is_recognised_without_a_name(self, language):
        found = detect(Document(SAMPLES[language][0]))
        assert found == language or (found, language) == ("typescript", "tsx")
        assert all(
            detect(Document("x", name=f"src/main.{ending}")) == language
            for ending in LANGUAGES[language].extensions
        )


def test_every_language_has_a_grammar_and_a_sample():
    assert set(SAMPLES) == set(LANGUAGES)
    assert all(grammars.language(name) is not None for name in LANGUAGES)


def test_grammars_are_imported_when_they_are_needed():
    script = """
        import sys
        from chunkers import chunk
        loaded = lambda: sorted(name for name in sys.modules if name.startswith("tree_sitter_") and "." not in name)
        assert loaded() == [], loaded()
        chunk("def f(): pass", "code", language="python")
        assert loaded() == ["tree_sitter_python"], loaded()
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True)


class TestPacking:
    PYTHON = SAMPLES["python"][0]

    def test_small_neighbours_share_a_chunk(self):
        text = "import os\n\nA = 1\n\n\ndef f():\n    return 1\n\n\ndef g():\n    return 2\n"
        (whole,) = cut(text, "python")
        assert (whole.symbol_name, whole.symbol_type) == ("f, g", "function")
        assert (whole.start_line, whole.end_line) == (1, 11)

    def test_a_large_symbol_shares_nothing(self):
        body = "".join(f"    x{index} = {index}\n" for index in range(20))
        text = f"A = 1\n\n\ndef f():\n{body}\n\nB = 2\n"
        found = cut(text, "python", 100)
        assert [one.symbol_name for one in found] == ["", *["f"] * (len(found) - 2), ""]
        assert (found[0].body, found[-1].body) == ("A = 1", "B = 2")
        assert found[1].context == "" and all(one.context == "def f():\n" for one in found[2:-1])

    def test_a_large_class_is_cut_between_members_with_its_signature(self):
        class_chunks = [one for one in cut(self.PYTHON, "python", 120) if "Counter2" in one.symbol_name]
        assert [one.symbol_name for one in class_chunks] == ["Counter2.add", "Counter2.total"]
        last = class_chunks[-1]
        assert last.context == "class Counter2(Counter):\n"
        assert [span.of(self.PYTHON) for span in last.context_spans] == ["class Counter2(Counter):"]
        assert last.text.startswith("class Counter2(Counter):\n    @property\n    def total")

    def test_the_first_line_keeps_its_indentation(self):
        for one in cut(SAMPLES["java"][0], "java", 120):
            start = one.char_start
            assert start == 0 or SAMPLES["java"][0][start - 1] == "\n"

    def test_a_symbol_is_whole_rather_than_under_its_context(self):
        text = "class ANameThatIsRatherLongForAClass:\n" + "".join(
            f"    def m{index}(self):\n        return {index} + {index}\n\n" for index in range(4)
        )
        found = cut(text, "python", 85)
        assert [one.body.count("def ") for one in found[1:]] == [1, 1, 1]
        assert {one.context_status for one in found[1:]} == {"full"}
        found = cut(text, "python", 50)
        assert [one.body.count("return") for one in found[1:]] == [1, 1, 1, 1]
        assert {one.context_status for one in found[1:]} == {"dropped"}

    def test_a_whole_symbol_has_as_much_context_as_there_is_room_for(self):
        text = "class Outermost:\n    class Inner:\n" + "".join(
            f"        def m{index}(self):\n            return {index} + {index} + {index}\n"
            for index in range(6)
        )
        found = cut(text, "python", 80)
        assert {one.context for one in found[1:]} == {"…\n    class Inner:\n"}
        assert {one.context_status for one in found[1:]} == {"shortened"}
        assert [one.body.count("return") for one in found[1:]] == [1] * len(found[1:])

    def test_the_context_loses_its_outer_lines_first(self):
        text = "class Outermost:\n    class Inner:\n        def method(self):\n" + "            call()\n" * 12
        last = cut(text, "python", 100)[-1]
        assert last.context == "…\n    class Inner:\n        def method(self):\n"
        assert (last.context_status, last.symbol_name) == ("shortened", "Outermost.Inner.method")
        assert cut(text, "python", 240)[-1].context_status == "full"
        assert cut(text, "python", 30)[-1].context_status == "dropped"

    def test_a_lone_signature_is_left_to_the_context(self):
        body = "".join(f"        self.x{index} = {index}\n" for index in range(8))
        text = f"class Name:\n    def m(self):\n{body}"
        found = cut(text, "python", 80)
        assert found[0].body.startswith("class Name:\n    def m(self):\n") or found[0].context
        assert not any(one.body.strip() == "class Name:" for one in found)

    def test_comments_give_way_to_the_function_below(self):
        comment = "".join(f"# line {index} of the comment\n" for index in range(5))
        text = f"{comment}def f():\n    return 'twenty-one letters'\n"
        assert cut(text, "python", 60)[-1].body.endswith("def f():\n    return 'twenty-one letters'")

    def test_a_closing_mark_is_not_alone(self):
        text = "void f() {\n" + "".join(f"    call({index});\n" for index in range(10, 18)) + "}\n"
        for size in range(40, len(text.strip())):
            assert not any(one.body.strip() == "}" for one in cut(text, "c", size)), size

    def test_decorators_and_wrappers_stay_with_their_symbol(self):
        text = "/** Doc. */\n@Deco()\nexport default class A {\n  @Input() x = 1;\n}\n\nexport const f = () => 1;\n"
        assert names(text, "typescript") == [("A", "class"), ("f", "function")]
        assert cut(text, "typescript", 80)[0].body == text[: text.index("\n\nexport const")]

    @pytest.mark.parametrize(
        ("language", "text", "expected"),
        [
            ("python", "class A:\n    def f(self): pass\n", ["A", "A.f"]),
            ("ruby", "class A::B\n  class << self\n    def x; end\n  end\n  private def y\n    1\n  end\nend\n",
             ["A.B", "A.B.x", "A.B.y"]),
            ("csharp", "namespace X.Y;\nclass P\n{\n  static P operator +(P a) { return a; }\n  ~P() {}\n}\nint F(int x) => x;\n",
             ["P", "P.operator +", "P.~P", "F"]),
            ("go", "type (\n\tA struct{}\n\tB = int\n)\n\nfunc Map[T any](x []T) []T { return x }\n", ["A", "B", "Map"]),
            ("cpp", "extern \"C\" {\nint f(void) { return 1; }\n}\n\nC::~C() {}\n", ["f", "C.~C"]),
            ("javascript", "(function () {\n  function inner() {\n    return 1;\n  }\n})();\nFoo.prototype.bar = function () {};\n",
             ["inner", "Foo.bar"]),
            ("typescript", 'declare module "m" {\n  export function q(): void;\n}\n', ["m", "m.q"]),
            ("kotlin", "suspend fun <T> List<T>.each(x: (T) -> Unit) {}\nfun interface F { fun run() }\n", ["List.each", "F"]),
            ("ruby", "class A\n  def <=>(other) = 1\n  def ==(other)\n    true\n  end\nend\n", ["A", "A.<=>", "A.=="]),
            ("csharp", "class A { public static implicit operator int(A a) => 1; }\n", ["A", "A.operator int"]),
            ("cpp", "struct A {\n  operator bool() const { return 1; }\n  T operator()(int) { return 1; }\n};\n",
             ["A", "A.operator bool", "A.operator()"]),
            ("typescript", "abstract class A {\n  abstract run(): void;\n}\ninterface I {\n  go(): void;\n}\n",
             ["A", "A.run", "I", "I.go"]),
            ("rust", "trait T {\n    fn f(&self);\n}\n\nextern \"C\" {\n    fn g();\n}\n", ["T", "T.f", "g"]),
            ("kotlin", "typealias Callback<T> = (T) -> Unit\n", ["Callback"]),
            ("php", "namespace A {\n  class B {\n    static function c() {}\n  }\n}\n", ["A", "A.B", "A.B.c"]),
        ],
    )  # fmt: skip
    def test_unusual_forms(self, language, text, expected):
        assert [name for name, _ in names(text, language)] == expected

    def test_sql_routines_of_several_dialects(self):
        text = (
            "CREATE OR REPLACE PROCEDURE shop.close(p date)\nLANGUAGE plpgsql\nAS $$\nBEGIN\n    DELETE FROM a;\n\n"
            "    COMMIT;\nEND;\n$$;\n\n"
            "CREATE FUNCTION audit() RETURNS trigger AS $$\nBEGIN\n    RETURN NEW;\nEND $$ LANGUAGE plpgsql;\n\n"
            "CREATE TRIGGER t_audit\n    AFTER INSERT ON t\n    FOR EACH ROW EXECUTE FUNCTION audit();\n\n"
            "DELIMITER //\n-- Adds one.\nCREATE PROCEDURE add_one(IN x INT, OUT y INT)\nBEGIN\n    SET y = x + 1;\n"
            "    SELECT y;\nEND //\nDELIMITER ;\n\n"
            "CREATE OR ALTER PROCEDURE [dbo].[GetOrders] @Customer int\nAS\nBEGIN\n    SET NOCOUNT ON;\n"
            "    SELECT * FROM Orders;\nEND\nGO\n\n"
            "CREATE DEFINER=`root`@`%` TRIGGER ins BEFORE INSERT ON t FOR EACH ROW SET NEW.a = 1;\n"
        )
        assert names(text, "sql") == [
            ("shop.close", "procedure"),
            ("audit", "function"),
            ("t_audit", "trigger"),
            ("add_one", "procedure"),
            ("dbo.GetOrders", "procedure"),
            ("ins", "trigger"),
        ]
        found = {name: part for name, _, part in symbols(text, "sql")}
        assert found["add_one"].endswith("SELECT y;\nEND //\nDELIMITER ;")
        assert found["shop.close"].endswith("END;\n$$;")

    def test_sql_rows_are_cut_between_rows(self):
        text = "INSERT INTO t VALUES\n" + "".join(f"  ({index}, 'name {index}'),\n" for index in range(30))
        for one in cut(text.rstrip(",\n") + ";\n", "sql", 100):
            assert one.body.count("(") == one.body.count(")")

    def test_minified_code_is_cut_between_functions(self):
        text = "".join(f"function f{index}(a){{return a+{index}}}" for index in range(10, 40))
        for one in cut(text, "javascript", 100):
            assert one.body.startswith("function f") and one.body.endswith("}")

    @pytest.mark.parametrize("unit", ["characters", "tokens", "words", "bytes"])
    def test_the_limit_holds_in_every_unit(self, unit):
        from chunkers.length import measure

        for language, (text, *_) in SAMPLES.items():
            ruler = measure(Document(text), unit)
            for size in (12, 40):
                assert all(
                    ruler.count(one.text) <= size or len(one.text) == 1
                    for one in cut(text, language, size, unit=unit)
                )


class TestHard:
    def test_a_leaf_too_large_is_cut_and_nothing_lost(self):
        text = 'x = "' + "A" * 300 + '"\ny = 1\n'
        found = cut(text, "python", 100)
        assert sum(one.body.count("A") for one in found) == 300
        assert all(len(one.text) <= 100 for one in found)

    def test_offsets_are_code_points(self):
        text = "# đếm số 🐍\ndef f():\n    return 'é'\n\n\ndef g():\n    return 2\n"
        first, second = cut(text, "python", 45)
        assert first.body == text[:45].rstrip()[: first.char_end]
        assert second.body == "def g():\n    return 2"

    def test_odd_characters_move_no_offset(self):
        text = "\ufeff# \ud800\x00é\ndef f():\n    return '\udc00'\r\r\ndef g():\n    pass\n"
        assert names(text, "python") == [("f", "function"), ("g", "function")]
        assert symbols(text, "python")[1][2] == "def g():\n    pass"

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("python", "(" * 5000 + "1" + ")" * 5000),
            ("python", "(" * 5000),
            ("javascript", "{\n" * 5000 + "}\n" * 5000),
            ("javascript", "{\n" * 5000 + "}" * 5000),
            ("javascript", "f(1, " * 5000 + ")" * 5000),
            ("java", "class A {\n" * 5000 + "}\n" * 5000),
            ("ruby", "module A\n" * 5000 + "end\n" * 5000),
            ("cpp", "namespace a {\n" * 5000),
        ],
    )
    def test_deep_nests_are_no_danger(self, language, text):
        found = cut(text, language, 200)
        assert all(len(one.text) <= 200 for one in found)
        assert max(len(one.symbol_name) for one in found) < 400
        symbol_spans(Document(text), language=language)

    def test_the_work_grows_with_the_text(self, monkeypatch):
        """What closes a nest on one line is not looked at again on every level."""
        calls = []
        begins_line = Source.begins_line
        monkeypatch.setattr(Source, "begins_line", lambda *of: calls.append(1) or begins_line(*of))

        def work(depth):
            calls.clear()
            cut("{\n  x(1);\n" * depth + "}" * depth, "javascript", 100)
            return len(calls)

        assert work(1600) < 2.2 * work(800)

    def test_a_space_with_a_mark_on_it_is_not_torn(self):
        assert [one.body for one in cut("a \u0301b", "python", 1)] == ["a", " \u0301", "b"]

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("java", "foo(|a| " * 4000),
            ("go", "/* " * 20_000),
            ("typescript", "a <b, " * 10_000),
            ("python", "/*begin " * 4000),
            ("c", "func & end=> class " * 4000),
        ],
    )
    def test_what_would_hang_the_parser_is_cut_by_lines(self, language, text):
        """Each of these takes tree-sitter itself minutes, or gigabytes."""
        found = cut(text, language, 200)
        assert sum(len(one.body.replace(" ", "")) for one in found) == len(text.replace(" ", ""))

    @pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
    @pytest.mark.parametrize("place", ["alone", "in the middle of a program", "behind one"])
    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("java", "foo(|a| " * 4000),
            ("rust", "%w(\n" * 8000),
            ("c", " b(\n<div>" * 4000),
            ("cpp", "$( <div> $a$ " * 3000),
            ("typescript", "a <b, " * 20_000),
            ("kotlin", SAMPLES["kotlin"][0] * 400),
        ],
    )
    def test_many_readings_at_once_do_not_take_the_memory(self, language, text, place):
        """Readings that never come together are written out in all combinations: gigabytes, in one step."""
        program = SAMPLES[language][0] * 40
        before, after = {"alone": ("", ""), "behind one": (program, "")}.get(place, (program, program))
        script = f"""
            import resource, sys
            from chunkers import chunk
            from chunkers.code import grammars
            grammars.language({language!r})
            resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
            text = sys.stdin.read()
            assert "".join("".join(one.body for one in chunk(text, "code", language={language!r})).split())
        """
        subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)],
            input=f"{before}\n{text}\n{after}",
            text=True,
            check=True,
        )

    def test_a_text_does_not_become_shorter_while_it_is_read(self):
        """The lexer steps back and would read where nothing is; found as a crash."""
        text = "[[\u00a0|=__extension__do/*" * 3000
        assert grammars.parse("c", text.encode()) is None
        (one,) = cut("[[\u00a0|=__extension__do/*", "c")
        assert one.symbol_name == ""

    def test_nothing_is_kept_of_what_was_parsed(self):
        data = "".join(f"def f{n}():\n    return {n}\n\n" for n in range(5000)).encode()

        def parse():
            assert grammars.parse("python", data, Budget(len(data)))

        parse()
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(3):
                parse()
            gc.collect()
            assert tracemalloc.get_traced_memory()[0] - before < len(data) / 4
        finally:
            tracemalloc.stop()

    def test_all_parses_of_a_program_share_one_budget(self):
        """However many broken blocks there are, they take no more time together than a whole program may."""
        budget = Budget(100)
        assert grammars.parse("python", b"x = 1", budget) is not None
        assert 0 < budget.seconds < Budget(100).seconds
        budget.seconds = 0
        assert grammars.parse("python", b"x = 1", budget) is None

    def test_a_long_text_is_read_in_parts(self, monkeypatch):
        monkeypatch.setattr("chunkers.code.program._PART", 10_000)
        one = "def f{}(x):\n    return [x, {}]\n\n\n"
        text = "".join(one.format(index, index) for index in range(3000))
        found = symbol_spans(Document(text), language="python")
        assert len(found) == 3000
        assert {each.kind for each in found} == {"function"}

    def test_a_broken_symbol_keeps_its_name(self):
        lines = "".join(f"    items.add({index})\n" for index in range(9))
        text = f"// Adds.\nfun broken(a: Int {{{{\n{lines}}}\n\nfun whole() {{\n    one()\n}}\n"
        found = cut(text, "kotlin", 80)
        assert [one.symbol_name for one in found] == ["broken"] * (len(found) - 1) + ["whole"]
        assert found[0].body.startswith("// Adds.\nfun broken(a: Int {{")
        assert {one.context for one in found[1:-1]} == {"fun broken(a: Int {{\n"}
        assert names(text, "kotlin") == [("broken", "function"), ("whole", "function")]

    def test_members_of_a_class_that_cannot_be_parsed_have_its_name(self):
        text = (
            "data class User(val name: String) {\n    constructor() : this(x) {\n    }\n"
            "    enum class Kind(val c: Int) { A(1) { override fun f() {} }, B(2); open fun f() {} }\n}\n"
        )
        assert ("User", "class") in names(text, "kotlin")
        assert ("User.constructor", "constructor") in names(text, "kotlin")

    def test_prose_is_cut_by_lines(self):
        text = "A first line of prose.\nAnd a second one, which is longer.\n\nA new paragraph.\n"
        found = chunk(text, "code", chunk_size=60)
        assert [one.body for one in found] == [
            "A first line of prose.\nAnd a second one, which is longer.",
            "A new paragraph.",
        ]
        assert {(one.language, one.symbol_type) for one in found} == {("", "text")}

    def test_without_the_grammar_it_is_cut_by_lines(self, monkeypatch):
        monkeypatch.setattr(grammars, "language", lambda name: None)
        found = cut(TestPacking.PYTHON, "python", 120)
        assert {one.language for one in found} == {"python"}
        assert "".join("".join(one.body for one in found).split()) == "".join(TestPacking.PYTHON.split())


class TestLanguages:
    @pytest.mark.parametrize(
        ("info", "language"),
        [
            ("python", "python"), ("py {1,3}", "python"), ("{.c++ .wide}", "cpp"), ("C#", "csharp"),
            ("Rust,no_run", "rust"), ("language-ts", "typescript"), ("sh\n", "bash"), ("jsx", "javascript"),
            ("golang", "go"), ("", None), ("mermaid", None), ("{}", None),
        ],
    )  # fmt: skip
    def test_info_strings(self, info, language):
        assert language_of(info) == language

    def test_names_types_shebangs(self):
        assert detect(Document("x", name="dir.py/README")) is None
        assert detect(Document("x", source_type="rust")) == "rust"
        assert detect(Document("#!/usr/bin/env -S python3.11 -u\nx", name="run")) == "python"
        assert detect(Document("#!/bin/sh -e\nx")) == "bash"
        assert detect(Document("x", name="a.h")) == "c"
        assert detect(Document("namespace a {\n}\n", name="a.h")) == "cpp"
        assert detect(Document("x", name="Rakefile")) == "ruby"

    def test_prose_about_code_is_prose(self):
        assert (
            detect(Document("Select the file.\nFrom there, import it.\nUse `def f():` to define one.\n"))
            is None
        )

    @pytest.mark.parametrize(
        "text",
        [
            "local M = {}\n\nfunction M.get(t, k)\n  if t[k] then\n    return t[k]\n  end\nend\n\nreturn M\n",
            "import scala.util.Try\n\nobject Main extends App {\n  val x: Int = 1\n  def f(a: Int): Int = a match {\n"
            "    case 0 => 1\n    case _ => a\n  }\n}\n",
            "my $x = 1;\n$y = 2;\n$z = $x =~ s/a/b/gr;\nsub f { my ($a) = @_; return $a unless $b; }\n",
            "proc f(a: int): int =\n  let x = 1\n  var y = 2\n  result = x + y\n",
            "name: build\nimport x\nfrom: a\nlet: b\nimport os\n",
        ],
    )
    def test_a_language_that_looks_like_one_of_these_is_none_of_them(self, text):
        assert detect(Document(text)) is None

    def test_a_name_says_when_it_is_another_language(self):
        text = "#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n"
        assert detect(Document(text)) == detect(Document(text, name="notes.txt")) == "c"
        assert detect(Document(text, name="shader.glsl")) is None
        assert detect(Document("CC = gcc\nexport X=1\nif [ a ]; then\nfi\n", name="Makefile")) is None
        assert detect(Document("@interface A\n@end\n", name="a.h")) is None

    def test_a_component_with_elements_is_tsx(self):
        text = (
            "import React from 'react';\n\ntype Props = { title: string };\n\n"
            'export const Card: React.FC<Props> = ({ title }) => {\n  return (\n    <div className="card">\n'
            "      <h1>{title}</h1>\n    </div>\n  );\n};\n"
        )
        assert detect(Document(text)) == "tsx"

    def test_an_unknown_language_is_an_error(self):
        with pytest.raises(ValueError, match="language = 'cobol'.*python"):
            chunk("x", "code", language="cobol")


class TestRecord:
    def test_the_code_fields_are_in_the_record_of_code_only(self):
        document = Document(
            "import os\n\n\ndef f():\n    pass\n",
            name="src/tool.py",
            source_uri="https://github.com/owner/tools/blob/0123abc/src/my%20tool.py#L4",
        )
        record = chunk(document, "code")[0].to_dict()
        assert {name: record[name] for name in CODE_FIELDS} == {
            "language": "python", "symbol_name": "f", "symbol_type": "function", "start_line": 1, "end_line": 5,
            "imports": ["os"], "repo": "https://github.com/owner/tools", "commit": "0123abc",
            "file_path": "src/my tool.py",
        }  # fmt: skip
        assert not set(CODE_FIELDS) & set(chunk(document, "fixed")[0].to_dict())

    def test_without_an_address_the_path_is_the_name(self):
        one = chunk(Document("x = 1\n", name="src/tool.py"), "code")[0]
        assert (one.repo, one.commit, one.file_path) == ("", "", "src/tool.py")

    def test_comments_are_no_headings(self):
        assert cut("# not a heading\nx = 1\n", "python")[0].heading_path == ()


class TestFences:
    CODE = "```python title=a\n" + TestPacking.PYTHON + "```"

    def fenced(self, text, block, chunk_size):
        start = text.index(block)
        return Code(chunk_size=chunk_size).pieces_within(
            Document(text), Span(start, start + len(block)), chunk_size
        )

    def test_the_parts_of_a_fence(self):
        document = Document("text\n\n  ~~~~ rb\nx\n~~~\n~~~~\n")
        fence = fence_of(document, Span(6, len(document.text)))
        assert [part.of(document.text) for part in (fence.opening, fence.inside, fence.closing)] == [
            "  ~~~~ rb", "x\n~~~\n", "~~~~",
        ]  # fmt: skip
        assert (fence.info, fence.language) == ("rb", "ruby")
        assert fence_of(document, Span(0, 6)) is None
        open_one = Document("```\nx")
        assert fence_of(open_one, Span(0, 5)).closing.length == 0

    def test_a_fence_that_fits_is_one_piece(self):
        text = f"# Head\n\n{self.CODE}\n\nafter"
        (piece,) = self.fenced(text, self.CODE, 2000)
        assert piece.span.of(text) == self.CODE
        assert piece.symbol.language == "python"

    def test_every_piece_has_the_fence_and_its_language(self):
        text = f"# Head\n\n{self.CODE}\n\nafter"
        pieces = self.fenced(text, self.CODE, 160)
        assert pieces[0].span.of(text).startswith("```python title=a\n")
        assert pieces[-1].span.of(text).endswith("\n```")
        assert all(piece.context.startswith("```python title=a\n") for piece in pieces[1:])
        assert {piece.symbol.language for piece in pieces} == {"python"}
        assert all(len(piece.context + piece.span.of(text)) <= 160 for piece in pieces)
        start = text.index("```python")
        assert pieces[0].symbol.start_line == text[:start].count("\n") + 1

    def test_structure_cuts_a_fence_between_its_symbols(self):
        """A blank line inside a function is no place to cut where the function fits."""
        code = (
            "class Counter:\n    def __init__(self):\n        self.total = 0\n\n    def add(self, n):\n"
            "        if n:\n            self.total += n\n\n        return self.total\n\n\n"
            "def helper(a, b):\n    x = a\n\n    return x + b\n"
        )
        found = chunk(f"# Title\n\n```python title=x\n{code}```\n", "structure", chunk_size=140)
        assert [one.body for one in found] == [
            "```python title=x\nclass Counter:\n    def __init__(self):\n        self.total = 0",
            "    def add(self, n):\n        if n:\n            self.total += n\n\n        return self.total",
            "def helper(a, b):\n    x = a\n\n    return x + b\n```",
        ]
        assert [one.context for one in found] == ["", "```python title=x\n", "```python title=x\n"]

    def test_spans_within_have_the_whole_size_for_themselves(self):
        text = f"# Head\n\n{self.CODE}\n"
        start = text.index("```python")
        within = Span(start, start + len(self.CODE))
        spans = Code(chunk_size=50).spans_within(Document(text), within, 120)
        assert all(within.contains(span) and span.length <= 120 for span in spans)
        assert any("def add" in span.of(text) and "class Counter2" in span.of(text) for span in spans)


def test_the_choice_is_in_the_version():
    text = "x = 1\n"
    versions = {
        split(text, "code", language=language).chunks[0].chunking_version for language in ("python", "ruby")
    }
    assert len(versions) == 2
