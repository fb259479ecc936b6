"""What the nodes of each grammar mean: which are symbols, which wrap one, which bring something in.

The grammars' own tag queries miss much (arrow functions, macros, SQL), so these tables are written by hand,
against the grammar versions that requirements.txt pins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: Symbols that hold members; a function inside one is a method.
HOLDERS = frozenset(
    ("class", "struct", "interface", "trait", "impl", "enum", "record", "object", "protocol", "extension", "actor",
     "union")
)  # fmt: skip

#: Symbols that hold statements.
ROUTINES = frozenset(("function", "method", "constructor", "property", "procedure", "trigger"))

COMMENTS = frozenset(
    ("comment", "line_comment", "block_comment", "multiline_comment", "marginalia", "doc_comment")
)
#: What stands in a line of its own above the symbol it describes.
ATTRIBUTES = frozenset(
    ("decorator", "attribute_item", "inner_attribute_item", "attribute_list", "attribute", "annotation",
     "marker_annotation", "attribute_declaration")
)  # fmt: skip
#: Nodes that hold symbols and are none: looked through to name what a chunk holds.
TRANSPARENT = frozenset(
    ("preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif", "linkage_specification", "declaration_list",
     "if_statement", "else_clause", "elif_clause", "try_statement", "except_clause", "finally_clause", "block",
     "with_statement", "statement_block", "class_body", "body_statement", "singleton_class", "enum_body_declarations",
     "type_declaration", "foreign_mod_item", "ERROR")
)  # fmt: skip
#: Lines that say something of what follows them.
LABELS = frozenset(("access_specifier",))
#: Nodes that are no more than their statements, one after the other.
LISTS = frozenset(
    ("block", "body_statement", "statement_list", "statements", "then", "enum_body_declarations")
)
#: Children that are the body where the grammar gives it no field name.
BODIES = frozenset(("class_body", "enum_class_body", "function_body", "body_statement", "column_definitions",
                    "field_declaration_list", "create_query"))  # fmt: skip
#: Tokens that end something and are not cut off from it.
CLOSERS = frozenset(("}", ")", "]", "end", "fi", "done", "esac", ";", ",", ">", "#endif", "keyword_end", "string_end",
                     '"', "'", "`", "end_tag", "jsx_closing_element", "heredoc_end", "?>"))  # fmt: skip


@dataclass(frozen=True)
class Tables:
    """The node types of one grammar.

    `symbols` maps a node type to the kind of symbol; `bodied` are those that are one only with a body (a C
    `struct x` without it is a use). `wrappers` stand around one symbol and belong to it: decorators, `export`,
    `template`, an assignment of a function. `imports` is the node types whose text names what is imported.
    """

    symbols: Mapping[str, str]
    wrappers: frozenset[str] = frozenset()
    imports: frozenset[str] = frozenset()
    bodied: frozenset[str] = field(default_factory=frozenset)


_JAVASCRIPT = Tables(
    {
        "function_declaration": "function",
        "generator_function_declaration": "function",
        "function_expression": "function",
        "generator_function": "function",
        "arrow_function": "function",
        "method_definition": "method",
        "class_declaration": "class",
        "class": "class",
    },
    wrappers=frozenset(
        ("export_statement", "lexical_declaration", "variable_declaration", "variable_declarator", "pair",
         "expression_statement", "assignment_expression", "field_definition")
    ),
    imports=frozenset(("import_statement", "export_statement", "lexical_declaration", "variable_declaration",
                       "expression_statement")),
)  # fmt: skip
_TYPESCRIPT = Tables(
    {
        **_JAVASCRIPT.symbols,
        "interface_declaration": "interface",
        "type_alias_declaration": "type",
        "enum_declaration": "enum",
        "abstract_class_declaration": "class",
        "internal_module": "namespace",
        "module": "namespace",
        "function_signature": "function",
        "method_signature": "method",
        "abstract_method_signature": "method",
    },
    wrappers=_JAVASCRIPT.wrappers | {"ambient_declaration", "public_field_definition"},
    imports=_JAVASCRIPT.imports,
)
_C = Tables(
    {
        "function_definition": "function",
        "struct_specifier": "struct",
        "union_specifier": "union",
        "enum_specifier": "enum",
        "type_definition": "type",
        "preproc_function_def": "macro",
    },
    wrappers=frozenset(("declaration",)),
    imports=frozenset(("preproc_include",)),
    bodied=frozenset(("struct_specifier", "union_specifier", "enum_specifier")),
)

TABLES: dict[str, Tables] = {
    "python": Tables(
        {"function_definition": "function", "class_definition": "class"},
        wrappers=frozenset(("decorated_definition",)),
        imports=frozenset(("import_statement", "import_from_statement", "future_import_statement")),
    ),
    "javascript": _JAVASCRIPT,
    "typescript": _TYPESCRIPT,
    "tsx": _TYPESCRIPT,
    "java": Tables(
        {
            "class_declaration": "class",
            "interface_declaration": "interface",
            "annotation_type_declaration": "interface",
            "enum_declaration": "enum",
            "record_declaration": "record",
            "method_declaration": "method",
            "constructor_declaration": "constructor",
            "compact_constructor_declaration": "constructor",
        },
        imports=frozenset(("import_declaration",)),
    ),
    "go": Tables(
        {
            "function_declaration": "function",
            "method_declaration": "method",
            "type_spec": "type",
            "type_alias": "type",
        },
        wrappers=frozenset(("type_declaration",)),
        imports=frozenset(("import_declaration",)),
    ),
    "rust": Tables(
        {
            "function_item": "function",
            "function_signature_item": "function",
            "struct_item": "struct",
            "enum_item": "enum",
            "union_item": "union",
            "trait_item": "trait",
            "impl_item": "impl",
            "mod_item": "module",
            "type_item": "type",
            "macro_definition": "macro",
        },
        imports=frozenset(("use_declaration", "extern_crate_declaration")),
    ),
    "c": _C,
    "cpp": Tables(
        {
            **_C.symbols,
            "class_specifier": "class",
            "namespace_definition": "namespace",
            "concept_definition": "concept",
            "alias_declaration": "type",
        },
        wrappers=_C.wrappers | {"template_declaration", "field_declaration"},
        imports=_C.imports,
        bodied=_C.bodied | {"class_specifier"},
    ),
    "csharp": Tables(
        {
            "namespace_declaration": "namespace",
            "class_declaration": "class",
            "interface_declaration": "interface",
            "struct_declaration": "struct",
            "enum_declaration": "enum",
            "record_declaration": "record",
            "delegate_declaration": "delegate",
            "method_declaration": "method",
            "constructor_declaration": "constructor",
            "destructor_declaration": "method",
            "operator_declaration": "method",
            "conversion_operator_declaration": "method",
            "indexer_declaration": "property",
            "property_declaration": "property",
            "local_function_statement": "function",
        },
        wrappers=frozenset(("global_statement",)),
        imports=frozenset(("using_directive",)),
    ),
    "ruby": Tables(
        {"method": "function", "singleton_method": "function", "class": "class", "module": "module"},
        wrappers=frozenset(("call", "argument_list")),
        imports=frozenset(("call",)),
    ),
    "php": Tables(
        {
            "function_definition": "function",
            "method_declaration": "method",
            "class_declaration": "class",
            "interface_declaration": "interface",
            "trait_declaration": "trait",
            "enum_declaration": "enum",
            "namespace_definition": "namespace",
        },
        imports=frozenset(("namespace_use_declaration", "expression_statement")),
        bodied=frozenset(("namespace_definition",)),
    ),
    "kotlin": Tables(
        {
            "function_declaration": "function",
            "class_declaration": "class",
            "object_declaration": "object",
            "companion_object": "object",
            "secondary_constructor": "constructor",
            "type_alias": "type",
        },
        imports=frozenset(("import",)),
    ),
    "swift": Tables(
        {
            "function_declaration": "function",
            "class_declaration": "class",
            "protocol_declaration": "protocol",
            "init_declaration": "constructor",
            "deinit_declaration": "method",
            "subscript_declaration": "method",
            "typealias_declaration": "type",
        },
        imports=frozenset(("import_declaration",)),
    ),
    "bash": Tables({"function_definition": "function"}, imports=frozenset(("command",))),
    "sql": Tables(
        {
            "create_table": "table",
            "create_view": "view",
            "create_materialized_view": "view",
            "create_function": "function",
            "create_procedure": "procedure",
            "create_trigger": "trigger",
            "create_index": "index",
            "create_type": "type",
            "create_schema": "schema",
            "create_sequence": "sequence",
        },
        wrappers=frozenset(("statement",)),
    ),
}
