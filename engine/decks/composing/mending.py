"""Making a puzzle correct by one change, or by two: every change is tried, and those that leave one solution are told.

A change is small and plain, such as an author would try: a card that goes, comes, moves or gives way to another, the
Mana, the HP of a Stronghold. Single changes come first, then pairs of those that left fewer solutions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from engine.decks.composing.assessment import answered, is_sound
from engine.decks.composing.editing import CardPlace, Editable, card_at, cards_at, is_settled, places, set_hp
from engine.decks.composing.merits import Play, plays_of
from engine.decks.rules.board import SUMMONING, AISeat, Creature
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving import Answer

REMOVE: Final = "remove"
ADD: Final = "add"
REPLACE: Final = "replace"
MOVE: Final = "move"
MANA_CHANGE: Final = "mana"
HP_CHANGE: Final = "hp"

MANA_STEPS: Final = (-1, 1, -2, 2, -3, 3)
HP_STEPS: Final = (-1, 1, -2, 2)
MAX_ROW: Final = 4  # Creatures of a row to which one more is added
MAX_WITH_CARDS: Final = 4000  # changes that bring a card
MAX_PAIRED: Final = 40  # single changes of which pairs are made


@dataclass(frozen=True, slots=True)
class Change:
    """One change. ``place`` is the card's, or where one comes; ``to`` where it moves to; ``card`` the one that comes;
    ``amount`` what the Mana, or the HP of ``seat``, become.
    """

    kind: str
    place: CardPlace | None = None
    to: CardPlace | None = None
    card: Card | None = None
    seat: int = -1
    amount: int = 0

    @property
    def zones(self) -> set[object]:
        """The hands, piles and rows that it touches: two changes of one zone do not go together."""
        touched: set[object] = {_zone(place) for place in (self.place, self.to) if place is not None}
        if self.kind == HP_CHANGE:
            touched |= {(self.seat, None, False), (self.seat, None, True)}
        return touched or {self.kind}

    def to_json(self, position: Position) -> dict[str, Any]:
        """For its words: ``card`` is the one that is there, ``new`` the one that comes."""
        data: dict[str, Any] = {"kind": self.kind}
        if self.place is not None:
            data |= _place_json(self.place)
            if self.kind != ADD:
                data["card"] = card_at(position, self.place).to_json()
        if self.to is not None:
            data["to"] = _place_json(self.to)
        if self.card is not None:
            data["new"] = self.card.to_json()
        if self.place is None:
            data |= {"amount": self.amount}
            if self.kind == HP_CHANGE:
                data["seat"] = SEAT_NAMES[self.seat]
        return data


def changed(position: Position, changes: Sequence[Change]) -> Position | None:
    """The position after changes; None where one does not fit, the objective's target goes, or nobody can act."""
    settles = is_settled(position) and not any(change.kind == MANA_CHANGE for change in changes)
    editable = Editable(position, settles)
    for change in changes:
        if not _apply(editable, change):
            return None
    puzzle = editable.puzzle()
    return puzzle if puzzle is not None and puzzle.key() != position.key() and puzzle.legal_actions() else None


class Mending:
    """The search for changes of one puzzle, in an order that is settled by ``seed``: a number is one setting.

    ``counts`` are numbers of single changes with the solutions that they left, of which pairs are made once all single
    changes have been tried.
    """

    def __init__(self, position: Position, cards: Sequence[Card], seed: int, nodes: int) -> None:
        self.position = position
        self.nodes = nodes
        self.singles = list(single_changes(position, cards, random.Random(seed)))
        self.counts: dict[int, int] = {}

    def pairs(self) -> list[tuple[Change, Change]]:
        best = sorted(self.counts, key=lambda number: (self.counts[number], number))[:MAX_PAIRED]
        pairs = combinations([self.singles[number] for number in best], 2)
        return [(first, second) for first, second in pairs if not first.zones & second.zones]

    def attempt(self, changes: Sequence[Change]) -> tuple[Position, Answer] | None:
        """The puzzle and its answer after changes; None where they make no position."""
        puzzle = changed(self.position, changes)
        return None if puzzle is None else (puzzle, answered(puzzle, self.nodes))

    def count(self, number: int, before: int, answer: Answer) -> None:
        """Notes what a single change left, if another one may do the rest."""
        left = len(answer.solutions)
        if answer.complete and left > 1 and (left < before or not before):
            self.counts[number] = left


