"""Walking a tree with the engine: the position at each node, what each action is called, and what a seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from board.fault_text import error_text
from board.naming import localised, written_out
from board.plays import Told, tell
from board.services import BAD_ACTION, site_cards
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.game.drafts import parse_pick
from engine.decks.game.game import DecksGame
from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, Action, parse_action
from engine.decks.rules.board import END, MANA
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError, IllegalAction
from games.decks.analysing.tree import ROOT, Node, Tree, TreeFull


def write_start(position: Position) -> dict[str, Any]:
    """A position as an analysis begins with it; one of a game shuffles and ends as the game does."""
    start: dict[str, Any] = {"position": written_out(write_position(position))}
    if position.seed is not None:
        start["seed"] = position.seed
    if position.turn_limit is not None:
        start["turn_limit"] = position.turn_limit
    return start


def read_start(start: Mapping[str, Any], language: str = "") -> Position:
    """The position that an analysis begins with, with the site's own cards named in a language."""
    written = start["position"]
    position = read_position(localised(written, language) if language else written, site_cards())
    position.seed, position.turn_limit = start.get("seed"), start.get("turn_limit")
    return position


def settle(position: Position, trace: Trace | None = None) -> None:
    """Does what the rules do by themselves: ends a turn, begins the next one, plays those of AIs."""
    ai_seats = position.mode.ai_seats
    while not position.is_over and (position.phase in (MANA, END) or position.active in ai_seats):
        position.apply(position.legal_actions()[0], trace)


def read_action(text: str) -> Action:
    """An action of its text form. Raises ``IllegalAction``."""
    try:
        return parse_action(text)
    except ValueError as wrong:
        raise IllegalAction(BAD_ACTION, str(wrong)) from wrong


def perform(position: Position, text: str, trace: Trace | None = None) -> None:
    """Carries out the action of a node, with what comes of it by itself. Raises ``IllegalAction``."""
    action = read_action(text)
    if action in (BEGIN_TURN, END_TURN):
        raise IllegalAction(BAD_ACTION, "the rules do that by themselves")
    position.apply(action, trace)
    settle(position, trace)


def add_line(tree: Tree, number: int, position: Position, actions: Iterable[str]) -> Node:
    """Adds a line of actions as games and solutions have them, as far as it can be played and there is room; its last
    node. What the rules do by themselves is no node. ``position`` is that of the node, and is gone on with."""
    node, turn_is_over = tree[number], False
    for text in actions:
        try:
            action = read_action(text)
            if action == BEGIN_TURN or position.is_over:
                continue
            if action == END_TURN and turn_is_over:
                turn_is_over = False
                continue
            turn_is_over = action == ASSAULT
            if action == END_TURN:  # straight from the Summoning phase
                action = ASSAULT
            perform(position, str(action))
            node = tree.add(node.number, str(action))
        except (EngineError, TreeFull):
            break
    return node


def imported(engine: DecksGame, moment: int) -> tuple[Position, list[str], int]:
    """A stretch of a game between two deals: its position, the actions of its players, and how many of these belong to
    the first ``moment`` actions of the play.

    The stretch is the one in which that moment lies: hidden cards that were dealt again are other cards.
    """
    deals = [0, *sorted(redeal.after for redeal in engine.setup.redeals), len(engine.actions)]
    begin = max((deal for deal in deals[:-1] if deal <= moment), default=0)
    end = min((deal for deal in deals if deal > begin), default=len(engine.actions))
    table = DecksGame(engine.setup, engine.terms)
    for pick in engine.draft_actions:
        table.apply(parse_pick(pick).seat, pick)
    for action in engine.actions[:begin]:
        table.apply(table.active, action)
    assert table.position is not None
    position = table.position.copy()
    ai_seats = position.mode.ai_seats
    actions: list[str] = []
    count = 0
    for number, action in enumerate(engine.actions[begin:end], start=begin):
        if number == moment:
            count = len(actions)
        if table.active not in ai_seats:
            actions.append(action)
        table.apply(table.active, action)
    return position, actions, count if moment < end else len(actions)


@dataclass(slots=True)
class Step:
    """A node as the engine sees it: the action in words, the seat and the turn in which it is done, and the position
    after it. ``fault`` says why it cannot be done: under the rules of now, that is, since it was possible once."""

    node: Node
    words: Told | None
    seat: int
    turn: int
    position: Position
    fault: str = ""

    @property
    def letter(self) -> str:
        return SEAT_NAMES[self.seat]


class Walk:
    """A tree carried out from its start: ``steps`` by the number of the node, none below one that has a fault."""

    def __init__(self, start: Position, tree: Tree, language: str) -> None:
        self.tree = tree
        self.start = start
        begun = start.copy()
        settle(begun)
        self.steps = {ROOT: Step(tree[ROOT], None, begun.active, begun.seats[begun.active].turn, begun)}
        waiting = list(tree[ROOT].children)
        while waiting:
            node = tree[waiting.pop()]
            before = self.steps[node.parent].position
            step = self.steps[node.number] = _step(node, before, language)
            if not step.fault:
                waiting.extend(node.children)

    def __getitem__(self, number: int) -> Step:
        return self.steps[number]

    def before(self, number: int) -> Position:
        """The position before a node's action; that of the start, before anything happens by itself, for the first."""
        return self.start if number == ROOT else self.steps[self.tree[number].parent].position


def _step(node: Node, before: Position, language: str) -> Step:
    position = before.copy()
    seat, turn = before.active, before.seats[before.active].turn
    try:
        words = tell(before, read_action(node.action))
        perform(position, node.action)
    except (EngineError, IndexError) as wrong:
        code = wrong.code if isinstance(wrong, EngineError) else BAD_ACTION
        return Step(node, None, seat, turn, before, fault_words(code, language))
    return Step(node, words, seat, turn, position)


def fault_words(code: str, language: str) -> str:
    return _("Unknown action.") if code == BAD_ACTION else error_text(code, language)


def check(start: Position, tree: Tree) -> None:
    """Carries out a whole tree. Raises ``IllegalAction`` for an action that may not be done."""
    begun = start.copy()
    settle(begun)
    positions, waiting = {ROOT: begun}, [ROOT]
    while waiting:
        number = waiting.pop()
        for child in tree[number].children:
            position = positions[number].copy()
            perform(position, tree[child].action)
            positions[child] = position
            waiting.append(child)
