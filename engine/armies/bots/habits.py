"""Quick play by rules of thumb, from what a seat holds and sees: for rollouts, and for others' answers in a search."""

from __future__ import annotations

from engine.armies.bots.worth import counts_of
from engine.armies.pack.cards import (
    BONUS,
    CASTLE,
    DEATH,
    GRAVEDIGGER,
    GUARDIAN,
    SPY,
    THIEF,
    WILD,
    Card,
    is_wanted,
    number_of,
)
from engine.armies.rules import actions as do
from engine.armies.rules import state as at
from engine.armies.rules.actions import ArmiesAction
from engine.armies.rules.legality import can_be_champion, can_lay_down, champions_in, is_defender
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.scoring import army_value
from engine.kernel.chance import Chance

_STRONG = 48  # from 9.1 on
_WORTH_A_SPY = 3  # cards in the pile


def habit(position: ArmiesPosition, chance: Chance) -> ArmiesAction:
    """The habitual action of the first seat of the queue."""
    seat = position.queue[0]
    phase = position.phase
    if phase == at.TURN:
        return _turn(position, seat, chance)
    if phase == at.AFTER:
        return ArmiesAction(do.LAY_DOWN if can_lay_down(position, seat) else do.END_TURN)
    if phase == at.CHAMPION:
        return ArmiesAction(do.CHAMPION, _champion(position, seat, chance))
    if phase == at.STAND:
        return ArmiesAction(do.STAND if _stands(position, seat, chance) else do.SURRENDER)
    if phase == at.SPY_PHASE:
        return ArmiesAction(do.JOIN if _joins(position, seat) else do.PASS)
    if phase == at.GUARDIAN_PHASE:
        return ArmiesAction(do.GUARD if _guards(position, seat) else do.DECLINE)
    if phase == at.THEFT:
        return _answer(position, seat)
    return ArmiesAction(do.DEAL)


def _turn(position: ArmiesPosition, seat: int, chance: Chance) -> ArmiesAction:
    if can_lay_down(position, seat):
        return ArmiesAction(do.LAY_DOWN)
    player = position.players[seat]
    counts = counts_of(player)
    reverse = position.options.reverse
    wished = sorted(
        (number for number, count in enumerate(counts) if 0 < count < 4),
        key=lambda number: (-counts[number], -army_value(number, reverse)),
    )
    if not wished:
        return ArmiesAction(do.DRAW)
    best = wished[0]
    if GRAVEDIGGER in player.hand:
        graves = [card for card in position.discard if card < WILD and counts[number_of(card)] in (2, 3)]
        if graves:
            return ArmiesAction(do.GRAVEDIGGER, graves[0])
    if THIEF in player.hand and chance.below(4):
        return _thief(position, seat, best, chance)
    card = _best_champion(player.hand, counts, best)
    if counts[best] >= 2 and card >= _STRONG and chance.below(3):
        return ArmiesAction(do.BATTLE, next(own for own in player.hand if own < WILD and number_of(own) == best))
    return ArmiesAction(do.DRAW)


def _thief(position: ArmiesPosition, seat: int, number: int, chance: Chance) -> ArmiesAction:
    others = [other for other in range(len(position.players)) if other != seat]
    robbed = [other for other in others if position.players[other].bonus]
    if robbed:
        return ArmiesAction(do.THIEF_BONUS, wanted=BONUS, victim=robbed[chance.below(len(robbed))])
    return ArmiesAction(do.THIEF_ASK, wanted=number, victim=others[chance.below(len(others))])


def _best_champion(hand: list[Card], counts: list[int], spared: int = 0) -> Card:
    """The highest numbered card that is no part of an army to be, -1 without one."""
    free = [card for card in hand if card < WILD and number_of(card) != spared and counts[number_of(card)] < 3]
    return free[-1] if free else -1


def _champion(position: ArmiesPosition, seat: int, chance: Chance) -> Card:
    hand = position.players[seat].hand
    battle = position.battle
    assert battle is not None
    own = len(battle.pile.get(seat, ()))
    defends = is_defender(position, seat)
    if defends and CASTLE in hand and (own > 1 or not chance.below(3)):
        return CASTLE
    if DEATH in hand and not chance.below(2):
        return DEATH
    stake = sum(len(cards) for cards in battle.pile.values())
    if WILD in hand and stake >= 5 and not chance.below(2):
        return WILD
    card = _best_champion(hand, counts_of(position.players[seat]))
    if card >= 0:
        return card
    return next(card for card in hand if can_be_champion(card, defends))


def _stands(position: ArmiesPosition, seat: int, chance: Chance) -> bool:
    player = position.players[seat]
    if not champions_in(player.hand, defends=True):
        return False
    if CASTLE in player.hand or DEATH in player.hand:
        return True
    card = _best_champion(player.hand, counts_of(player))
    return card >= _STRONG or (card >= 30 and not chance.below(2))


def _joins(position: ArmiesPosition, seat: int) -> bool:
    player = position.players[seat]
    assert position.battle is not None
    stake = sum(len(cards) for cards in position.battle.pile.values())
    strong = _best_champion(player.hand, counts_of(player)) >= _STRONG
    return SPY in player.hand and (strong or DEATH in player.hand) and stake >= _WORTH_A_SPY


def _guards(position: ArmiesPosition, seat: int) -> bool:
    player = position.players[seat]
    assert position.battle is not None
    return GUARDIAN in player.hand and position.battle.champions[seat] >= _STRONG


def _answer(position: ArmiesPosition, seat: int) -> ArmiesAction:
    assert position.theft is not None
    wanted = position.theft[1]
    hand = position.players[seat].hand
    if wanted == BONUS:
        return ArmiesAction(do.CASTLE if CASTLE in hand else do.ALLOW)
    query = [card for card in hand if is_wanted(card, wanted)]
    if CASTLE in hand and wanted not in (DEATH, CASTLE) and (len(query) > 1 or wanted == WILD):
        return ArmiesAction(do.CASTLE)
    return ArmiesAction(do.GIVE, query[0])
