"""The Assault: the rulebook's activation order for each attacking Creature."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.abilities import (
    AERIAL,
    AIM,
    AQUATIC,
    BERSERK,
    DEFENDER,
    INSTINCT,
    RAGE,
    SEASON_1,
    SPRINT,
    VULNERABILITY,
    WRECKER,
)
from engine.decks.rules.activation import AGAIN, FINISH, LIMIT, NEXT, WAIT, Activation, Steps, placed
from engine.decks.rules.blows import (
    deal_attack,
    in_order,
    regenerate,
    release_enchained,
    report_auras,
    return_destroyed,
    sharpen,
    spread,
    vanish,
    verify_auras,
    work_out,
)
from engine.decks.rules.board import ACTIVATED, END, ENTERED, Board, Creature
from engine.decks.rules.stack import Resolution
from engine.decks.rules.summoning import reinforce


class Attack(Activation):
    """A Creature attacking, Berserk included; ``by_instinct`` when Instinct made it (ruling 5.14).

    ``wounded`` are the Creatures that suffered damage in any of its attacks and survived; ``instincts`` those of them
    that will answer, once that has been asked.
    """

    __slots__ = ("attacker", "by_instinct", "instincts", "wounded")

    def __init__(self, attacker: Creature, by_instinct: bool) -> None:
        super().__init__(attacker.row >> 1, attacker.row, attacker, None)
        self.attacker = attacker
        self.by_instinct = by_instinct
        self.wounded: list[Creature] = []
        self.instincts: list[Creature] | None = None

    def abilities(self, board: Board) -> int:
        attacker = self.attacker
        return attacker.abilities if board.in_play(attacker) else 0


def resolve_assault(r: Resolution) -> None:
    """Phase 3: every Creature of the active player that may attack, attacks once (rulings 2.5, 2.6)."""
    board = r.board
    if r.trace is not None:
        r.trace.assault_begins(board)
    attacker = next_attacker(board)
    while attacker is not None:
        attacker.marks |= ACTIVATED
        r.run(Attack(attacker, False))
        attacker = next_attacker(board)
    board.phase = END
    if r.trace is not None:
        r.trace.assault_ends(board)


def next_attacker(board: Board) -> Creature | None:
    """The first Creature, upper line before lower and far before near, that may attack and has not been activated."""
    upper = 2 * board.active
    for row in (board.rows[upper], board.rows[upper + 1]):
        for creature in reversed(row):
            marks = creature.marks
            if not marks & ACTIVATED and (not marks & ENTERED or creature.abilities & RAGE):
                return creature
    return None


def clear(r: Resolution, a: Attack) -> int:
    """2: Attack clearance: in play since the last turn, or Rage; ``next_attacker`` asked it. Instinct needs none."""
    if r.trace is not None and not a.by_instinct:
        r.trace.cleared(r.board, a.attacker)
    return NEXT


def find_targets(r: Resolution, a: Attack) -> int:
    """3: Target identification: Defender, Aerial, Splash, Perforation (rulings 3.2, 3.3; in season 1 part 10)."""
    board = r.board
    attacker = a.attacker
    abilities = attacker.abilities
    facing = board.mode.facing[a.row]
    if board.edition == SEASON_1:
        place = _target_of_season_1(board.rows[facing], abilities)
        spares = 0 if abilities & AIM else AERIAL
    else:
        place = -1 if not board.rows[facing] or (abilities & AERIAL and not a.row & 1) else 0
        spares = 0
    if place < 0:
        on_arrival = attacker.marks & ENTERED and not a.by_instinct
        if on_arrival or abilities & DEFENDER:
            if r.trace is not None:
                r.trace.no_target(board, a, abilities & DEFENDER)
            return FINISH
    if r.attacks == LIMIT:
        if r.trace is not None:
            r.trace.limit("attacks")
        return FINISH
    r.attacks += 1
    if place >= 0:
        spread(r, a, facing, place, abilities, spares)
    else:
        a.at_stronghold = True
        a.foe = facing >> 1
        if r.trace is not None:
            r.trace.targets_stronghold(board, a, bool(board.rows[facing]))
    return NEXT


def _target_of_season_1(enemies: list[Creature], abilities: int) -> int:
    """The place of the Creature attacked in season 1, or -1 for the Stronghold (rulings 10.1, 10.3)."""
    if abilities & WRECKER:
        return -1
    for place, enemy in enumerate(enemies):
        if abilities & AIM or not enemy.abilities & AERIAL:
            return place
    return -1


def sprint(r: Resolution, a: Attack) -> int:
    """4: Sprint: to the Bridge, +1 for each Creature passed, until the end of the turn (ruling 5.25)."""
    attacker = a.attacker
    if attacker.abilities & SPRINT:
        board = r.board
        row = board.rows[a.row]
        passed = row.index(attacker)
        if passed:
            row.pop(passed)
            row.insert(0, attacker)
            attacker.sprint += passed
        if r.trace is not None:
            r.trace.sprinted(board, attacker, passed)
        if passed:
            board.update_auras(a.row)
    return NEXT


def work_out_damage(r: Resolution, a: Attack) -> int:
    """6: Damage calculation, Vulnerability, Aquatic."""
    attacker = a.attacker
    work_out(r, a, attacker.body.av, attacker.sprint, attacker.abilities & (VULNERABILITY | AQUATIC))
    return NEXT


def go_berserk(r: Resolution, a: Attack) -> int:
    """19: Berserk: after an attack that destroyed an enemy Creature, back to step 3 (ruling 5.5)."""
    for creature in a.hurt:
        if creature not in a.wounded:
            a.wounded.append(creature)
    if a.killed and a.abilities(r.board) & BERSERK:
        if r.trace is not None:
            r.trace.berserk(r.board, a.attacker)
        a.clear_blow()
        return AGAIN
    return NEXT


def answer(r: Resolution, a: Attack) -> int:
    """20: Instinct: those that suffered damage and survived attack in turn, from step 3 on (ruling 5.14)."""
    board = r.board
    if a.instincts is None:
        a.instincts = [c for c in a.wounded if c.abilities & INSTINCT and board.in_play(c)]
        if len(a.instincts) > 1:
            in_order(board, a.instincts)
    while a.instincts:
        creature = a.instincts.pop(0)
        if board.in_play(creature):
            if r.trace is not None:
                r.trace.instinct(board, creature)
            attack = Attack(creature, True)
            attack.at = FIND_TARGETS
            r.stack.append(attack)
            return WAIT
    return NEXT


# The activation order of the Assault, by the rulebook's numbers. 9 (damage is remembered) and 12 and 17 (places close)
# need no code: damage stays on the Creature, and a row has no gaps.
STEPS: Final[Steps] = (
    (1, verify_auras),
    (2, clear),
    (3, find_targets),
    (4, sprint),
    (5, report_auras),
    (6, work_out_damage),
    (7, deal_attack),
    (8, release_enchained),
    (10, return_destroyed),
    (11, reinforce),
    (13, report_auras),
    (14, regenerate),
    (15, sharpen),
    (16, vanish),
    (18, report_auras),
    (19, go_berserk),
    (20, answer),
)
FIND_TARGETS: Final[int] = STEPS.index((3, find_targets))
ANSWER: Final[int] = STEPS.index((20, answer))
Attack.steps = placed("assault", STEPS)
Attack.again = FIND_TARGETS
Attack.finish = ANSWER
