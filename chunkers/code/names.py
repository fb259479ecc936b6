"""The name, kind and signature of a symbol, read from syntax nodes."""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from chunkers.code.tables import ATTRIBUTES, BODIES, COMMENTS

#: What gives the text of a node (`Source.text_of`).
TextOf = Callable[[Node], str]

_ARGUMENTS = re.compile(r"<[^<>]*>")
#: `operator bool() const`: the parameters belong to no name.
_CAST = re.compile(r"(\boperator \w[^(]*?) ?\(.*")
_EXPORTS = re.compile(r"^(?:module\.)?exports\.|^this\.|(?<=\.)prototype\.")


def name_of(language: str, node: Node, wrappers: list[Node], text_of: TextOf) -> str:
    """The symbol's own name, with dots between its parts; `Server.Run` for a Go method. Empty without one.

    `wrappers` stand around the node, outermost first: the name of `const f = () => 1` is in one of them.
    """
    special = _SPECIAL.get((language, node.type))
    if special:
        return _plain(special(node, text_of))
    own = node.child_by_field_name("name")
    if own is None and (declarator := node.child_by_field_name("declarator")):
        own = _declared(declarator)
    if own is not None:
        return _plain(text_of(own))
    for wrapper in reversed(wrappers):
        for field in ("name", "left", "property", "key"):
            if named := wrapper.child_by_field_name(field):
                return _plain(_EXPORTS.sub("", text_of(named).strip("\"'")))
        if wrapper.type == "export_statement" and any(
            child.type == "default" for child in wrapper.children[:3]
        ):
            return "default"
    return ""


def kind_of(language: str, node: Node, kind: str, text_of: TextOf) -> str:
    """The kind of a symbol where its node type alone does not say it."""
    if language == "kotlin" and node.type == "class_declaration":
        for child in node.children[:6]:
            if child.type == "interface":
                return "interface"
            if child.type == "modifiers" and re.search(r"\benum\b", text_of(child)):
                return "enum"
    if language == "swift" and (declared := node.child_by_field_name("declaration_kind")):
        return declared.type
    if language == "go" and node.type == "type_spec":
        inner = node.child_by_field_name("type")
        return {"struct_type": "struct", "interface_type": "interface"}.get(inner.type if inner else "", kind)
    return kind


def body_of(node: Node) -> Node | None:
    """The part of a symbol after its signature."""
    body = node.child_by_field_name("body")
    if body is not None:
        return body
    for child in node.children:
        if child.type in BODIES:
            return child
    inner = node.child_by_field_name("type")
    return body_of(inner) if inner is not None and inner.type in ("struct_type", "interface_type") else None


def signature_start(node: Node) -> Node:
    """The first node of a declaration that is no annotation, attribute or comment."""
    for child in node.children:
        if child.type in ATTRIBUTES or child.type in COMMENTS:
            continue
        if child.type == "modifiers" and child.child_count:
            inner = next((one for one in child.children if one.type not in ATTRIBUTES), None)
            if inner is None:
                continue
            return inner
        return child
    return node


def signature_ends(node: Node) -> list[Node]:
    """The nodes that a signature ends before, in order: a comment between signature and body, the body."""
    body = body_of(node)
    if body is None:
        return []
    comments = [one for one in node.children if one.type in COMMENTS and one.start_byte < body.start_byte]
    return [*comments, body]


def _plain(name: str) -> str:
    """Scopes joined by dots, without type arguments."""
    name = _CAST.sub(r"\1", name)
    if "operator" not in name and name[:1] not in "<=":  # `<=>` and `==` are names in Ruby
        for _ in range(4):
            name = _ARGUMENTS.sub("", name)
    return name.replace("::", ".").strip("\"'` ")


def _declared(declarator: Node) -> Node | None:
    """The name inside nested C declarators: pointers, functions, arrays."""
    node: Node | None = declarator
    for _ in range(50):
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in ("parenthesized_declarator", "reference_declarator"):
            inner = next(iter(node.named_children), None)
        if inner is None or node.type == "operator_cast":
            return node
        node = inner
    return None


def _go_method(node: Node, text_of: TextOf) -> str:
    name = text_of(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    types = re.findall(r"\w+", re.sub(r"\[.*", "", text_of(receiver))) if receiver else []
    return f"{types[-1]}.{name}" if types else name


def _rust_impl(node: Node, text_of: TextOf) -> str:
    implemented = node.child_by_field_name("type")
    return text_of(implemented).lstrip("&").strip() if implemented else ""


def _kotlin_function(node: Node, text_of: TextOf) -> str:
    name = node.child_by_field_name("name")
    if name is None:
        return ""
    receiver = [
        child for child in node.children if child.type.endswith("_type") and child.end_byte <= name.start_byte
    ]
    return f"{text_of(receiver[-1])}.{text_of(name)}" if receiver else text_of(name)


def _kotlin_companion(node: Node, text_of: TextOf) -> str:
    name = node.child_by_field_name("name")
    return text_of(name) if name else "Companion"


def _sql_object(node: Node, text_of: TextOf) -> str:
    if column := node.child_by_field_name("column"):
        return text_of(column)
    for child in node.children:
        if child.type in ("object_reference", "identifier"):
            return text_of(child)
    return ""


def _csharp_operator(node: Node, text_of: TextOf) -> str:
    mark = node.child_by_field_name("operator")
    return f"operator {text_of(mark)}" if mark else "operator"


def _csharp_conversion(node: Node, text_of: TextOf) -> str:
    target = node.child_by_field_name("type")
    return f"operator {text_of(target)}" if target else "operator"


def _typedef(node: Node, text_of: TextOf) -> str:
    declarator = node.child_by_field_name("declarator")
    name = _declared(declarator) if declarator else None
    return text_of(name) if name else ""


_SPECIAL: dict[tuple[str, str], Callable[[Node, TextOf], str]] = {
    ("go", "method_declaration"): _go_method,
    ("rust", "impl_item"): _rust_impl,
    ("kotlin", "function_declaration"): _kotlin_function,
    ("kotlin", "companion_object"): _kotlin_companion,
    ("kotlin", "type_alias"): lambda node, text_of: text_of(node.child_by_field_name("type")),
    ("kotlin", "secondary_constructor"): lambda *_: "constructor",
    ("swift", "init_declaration"): lambda *_: "init",
    ("swift", "deinit_declaration"): lambda *_: "deinit",
    ("swift", "subscript_declaration"): lambda *_: "subscript",
    ("csharp", "operator_declaration"): _csharp_operator,
    ("csharp", "conversion_operator_declaration"): _csharp_conversion,
    ("csharp", "indexer_declaration"): lambda *_: "this[]",
    ("csharp", "destructor_declaration"): lambda node, text_of: "~" + text_of(node.child_by_field_name("name")),
    ("c", "type_definition"): _typedef,
    ("cpp", "type_definition"): _typedef,
    **{
        ("sql", f"create_{kind}"): _sql_object
        for kind in ("table", "view", "materialized_view", "function", "procedure", "trigger", "index", "type",
                     "schema", "sequence")
    },
}  # fmt: skip
