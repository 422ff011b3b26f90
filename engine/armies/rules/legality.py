"""Legal actions: their list, and why another one is not among them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Final

from engine.armies.pack.cards import (
    BONUS,
    CARD_NAMES,
    CASTLE,
    CHEST,
    DEATH,
    GRAVEDIGGER,
    GUARDIAN,
    KINDS,
    NUMBERS,
    SEAT_NAMES,
    SPY,
    THIEF,
    WILD,
    Card,
    is_wanted,
    of_number,
)
from engine.armies.rules import actions as do
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.scoring import ARMY, MAX_IN_ARMY, NEEDED, NEEDED_WITH_DEATH, army_of, most_armies
from engine.armies.rules.state import State
from engine.kernel.errors import IllegalAction

_VERBS: Final = {
    at.DEAL: {do.DEAL},
    at.TURN: {
        *(do.DRAW, do.BATTLE, do.BATTLE_SPY, do.THIEF_BONUS, do.THIEF_ASK, do.CHEST, do.GRAVEDIGGER, do.LAY_DOWN),
    },
    at.STAND: {do.STAND, do.SURRENDER},
    at.SPY_PHASE: {do.JOIN, do.PASS},
    at.CHAMPION: {do.CHAMPION},
    at.GUARDIAN_PHASE: {do.GUARD, do.DECLINE},
    at.THEFT: {do.ALLOW, do.GIVE, do.CASTLE},
    at.AFTER: {do.LAY_DOWN, do.END_TURN},
    at.OVER: set[str](),
}


# Champions

# Every code of a wrong action.
CODES: Final = (
    *("bad-action", "not-your-turn", "game-over", "wrong-phase", "not-in-hand", "no-champion", "bad-target"),
    *("bad-army", "bad-grave", "not-in-discard", "bad-champion", "bad-gift", "no-armies"),
)


def is_defender(state: State, seat: int) -> bool:
    """Whether a seat's cards are under attack in the present battle."""
    return state.battle is not None and seat != state.active and seat in state.battle.pile


def can_be_champion(card: Card, defends: bool) -> bool:
    """Whether a card may be the champion of a fighter, who ``defends`` or not (C6.12)."""
    return card <= WILD or card == DEATH or (card == CASTLE and defends)


def champions_in(hand: list[Card], defends: bool = False) -> int:
    return sum(can_be_champion(card, defends) for card in hand)


def can_be_saved(state: State, card: Card) -> bool:
    """Whether a Guardian could save a champion (C13.1, C13.2, C19.2)."""
    return card < WILD or (state.options.god and card != DEATH)


def armies_needed(hand: list[Card]) -> int:
    """How many armies whoever holds this hand has to lay down (C10.2, C16.2)."""
    return NEEDED_WITH_DEATH if DEATH in hand else NEEDED


def can_lay_down(state: State, seat: int) -> bool:
    player = state.players[seat]
    return most_armies(player.hand, player.chest) >= armies_needed(player.hand)


# Why not


def check(state: State, seat: int, action: ArmiesAction) -> None:
    """Raises ``IllegalAction`` for an action that this seat of the queue may not do now, with the contract's code."""
    verb = action.verb
    if state.phase == at.OVER:
        raise IllegalAction("game-over", "the game is over")
    stolen = state.theft is not None and state.theft[1] == BONUS
    if verb not in _VERBS[state.phase] or verb == (do.GIVE if stolen else do.ALLOW):
        raise IllegalAction("wrong-phase", f"'{verb}' is no action of the phase '{state.phase}' here")
    test = _TESTS.get(verb)
    if test is not None:
        test(state, seat, action)


def _hold(state: State, seat: int, card: Card, count: int = 1) -> list[Card]:
    """The hand of a seat that holds a card so often. Raises ``IllegalAction``."""
    hand = state.players[seat].hand
    if hand.count(card) < count:
        raise IllegalAction("not-in-hand", f"{SEAT_NAMES[seat]} does not hold {CARD_NAMES[card]}")
    return hand


