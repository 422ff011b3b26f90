"""The steps of playing a card (``plays.Play`` goes through them)."""

from __future__ import annotations

from typing import Final

from engine.decks.rules import hands
from engine.decks.rules.abilities import (
    AQUATIC,
    BACKLASH,
    COUNTER_ORDER,
    ENCHAIN,
    FOCUS,
    IMMOLATION,
    INCANTATION_ABILITIES,
    VULNERABILITY,
)
from engine.decks.rules.activation import Activation
from engine.decks.rules.blows import spread, work_out
from engine.decks.rules.board import CHAMPION_EXHAUSTED, CHAMPION_IN_PLAY, CHAMPION_READY, ENTERED, Board, Creature
from engine.decks.rules.cards import SYMBIOTE_IS_CHAMPION, Body, Card
from engine.decks.rules.costs import cost_in_hand, cost_of_champion
from engine.decks.rules.stack import Resolution
from engine.kernel.native import i64

FROM_CHAMPION: Final = -1  # the ``place`` of a card that is the Champion beside the board
REVEALED: Final = -2  # the ``place`` of a card that an AI has revealed: it has left the pile


class PlayedCard(Activation):
    """A card being played.

    ``place`` is its index in ``hand`` (the Stronghold not counted), ``FROM_CHAMPION`` or ``REVEALED``; ``host`` the
    Creature that a Symbiote is put onto; ``target`` the place of an Incantation's target in ``row``; ``owed`` the Mana
    that Price of Blood has yet to pay; ``backlash`` the X of step 6.
    """

    __slots__ = ("backlash", "host", "owed", "place", "target")

    def __init__(
        self, seat: i64, row: i64, card: Card, place: i64, host: Creature | None = None, target: i64 = -1
    ) -> None:
        super().__init__(seat, row, None, card)
        self.place = place
        self.host = host
        self.target = target
        self.owed: i64 = 0
        self.backlash: i64 = 0

    def abilities(self, board: Board) -> i64:
        """See ``Activation.abilities``; an Incantation has those that act on one (ruling 5.29)."""
        source = self.source
        if source is None:
            assert self.card is not None
            return self.card.abilities & INCANTATION_ABILITIES
        return source.abilities if board.in_play(source) else 0

    def when_played(self, board: Board) -> i64:
        """The abilities that answer to "when its owner is played": the card's own and Auras' (ruling 5.26)."""
        card = self.card
        assert card is not None
        source = self.source
        if source is None:
            return card.abilities & INCANTATION_ABILITIES
        if self.host is None:
            return source.abilities
        return card.abilities | board.given(self.row, board.place_of(source))


def pay(r: Resolution, a: PlayedCard) -> None:
    """1: Payment of the Mana cost, Lucidity."""
    board = r.board
    card = a.card
    assert card is not None
    if a.place == FROM_CHAMPION:
        cost = cost_of_champion(board, card)
    else:
        cost = cost_in_hand(board.seats[a.seat].hand, a.place)
    paid = cost if cost <= board.mana else board.mana
    board.mana -= paid
    a.owed = cost - paid
    if r.trace is not None:
        r.trace.played(board, a, card, a.place, cost, paid)


def pay_in_blood(r: Resolution, a: PlayedCard) -> bool:
    """2: Price of Blood: the missing Mana as damage in instances of 1, the card still in hand (ruling 5.18)."""
    for _ in range(a.owed):  # an AI discards card by card (ruling 7.9)
        if hands.hit(r, a.seat, 1, hands.NOBODY, "price-of-blood"):
            return True
    return False


def leave_hand(r: Resolution, a: PlayedCard) -> bool:
    """3: The card leaves its owner's hand and is in play at once (rulings 1.4, 2.3, 3.1).

    Champions are readied before the Stronghold is looked at, so they are ready in a game that ends here (ruling 6.2).
    """
    board = r.board
    card = a.card
    assert card is not None
    if r.trace is not None and a.place != REVEALED:
        r.trace.leaves_hand(board, a, card, a.place)
    if a.place == FROM_CHAMPION:
        board.seats[a.seat].champion_state = CHAMPION_IN_PLAY
    elif a.place >= 0:
        hands.take(r, a.seat, a.place)
    if card.is_creature:
        _enter(r, a, card)
    _ready_champions(r, card)
    return a.place >= 0 and hands.check_stronghold(r, a.seat, hands.NOBODY)


def _ready_champions(r: Resolution, card: Card) -> None:
    """Readies every exhausted Champion that costs what the card just played does (ruling 6.2)."""
    seat: i64
    for seat, other in enumerate(r.board.seats):
        if other.champion_state == CHAMPION_EXHAUSTED:
            champion = other.champion
            if champion is not None and champion.cost == card.cost:
                other.champion_state = CHAMPION_READY
                if r.trace is not None:
                    r.trace.readied(r.board, seat)


