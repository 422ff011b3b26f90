"""The steps that the two activation orders share: from an amount of damage to what it brings about.

The Assault list's number comes first in the docstrings, the Summoning list's second.
"""

from __future__ import annotations

from engine.decks.rules import hands
from engine.decks.rules.abilities import (
    AQUATIC,
    INDESTRUCTIBLE,
    PERFORATION,
    PROTECTION,
    REGENERATION,
    REINFORCEMENT,
    SHARPENING,
    SPLASH,
    VANISH,
    VULNERABILITY,
)
from engine.decks.rules.activation import Activation
from engine.decks.rules.board import CHAMPION_EXHAUSTED, SHARPENED, STRUCK, Board, Creature
from engine.decks.rules.cards import NO_CHAMPION, SYMBIOTE_IS_CHAMPION, Card
from engine.decks.rules.stack import Resolution
from engine.kernel.native import i64


def spread(r: Resolution, a: Activation, row_index: i64, place: i64, abilities: i64, spares: i64 = 0) -> None:
    """Fixes the targets: a Creature, with Perforation the one behind it, with Splash the one beside it.

    Both are counted from the target alone (ruling 5.17); Creatures with one of the abilities ``spares`` are left out of
    them (ruling 10.1). The targets come in the order of ruling 2.10: upper line first, far before near.
    """
    board = r.board
    row = board.rows[row_index]
    target = row[place]
    targets = [target]
    behind: Creature | None = None
    beside: Creature | None = None
    if abilities & (PERFORATION | SPLASH):
        if abilities & PERFORATION and place + 1 < len(row) and not row[place + 1].abilities & spares:
            behind = row[place + 1]
            targets.insert(0, behind)
        if abilities & SPLASH:
            neighbours = board.rows[row_index ^ 1]
            if place < len(neighbours) and not neighbours[place].abilities & spares:
                beside = neighbours[place]
                if row_index & 1:
                    targets.insert(0, beside)
                else:
                    targets.append(beside)
    a.targets = targets
    a.foe = row_index >> 1
    if r.trace is not None:
        r.trace.targets(board, a, row_index, place, behind is not None, beside is not None)


def work_out(r: Resolution, a: Activation, value: i64, bonus: i64, abilities: i64) -> None:
    """The amount for each target: the value plus the bonus, doubled by Aquatic (rulings 4.1, 5.2, 5.28).

    ``abilities`` are those that count here; with Vulnerability the value is each target's remaining HP minus 1.
    """
    board = r.board
    a.vulnerability = bool(abilities & VULNERABILITY)
    if a.vulnerability:
        value = 0
        if a.at_stronghold and board.seats[a.foe].is_ai:
            a.vulnerability = False  # an AI's has no value: ruling 7.5
    a.value = value + bonus
    a.doubled = bool(abilities & AQUATIC) and a.source is board.rows[a.row][0]
    if r.trace is not None:
        r.trace.amounts(board, a, abilities & VULNERABILITY, bonus)


def deal_attack(r: Resolution, a: Activation) -> bool:
    """7: Dealing damage by an attack; answers whether it has ended the game."""
    if a.at_stronghold:
        amount = a.amount(r.board.seats[a.foe].hp)
        if not amount:
            return False
        a.stronghold_hurt = True
        return hands.attack(r, a.foe, amount, a.seat, a.source)
    _deal(r, a, 0)
    return False


def deal_summoned(r: Resolution, a: Activation) -> None:
    """9: Dealing damage by an Incantation or Backlash, which Indestructible stops (ruling 5.13)."""
    _deal(r, a, INDESTRUCTIBLE)


def _deal(r: Resolution, a: Activation, immunity: i64) -> None:
    """All amounts are dealt together, then the destroyed are found (rulings 4.2 to 4.5, 5.19)."""
    trace = r.trace
    number: i64
    for number, target in enumerate(a.targets):
        hp = target.body.hp
        amount = a.amount(hp - target.damage)
        if not amount:
            continue
        abilities = target.abilities
        if abilities & immunity:
            if trace is not None:
                trace.prevented(r.board, target, amount, INDESTRUCTIBLE)
            continue
        first = not target.marks & STRUCK
        target.marks |= STRUCK
        if abilities & PROTECTION:
            if first:
                if trace is not None:
                    trace.prevented(r.board, target, amount, PROTECTION)
                continue
            if trace is not None:
                trace.no_effect(r.board, PROTECTION, target, "5.19")
        damage = target.damage + amount
        target.damage = damage
        if a.hurt:
            a.hurt.append(target)
        else:
            a.hurt = [target]
        if damage >= hp:
            if a.killed:
                a.killed.append(target)
            else:
                a.killed = [target]
            a.excess += damage - hp
        if trace is not None:
            trace.damaged(target, number, amount)


def release_enchained(r: Resolution, a: Activation) -> None:
    """8, and right after 9: the card under a damaged Creature goes back to the right of its hand (5.11, 3.4)."""
    for creature in a.hurt:
        card = creature.enchained
        if card is not None:
            creature.enchained = None
            owner = r.board.mode.foe(creature.row)
            hands.give_back(r, owner, card)
            if r.trace is not None:
                r.trace.released(r.board, creature, owner, card)