def _need_champions(hand: list[Card], count: int, defends: bool = False) -> None:
    if champions_in(hand, defends) < count:
        raise IllegalAction("no-champion", "no card is left that could be the champion")


def _battle(state: State, seat: int, action: ArmiesAction) -> None:
    hand = _hold(state, seat, action.card)
    _need_champions(hand, 2)  # the card that is put up is one of them (C6.2)


def _battle_spy(state: State, seat: int, action: ArmiesAction) -> None:
    _need_champions(_hold(state, seat, SPY), 1)


def _thief(state: State, seat: int, action: ArmiesAction) -> None:
    _hold(state, seat, THIEF)
    if action.victim == seat or action.victim >= len(state.players):
        raise IllegalAction("bad-target", f"{SEAT_NAMES[action.victim]} cannot be the victim")
    if action.verb == do.THIEF_BONUS and not state.players[action.victim].bonus:
        raise IllegalAction("bad-target", f"no Bonus lies before {SEAT_NAMES[action.victim]}")
    if action.wanted in KINDS and not state.options.has(action.wanted):
        raise IllegalAction("bad-target", f"there is no {CARD_NAMES[action.wanted]} in this game")


def _chest(state: State, seat: int, action: ArmiesAction) -> None:
    for card in {*action.cards, CHEST}:
        _hold(state, seat, card, action.cards.count(card) + (card == CHEST))
    if army_of(action.cards) is None:
        raise IllegalAction("bad-army", "these cards are no army of four to six")


def _gravedigger(state: State, seat: int, action: ArmiesAction) -> None:
    _hold(state, seat, GRAVEDIGGER)
    if action.card >= WILD and not state.options.god:
        raise IllegalAction("bad-grave", f"a Gravedigger cannot take {CARD_NAMES[action.card]}")
    if action.card not in state.discard:
        raise IllegalAction("not-in-discard", f"{CARD_NAMES[action.card]} is not in the discard pile")


def _stand(state: State, seat: int, action: ArmiesAction) -> None:
    _need_champions(state.players[seat].hand, 1, defends=True)


def _join(state: State, seat: int, action: ArmiesAction) -> None:
    _need_champions(_hold(state, seat, SPY), 1)


def _champion(state: State, seat: int, action: ArmiesAction) -> None:
    _hold(state, seat, action.card)
    if not can_be_champion(action.card, is_defender(state, seat)):
        raise IllegalAction("bad-champion", f"{CARD_NAMES[action.card]} cannot be {SEAT_NAMES[seat]}'s champion")


def _guard(state: State, seat: int, action: ArmiesAction) -> None:
    _hold(state, seat, GUARDIAN)


def _castle(state: State, seat: int, action: ArmiesAction) -> None:
    _hold(state, seat, CASTLE)


def _give(state: State, seat: int, action: ArmiesAction) -> None:
    _hold(state, seat, action.card)
    if state.theft is None or not is_wanted(action.card, state.theft[1]):
        raise IllegalAction("bad-gift", f"{CARD_NAMES[action.card]} is not what was asked for")


def _lay_down(state: State, seat: int, action: ArmiesAction) -> None:
    if not can_lay_down(state, seat):
        raise IllegalAction("no-armies", f"{SEAT_NAMES[seat]} has fewer armies than needed")


_TESTS: Final[dict[str, Callable[[State, int, ArmiesAction], None]]] = {
    do.BATTLE: _battle,
    do.BATTLE_SPY: _battle_spy,
    do.THIEF_BONUS: _thief,
    do.THIEF_ASK: _thief,
    do.CHEST: _chest,
    do.GRAVEDIGGER: _gravedigger,
    do.STAND: _stand,
    do.JOIN: _join,
    do.CHAMPION: _champion,
    do.GUARD: _guard,
    do.CASTLE: _castle,
    do.GIVE: _give,
    do.LAY_DOWN: _lay_down,
}


