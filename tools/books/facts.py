"""The facts about a puzzle of Clash of Decks that its texts may claim, by name: numbers, and what happens.

``of``, a fact of the board or of a line of play, is a list of numbers in the order in which they come up: what
``left Wind Thief`` names are the HP that it has left after each damage. ``claims`` says how texts refer to them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.decks.formats.interchange import read_action, read_position
from engine.decks.rules.actions import ASSAULT, END_TURN, PLAY_LINE, Action, parse_action
from engine.decks.rules.board import Creature
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace
from engine.decks.solving.lacking import FAR, lacking
from engine.decks.solving.objective import PREDICT, read
from engine.decks.solving.states import SearchState, Walker
from engine.kernel.budget import Budget
from grimoire.book_files import VolumePage
from tools.books.whole_lines import whole_line

Facts = Mapping[str, Sequence[int]]
SOLUTION: Final = "solution"
WHOLE: Final = "whole"  # the solution with all turns that follow, against the toughest defence
MAX_LINES: Final = 3000  # of the plays of named cards that ``with`` asks for


class UnknownLineError(ValueError):
    """There is no such line of play; the message names it."""


class PuzzleFacts:
    """The facts of one puzzle, line by line; each line is played when it is first asked for."""

    def __init__(self, page: VolumePage) -> None:
        self._page = page
        position = read_position(page.position)
        self._walker = Walker(position, read(position, None), Budget())
        self.board: Facts = _board_facts(position, page)
        self._lines: dict[str, Facts] = {}

    def stored_lines(self) -> list[str]:
        """The names of the lines that the proof has."""
        return [SOLUTION, *(f"try {number}" for number in range(len(self._page.answer.get("tries", ()))))]

    def of(self, line: str) -> Facts:
        """The facts of ``solution``, ``whole``, ``try N``, or ``with CARD, CARD``: the best line that plays these."""
        if line not in self._lines:
            self._lines[line] = _line_facts(self._walker, self._actions(line))
        return self._lines[line]

    def _actions(self, line: str) -> list[Action]:
        start = self._walker.start.position
        kind, _, rest = line.partition(" ")
        if line == SOLUTION:
            return _read_line(start, self._page.answer["solutions"][0])
        if line == WHOLE:
            beginning, actions = whole_line(self._page.position, self._page.answer)
            return [parse_action(text) for text in (*beginning.opening, *actions)]
        tries = self._page.answer.get("tries", ())
        if kind == "try" and rest.isdecimal() and int(rest) < len(tries):
            tried = tries[int(rest)]
            return _read_line(start, [*tried["line"], *tried.get("refutation", ()), *tried.get("best", ())])
        if kind == "with":
            found = _best_line(self._walker, [] if rest == "nothing" else rest.split(", "))
            if found is not None:
                return found
        raise UnknownLineError(f"no line {line!r}")


def _read_line(start: Position, written: Iterable[Mapping[str, Any]]) -> list[Action]:
    position, actions = start.copy(), list[Action]()
    for step in written:
        if position.is_over:
            break
        actions.append(read_action(position, step))
        position.push(actions[-1])
    return actions


def _best_line(walker: Walker, names: Sequence[str]) -> list[Action] | None:
    """The line of this turn that plays these cards in this order and lacks least at its end."""
    fronts: list[tuple[SearchState, list[Action]]] = [(walker.start, [])]
    for name in names:
        fronts = [
            (walker.make(state, action), [*line, action])
            for state, line in fronts
            if not state.position.is_over
            for action in state.position.legal_actions()
            if action.kind >= PLAY_LINE and state.position.card_at(action.place).name == name
        ][:MAX_LINES]
    ended = [(state, line) for state, line in (_ended(walker, *front) for front in fronts)]
    best = min(ended, key=lambda front: _gap(walker, front[0]), default=None)
    return best[1] if best else None


def _ended(walker: Walker, state: SearchState, line: list[Action]) -> tuple[SearchState, list[Action]]:
    for ending in (ASSAULT, END_TURN):
        if not state.position.is_over and ending in state.position.legal_actions():
            state, line = walker.make(state, ending), [*line, ending]
    return state, line


def _gap(walker: Walker, state: SearchState) -> int:
    return -1 if state.reached else lacking(walker, state).gap


def _board_facts(position: Position, page: VolumePage) -> Facts:
    facts: defaultdict[str, list[int]] = defaultdict(list)
    objective = page.position["objective"]
    facts["turns"].append(objective["turns"])
    facts["mana"].append(position.mana)
    if isinstance(objective["goal"], Mapping) and "damage" in objective["goal"]:
        facts["goal"].append(objective["goal"]["damage"])
    for seat, (name, player) in enumerate(zip(page.position["players"], position.seats, strict=True)):
        facts[f"stronghold {name}"].append(player.hp)
        facts[f"cards {name}"].append(len(player.hand))
        facts[f"creatures {name}"].append(sum(len(row) for row in position.rows[2 * seat : 2 * seat + 2]))
        if player.is_ai:
            facts[f"pile {name}"].append(len(page.position["players"][name].get("pile", ())))
        for row, line in ((2 * seat, "upper"), (2 * seat + 1, "lower")):
            facts[f"creatures {name} {line}"].append(len(position.rows[row]))
            for creature in position.rows[row]:
                _add_creature(facts, creature)
    for card in cards_in(page.position):
        name = card["name"]
        _count(facts, f"copies {name}")
        for value in ("cost", "av", "hp"):
            if value in card and card[value] not in facts[f"{value} {name}"]:
                facts[f"{value} {name}"].append(card[value])
    return facts


def _add_creature(facts: defaultdict[str, list[int]], creature: Creature) -> None:
    name, body = _base(creature.body.name), creature.body
    facts[f"has {name}"].append(body.hp - creature.damage)
    if body.name != name:
        facts[f"joined av {name}"].append(body.av)
    if creature.damage:
        facts[f"damaged {name}"].append(creature.damage)


def cards_in(data: Any) -> Iterator[Mapping[str, Any]]:
    """The cards written out in a position's JSON, as they come."""
    if isinstance(data, Mapping):
        if "cost" in data and "name" in data:
            yield data
        for part in data.values():
            yield from cards_in(part)
    elif isinstance(data, list):
        for part in data:
            yield from cards_in(part)


