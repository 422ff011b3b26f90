"""The main line of an analysis as a text to read: turn by turn, with boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from board.walkthrough import Moment
from games.decks.analysing.boards import knowledge_before, moment_at, moment_known, see_node
from games.decks.analysing.models import Analysis
from games.decks.analysing.showing import Addresses
from games.decks.analysing.tree import ROOT, Node, Tree
from games.decks.analysing.walking import Step, Walk, read_start

MAX_BOARDS: Final = 60  # of a lesson


@dataclass(frozen=True, slots=True)
class LessonPart:
    """A part of a lesson: the plays of a turn of the main line, a name and a comment of it, what could be played
    instead, and the board after it where there is one."""

    label: str
    plays: list[str]
    name: str = ""
    comment: str = ""
    branches: tuple[tuple[str, str, str], ...] = ()  # name, plays, comment
    moment: Moment | None = None


def lesson_context(analysis: Analysis, addresses: Addresses, language: str) -> dict[str, Any]:
    """The main line as text to read: turn by turn, with a board wherever there is something to say."""
    tree = Tree.read(analysis.nodes, analysis.last_node)
    walk = Walk(read_start(analysis.start, language), tree, language)
    parts = list(_lesson_parts(walk, analysis.seat, language))
    return {
        "analysis": analysis,
        "root": tree[ROOT],
        "begin": moment_at(walk, ROOT, analysis.seat, language),
        "parts": parts,
        "back": addresses.node(ROOT),
    }


def _lesson_parts(walk: Walk, seat: str, language: str) -> Iterator[LessonPart]:
    steps = [walk[node.number] for node in walk.tree.line_from(ROOT) if node.number in walk.steps]
    knowledge = knowledge_before(walk, ROOT) if seat else None
    boards = 0
    group: list[Step] = []
    if knowledge is not None:
        see_node(knowledge, walk, ROOT)
    for place, step in enumerate(steps):
        group.append(step)
        if knowledge is not None:  # carried on: no node is carried out again for each board behind it
            see_node(knowledge, walk, step.node.number)
        after = steps[place + 1] if place + 1 < len(steps) else None
        branches = tuple(_branches(walk, step.node))
        says = bool(step.node.name or step.node.comment or branches)
        if after and not says and (after.seat, after.turn) == (step.seat, step.turn):
            continue
        moment = None
        if (says or after is None) and boards < MAX_BOARDS:
            boards += 1
            number = step.node.number
            moment = moment_known(knowledge, seat, language) if knowledge else moment_at(walk, number, "", language)
        yield LessonPart(
            f"{step.letter}{step.turn}",
            [each.words.text if each.words else each.node.action for each in group],
            step.node.name,
            step.node.comment,
            branches,
            moment,
        )
        group = []


def _branches(walk: Walk, node: Node) -> Iterator[tuple[str, str, str]]:
    """What could be played instead of a node: every line to its end, with the names and comments that are new in it."""
    tree, told = walk.tree, set[int]()
    shared = len(tree.path(node.parent))
    for sibling in tree.siblings(node.number)[1:]:
        for end in tree.ends(sibling):
            steps = [walk[each.number] for each in tree.path(end.number)[shared:] if each.number in walk.steps]
            new = [step.node for step in steps if step.node.number not in told]
            if not new:  # what follows a play that is not possible
                continue
            told.update(each.number for each in new)
            plays = " · ".join(step.words.text if step.words else step.node.action for step in steps)
            names = (each.name for each in new if each.name)
            comments = (each.comment for each in new if each.comment)
            yield ", ".join(names), plays, "\n".join(comments)
