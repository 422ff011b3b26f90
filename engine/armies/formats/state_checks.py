"""Whether a state can be (the contract: what makes a state wrong)."""

from __future__ import annotations

from engine.armies.pack.cards import (
    BONUS,
    CARD_NAMES,
    CASTLE,
    CHEST,
    DEATH,
    GUARDIAN,
    SEAT_NAMES,
    SPY,
    THIEF,
    WILD,
    is_wanted,
    number_of,
)
from engine.armies.rules import state as at
from engine.armies.rules.battles import fighters
from engine.armies.rules.legality import can_be_champion, can_be_saved, champions_in, is_defender
from engine.armies.rules.position import ArmiesPosition
from engine.armies.rules.scoring import army_of
from engine.armies.rules.state import Battle
from engine.kernel.errors import EngineError


def check(position: ArmiesPosition) -> None:
    """Raises ``EngineError`` (``bad-state``) for a position that cannot be; the queue is looked at by itself."""
    _check_places(position)
    _check_copies(position)
    _check_phase(position)
    if position.battle is not None:
        _check_battle(position, position.battle)
    if position.theft is not None:
        _check_theft(position, *position.theft)


def queue_of(position: ArmiesPosition) -> list[int] | None:
    """The queue as the phase has it; None in the phases in which it says who has not spoken yet."""
    phase, battle = position.phase, position.battle
    if phase == at.DEAL:
        return [position.dealer]
    if phase in (at.TURN, at.AFTER):
        return [position.active]
    if phase == at.THEFT and position.theft is not None:
        return [position.theft[0]]
    if phase == at.CHAMPION and battle is not None:
        return [seat for seat in fighters(position, battle) if seat not in battle.champions]
    if phase == at.GUARDIAN_PHASE and battle is not None:
        return [seat for seat in position.from_initiator() if seat in battle.champions]
    return [] if phase == at.OVER else None


def check_queue(position: ArmiesPosition, queue: list[int] | None) -> None:
    """Raises ``EngineError`` when the queue of a position is not what it must be."""
    stored = position.queue
    if queue is not None:
        if stored != queue:
            raise _bad("/queue", f"must be {[SEAT_NAMES[seat] for seat in queue]}")
        return
    battle = position.battle
    assert battle is not None
    if position.phase == at.STAND:
        may = [seat for seat in battle.pile if seat != position.active and seat not in battle.surrendered]
    else:
        outside = {position.active, *battle.pile, *battle.joined}
        may = [seat for seat in range(len(position.players)) if seat not in outside]
    if not stored or any(seat not in may for seat in stored):
        raise _bad("/queue", "seats that are still to be asked, one at least")
    if stored != [seat for seat in position.left_of_initiator() if seat in stored]:
        raise _bad("/queue", "seats clockwise from the initiator's left")


def _bad(where: str, message: str) -> EngineError:
    return EngineError("bad-state", f"{where}: {message}")


def _check_places(position: ArmiesPosition) -> None:
    """No card lies where it cannot."""
    for card in (BONUS, DEATH, CHEST):
        if card in position.discard:
            raise _bad("/discard", f"{CARD_NAMES[card]} is never there (C3.11)")
    for seat, player in enumerate(position.players):
        if BONUS in player.hand:
            raise _bad(f"/players/{SEAT_NAMES[seat]}/hand", "a Bonus is never in hand (C8.1)")
        if player.chest is not None and army_of(player.chest) is None:
            raise _bad(f"/players/{SEAT_NAMES[seat]}/chest", "must be an army of four to six (C14.1)")


def _check_copies(position: ArmiesPosition) -> None:
    """No card is there more often than there are in the game."""
    copies = position.options.copies
    counts = [0] * len(copies)
    if position.phase == at.DEAL:
        if position.deck and sorted(position.deck) != position.options.complete_deck():
            raise _bad("/deck", "must be empty or complete before a deal")
        if position.discard:
            raise _bad("/discard", "must be empty before a deal")
    else:
        for card in position.deck:
            counts[card] += 1
    battle = position.battle
    piles = [] if battle is None else [*battle.pile.values(), list(battle.champions.values())]
    chests = [[CHEST, *player.chest] for player in position.players if player.chest is not None]
    for cards in (position.discard, *[player.hand for player in position.players], *piles, *chests):
        for card in cards:
            counts[card] += 1
    counts[BONUS] += sum(player.bonus for player in position.players)
    for card, count in enumerate(counts):
        if count > copies[card]:
            raise _bad("/", f"{CARD_NAMES[card]} is there {count} times, in the game {copies[card]} times")


