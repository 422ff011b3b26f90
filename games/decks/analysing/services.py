"""Making, changing and deleting analyses. The engine has said before whether an action may be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db import transaction

from accounts.begun import made_before, token_for
from accounts.locks import lock_row
from accounts.models import Owner, Visibility
from accounts.quotas import QuotaExceeded
from accounts.revisions import StaleRevision, advance, saves_revision
from accounts.text_cleaning import tidied, tidied_line
from board.services import BAD_ACTION
from engine.kernel.errors import IllegalAction
from games.decks.analysing.models import MAX_TITLE, Analysis
from games.decks.analysing.tree import (
    MAX_NODES,
    ROOT,
    ChangedNodes,
    PlayedLine,
    Tree,
    TreeFull,
    WrittenNodes,
    before_change,
    changed_nodes,
    with_change,
)
from games.decks.analysing.walking import add_line, perform, read_start, settle

MAX_ANALYSES: Final = 300  # of one owner

Change = Callable[[Tree], int]  # changes a tree, and answers the number of the node to show


@transaction.atomic
def create(*, owner: Owner, draft: Analysis, page: str = "") -> Analysis:
    """Keeps an analysis that was not kept yet. Raises ``QuotaExceeded``."""
    lock_row(Owner, owner.pk)
    made = made_before(Analysis, owner, page)
    if made is not None:
        return made
    if Analysis.objects.owned_by(owner).count() >= MAX_ANALYSES:
        raise QuotaExceeded
    return Analysis.objects.create(
        owner=owner,
        token=token_for(Analysis, page),
        visibility=Visibility.UNLISTED,
        title=tidied_line(draft.title)[:MAX_TITLE],
        start=draft.start,
        nodes=draft.nodes,
        last_node=draft.last_node,
        seat=draft.seat,
    )


def copy_of(analysis: Analysis) -> Analysis:
    """An analysis with the same tree, not kept yet."""
    return Analysis(
        title=analysis.title,
        start=analysis.start,
        nodes=analysis.nodes,
        last_node=analysis.last_node,
        seat=analysis.seat,
    )


@saves_revision
def change(*, owner: Owner | None, token: str, by: Change, seen: int | None = None) -> tuple[Analysis, int]:
    """Changes the tree of one's own analysis; the node to show then. What changes nothing is no change.

    Raises ``StaleRevision`` where somebody has changed it since it was ``seen``, and what ``by`` raises.
    """
    analysis = _read(owner, token, seen)
    before = analysis.nodes
    tree = Tree.read(before, analysis.last_node)
    number = by(tree)
    after = tree.write()
    changed = changed_nodes(before, after)
    if changed:
        analysis.undo, analysis.redo = with_change(analysis.undo, changed), []
        _save(analysis, after, tree.last)
    return analysis, number


@saves_revision
def undo(*, owner: Owner | None, token: str, seen: int | None = None) -> tuple[Analysis, int]:
    """Takes the last change back; the node to show then. Raises ``StaleRevision``."""
    analysis = _read(owner, token, seen)
    return analysis, _move_change(analysis, analysis.undo, analysis.redo)


@saves_revision
def redo(*, owner: Owner | None, token: str, seen: int | None = None) -> tuple[Analysis, int]:
    """Does again what was undone last; the node to show then. Raises ``StaleRevision``."""
    analysis = _read(owner, token, seen)
    return analysis, _move_change(analysis, analysis.redo, analysis.undo)


def _move_change(analysis: Analysis, changes: list[ChangedNodes], opposite: list[ChangedNodes]) -> int:
    """Takes the last of some changes back and notes its opposite; the node to show then."""
    if not changes:
        return ROOT
    changed = changes.pop()
    before, after = analysis.nodes, before_change(analysis.nodes, changed)
    opposite.append(changed_nodes(before, after))
    _save(analysis, after, analysis.last_node)
    back = [int(number) for number, node in changed.items() if node is not None and number not in before]
    still = [int(number) for number, node in changed.items() if node is not None]
    return min(back or still, default=ROOT)


@saves_revision
def set_up(
    *, owner: Owner | None, token: str, title: str | None = None, seat: str | None = None, seen: int | None = None
) -> Analysis:
    """Gives an analysis a title, or shows it through the eyes of a seat. Raises ``StaleRevision``."""
    analysis = _read(owner, token, seen)
    advance(analysis)
    analysis.title = analysis.title if title is None else tidied_line(title)[:MAX_TITLE]
    analysis.seat = analysis.seat if seat is None else seat
    analysis.save(update_fields=["title", "seat", "updated"])
    return analysis


def _read(owner: Owner | None, token: str, seen: int | None) -> Analysis:
    """One's own analysis, at the revision that was seen. Raises its ``DoesNotExist`` and ``StaleRevision``."""
    analysis = Analysis.objects.owned_by(owner).get(token=token)
    if seen is not None and analysis.revision != seen:
        raise StaleRevision(analysis)
    return analysis


def _save(analysis: Analysis, nodes: WrittenNodes, last: int) -> None:
    advance(analysis)
    analysis.nodes, analysis.last_node = nodes, last
    analysis.save(update_fields=["nodes", "last_node", "undo", "redo", "updated"])


# Changes of a tree


def playing(analysis: Analysis, number: int, action: str) -> Change:
    """Plays an action at a node: follows it, or branches off. Raises ``IllegalAction`` and ``TreeFull``."""

    def play(tree: Tree) -> int:
        existing = tree.child_by(number, action)
        if existing is None:
            position = read_start(analysis.start)
            settle(position)
            for node in tree.path(number):
                perform(position, node.action)
            perform(position, action)
        return tree.add(number, action).number

    return play


def adding(analysis: Analysis, line: PlayedLine) -> Change:
    """Adds a line as far as it can be played. Raises ``IllegalAction`` where that is nowhere, and ``TreeFull``."""

    def add(tree: Tree) -> int:
        position = read_start(analysis.start)
        settle(position)
        for node in tree.path(line.number):
            perform(position, node.action)
        add_line(tree, line.number, position.copy(), line.actions)
        shown = add_line(tree, line.number, position, line.actions[: line.count]).number
        if shown == line.number:
            raise TreeFull if len(tree.nodes) >= MAX_NODES else IllegalAction(BAD_ACTION, "the line can't be played")
        return shown

    return add


def describing(number: int, name: str, comment: str) -> Change:
    """Names a node and comments on it. Raises ``TreeFull``."""

    def describe(tree: Tree) -> int:
        tree.describe(number, tidied_line(name), tidied(comment))
        return number

    return describe


def promoting(number: int) -> Change:
    def promote(tree: Tree) -> int:
        tree.promote(number)
        return number

    return promote


def deleting(number: int) -> Change:
    return lambda tree: tree.delete(number)
