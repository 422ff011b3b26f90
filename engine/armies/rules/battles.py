"""Battles (C6, C13): opening one, and ``STEPS``, the order of the rules as a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.armies.pack.cards import CASTLE, DEATH, GUARDIAN, SPY, WILD, Card, of_number
from engine.armies.rules import drawing
from engine.armies.rules import state as at
from engine.armies.rules.actions import Action
from engine.armies.rules.legality import can_be_saved
from engine.armies.rules.state import Battle, State
from engine.armies.rules.turns import go_on_with_turn
from engine.armies.trace.events import (
    BattleOpened,
    Guarded,
    Joined,
    Lost,
    NobodyHasIt,
    Passed,
    Placed,
    Retreated,
    Revealed,
    Sealed,
    Stood,
    Surrendered,
    Won,
)

# Opening


def open_with_card(state: State, seat: int, action: Action) -> None:
    """A numbered card is put up, which starts the prize pile (C6.1)."""
    state.take(seat, action.card)
    number = action.card // 6 + 1
    state.note(BattleOpened, ("C6.1",), seat, number, at.BY_CARD, action.card)
    _open(state, seat, number, action.card)


def open_with_spy(state: State, seat: int, action: Action) -> None:
    """A Spy is discarded and a number named (C6.1, C11.1)."""
    state.discard_from(seat, SPY)
    state.note(BattleOpened, ("C6.1", "C11.1"), seat, action.wanted, at.BY_SPY, None)
    _open(state, seat, action.wanted, None)


def _open(state: State, seat: int, number: int, card: Card | None) -> None:
    """All others put in all their cards of the number (C6.3); if nobody has any there is no battle (C6.4)."""
    battle = Battle(number, at.BY_SPY if card is None else at.BY_CARD, {} if card is None else {seat: [card]})
    defended = False
    for other in state.left_of_initiator():
        cards = of_number(state.players[other].hand, number)
        if cards:
            for placed in cards:
                state.take(other, placed)
            battle.pile[other] = cards
            defended = True
            state.note(Placed, ("C6.3",), other, cards[:])
    if defended:
        state.battle = battle
        run(state, 0)
        return
    if card is not None:
        state.put(seat, (card,))
    state.note(NobodyHasIt, ("C6.4",), seat, card)
    drawing.draw(state, seat, drawing.FOR_NOBODY)
    go_on_with_turn(state)


# The order of a battle: each step answers whether the battle stops there, for an answer or for good


def defenders_speak(state: State, battle: Battle) -> bool:
    """Each defender says whether they fight or surrender, clockwise (C6.5 to C6.8)."""
    return _ask(state, at.STAND, [seat for seat in state.left_of_initiator() if seat in battle.pile])


def outsiders_speak(state: State, battle: Battle) -> bool:
    """Each player outside says whether they join, clockwise; nobody is asked without Spies in the game (C6.9)."""
    if not state.options.has(SPY):
        return False
    return _ask(state, at.SPY_PHASE, [seat for seat in state.left_of_initiator() if seat not in battle.pile])


def nobody_to_fight(state: State, battle: Battle) -> bool:
    """The initiator alone takes the prize pile and needs no champion (C6.18)."""
    if len(fighters(state, battle)) > 1:
        return False
    cards = sorted(card for cards in battle.pile.values() for card in cards)
    state.put(state.active, cards)
    state.note(Won, ("C6.18",), state.active, None, cards)
    return close(state, battle)


def champions_are_set(state: State, battle: Battle) -> bool:
    """Each fighter sets a champion face down (C6.11)."""
    return _ask(state, at.CHAMPION, fighters(state, battle))


def champions_are_revealed(state: State, battle: Battle) -> bool:
    """All are turned over together (C6.11)."""
    state.note(Revealed, ("C6.11",), dict(battle.champions))
    return False


def castles_retreat(state: State, battle: Battle) -> bool:
    """First of all Castles bring their owners' cards home (C6.16)."""
    for seat in state.from_initiator():
        if battle.champions.get(seat) == CASTLE:
            cards = battle.pile.pop(seat, [])
            state.put(seat, cards)
            state.note(Retreated, ("C6.16", "C9.1"), seat, sorted(cards))
    return False


def winner_takes_all(state: State, battle: Battle) -> bool:
    """The highest champion that is no Castle wins what is left, and Death with it (C6.13 to C6.15, C6.17, C6.19)."""
    winner = winner_of(state, battle)
    battle.winner = winner
    champion = battle.champions[winner]
    cards = [card for cards in battle.pile.values() for card in cards]
    battle.pile = {}
    wilds = list(battle.champions.values()).count(WILD)
    rulings: tuple[str, ...] = ("C6.17", "C6.15") if wilds > 1 else ("C6.17", "C6.13")
    for seat, card in battle.champions.items():
        if card == DEATH:
            cards.append(DEATH)
            rulings = (*rulings, "C6.19")
            del battle.champions[seat]
            break
    cards.sort()
    state.put(winner, cards)
    state.note(Won, rulings, winner, champion, cards)
    return False


