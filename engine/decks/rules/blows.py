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
from engine.decks.rules.activation import NEXT, Activation
from engine.decks.rules.board import CHAMPION_EXHAUSTED, SHARPENED, STRUCK, Board, Creature
from engine.decks.rules.cards import NO_CHAMPION, SYMBIOTE_IS_CHAMPION, Card
from engine.decks.rules.stack import Resolution


def spread(r: Resolution, a: Activation, row_index: int, place: int, abilities: int, spares: int = 0) -> None:
    """Fixes the targets: a Creature, with Perforation the one behind it, with Splash the one beside it.

    Both are counted from the target alone (ruling 5.17); Creatures with one of the abilities ``spares`` are left out of
    them (ruling 10.1). The targets come in the order of ruling 2.10: upper line first, far before near.
    """
    board = r.board
    row = board.rows[row_index]
    target = row[place]
    targets = a.targets
    targets.append(target)
    behind: Creature | None = None
    beside: Creature | None = None
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
    a.foe = row_index >> 1
    if r.trace is not None:
        r.trace.targets(board, a, row_index, place, behind is not None, beside is not None)


def work_out(r: Resolution, a: Activation, value: int, bonus: int, abilities: int) -> None:
    """The amount for each target: the value plus the bonus, doubled by Aquatic (rulings 4.1, 5.2, 5.28).

    ``abilities`` are those that count here; with Vulnerability the value is each target's remaining HP minus 1.
    """
    board = r.board
    doubled = bool(abilities & AQUATIC) and a.source is board.rows[a.row][0]
    if a.at_stronghold:
        if abilities & VULNERABILITY:
            value = 0 if board.seats[a.foe].is_ai else board.seats[a.foe].hp - 1  # an AI's: ruling 7.5
        amount = value + bonus
        a.amounts = [amount * 2 if doubled else amount]
    else:
        amounts = []
        for target in a.targets:
            if abilities & VULNERABILITY:
                value = target.body.hp - target.damage - 1
            amount = value + bonus
            amounts.append(amount * 2 if doubled else amount)
        a.amounts = amounts
    if r.trace is not None:
        r.trace.amounts(a, abilities & VULNERABILITY, bonus, doubled)


def deal_attack(r: Resolution, a: Activation) -> int:
    """7: Dealing damage by an attack."""
    return _deal(r, a, 0)


def deal_summoned(r: Resolution, a: Activation) -> int:
    """9: Dealing damage by an Incantation or Backlash, which Indestructible stops (ruling 5.13)."""
    return _deal(r, a, INDESTRUCTIBLE)


def _deal(r: Resolution, a: Activation, immunity: int) -> int:
    """All amounts are dealt together, then the destroyed are found (rulings 4.2 to 4.5, 5.19)."""
    trace = r.trace
    if a.at_stronghold:
        amount = a.amounts[0]
        if amount:
            a.stronghold_hurt = True
            hands.attack(r, a.foe, amount, a.seat, a.source)
        return NEXT
    for number, target in enumerate(a.targets):
        amount = a.amounts[number]
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
        target.damage += amount
        a.hurt.append(target)
        if target.damage >= target.body.hp:
            a.killed.append(target)
            a.excess += target.damage - target.body.hp
        if trace is not None:
            trace.damaged(target, number, amount)
    return NEXT


def release_enchained(r: Resolution, a: Activation) -> int:
    """8, and right after 9: the card under a damaged Creature goes back to the right of its hand (5.11, 3.4)."""
    for creature in a.hurt:
        card = creature.enchained
        if card is not None:
            creature.enchained = None
            owner = r.board.mode.foe(creature.row)
            hands.give_back(r, owner, card)
            if r.trace is not None:
                r.trace.released(r.board, creature, owner, card)
    return NEXT


def return_destroyed(r: Resolution, a: Activation) -> int:
    """10, 11: the destroyed leave the board and return, in the order of 2.10; Mercenary and Cursed (5.9, 5.16).

    Each has the abilities that it had when the damage was dealt (ruling 3.6); the places close at once (ruling 3.8).
    """
    if not a.killed:
        return NEXT
    board = r.board
    data = [board.given(c.row, board.place_of(c)) for c in a.killed]
    a.pending = []
    for creature, from_auras in zip(a.killed, data, strict=True):
        if r.trace is not None:
            r.trace.destroyed(board, creature)
        if r.tally is not None:
            r.tally.destroyed[creature.row >> 1] += 1
        board.rows[creature.row].remove(creature)
        body = creature.body
        reinforced = False
        if body.symbiote is not None:
            is_champion = body.champion == SYMBIOTE_IS_CHAMPION
            reinforced = _send_home(r, creature, body.symbiote, from_auras, is_champion)
        is_champion = body.champion != NO_CHAMPION and body.champion != SYMBIOTE_IS_CHAMPION
        reinforced |= _send_home(r, creature, body.card, from_auras, is_champion)
        if reinforced:
            a.pending.append((creature.row >> 1, creature.row))
    for creature in a.killed:
        board.update_auras(creature.row)
    return NEXT


def _send_home(r: Resolution, creature: Creature, card: Card, from_auras: int, is_champion: bool) -> bool:
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


def regenerate(r: Resolution, a: Activation) -> int:
    """14: Regeneration, once for each target that suffered damage (ruling 5.21)."""
    count = len(a.hurt) + (1 if a.stronghold_hurt else 0)
    if count and a.abilities(r.board) & REGENERATION:
        for _ in range(count):
            changed = hands.regenerate(r, a.seat)
            if r.trace is not None:
                r.trace.regenerated(r.board, a, changed)
    return NEXT


def sharpen(r: Resolution, a: Activation) -> int:
    """15: Sharpening: the excess of the first kill of the turn goes to the Stronghold (ruling 5.23)."""
    if not a.killed or not a.abilities(r.board) & SHARPENING:
        return NEXT
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
    if a.excess and not used:
        hands.hit(r, a.foe, a.excess, a.seat, "sharpening", source)
    return NEXT


def vanish(r: Resolution, a: Activation) -> int:
    """16, 17: damaged Creatures with Vanish move to the far end of their side (ruling 5.27)."""
    if not a.hurt:
        return NEXT
    board = r.board
    moving = [c for c in a.hurt if c.abilities & VANISH and c not in a.killed and board.in_play(c)]
    if len(moving) > 1:
        in_order(board, moving)
    for creature in moving:
        row = board.rows[creature.row]
        place = row.index(creature)
        row.pop(place)
        row.append(creature)
        if r.trace is not None:
            r.trace.vanished(board, creature, place)
    for creature in moving:
        board.update_auras(creature.row)
    return NEXT


def in_order(board: Board, creatures: list[Creature]) -> None:
    """Sorts Creatures of one player in play: upper line first, far before near (ruling 2.10)."""
    creatures.sort(key=lambda c: (c.row, -board.place_of(c)))


def verify_auras(r: Resolution, a: Activation) -> int:
    """1: Auras verification. The board keeps Auras true at every change (ruling 3.6): this only reports them."""
    source = a.source
    if r.trace is not None and source is not None and source.abilities != source.body.abilities:
        r.trace.auras_of(r.board, source)
    return NEXT


def report_auras(r: Resolution, a: Activation) -> int:
    """5, 13, 18; 13, 19: Auras update, done already like the verification: this only reports what has changed."""
    if r.trace is not None and r.trace.changing:
        r.trace.aura_changes(r.board)
    return NEXT
