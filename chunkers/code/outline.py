"""The outline of a program: items that tile it, each opened into smaller ones only where it does not fit.

An item is a stretch between two places at which a reader would cut: a symbol with its comments and
decorators, a statement, a run of lines. Opening one looks for the nodes of its tree that begin a line, at the
shallowest depth that has any; a stretch without line breaks is opened at its nodes instead, and one without
nodes has to be cut by lines and words. Every node is opened at most once, so the work is linear; nothing
here recurses with the depth of the program.
"""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from chunkers.code.imports import imports_of
from chunkers.code.items import Found, Item, Scope, qualified
from chunkers.code.names import kind_of, name_of, signature_ends, signature_start
from chunkers.code.source import Source, last_row
from chunkers.code.splitting import Splitter
from chunkers.code.tables import (
    ATTRIBUTES,
    CLOSERS,
    COMMENTS,
    HOLDERS,
    LABELS,
    ROUTINES,
    TABLES,
    TRANSPARENT,
    Tables,
)
from chunkers.span import Span

#: How many nodes around a symbol may be its wrappers.
_MOST_WRAPPERS = 6


class Outline:
    """The items of one parsed source."""

    def __init__(self, source: Source, language: str, root: Node, scope: Scope | None = None) -> None:
        self.source = source
        self.root = root
        self._language = language
        self._tables: Tables = TABLES[language]
        self._scope = scope
        self._nodes = Splitter(source)
        #: Whether there is a syntax error anywhere, and whether the whole is nothing but one.
        self.has_error = root.has_error
        self.is_broken = root.type == "ERROR"

    def groups(self) -> list[list[Node]]:
        """The nodes of the top level, by line."""
        nodes = self.root.children
        return self._nodes.lines(nodes) if nodes else []

    def items(self, groups: list[list[Node]], start: int, end: int, scope: Scope | None = None) -> list[Item]:
        """The items of groups that tile `[start, end)`: comments joined to the symbol that they describe."""
        scope = scope or self._scope
        starts = [start, *(self.source.start_of(group[0]) for group in groups[1:]), end]
        found: list[Item] = []
        run: list[int] = []  # the comments and attributes directly above
        for index, group in enumerate(groups):
            item = Item(starts[index], starts[index + 1], [group], scope=scope, outline=self)
            if run and group[0].start_point[0] - last_row(groups[run[-1]][-1]) > 1:
                run = []
            if all(node.type in COMMENTS or node.type in ATTRIBUTES for node in group):
                run.append(index)
                item.glued = index + 1 < len(groups) and self._touch(group, groups[index + 1])
                found.append(item)
                continue
            item.symbol = self._symbol_in(group)
            item.glued = group[0].type in LABELS
            item.closes = all(
                node.type in CLOSERS or (node.type in COMMENTS and at) for at, node in enumerate(group)
            )
            if item.symbol and run:
                del found[len(found) - len(run) :]
                item.start = starts[run[0]]
                item.groups = [groups[above] for above in run] + [group]
            run = []
            found.append(item)
        return found

    def open(self, item: Item) -> list[Item]:
        """The smaller items of one, or none where it has no place left to cut at but lines and words."""
        if item.symbol:
            return self._open_symbol(item)
        groups = (
            item.groups if len(item.groups) > 1 else self._nodes.split(item.groups[0]) if item.groups else []
        )
        if len(groups) < 2:
            return []
        opened = self.items(groups, item.start, item.end, item.scope)
        if any(node.type == "ERROR" for group in item.groups for node in group):
            return self.as_lines(opened)
        head = groups[0][-1]
        if not head.is_named and head.type not in CLOSERS and not opened[0].symbol:
            opened[0].glued = True
        return opened

    def peel(self, item: Item) -> list[Item]:
        """The comments above a symbol as items of their own, and last the symbol without them; none without comments."""
        if len(item.groups) < 2:
            return []
        starts = [item.start, *(self.source.start_of(group[0]) for group in item.groups[1:]), item.end]
        peeled = [
            Item(start, end, [group], scope=item.scope, glued=True, outline=self)
            for start, end, group in zip(starts, starts[1:], item.groups)
        ]
        peeled[-1].symbol, peeled[-1].glued = item.symbol, False
        return peeled

    def as_lines(self, items: Iterable[Item]) -> list[Item]:
        """The items of a broken region: symbols as they are, all between them as runs of plain lines."""
        found: list[Item] = []
        for item in items:
            if item.symbol:
                found.append(item)
            elif found and not found[-1].groups:
                found[-1].end = item.end
            else:
                found.append(Item(item.start, item.end, scope=item.scope))
        return found

    def scope_of(self, item: Item) -> Scope:
        """The scope that the members of a symbol's item stand in."""
        symbol, text = item.symbol, self.source.document.text
        templates = (wrapper for wrapper in symbol.wrappers if wrapper.type == "template_declaration")
        begin = next(templates, None) or signature_start(symbol.node)
        start = self.source.line_start(begin)
        start = start if start >= item.start else self.source.start_of(begin)
        after = next((one for one in signature_ends(symbol.node) if one.start_byte > begin.start_byte), None)
        if after is None:
            end = text.find("\n", start, item.end)
            end = item.end if end < 0 else end
        else:
            end = self.source.place(after.start_byte)
            end += text[end : end + 1] == "{"
        end = start + len(text[start:end].rstrip())
        return Scope(item.scope, symbol.name, self._kind(symbol, item.scope), Span(start, end))

    def named(self, item: Item) -> list[tuple[str, str]]:
        """Name and kind of the symbols that an item holds, those inside `if` and `#ifdef` too."""
        if item.symbol:
            return [self.naming(item.symbol, item.scope)]
        found: list[tuple[str, str]] = []
        stack = [node for group in reversed(item.groups) for node in reversed(group)]
        while stack:
            node = stack.pop()
            symbol = self._symbol_in([node])
            if symbol:
                found.append(self.naming(symbol, item.scope))
            elif node.type in TRANSPARENT:
                stack.extend(reversed(node.children))
        return found

    def naming(self, symbol: Found, scope: Scope | None) -> tuple[str, str]:
        """The qualified name and the kind of a symbol in a scope."""
        return qualified(scope, symbol.name), self._kind(symbol, scope)

    def imports(self) -> tuple[str, ...]:
        """What the file imports, in order, each once."""
        found: dict[str, None] = {}
        stack = list(reversed(self.root.children))
        while stack:
            node = stack.pop()
            if node.type in self._tables.imports:
                found.update(dict.fromkeys(imports_of(self._language, node, self.source)))
            elif node.type in TRANSPARENT or node.type in ("import_list", "import_header"):
                stack.extend(reversed(node.children))
        return tuple(found)

    def _kind(self, symbol: Found, scope: Scope | None) -> str:
        if symbol.kind != "function":
            return symbol.kind
        around = scope.kind if scope else ""
        is_method = (
            around in HOLDERS
            or (self._language == "cpp" and "." in symbol.name)
            or (self._language == "ruby" and around == "module")
        )
        return "method" if is_method else "function"

    def _symbol_in(self, group: list[Node]) -> Found | None:
        """The symbol that begins a group, behind attributes on the same line."""
        for node in group[:4]:
            if node.type not in ATTRIBUTES and node.type not in COMMENTS:
                return self._unwrapped(node)
        return None

    def _unwrapped(self, node: Node) -> Found | None:
        """The symbol that a node is, or wraps."""
        tables, wrappers = self._tables, []
        while len(wrappers) < _MOST_WRAPPERS:
            kind = tables.symbols.get(node.type)
            if kind and (node.type not in tables.bodied or node.child_by_field_name("body")):
                name = name_of(self._language, node, wrappers, self.source.text_of)
                if not name:
                    return None
                return Found(
                    name, kind_of(self._language, node, kind, self.source.text_of), node, tuple(wrappers)
                )
            if node.type not in tables.wrappers or node.child_count > 64:
                return None
            inner = [
                child
                for child in node.named_children
                if child.type in tables.symbols or child.type in tables.wrappers
            ]
            if len(inner) != 1:
                return None
            wrappers.append(node)
            node = inner[0]
        return None

    def _open_symbol(self, item: Item) -> list[Item]:
        """The parts of a symbol: comments above, header, members or statements, closing mark."""
        path = item.symbol.path()
        groups: list[list[Node]] = []
        waiting = list(reversed(item.groups))
        while waiting:
            group = waiting.pop()
            on_path = next((node for node in group if node.id in path), None)
            parts = self._nodes.split(group) if on_path else []
            if len(parts) > 1:
                path.discard(on_path.id)
                waiting.extend(reversed(parts))
            else:
                groups.append(group)
        if len(groups) < 2:
            return []
        scope = self.scope_of(item)
        opened = self.items(groups, item.start, item.end, scope)
        for part in opened:
            if part.symbol and part.symbol.node.id == item.symbol.node.id:
                part.symbol = None
            if part.start < scope.signature.end:
                part.glued, part.symbol = True, None
        if item.symbol.node.has_error and scope.kind in ROUTINES:
            # What the parser took for statements may be the functions after a missing bracket.
            return self.as_lines(opened)
        return opened

    def _touch(self, above: list[Node], below: list[Node]) -> bool:
        return below[0].start_point[0] - last_row(above[-1]) <= 1