def _line_facts(walker: Walker, actions: Iterable[Action]) -> Facts:
    facts: defaultdict[str, list[int]] = defaultdict(list)
    state = walker.start
    player = walker.objective.player
    for action in actions:
        if state.position.is_over:
            break
        trace = Trace()
        acting = state.position.active
        played = state.position.card_at(action.place).name if action.kind >= PLAY_LINE else ""
        state.position.copy().push(action, trace)
        _add_events(facts, trace.events, played, acting)
        state = walker.make(state, action)
        if played and acting == player:
            facts["mana after"].append(state.position.mana)
    for seat in range(len(state.position.seats)):
        letter = SEAT_NAMES[seat]
        facts[f"end stronghold {letter}"].append(state.position.seats[seat].hp)
        facts[f"end cards {letter}"].append(len(state.position.seats[seat].hand))
    for row in state.position.rows:
        for creature in row:
            facts[f"end has {_base(creature.body.name)}"].append(creature.body.hp - creature.damage)
    if not state.reached and walker.objective.kind != PREDICT:
        lack = lacking(walker, state)
        if lack.gap < FAR:
            facts["lacks"].append(lack.left)
    return facts


def _count(facts: defaultdict[str, list[int]], name: str) -> None:
    facts[name] = [sum(facts[name]) + 1]


def _base(name: str) -> str:
    """The name of a Creature without that of its Symbiote."""
    return name.partition(" + ")[0]


def _name(place: ev.Place) -> str:
    return _base(place[2])


def _add_events(facts: defaultdict[str, list[int]], events: Iterable[ev.Event], played: str, acting: int) -> None:
    """``played`` is the card that acts until a Creature does; a Creature with a Symbiote goes by its own name."""
    actor = played
    for event in events:
        match event:
            case ev.Played():
                _count(facts, "plays")
                name = event.card.name
                _count(facts, f"plays {name}")
                facts[f"pays {name}"].append(event.paid)
                if event.paid < event.cost:
                    facts[f"blood {name}"].append(event.cost - event.paid)
                actor = name
            case ev.TurnBegins():
                acting = event.player
            case ev.ManaGained():
                facts["gains"].append(event.amount)
            case ev.Catalysed():
                facts[f"catalyst {_name(event.who)}"].append(event.amount)
            case ev.Discounted():
                facts[f"discount {event.card.name}"].append(event.amount)
            case ev.Entered() | ev.Joined():
                facts[f"enters {event.card.name}"].append(1)
            case ev.Targeted():
                actor = played if event.who is None else _name(event.who)
                _count(facts, "blows")
                for name in (f"attacks {actor}", f"{actor} attacks {_name(event.whom)}"):
                    _count(facts, name)
            case ev.StrongholdTargeted() | ev.NoTarget() | ev.Sprinted() | ev.StrikesBack() | ev.BacklashCounted():
                actor = _name(event.who)
                if isinstance(event, ev.Sprinted):
                    facts[f"passes {actor}"].append(event.passed)
                    facts[f"bonus {actor}"].append(event.bonus)
            case ev.Prevented():
                facts[f"blow {actor}"].append(event.amount)
                facts[f"blow {actor} on {_name(event.whom)}"].append(event.amount)
            case ev.Revealed() if event.card is not None:
                actor = event.card.name
            case ev.Damaged():
                name = _name(event.whom)
                facts[f"hurt {name}"].append(event.amount)
                facts[f"blow {actor}"].append(event.amount)
                facts[f"blow {actor} on {name}"].append(event.amount)
                left = event.hp - event.damage
                facts[f"left {name}"].append(max(0, left))
                facts[f"before {name}"].append(left + event.amount)
                if left < 0:
                    facts[f"over {name}"].append(-left)
                facts[f"sum {name}"] = [sum(facts[f"hurt {name}"])]
            case ev.Destroyed():
                facts[f"destroyed {_name(event.whom)}"].append(1)
                facts[f"{actor} destroys {_name(event.whom)}"].append(1)
                _count(facts, f"kills {actor}")
            case ev.Sharpened():
                if event.excess:
                    facts[f"excess {actor}"].append(event.excess)
            case ev.StrongholdHit():
                letter = SEAT_NAMES[event.player]
                facts[f"before {letter}"].append(event.hp + event.moved)
                facts[f"hits {letter}"].append(event.amount)
                facts[f"moves {letter}"].append(event.moved)
                facts[f"lost {letter}"] = [sum(facts[f"moves {letter}"])]
                facts[f"wasted {letter}"].append(event.amount - event.moved)
                facts[f"left {letter}"].append(event.hp)
                if event.player != acting:  # what a player pays or burns for is no blow
                    facts[f"blow {actor}"].append(event.amount)
                    facts[f"{actor} hits {letter}"].append(event.amount)
            case ev.BastionFalls():
                facts[f"bastion falls {SEAT_NAMES[event.player]}"].append(1)
                facts[f"left {SEAT_NAMES[event.player]}"].append(event.hp)
            case ev.Over():
                for seat in event.winners:
                    facts[f"wins {SEAT_NAMES[seat]}"].append(1)
            case _:
                pass
