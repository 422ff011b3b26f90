"""Playing a card: the rulebook's activation order of the Summoning phase."""

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
    REINFORCEMENT,
    VULNERABILITY,
)
from engine.decks.rules.activation import FINISH, LIMIT, NEXT, WAIT, Activation, Steps, placed
from engine.decks.rules.blows import (
    deal_summoned,
    regenerate,
    release_enchained,
    report_auras,
    return_destroyed,
    sharpen,
    spread,
    vanish,
    work_out,
)
from engine.decks.rules.board import (
    CHAMPION_EXHAUSTED,
    CHAMPION_IN_PLAY,
    CHAMPION_READY,
    ENTERED,
    Board,
    Creature,
)
from engine.decks.rules.cards import SYMBIOTE_IS_CHAMPION, Body, Card
from engine.decks.rules.plays import FROM_CHAMPION, REVEALED, Play, cost_in_hand, cost_of_champion
from engine.decks.rules.revealing import reveal
from engine.decks.rules.stack import Resolution

REINFORCEMENT_COST: Final = 4  # the dearest card that Reinforcement plays (ruling 5.22)


def pay(r: Resolution, a: Play) -> int:
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
    return NEXT


def pay_in_blood(r: Resolution, a: Play) -> int:
    """2: Price of Blood: the missing Mana as damage in instances of 1, the card still in hand (ruling 5.18)."""
    for _ in range(a.owed):  # an AI discards card by card (ruling 7.9)
        hands.hit(r, a.seat, 1, hands.NOBODY, "price-of-blood")
    return NEXT


def leave_hand(r: Resolution, a: Play) -> int:
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
    if a.place >= 0:
        hands.check_stronghold(r, a.seat, hands.NOBODY)
    return NEXT


def _ready_champions(r: Resolution, card: Card) -> None:
    """Readies every exhausted Champion that costs what the card just played does (ruling 6.2)."""
    for seat, other in enumerate(r.board.seats):
        if other.champion_state == CHAMPION_EXHAUSTED:
            champion = other.champion
            if champion is not None and champion.cost == card.cost:
                other.champion_state = CHAMPION_READY
                if r.trace is not None:
                    r.trace.readied(r.board, seat)


def _enter(r: Resolution, a: Play, card: Card) -> None:
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


def find_targets(r: Resolution, a: Play) -> int:
    """4: Target identification, Splash, Perforation. (Backlash's stand on the same board: it finds them at step 6.)"""
    if a.source is None:
        spread(r, a, a.row, a.target, a.abilities(r.board))
    return NEXT


def immolate(r: Resolution, a: Play) -> int:
    """5: Immolation: 1 damage for each Creature on the line that has it, the played one left out (ruling 5.12)."""
    board = r.board
    own, other = a.row, board.mode.facing[a.row]
    if own >> 1 != a.seat and other >> 1 == a.seat:
        own, other = other, own  # an Incantation at an enemy on the player's own line: that side comes first (2.10)
    for row in (board.rows[own], board.rows[other]):
        for place in range(len(row) - 1, -1, -1):
            creature = row[place]
            if not creature.abilities & IMMOLATION:
                continue
            if creature is a.source and not _host_burns(board, a, place):
                continue
            hands.hit(r, a.seat, 1, creature.row >> 1, "immolation", creature)
    return NEXT


def _host_burns(board: Board, a: Play, place: int) -> bool:
    """Whether the Creature just played onto had Immolation without the Symbiote (ruling 5.12)."""
    host = a.host
    if host is None:
        return False
    return bool((host.body.card.abilities | board.given(a.row, place)) & IMMOLATION)


def backlash(r: Resolution, a: Play) -> int:
    """6: Backlash: X is the number of cards left of the Stronghold, counted now (ruling 5.4)."""
    source = a.source
    if source is None or not a.when_played(r.board) & BACKLASH:
        return NEXT
    a.backlash = r.board.seats[a.seat].stronghold
    facing = r.board.mode.facing[a.row]
    if r.trace is not None:
        r.trace.backlash(r.board, source, a.backlash, bool(r.board.rows[facing]))
    if r.board.rows[facing]:
        spread(r, a, facing, 0, source.abilities)
    return NEXT


def counter_order(r: Resolution, a: Play) -> int:
    """7: Counter-order: the leftmost card of the player's own hand moves to the rightmost place (ruling 5.8)."""
    if a.when_played(r.board) & COUNTER_ORDER and not r.board.seats[a.seat].is_ai:  # an AI's: ruling 7.5
        if r.trace is not None:
            r.trace.counter_order(r.board, a)
        hands.leftmost_to_right(r, a.seat)
    return NEXT


