"""Small changes to a puzzle: a card swapped, moved or taken away, a Stronghold moved."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.decks.composing.sampling import bears
from engine.decks.rules.abilities import AURA_PREFIX, CATALYST
from engine.decks.rules.board import SUMMONING, AISeat, Creature, Seat
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.turns import CATALYST_MANA, opening_mana
from engine.decks.solving.objective import DESTROY, written_goals

MIN_HAND_SIZE: Final = 2  # cards that a hand keeps
MIN_PILE_SIZE: Final = 3


def settle(position: Position) -> None:
    """Makes the Mana what Phase 1 gives, and the Auras true."""
    for row in range(len(position.rows)):
        position.update_auras(row)
    if position.phase == SUMMONING:
        position.mana = phase_1_mana(position)


def phase_1_mana(position: Position) -> int:
    """The Mana that Phase 1 gives the active player with the hand and the Creatures of now."""
    seat = position.active
    creatures = [*position.rows[2 * seat], *position.rows[2 * seat + 1]]
    catalysts = sum(1 for creature in creatures if creature.abilities & CATALYST)
    opening = opening_mana(position)
    mana = len(position.seats[seat].hand) + 1 if opening is None else opening
    return mana + CATALYST_MANA * catalysts


def is_settled(position: Position) -> bool:
    """Whether the Mana is that of the beginning of a turn, so that it follows where cards come and go."""
    return position.phase == SUMMONING and position.mana == phase_1_mana(position)


def set_hp(player: Seat, hp: int) -> bool:
    """Moves a Stronghold to where it has so many HP; whether there are cards enough."""
    if isinstance(player, AISeat):
        cards = player.discard[::-1] + player.pile
        if not 0 < hp <= len(cards):
            return False
        player.discard, player.pile = cards[: len(cards) - hp][::-1], cards[len(cards) - hp :]
        return True
    if not 0 < hp <= len(player.hand):
        return False
    player.stronghold = len(player.hand) - hp
    return True


class Editable:
    """A copy of a puzzle that is being changed; ``puzzle`` gives it back, or None when the goal went with a change.

    ``settles``: whether its Mana is that of the beginning of a turn.
    """

    def __init__(self, position: Position, settles: bool = True) -> None:
        self.position = position.copy()
        self.settles = settles
        self._goals: list[Any] = []  # of the objective, a Creature in place of the goal to destroy it
        if position.objective is not None:
            self._goals = [self._read(goal) for goal in written_goals(position.objective)]

    def _read(self, goal: Any) -> Any:
        if DESTROY not in goal:
            return goal
        named = goal[DESTROY]
        row = 2 * SEAT_NAMES.index(named["player"]) + LINE_NAMES.index(named["line"])
        return self.position.rows[row][named["position"]]

    def _written(self, goal: Any) -> Any:
        """A goal as it is now; None when its Creature has gone."""
        if not isinstance(goal, Creature):
            return goal
        for at, creature in enumerate(self.position.rows[goal.row]):
            if creature is goal:
                line = LINE_NAMES[goal.row & 1]
                return {DESTROY: {"player": SEAT_NAMES[goal.row >> 1], "line": line, "position": at}}
        return None

    def puzzle(self) -> Position | None:
        """The changed puzzle."""
        position = self.position
        if self._goals:
            goals = [self._written(goal) for goal in self._goals]
            if None in goals:
                return None
            position.objective = {**position.objective, "goal": goals[0]}
            if goals[1:]:
                position.objective["and"] = goals[1:]
        if self.settles:
            settle(position)
        else:
            for index in range(len(position.rows)):
                position.update_auras(index)
        return position

    def cards(self) -> list[Card]:
        """All cards of the puzzle."""
        cards: list[Card] = []
        for seat in self.position.seats:
            cards += seat.hand
            if isinstance(seat, AISeat):
                cards += seat.pile + seat.discard
        for row in self.position.rows:
            for creature in row:
                cards.append(creature.body.card)
                cards += [card for card in (creature.body.symbiote, creature.enchained) if card is not None]
        return cards

    def replace(self, place: CardPlace, card: Card) -> bool:
        """Puts another card in a place; answers whether that could be done."""
        if place.row is None:
            cards_at(self.position, place)[place.at] = card
            return True
        creature = self.position.rows[place.row][place.at]
        if not card.is_creature or creature.body.symbiote is not None or creature.body.champion:
            return False
        creature.body = Body(card, None, 0)
        return True

    def remove(self, place: CardPlace) -> bool:
        """Takes the card at a place away; a hand keeps its HP where they are, except for those of a card taken from
        them. Answers whether that could be done.
        """
        if place.row is not None:
            creature = self.position.rows[place.row][place.at]
            if any(creature is goal for goal in self._goals) or creature.body.champion:
                return False
            del self.position.rows[place.row][place.at]
            return True
        cards = cards_at(self.position, place)
        seat = self.position.seats[place.seat]
        if isinstance(seat, AISeat):
            if cards is seat.pile and len(cards) <= MIN_PILE_SIZE:
                return False
            del cards[place.at]
            return True
        if len(cards) <= MIN_HAND_SIZE:
            return False
        if place.at < seat.stronghold:
            seat.stronghold -= 1
        elif seat.hp < MIN_HAND_SIZE:
            return False
        del cards[place.at]
        return True


@dataclass(frozen=True, slots=True)
class CardPlace:
    """The place of a card: ``at`` in a ``row`` of the board, or (row None) in a seat's hand, pile or, with
    ``discarded``, discard pile.
    """

    seat: int
    row: int | None
    at: int
    discarded: bool = False


def cards_at(position: Position, place: CardPlace) -> list[Card]:
    """The hand or pile that a place is in."""
    seat = position.seats[place.seat]
    if isinstance(seat, AISeat):
        return seat.discard if place.discarded else seat.pile
    return seat.hand


def card_at(position: Position, place: CardPlace) -> Card:
    """The card at a place; of a Creature in play that below a Symbiote."""
    if place.row is None:
        return cards_at(position, place)[place.at]
    return position.rows[place.row][place.at].body.card


def places(position: Position) -> Iterator[CardPlace]:
    """Every place of a card, those on the board first, from the last of a row or hand to the first."""
    for row, creatures in enumerate(position.rows):
        for at in reversed(range(len(creatures))):
            yield CardPlace(row >> 1, row, at)
    for number, seat in enumerate(position.seats):
        if isinstance(seat, AISeat):
            for at in reversed(range(len(seat.discard))):
                yield CardPlace(number, None, at, True)
        for at in reversed(range(len(seat.pile if isinstance(seat, AISeat) else seat.hand))):
            yield CardPlace(number, None, at)


def with_card(
    rng: random.Random, position: Position, cards: Sequence[Card], fits: Callable[[Card], bool], settles: bool = True
) -> Position | None:
    """The position with a card that fits put in play or in the active player's window; None where there is none.

    Left as it is when one is there.
    """
    near = [place for place in places(position) if place.row is not None]
    window = [CardPlace(position.active, None, at) for at in range(position.window(position.active))]
    editable = Editable(position, settles)
    for place in near:
        assert place.row is not None
        if fits(position.rows[place.row][place.at].body.card):
            return position
    if any(fits(position.seats[position.active].hand[place.at]) for place in window):
        return position
    used = {card.key for card in editable.cards()}
    fitting = [card for card in cards if fits(card) and card.key not in used]
    if not fitting:
        return None
    card = rng.choice(fitting)
    chosen = rng.choice(window) if window and (rng.random() < 0.5 or not near) else rng.choice(near) if near else None
    if chosen is None or not editable.replace(chosen, card):
        return None
    return editable.puzzle()


def edited(rng: random.Random, puzzle: Position, cards: Sequence[Card], texts: Sequence[str]) -> Position | None:
    """The puzzle with one small change, or None when the change that chance chose does not fit."""
    editable = Editable(puzzle)
    change = rng.choice(_CHANGES)
    return editable.puzzle() if change(rng, editable, cards, texts) else None


Change = Callable[[random.Random, Editable, Sequence[Card], Sequence[str]], bool]


def _swap_in_hand(rng: random.Random, editable: Editable, _: Sequence[Card], __: Sequence[str]) -> bool:
    hand = editable.position.seats[editable.position.active].hand
    if len(hand) < 2:
        return False
    first, other = rng.sample(range(len(hand)), 2)
    hand[first], hand[other] = hand[other], hand[first]
    return True


def _another_card(rng: random.Random, editable: Editable, cards: Sequence[Card], texts: Sequence[str]) -> bool:
    """Another card in the window or in play, more often than not one of a wanted ability."""
    position = editable.position
    choices = [place for place in places(position) if place.row is not None]
    choices += [CardPlace(position.active, None, at) for at in range(position.window(position.active))]
    place = rng.choice(choices)
    used = {card.key for card in editable.cards()}
    slug = rng.choice(texts) if texts and rng.random() < 0.3 else None
    carriers = [card for card in cards if bears(card, slug)] if slug is not None else cards
    free = [card for card in rng.sample(list(carriers), min(len(carriers), 12)) if card.key not in used]
    return bool(free) and editable.replace(place, free[0])


def _to_other_line(rng: random.Random, editable: Editable, _: Sequence[Card], __: Sequence[str]) -> bool:
    rows = editable.position.rows
    choices = [(row, at) for row, creatures in enumerate(rows) for at in range(len(creatures))]
    if not choices:
        return False
    row, at = rng.choice(choices)
    creature = rows[row].pop(at)
    to = row ^ 1 if rng.random() < 0.5 else row
    creature.row = to
    rows[to].insert(rng.randint(0, len(rows[to])), creature)
    return True


def _move_stronghold(rng: random.Random, editable: Editable, _: Sequence[Card], __: Sequence[str]) -> bool:
    seat = rng.choice([seat for seat in editable.position.seats if not isinstance(seat, AISeat)])
    place = seat.stronghold + rng.choice((-1, 1))
    if not 0 <= place < len(seat.hand):
        return False
    seat.stronghold = place
    return True


def _take_away(rng: random.Random, editable: Editable, _: Sequence[Card], __: Sequence[str]) -> bool:
    """A Creature or a card of the active player's hand is taken away."""
    position = editable.position
    choices = [place for place in places(position) if place.row is not None or place.seat == position.active]
    return bool(choices) and editable.remove(rng.choice(choices))