def _enter(r: Resolution, a: PlayedCard, card: Card) -> None:
    board = r.board
    row = board.rows[a.row]
    champion = a.place == FROM_CHAMPION
    host = a.host
    if host is not None:
        host.body = Body(host.body.card, card, SYMBIOTE_IS_CHAMPION if champion else host.body.champion)
        a.source = host
    else:
        creature = Creature(card.champion_body if champion else card.body, a.row)
        creature.marks = ENTERED
        if card.abilities & FOCUS:
            row.insert(0, creature)
        else:
            row.append(creature)
        a.source = creature
    board.update_auras(a.row)
    if r.trace is not None:
        r.trace.entered(board, a, card, champion)


def find_targets(r: Resolution, a: PlayedCard) -> None:
    """4: Target identification, Splash, Perforation. (Backlash's stand on the same board: it finds them at step 6.)"""
    if a.source is None:
        spread(r, a, a.row, a.target, a.abilities(r.board))


def immolate(r: Resolution, a: PlayedCard) -> bool:
    """5: Immolation: 1 damage for each Creature on the line that has it, the played one left out (ruling 5.12)."""
    own = a.row
    other: i64 = r.board.mode.facing[own]
    if own >> 1 != a.seat and other >> 1 == a.seat:  # an Incantation at an enemy on the player's own line:
        return _burn(r, a, other) or _burn(r, a, own)  # that side comes first (2.10)
    return _burn(r, a, own) or _burn(r, a, other)


def _burn(r: Resolution, a: PlayedCard, index: i64) -> bool:
    board = r.board
    row = board.rows[index]
    place: i64 = len(row)
    for creature in reversed(row):
        place -= 1
        if not creature.abilities & IMMOLATION:
            continue
        if creature is a.source and not _host_burns(board, a, place):
            continue
        if hands.hit(r, a.seat, 1, creature.row >> 1, "immolation", creature):
            return True
    return False


def _host_burns(board: Board, a: PlayedCard, place: i64) -> bool:
    """Whether the Creature just played onto had Immolation without the Symbiote (ruling 5.12)."""
    host = a.host
    if host is None:
        return False
    return bool((host.body.card.abilities | board.given(a.row, place)) & IMMOLATION)


def backlash(r: Resolution, a: PlayedCard) -> None:
    """6: Backlash: X is the number of cards left of the Stronghold, counted now (ruling 5.4)."""
    source = a.source
    if source is None or not a.when_played(r.board) & BACKLASH:
        return
    a.backlash = r.board.seats[a.seat].stronghold
    facing = r.board.mode.facing[a.row]
    if r.trace is not None:
        r.trace.backlash(r.board, source, a.backlash, bool(r.board.rows[facing]))
    if r.board.rows[facing]:
        spread(r, a, facing, 0, source.abilities)


def counter_order(r: Resolution, a: PlayedCard) -> bool:
    """7: Counter-order: the leftmost card of the player's own hand moves to the rightmost place (ruling 5.8)."""
    if a.when_played(r.board) & COUNTER_ORDER and not r.board.seats[a.seat].is_ai:  # an AI's: ruling 7.5
        if r.trace is not None:
            r.trace.counter_order(r.board, a)
        return hands.leftmost_to_right(r, a.seat)
    return False


def enchain(r: Resolution, a: PlayedCard) -> bool:
    """7, after Counter-order (ruling 3.5): Enchain takes the leftmost card of the enemy's hand (ruling 5.11)."""
    taker = a.source
    if taker is None or not a.when_played(r.board) & ENCHAIN:
        return False
    victim = r.board.mode.foe(a.row)
    if taker.enchained is not None:
        if r.trace is not None:
            r.trace.no_effect(r.board, ENCHAIN, taker, "5.11")
        return False
    taker.enchained = hands.take_first(r, victim).unmarked()
    if r.trace is not None:
        r.trace.enchained(r.board, taker, victim)
    return hands.check(r, victim, a.seat)


def work_out_damage(r: Resolution, a: PlayedCard) -> None:
    """8: Damage calculation, Vulnerability, Aquatic."""
    if a.source is None:
        assert a.card is not None
        work_out(r, a, a.card.av, 0, a.abilities(r.board) & VULNERABILITY)
    else:
        work_out(r, a, a.backlash, 0, a.source.abilities & AQUATIC)


def return_incantation(r: Resolution, a: PlayedCard) -> None:
    """16: The Incantation returns to a hand, Mercenary, Cursed (rulings 5.9, 5.16)."""
    card = a.card
    if a.source is None:
        assert card is not None
        mode = r.board.mode
        target = a.row >> 1
        enemy = target if mode.team_of[target] != mode.team_of[a.seat] else mode.foe(a.row)
        hands.come_back(r, card, card.abilities, a.seat, enemy)