def enchain(r: Resolution, a: Play) -> int:
    """7, after Counter-order (ruling 3.5): Enchain takes the leftmost card of the enemy's hand (ruling 5.11)."""
    taker = a.source
    if taker is None or not a.when_played(r.board) & ENCHAIN:
        return NEXT
    victim = r.board.mode.foe(a.row)
    if taker.enchained is not None:
        if r.trace is not None:
            r.trace.no_effect(r.board, ENCHAIN, taker, "5.11")
        return NEXT
    taker.enchained = hands.take_first(r, victim).unmarked()
    if r.trace is not None:
        r.trace.enchained(r.board, taker, victim)
    hands.check(r, victim, a.seat)
    return NEXT


def work_out_damage(r: Resolution, a: Play) -> int:
    """8: Damage calculation, Vulnerability, Aquatic."""
    if a.source is None:
        assert a.card is not None
        work_out(r, a, a.card.av, 0, a.abilities(r.board) & VULNERABILITY)
        return NEXT
    if not a.targets:
        return FINISH
    work_out(r, a, a.backlash, 0, a.source.abilities & AQUATIC)
    return NEXT


def reinforce(r: Resolution, a: Activation) -> int:
    """11: Reinforcement: each destroyed owner's player plays a card, one in full before the next (ruling 5.22)."""
    while a.pending:
        seat, row = a.pending.pop(0)
        if r.reinforcements == LIMIT:
            if r.trace is not None:
                r.trace.limit("reinforcements")
            continue
        play = _reinforcement(r, seat, row)
        if play is not None:
            r.stack.append(play)
            return WAIT
    return NEXT


def _reinforcement(r: Resolution, seat: int, row: int) -> Play | None:
    """The play that Reinforcement makes, without paying; an AI's is the top card of its pile (rulings 7.5, 7.7)."""
    board = r.board
    if board.seats[seat].is_ai:
        if r.trace is not None:
            r.trace.reinforcement(board, seat, row, -1)
        r.reinforcements += 1
        if r.reveals == LIMIT:
            if r.trace is not None:
                r.trace.limit("reveals")
            return None
        play, _ = reveal(r, seat, row)
    else:
        place = reinforcing_card(board, seat)
        if r.trace is not None:
            r.trace.reinforcement(board, seat, row, place)
        if place < 0:
            return None
        r.reinforcements += 1
        play = Play(seat, row, board.seats[seat].hand[place], place)
    if play is not None:
        play.at = WITHOUT_PAYING
    return play


def reinforcing_card(board: Board, seat: int) -> int:
    """The index in ``hand`` of the card that Reinforcement plays, or -1 (ruling 5.22)."""
    for index, card in enumerate(board.seats[seat].hand[: board.window(seat)]):
        if can_reinforce(card):
            return index
    return -1


def can_reinforce(card: Card) -> bool:
    """Whether Reinforcement can play a card, wherever that lies (ruling 5.22)."""
    return card.is_creature and card.cost <= REINFORCEMENT_COST and not card.abilities & REINFORCEMENT


def return_incantation(r: Resolution, a: Play) -> int:
    """16: The Incantation returns to a hand, Mercenary, Cursed (rulings 5.9, 5.16)."""
    card = a.card
    if a.source is None:
        assert card is not None
        mode = r.board.mode
        target = a.row >> 1
        enemy = target if mode.team_of[target] != mode.team_of[a.seat] else mode.foe(a.row)
        hands.come_back(r, card, card.abilities, a.seat, enemy)
    return NEXT


# The activation order of the Summoning phase, by the rulebook's numbers. 10 (damage is remembered) and 12 and 18
# (places close) need no code: damage stays on the Creature, and a row has no gaps.
STEPS: Final[Steps] = (
    (1, pay),
    (2, pay_in_blood),
    (3, leave_hand),
    (4, find_targets),
    (5, immolate),
    (6, backlash),
    (7, counter_order),
    (7, enchain),
    (8, work_out_damage),
    (9, deal_summoned),
    (9, release_enchained),
    (11, return_destroyed),
    (11, reinforce),
    (13, report_auras),
    (14, regenerate),
    (15, sharpen),
    (16, return_incantation),
    (17, vanish),
    (19, report_auras),
)
# Where a card that an AI reveals begins: it has paid, but for Price of Blood.
IN_BLOOD: Final[int] = STEPS.index((2, pay_in_blood))
# Where a card played by Reinforcement begins: it leaves the hand.
WITHOUT_PAYING: Final[int] = STEPS.index((3, leave_hand))
Play.steps = placed("summoning", STEPS)
Play.again = 0  # no step goes back
Play.finish = len(STEPS)