def _add_creature(rng: random.Random, editable: Editable, cards: Sequence[Card], _: Sequence[str]) -> bool:
    used = {card.key for card in editable.cards()}
    free = [card for card in rng.sample(list(cards), min(len(cards), 12)) if card.is_creature and card.key not in used]
    rows = editable.position.rows
    row = rng.randrange(len(rows))
    if not free or len(rows[row]) > 2:
        return False
    rows[row].insert(rng.randint(0, len(rows[row])), Creature(Body(free[0], None, 0), row))
    return True


_CHANGES: Final[tuple[Change, ...]] = (
    _swap_in_hand,
    _swap_in_hand,
    _another_card,
    _another_card,
    _to_other_line,
    _move_stronghold,
    _take_away,
    _add_creature,
)


def without(position: Position, slug: str, seats: Sequence[int] | None = None) -> Position:
    """The position with an ability (by itself and as an Aura) taken off every card, or those of some ``seats``."""
    copy = position.copy()
    known: dict[str, Card] = {}

    def bare(card: Card) -> Card:
        if not bears(card, slug):
            return card
        if card.key not in known:
            left = tuple(name for name in card.slugs if name.removeprefix(AURA_PREFIX) != slug)
            known[card.key] = Card(
                card.name, card.is_creature, card.cost, card.av, card.hp, left, card.reference, card.sharpened
            )
        return known[card.key]

    numbers = range(len(copy.seats)) if seats is None else seats
    for number in numbers:
        seat = copy.seats[number]
        seat.hand = [bare(card) for card in seat.hand]
        if seat.champion is not None:
            seat.champion = bare(seat.champion)
        if isinstance(seat, AISeat):
            seat.pile = [bare(card) for card in seat.pile]
            seat.discard = [bare(card) for card in seat.discard]
    for index, row in enumerate(copy.rows):
        for creature in row if index >> 1 in numbers else ():
            body = creature.body
            symbiote = None if body.symbiote is None else bare(body.symbiote)
            creature.body = Body(bare(body.card), symbiote, body.champion)
        copy.update_auras(index)
    if copy.objective is not None and "conditions" in copy.objective:
        copy.objective = {**copy.objective, "conditions": _without(copy.objective["conditions"], slug)}
    return copy


def _without(conditions: dict[str, Any], slug: str) -> dict[str, Any]:
    """Conditions with an ability taken off the cards that they name."""
    changed = dict(conditions)
    for key in conditions.keys() & {"with", "without"}:
        changed[key] = [
            {**card, "abilities": [name for name in card["abilities"] if name.removeprefix(AURA_PREFIX) != slug]}
            for card in conditions[key]
        ]
    return changed