# What may be done


def legal_actions(state: State, seat: int) -> list[ArmiesAction]:
    """Every legal action of a seat of the queue, in the contract's order."""
    hand = state.players[seat].hand
    phase = state.phase
    if phase == at.TURN:
        return _of_turn(state, seat, hand)
    if phase == at.STAND:
        return [ArmiesAction(do.STAND)] * (champions_in(hand, defends=True) > 0) + [ArmiesAction(do.SURRENDER)]
    if phase == at.SPY_PHASE:
        return [ArmiesAction(do.JOIN)] * (SPY in hand and champions_in(hand) > 0) + [ArmiesAction(do.PASS)]
    if phase == at.CHAMPION:
        defends = is_defender(state, seat)
        return [ArmiesAction(do.CHAMPION, card) for card in dict.fromkeys(hand) if can_be_champion(card, defends)]
    if phase == at.GUARDIAN_PHASE:
        return [ArmiesAction(do.GUARD)] * (GUARDIAN in hand) + [ArmiesAction(do.DECLINE)]
    if phase == at.THEFT:
        return _of_victim(state, hand)
    if phase == at.AFTER:
        return [ArmiesAction(do.LAY_DOWN)] * can_lay_down(state, seat) + [ArmiesAction(do.END_TURN)]
    return [ArmiesAction(do.DEAL)]


def _of_victim(state: State, hand: list[Card]) -> list[ArmiesAction]:
    assert state.theft is not None
    wanted = state.theft[1]
    castle = [ArmiesAction(do.CASTLE)] * (CASTLE in hand)
    if wanted == BONUS:
        return [ArmiesAction(do.ALLOW), *castle]
    return [ArmiesAction(do.GIVE, card) for card in dict.fromkeys(hand) if is_wanted(card, wanted)] + castle


def _of_turn(state: State, seat: int, hand: list[Card]) -> list[ArmiesAction]:
    actions = [ArmiesAction(do.DRAW)]
    champions = champions_in(hand)
    if champions > 1:
        actions += [ArmiesAction(do.BATTLE, card) for card in hand if card < WILD]
    if champions and SPY in hand:
        actions += [ArmiesAction(do.BATTLE_SPY, wanted=number) for number in NUMBERS]
    if THIEF in hand:
        actions += _thefts(state, seat)
    if CHEST in hand:
        actions += [ArmiesAction(do.CHEST, cards=army) for army in armies_for_chest(hand)]
    if GRAVEDIGGER in hand:
        graves = [card for card in dict.fromkeys(state.discard) if card < WILD or state.options.god]
        actions += [ArmiesAction(do.GRAVEDIGGER, card) for card in graves]
    if can_lay_down(state, seat):
        actions.append(ArmiesAction(do.LAY_DOWN))
    return actions


def _thefts(state: State, seat: int) -> list[ArmiesAction]:
    victims = [victim for victim in range(len(state.players)) if victim != seat]
    wanted = [*NUMBERS, *[kind for kind in state.options.specials if kind != BONUS]]
    robbed = [ArmiesAction(do.THIEF_BONUS, wanted=BONUS, victim=seat) for seat in victims if state.players[seat].bonus]
    return robbed + [ArmiesAction(do.THIEF_ASK, wanted=name, victim=victim) for victim in victims for name in wanted]


def armies_for_chest(hand: list[Card]) -> list[tuple[Card, ...]]:
    """Every army of four to six cards of a hand (C14.1): by number, then size, then card by card."""
    wilds = [WILD] * hand.count(WILD)
    armies: list[tuple[Card, ...]] = []
    for number in NUMBERS:
        cards = of_number(hand, number) + wilds
        for size in range(ARMY, MAX_IN_ARMY + 1):
            armies += [army for army in dict.fromkeys(combinations(cards, size)) if army[0] < WILD]
    return armies
