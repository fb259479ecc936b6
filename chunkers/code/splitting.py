"""Groups of syntax nodes, parted where a reader would cut: before nodes that begin a line, or inside one line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tree_sitter import Node

from chunkers.code.source import Source, last_row
from chunkers.code.tables import LISTS
from chunkers.graphemes import graphemes

#: Nodes in a group above which it is parted although nothing in it begins a line.
_LONGEST_GROUP = 64


class Splitter:
    """Parts the groups of nodes of one source. Every node is opened at most once for each group it is in."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._boundaries = graphemes(source.document)

    def lines(self, nodes: Iterable[Node]) -> list[list[Node]]:
        """The nodes in groups of which only the first begins a line."""
        return self._grouped(nodes, self._source.begins_line)

    def split(self, group: list[Node]) -> list[list[Node]]:
        """A group as two or more: by line, or at its nodes where it is all on one line."""
        parts = self._opened(group, self._source.begins_line, _spans_rows)
        if parts or last_row(group[-1]) > group[0].start_point[0]:
            return parts
        return self._opened(group, self._may_cut_before, lambda node: node.child_count > 0)

    def _may_cut_before(self, node: Node) -> bool:
        return self._source.may_cut_before(node) and self._boundaries.is_boundary(
            self._source.place(node.start_byte)
        )

    def _opened(
        self, group: list[Node], begins: Callable[[Node], bool], may_open: Callable[[Node], bool]
    ) -> list[list[Node]]:
        """The group parted before nodes that begin something, at the shallowest depth that has any."""
        first = group[0].start_byte
        if any(node.start_byte > first and begins(node) for node in group):
            return self._grouped(group, begins)
        opened: dict[int, list[Node]] = {}
        frontier, is_found = group, False
        while not is_found:
            inner: list[Node] = []
            for node in frontier:
                if may_open(node):
                    opened[node.id] = children = node.children
                    inner.extend(children)
                    is_found = is_found or any(
                        child.start_byte > first and begins(child) for child in children
                    )
            if not inner:
                return []
            frontier = inner
        return self._grouped(_flattened(group, opened), begins)

    def _grouped(
        self, nodes: list[Node] | Iterator[Node], begins: Callable[[Node], bool]
    ) -> list[list[Node]]:
        groups: list[list[Node]] = []
        waiting = list(nodes)[::-1]
        while waiting:
            node = waiting.pop()
            if node.type in LISTS:
                children = node.children
                if children and children[0].type != "{":
                    waiting.extend(reversed(children))
                    continue
            if not groups or (node.start_byte > groups[-1][0].start_byte and begins(node)):
                groups.append([node])
            else:
                groups[-1].append(node)
        return [part for group in groups for part in _bounded(group)]


def _bounded(group: list[Node]) -> list[list[Node]]:
    """The group, or if it is long its parts after each node that spans lines.

    What closes a deep nest on one line would otherwise be carried along, and looked at, on every level.
    """
    if len(group) <= _LONGEST_GROUP:
        return [group]
    parts: list[list[Node]] = [[]]
    for node in group:
        if parts[-1] and node.start_byte > parts[-1][0].start_byte and _spans_rows(parts[-1][-1]):
            parts.append([])
        parts[-1].append(node)
    return parts


def _spans_rows(node: Node) -> bool:
    return node.end_point[0] > node.start_point[0] and node.child_count > 0


def _flattened(group: list[Node], opened: dict[int, list[Node]]) -> Iterator[Node]:
    """The nodes of a group, opened ones replaced by what is in them."""
    stack = list(reversed(group))
    while stack:
        node = stack.pop()
        if node.id in opened:
            stack.extend(reversed(opened[node.id]))
        else:
            yield node
