"""The tree of an analysis: what was played from where, with names and comments. It knows no rules.

A node is an action; what the rules do by themselves after it (the end of the turn, the next Mana phase, an AI's turn)
belongs to it. Node 0 is the beginning and has no action. The first child of a node continues its line, the others
branch off. Numbers are never given twice, so that a node's address stays its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

ROOT: Final = 0
MAX_NODES: Final = 500
MAX_NUMBER: Final = 999_999
MAX_DIGITS: Final = 6
MAX_LINE: Final = 200  # actions of a line that is added at once
MAX_NAME: Final = 60
MAX_COMMENT: Final = 2000
MAX_TEXT: Final = 60_000  # characters of all names and comments together
MAX_UNDO: Final = 40  # changes that can be taken back
MAX_UNDO_SIZE: Final = 150_000  # bytes that these may hold together

WrittenNode = dict[str, Any]
WrittenNodes = dict[str, WrittenNode]
ChangedNodes = dict[str, WrittenNode | None]  # nodes as they were before a change, None for those that were not there


class TreeFull(ValueError):
    """A tree has as many nodes, or as much text, as one may have."""


@dataclass(slots=True)
class Node:
    """A node: ``action`` in text form, the numbers of its ``children``, the one that continues its line first."""

    number: int
    parent: int
    action: str = ""
    name: str = ""
    comment: str = ""
    children: list[int] = field(default_factory=list)

    def write(self) -> WrittenNode:
        written = {"action": self.action, "name": self.name, "comment": self.comment, "children": self.children}
        return {key: value for key, value in written.items() if value}


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """Actions from a node on, of which so many lead to what is looked at; as text ``NODE:COUNT:ACTION;ACTION…``."""

    number: int
    count: int
    actions: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.number}:{self.count}:{';'.join(self.actions)}"

    @classmethod
    def read(cls, text: str) -> PlayedLine:
        """Raises ``ValueError``."""
        number, count, actions = text.split(":", 2)
        line = cls(int(number[:MAX_DIGITS]), int(count[:MAX_DIGITS]), tuple(actions.split(";")))
        if not 0 < line.count <= len(line.actions) <= MAX_LINE:
            raise ValueError(f"a line has at most {MAX_LINE} actions")
        return line


class Tree:
    """``nodes`` by number; ``last`` is the highest number that was given."""

    def __init__(self, nodes: dict[int, Node] | None = None, last: int = ROOT) -> None:
        self.nodes = nodes or {ROOT: Node(ROOT, ROOT)}
        self.last = max(last, *self.nodes)

    @classmethod
    def read(cls, written: WrittenNodes, last: int = ROOT) -> Tree:
        """A tree as it is kept, or as a file has it. Raises ``ValueError`` for what is none."""
        nodes: dict[int, Node] = {}
        waiting = [(ROOT, ROOT)]
        while waiting:
            number, parent = waiting.pop()
            node = written[str(number)]
            children = list(node.get("children", ()))
            if number in nodes or not all(isinstance(child, int) and 0 < child <= MAX_NUMBER for child in children):
                raise ValueError(f"node {number} is in the tree twice, or has children that are none")
            texts = (node.get("action", ""), node.get("name", ""), node.get("comment", ""))
            nodes[number] = Node(number, parent, *texts, children)
            waiting.extend((child, number) for child in children)
        if len(nodes) != len(written):
            raise ValueError("some nodes hang on nothing")
        return cls(nodes, last)

    def renumbered(self) -> Tree:
        """The same tree with numbers that leave no gap, in their order: for one whose nodes have no addresses yet."""
        numbers = {number: place for place, number in enumerate(sorted(self.nodes))}
        return Tree(
            {
                numbers[node.number]: replace(
                    node,
                    number=numbers[node.number],
                    parent=numbers[node.parent],
                    children=[numbers[child] for child in node.children],
                )
                for node in self.nodes.values()
            }
        )

    def write(self) -> WrittenNodes:
        return {str(number): self.nodes[number].write() for number in sorted(self.nodes)}

    def __contains__(self, number: int) -> bool:
        return number in self.nodes

    def __getitem__(self, number: int) -> Node:
        return self.nodes[number]

    # Looking

    def path(self, number: int) -> list[Node]:
        """The nodes from the first action to this one; empty for the beginning."""
        path = []
        while number != ROOT:
            path.append(self.nodes[number])
            number = self.nodes[number].parent
        return path[::-1]

    def next_of(self, number: int) -> Node | None:
        """The node that continues a line."""
        children = self.nodes[number].children
        return self.nodes[children[0]] if children else None

    def line_from(self, number: int) -> Iterator[Node]:
        """What continues the line of a node, to its end."""
        node = self.next_of(number)
        while node is not None:
            yield node
            node = self.next_of(node.number)

    def end_of(self, number: int) -> Node:
        node = self.nodes[number]
        for node in self.line_from(number):  # noqa: B007 - the last one is wanted
            pass
        return node

    def child_by(self, number: int, action: str) -> Node | None:
        """The child of a node that is this action."""
        children = (self.nodes[child] for child in self.nodes[number].children)
        return next((child for child in children if child.action == action), None)

    def siblings(self, number: int) -> list[int]:
        """The children of a node's parent, itself among them."""
        return [] if number == ROOT else self.nodes[self.nodes[number].parent].children

    def below(self, number: int) -> list[int]:
        """A node and all that hangs on it."""
        found, waiting = [], [number]
        while waiting:
            at = waiting.pop()
            found.append(at)
            waiting.extend(self.nodes[at].children)
        return found

    def ends(self, number: int = ROOT) -> list[Node]:
        """The last nodes of all lines from a node, that of its own line first."""
        ends, waiting = [], [number]
        while waiting:
            node = self.nodes[waiting.pop()]
            if not node.children and node.number != ROOT:
                ends.append(node)
            waiting.extend(reversed(node.children))
        return ends

    @property
    def text_length(self) -> int:
        return sum(len(node.name) + len(node.comment) for node in self.nodes.values())

    # Changing

    def add(self, number: int, action: str) -> Node:
        """The child of a node that is this action, made where there is none. Raises ``TreeFull``."""
        existing = self.child_by(number, action)
        if existing is not None:
            return existing
        if len(self.nodes) >= MAX_NODES or self.last >= MAX_NUMBER:
            raise TreeFull
        self.last += 1
        node = self.nodes[self.last] = Node(self.last, number, action)
        self.nodes[number].children.append(node.number)
        return node

    def describe(self, number: int, name: str, comment: str) -> None:
        """Gives a node a name and a comment. Raises ``TreeFull``."""
        node = self.nodes[number]
        node.name, node.comment = name[:MAX_NAME], comment[:MAX_COMMENT]
        if self.text_length > MAX_TEXT:
            raise TreeFull

    def promote(self, number: int) -> None:
        """Makes the line of a node the one that continues where it branches off for the last time.

        A node that continues its parent's line is promoted where that line branches off.
        """
        while number != ROOT and self.siblings(number)[0] == number:
            number = self.nodes[number].parent
        if number != ROOT:
            siblings = self.siblings(number)
            siblings.remove(number)
            siblings.insert(0, number)

    def can_promote(self, number: int) -> bool:
        return any(self.siblings(node.number)[0] != node.number for node in self.path(number))

    def delete(self, number: int) -> int:
        """Deletes a node with all that hangs on it; of the beginning what hangs on it. Returns the node to show."""
        if number == ROOT:
            for child in self.nodes[ROOT].children[:]:
                self.delete(child)
            return ROOT
        parent = self.nodes[number].parent
        self.nodes[parent].children.remove(number)
        for each in self.below(number):
            del self.nodes[each]
        return parent


def changed_nodes(before: WrittenNodes, after: WrittenNodes) -> ChangedNodes:
    """The nodes that a change has changed, as they were before it."""
    numbers = {*before, *after}
    return {number: before.get(number) for number in sorted(numbers) if before.get(number) != after.get(number)}


def before_change(nodes: WrittenNodes, changed: ChangedNodes) -> WrittenNodes:
    """The nodes as they were before a change, from what ``changed_nodes`` has noted."""
    kept = {number: node for number, node in nodes.items() if number not in changed}
    return {**kept, **{number: node for number, node in changed.items() if node is not None}}


def with_change(undo: list[ChangedNodes], changed: ChangedNodes) -> list[ChangedNodes]:
    """The changes that can be taken back, with one more: the oldest are forgotten where they are too many."""
    changes = [*undo, changed][-MAX_UNDO:]
    sizes = [len(json.dumps(change)) for change in changes]
    while len(changes) > 1 and sum(sizes) > MAX_UNDO_SIZE:
        changes, sizes = changes[1:], sizes[1:]
    return changes
