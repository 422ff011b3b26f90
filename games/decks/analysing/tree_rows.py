"""The tree of an analysis as rows, in reading order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.decks.analysing.tree import ROOT, Node
from games.decks.analysing.walking import Walk

CURRENT: Final = mark_safe(' aria-current="true"')
MAX_DEPTH: Final = 6  # of branches that are indented further than those they branch off


@dataclass(frozen=True, slots=True)
class Entry:
    """A node in the list of the tree."""

    node: Node
    href: str
    words: str
    is_current: bool
    is_on_path: bool
    fault: str = ""

    @property
    def css(self) -> str:
        return f"{'on-path' if self.is_on_path else ''}{' has-fault' if self.fault else ''}"


@dataclass(slots=True)
class TreeRow:
    """Nodes of one turn that stand in one row: ``label`` names seat and turn, ``depth`` is that of the branch.

    ``opens`` where a branch begins; ``comment`` is that of the last node.
    """

    depth: int
    letter: str
    label: str
    opens: bool
    entries: list[Entry]
    comment: str = ""

    @property
    def links(self) -> SafeString:
        """The nodes as links with their names; of hundreds a template would make half of the page's work."""
        return format_html_join(
            "\n",
            '{}<a href="{}" data-node class="{}"{}>{}</a>',
            (
                (
                    format_html('<b class="tree-name">{}</b> ', entry.node.name) if entry.node.name else "",
                    entry.href,
                    entry.css,
                    CURRENT if entry.is_current else "",
                    entry.words,
                )
                for entry in self.entries
            ),
        )

    @property
    def css(self) -> str:
        return f"depth-{min(self.depth, MAX_DEPTH)}{' opens' if self.opens else ''}"

    @property
    def branch(self) -> str:
        """For those who listen; empty on the main line."""
        return _("Variation, level %(depth)s:") % {"depth": self.depth} if self.depth else ""


def rows_of_tree(walk: Walk, current: int, address: Callable[[int], str]) -> list[TreeRow]:
    """The tree as rows, in reading order: a play, what could be played instead of it, then what follows."""
    tree = walk.tree
    on_path = {node.number for node in tree.path(current)}
    rows: list[TreeRow] = []
    waiting: list[tuple[int, int, bool]] = []  # node, depth, whether it opens a branch

    def push(number: int, depth: int) -> None:
        children = [child for child in tree[number].children if child in walk.steps]
        if children:
            waiting.append((children[0], depth, False))

    push(ROOT, 0)
    while waiting:
        number, depth, opens = waiting.pop()
        step = walk[number]
        letter, turn = step.letter, step.turn
        label = f"{letter}{turn}"
        entry = Entry(
            step.node,
            address(number),
            step.words.text if step.words else step.node.action,
            number == current,
            number in on_path,
            step.fault,
        )
        row = rows[-1] if rows else None
        if row is None or opens or row.depth != depth or row.label != label or row.comment:
            row = TreeRow(depth, letter, label, opens, [])
            rows.append(row)
        row.entries.append(entry)
        row.comment = step.node.comment
        push(number, depth)
        siblings = [sibling for sibling in tree.siblings(number) if sibling in walk.steps]
        if not opens and len(siblings) > 1 and siblings[0] == number:
            waiting.extend((sibling, depth + 1, True) for sibling in reversed(siblings[1:]))
    return rows