def champions_leave(state: State, battle: Battle) -> bool:
    """All champions are discarded but those that a Guardian could save (C6.20)."""
    for seat in state.from_initiator():
        card = battle.champions.get(seat)
        if card is not None and not (state.options.has(GUARDIAN) and can_be_saved(state, card)):
            _leave(state, battle, seat)
    return False


def guardians_speak(state: State, battle: Battle) -> bool:
    """Each whose champion could be saved says whether it is, clockwise from the initiator (C13.3)."""
    return _ask(state, at.GUARDIAN_PHASE, [seat for seat in state.from_initiator() if seat in battle.champions])


def close(state: State, battle: Battle) -> bool:
    """It is still the initiator's turn (C6.21)."""
    state.battle = None
    go_on_with_turn(state)
    return True


STEPS: Final[tuple[Callable[[State, Battle], bool], ...]] = (
    defenders_speak,
    outsiders_speak,
    nobody_to_fight,
    champions_are_set,
    champions_are_revealed,
    castles_retreat,
    winner_takes_all,
    champions_leave,
    guardians_speak,
    close,
)
_STEP_AFTER: Final = {
    phase: STEPS.index(step) + 1
    for phase, step in (
        (at.STAND, defenders_speak),
        (at.SPY_PHASE, outsiders_speak),
        (at.CHAMPION, champions_are_set),
        (at.GUARDIAN_PHASE, guardians_speak),
    )
}


def run(state: State, first: int) -> None:
    """Goes through the steps from one on, as far as it can."""
    battle = state.battle
    assert battle is not None
    for step in STEPS[first:]:
        if step(state, battle):
            return


def fighters(state: State, battle: Battle) -> list[int]:
    """Initiator, defenders who have not surrendered, joiners: clockwise from the initiator."""
    return [
        seat
        for seat in state.from_initiator()
        if seat == state.active or seat in battle.joined or (seat in battle.pile and seat not in battle.surrendered)
    ]


def winner_of(state: State, battle: Battle) -> int:
    """The seat with the highest champion other than a Castle (C6.13 to C6.15)."""
    best, highest = at.NOBODY, -2
    for seat in state.from_initiator():  # the first of several Wilds wins
        card = battle.champions.get(seat, CASTLE)
        rank = -1 if card == DEATH else card  # numbered cards are numbers in the order of their ranks
        if card != CASTLE and rank > highest:
            best, highest = seat, rank
    return best


# What is said


def stand(state: State, seat: int, action: Action) -> None:
    """A defender fights (C6.6)."""
    state.note(Stood, ("C6.6",), seat)
    _answered(state, seat)


def surrender(state: State, seat: int, action: Action) -> None:
    """A defender surrenders; the cards stay in the pile (C6.5)."""
    _battle(state).surrendered.append(seat)
    state.note(Surrendered, ("C6.5",), seat)
    _answered(state, seat)


def join(state: State, seat: int, action: Action) -> None:
    """A player outside discards a Spy and joins (C6.9, C11.2)."""
    state.discard_from(seat, SPY)
    _battle(state).joined.append(seat)
    state.note(Joined, ("C6.9", "C11.2"), seat)
    _answered(state, seat)


def stay_out(state: State, seat: int, action: Action) -> None:
    """A player outside stays there (C6.9)."""
    state.note(Passed, ("C6.9",), seat)
    _answered(state, seat)


def set_champion(state: State, seat: int, action: Action) -> None:
    """A fighter sets a champion (C6.11)."""
    state.take(seat, action.card)
    _battle(state).champions[seat] = action.card
    state.note(Sealed, ("C6.11",), seat, action.card)
    _answered(state, seat)


def guard(state: State, seat: int, action: Action) -> None:
    """A Guardian is discarded and the champion comes back (C13.1)."""
    card = _battle(state).champions.pop(seat)
    state.discard_from(seat, GUARDIAN)
    state.put(seat, (card,))
    state.note(Guarded, ("C13.1",) if card < WILD else ("C13.1", "C19.2"), seat, card)
    _answered(state, seat)


def decline(state: State, seat: int, action: Action) -> None:
    """The champion is discarded after all (C6.20)."""
    _leave(state, _battle(state), seat)
    _answered(state, seat)


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def _leave(state: State, battle: Battle, seat: int) -> None:
    card = battle.champions.pop(seat)
    state.throw(card)
    state.note(Lost, ("C6.20",), seat, card)


def _ask(state: State, phase: str, seats: list[int]) -> bool:
    """Asks seats, in this order; a phase without any is skipped."""
    if not seats:
        return False
    state.phase = phase
    state.queue = seats
    return True


def _answered(state: State, seat: int) -> None:
    """A seat has said its word; after the last one the battle goes on."""
    state.queue.remove(seat)
    if not state.queue:
        run(state, _STEP_AFTER[state.phase])