def keeps_solution(position: Position, answer: Answer, puzzle: Position, tried: Answer) -> bool:
    """Whether the solution that is left is one that there was before."""
    kept = _plays(puzzle, tried, 0)
    return is_sound(tried) and any(_plays(position, answer, number) == kept for number in range(len(answer.solutions)))


def _plays(position: Position, answer: Answer, number: int) -> list[Play]:
    return sorted(plays_of(position, answer.solutions[number]))


def single_changes(position: Position, cards: Sequence[Card], rng: random.Random) -> Iterator[Change]:
    """All single changes: first those that need no other card, then those that bring one, by chance."""
    yield from (Change(REMOVE, place) for place in places(position))
    if position.phase == SUMMONING:
        amounts = [position.mana + step for step in MANA_STEPS]
        yield from (Change(MANA_CHANGE, amount=amount) for amount in amounts if amount >= 0)
    for number, seat in enumerate(position.seats):
        yield from (Change(HP_CHANGE, seat=number, amount=seat.hp + step) for step in HP_STEPS if seat.hp + step > 0)
    yield from _moves(position)
    used = {card.key for card in Editable(position).cards()}
    fresh = [card for card in cards if card.key not in used]
    bringing = [*_replacements(position, fresh), *_additions(position, fresh)]
    rng.shuffle(bringing)
    yield from bringing[:MAX_WITH_CARDS]


def _moves(position: Position) -> Iterator[Change]:
    for row, creatures in enumerate(position.rows):
        for at in range(len(creatures)):
            place = CardPlace(row >> 1, row, at)
            for other in (row, row ^ 1):
                size = len(position.rows[other]) - (other == row)
                for to in range(size + 1):
                    if (other, to) != (row, at):
                        yield Change(MOVE, place, CardPlace(other >> 1, other, to))
    for number, seat in enumerate(position.seats):
        if isinstance(seat, AISeat):
            continue
        for at in range(len(seat.hand)):
            for to in range(len(seat.hand)):
                if to not in (at, at - 1):  # one place to the left is the other card's one to the right
                    yield Change(MOVE, CardPlace(number, None, at), CardPlace(number, None, to))


def _replacements(position: Position, cards: Sequence[Card]) -> Iterator[Change]:
    near = [place for place in places(position) if place.row is not None]
    near += [CardPlace(position.active, None, at) for at in range(position.window(position.active))]
    for place in near:
        for card in cards:
            if place.row is None or card.is_creature:
                yield Change(REPLACE, place, card=card)


def _additions(position: Position, cards: Sequence[Card]) -> Iterator[Change]:
    for row, creatures in enumerate(position.rows):
        if len(creatures) < MAX_ROW:
            for at in range(len(creatures) + 1):
                yield from (Change(ADD, CardPlace(row >> 1, row, at), card=card) for card in cards if card.is_creature)
    for number, seat in enumerate(position.seats):
        if not isinstance(seat, AISeat):
            for at in sorted({0, len(seat.hand)}):
                yield from (Change(ADD, CardPlace(number, None, at), card=card) for card in cards)


def _apply(editable: Editable, change: Change) -> bool:
    position, place = editable.position, change.place
    if change.kind == MANA_CHANGE:
        position.mana = change.amount
        return True
    if change.kind == HP_CHANGE:
        return set_hp(position.seats[change.seat], change.amount)
    assert place is not None
    if change.kind == REMOVE:
        return editable.remove(place)
    if change.kind == MOVE:
        assert change.to is not None
        return _move(position, place, change.to)
    assert change.card is not None
    if change.kind == REPLACE:
        return editable.replace(place, change.card)
    if place.row is not None:
        position.rows[place.row].insert(place.at, Creature(Body(change.card, None, 0), place.row))
        return True
    cards_at(position, place).insert(place.at, change.card)
    seat = position.seats[place.seat]
    if place.at < seat.stronghold:
        seat.stronghold += 1
    return True


def _move(position: Position, place: CardPlace, to: CardPlace) -> bool:
    if place.row is None or to.row is None:
        hand = cards_at(position, place)
        hand.insert(to.at, hand.pop(place.at))
        return True
    creature = position.rows[place.row].pop(place.at)
    creature.row = to.row
    position.rows[to.row].insert(to.at, creature)
    return True


def _zone(place: CardPlace) -> tuple[int, int | None, bool]:
    return place.seat, place.row, place.discarded


def _place_json(place: CardPlace) -> dict[str, Any]:
    return {"seat": SEAT_NAMES[place.seat], "row": place.row, "at": place.at, "discarded": place.discarded}