def return_destroyed(r: Resolution, a: Activation) -> None:
    """10, 11: the destroyed leave the board and return, in the order of 2.10; Mercenary and Cursed (5.9, 5.16).

    Each has the abilities that it had when the damage was dealt (ruling 3.6); the places close at once (ruling 3.8).
    """
    board = r.board
    killed = a.killed
    if len(killed) == 1:
        creature = killed[0]
        place = board.place_of(creature)
        _return(r, a, creature, place, board.given(creature.row, place))
        return
    given = [board.given(c.row, board.place_of(c)) for c in killed]
    for creature, from_auras in zip(killed, given, strict=True):
        _return(r, a, creature, board.place_of(creature), from_auras)


def _return(r: Resolution, a: Activation, creature: Creature, place: i64, from_auras: i64) -> None:
    board = r.board
    if r.trace is not None:
        r.trace.destroyed(board, creature)
    if r.tally is not None:
        r.tally.destroyed[creature.row >> 1] += 1
    board.rows[creature.row].pop(place)
    body = creature.body
    reinforced = False
    if body.symbiote is not None:
        is_champion = body.champion == SYMBIOTE_IS_CHAMPION
        reinforced = _send_home(r, creature, body.symbiote, from_auras, is_champion)
    is_champion = body.champion != NO_CHAMPION and body.champion != SYMBIOTE_IS_CHAMPION
    reinforced |= _send_home(r, creature, body.card, from_auras, is_champion)
    if reinforced:
        if a.pending is None:
            a.pending = []
        a.pending.append((creature.row >> 1, creature.row))
    board.update_auras(creature.row)


def _send_home(r: Resolution, creature: Creature, card: Card, from_auras: i64, is_champion: bool) -> bool:
    """One card of a destroyed Creature; answers whether it triggers Reinforcement (ruling 5.22)."""
    board = r.board
    owner = creature.row >> 1
    abilities = card.abilities | from_auras
    if is_champion:
        board.seats[owner].champion_state = CHAMPION_EXHAUSTED
        if r.trace is not None:
            r.trace.champion_exhausted(board, owner)
        return False
    home = hands.come_back(r, card, abilities, owner, board.mode.foe(creature.row))
    return home and bool(abilities & REINFORCEMENT)


def regenerate(r: Resolution, a: Activation) -> None:
    """14: Regeneration, once for each target that suffered damage (ruling 5.21)."""
    count: i64 = 1 if a.stronghold_hurt else len(a.hurt)
    if count and a.abilities(r.board) & REGENERATION:
        for _ in range(count):
            changed = hands.regenerate(r, a.seat)
            if r.trace is not None:
                r.trace.regenerated(r.board, a, changed)


def sharpen(r: Resolution, a: Activation) -> bool:
    """15: Sharpening: the excess of the first kill of the turn goes to the Stronghold (ruling 5.23)."""
    if not a.killed or not a.abilities(r.board) & SHARPENING:
        return False
    source = a.source
    if source is not None:
        used = bool(source.marks & SHARPENED)
        source.marks |= SHARPENED
    else:
        assert a.card is not None  # an activation without a Creature is an Incantation
        used = a.card.sharpened
        a.card = a.card.marked()
        r.board.any_sharpened = True
    if r.trace is not None:
        r.trace.sharpened(r.board, a, used)
    return a.excess > 0 and not used and hands.hit(r, a.foe, a.excess, a.seat, "sharpening", source)


def vanish(r: Resolution, a: Activation) -> None:
    """16, 17: damaged Creatures with Vanish move to the far end of their side (ruling 5.27)."""
    for creature in a.hurt:
        if creature.abilities & VANISH:
            break
    else:
        return
    board = r.board
    moving = [c for c in a.hurt if c.abilities & VANISH and c not in a.killed and board.in_play(c)]
    if len(moving) > 1:
        in_order(board, moving)
    for creature in moving:
        row = board.rows[creature.row]
        place = board.place_of(creature)
        row.pop(place)
        row.append(creature)
        if r.trace is not None:
            r.trace.vanished(board, creature, place)
    for creature in moving:
        board.update_auras(creature.row)


def in_order(board: Board, creatures: list[Creature]) -> None:
    """Sorts Creatures of one player in play: upper line first, far before near (ruling 2.10)."""
    creatures.sort(key=lambda c: (c.row, -board.place_of(c)))


def verify_auras(r: Resolution, a: Activation) -> None:
    """1: Auras verification. The board keeps Auras true at every change (ruling 3.6): this only reports them."""
    source = a.source
    if r.trace is not None and source is not None and source.abilities != source.body.abilities:
        r.trace.auras_of(r.board, source)


def report_auras(r: Resolution, a: Activation) -> None:
    """5, 13, 18; 13, 19: Auras update, done already like the verification: this only reports what has changed."""
    if r.trace is not None and r.trace.changing:
        r.trace.aura_changes(r.board)