def _check_phase(position: ArmiesPosition) -> None:
    """The parts that belong to a phase are there in it, and in no other."""
    phase = position.phase
    nobody = phase in (at.DEAL, at.OVER)
    if nobody != (position.active == at.NOBODY):
        raise _bad("/active", f"must {'be null' if nobody else 'be a seat'} in the phase '{phase}'")
    if (phase == at.OVER) != (position.result is not None):
        raise _bad("/result", "belongs to the end of the game")
    if not nobody and not (position.hand_number and position.turn_number):
        raise _bad("/hand_number", "hands and turns are counted from 1")
    if (phase in at.IN_BATTLE) != (position.battle is not None):
        raise _bad("/battle", "belongs to the phases of a battle")
    if (phase == at.THEFT) != (position.theft is not None):
        raise _bad("/theft", "belongs to the phase 'theft'")
    needed = {at.SPY_PHASE: SPY, at.GUARDIAN_PHASE: GUARDIAN, at.THEFT: THIEF}
    if phase in needed and not position.options.has(needed[phase]):
        raise _bad("/phase", f"there is no {CARD_NAMES[needed[phase]]} in this game")


def _check_theft(position: ArmiesPosition, victim: int, wanted: int) -> None:
    if victim == position.active:
        raise _bad("/theft/victim", "nobody is their own victim (C12.8)")
    player = position.players[victim]
    if wanted == BONUS:
        if not player.bonus:
            raise _bad("/theft/name", "no Bonus lies before the victim")
        if not position.options.has(CASTLE):
            raise _bad("/phase", "without Castles in the game nobody is asked for a Bonus (C19.1)")
    elif not any(is_wanted(card, wanted) for card in player.hand):
        raise _bad("/theft/name", "the victim has none (C12.5)")


# Battles


def _check_battle(position: ArmiesPosition, battle: Battle) -> None:
    announced = battle.surrendered + battle.joined
    if len(set(announced)) < len(announced) or position.active in announced:
        raise _bad("/battle", "each other seat has surrendered or joined once")
    if any(card >= WILD or number_of(card) != battle.number for cards in battle.pile.values() for card in cards):
        raise _bad("/battle/pile", f"only cards of the number {battle.number} are fought for")
    if position.phase == at.GUARDIAN_PHASE:
        _check_after_reveal(position, battle)
    else:
        _check_before_reveal(position, battle)


def _check_before_reveal(position: ArmiesPosition, battle: Battle) -> None:
    put_in = len(battle.pile.get(position.active, ()))
    if put_in != (battle.by == at.BY_CARD):
        raise _bad("/battle/pile", "the initiator put in one card, or none with a Spy (C6.3, C11.1)")
    if not any(seat != position.active for seat in battle.pile):
        raise _bad("/battle/pile", "there is no battle without a defender (C6.4)")
    if any(seat not in battle.pile for seat in battle.surrendered):
        raise _bad("/battle/surrendered", "only defenders surrender (C6.5)")
    if any(seat in battle.pile for seat in battle.joined):
        raise _bad("/battle/joined", "only who is outside joins (C6.9)")
    if battle.joined and position.phase == at.STAND:
        raise _bad("/battle/joined", "nobody joins before all defenders have spoken (C6.9)")
    if battle.winner != at.NOBODY:
        raise _bad("/battle/winner", "is null before the reveal")
    if position.phase == at.CHAMPION:
        _check_champions(position, battle)
    elif battle.champions:
        raise _bad("/battle/champions", "are set in the phase 'champion'")


def _check_champions(position: ArmiesPosition, battle: Battle) -> None:
    fight = fighters(position, battle)
    if len(fight) < 2:
        raise _bad("/battle", "one fighter alone sets no champion (C6.18)")
    for seat, card in battle.champions.items():
        if seat not in fight or not can_be_champion(card, is_defender(position, seat)):
            raise _bad(f"/battle/champions/{SEAT_NAMES[seat]}", "cannot be this seat's champion (C6.12)")
    left = [seat for seat in fight if seat not in battle.champions]
    if not left:
        raise _bad("/battle/champions", "all champions are set: the reveal is due")
    for seat in left:
        if not champions_in(position.players[seat].hand, is_defender(position, seat)):
            raise _bad(f"/players/{SEAT_NAMES[seat]}/hand", "holds no card that could be the champion")


def _check_after_reveal(position: ArmiesPosition, battle: Battle) -> None:
    if battle.pile:
        raise _bad("/battle/pile", "the spoils have been taken (C13.3)")
    if not battle.champions:
        raise _bad("/battle/champions", "nobody is left to be asked")
    for seat, card in battle.champions.items():
        if seat in battle.surrendered or not can_be_saved(position, card):
            raise _bad(f"/battle/champions/{SEAT_NAMES[seat]}", "could not be saved (C13.1)")
    if battle.winner == at.NOBODY or battle.winner in battle.surrendered:
        raise _bad("/battle/winner", "must be a fighter")
