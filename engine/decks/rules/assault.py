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
from engine.decks.rules.activation import DONE, ENDED, LIMIT, NONE, WAIT, Activation, Where, steps_of
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
from engine.decks.rules.plays import REINFORCE, reinforce
from engine.decks.rules.stack import Resolution
from engine.kernel.native import i64

WHERE: Final[list[Where]] = steps_of("assault", 20)
FIND_TARGETS: Final = 3
ANSWER: Final = 20


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
        self.wounded = NONE
        self.instincts: list[Creature] | None = None

    def abilities(self, board: Board) -> i64:
        attacker = self.attacker
        return attacker.abilities if board.in_play(attacker) else 0

    def proceed(self, r: Resolution) -> i64:
        """The activation order, by the rulebook's numbers, from step ``at`` on.

        9 (damage is remembered) and 12 and 17 (places close) need no code: damage stays on the Creature, and a row has
        no gaps. A step is left out where it would do nothing; one that may end the game answers whether it has.
        """
        trace = r.trace
        if self.at == 1:
            self.at = FIND_TARGETS
            if trace is not None:
                trace.where = WHERE[1]
                verify_auras(r, self)
                trace.where = WHERE[2]
                clear(r, self)
        while self.at != ANSWER:
            if self.at == FIND_TARGETS:
                if trace is not None:
                    trace.where = WHERE[3]
                if not find_targets(r, self):
                    break
                if self.attacker.abilities & SPRINT:
                    if trace is not None:
                        trace.where = WHERE[4]
                    sprint(r, self)
                if trace is not None:
                    trace.where = WHERE[5]
                    report_auras(r, self)
                    trace.where = WHERE[6]
                work_out_damage(r, self)
                if trace is not None:
                    trace.where = WHERE[7]
                if deal_attack(r, self):
                    return ENDED
                if trace is not None:
                    trace.where = WHERE[8]
                release_enchained(r, self)
                if self.killed:
                    if trace is not None:
                        trace.where = WHERE[10]
                    return_destroyed(r, self)
            if self.pending:
                if trace is not None:
                    trace.where = WHERE[11]
                self.at = REINFORCE
                waits = reinforce(r, self)
                if waits != DONE:
                    return waits
            if trace is not None:
                trace.where = WHERE[13]
                report_auras(r, self)
                trace.where = WHERE[14]
            regenerate(r, self)
            if self.killed:
                if trace is not None:
                    trace.where = WHERE[15]
                if sharpen(r, self):
                    return ENDED
            if trace is not None:
                trace.where = WHERE[16]
            vanish(r, self)
            if trace is not None:
                trace.where = WHERE[18]
                report_auras(r, self)
                trace.where = WHERE[19]
            self.at = FIND_TARGETS if go_berserk(r, self) else ANSWER
        if self.wounded:
            if trace is not None:
                trace.where = WHERE[20]
            self.at = ANSWER
            return answer(r, self)
        return DONE


def resolve_assault(r: Resolution) -> bool:
    """Phase 3: every Creature of the active player that may attack, attacks once (rulings 2.5, 2.6).

    Answers whether the game is over.
    """
    board = r.board
    if r.trace is not None:
        r.trace.assault_begins(board)
    attacker = next_attacker(board)
    while attacker is not None:
        attacker.marks |= ACTIVATED
        if r.run(Attack(attacker, False)):
            return True
        attacker = next_attacker(board)
    board.phase = END
    if r.trace is not None:
        r.trace.assault_ends(board)
    return False


def next_attacker(board: Board) -> Creature | None:
    """The first Creature, upper line before lower and far before near, that may attack and has not been activated."""
    upper = 2 * board.active
    creature = _next_of(board.rows[upper])
    return creature if creature is not None else _next_of(board.rows[upper + 1])


def _next_of(row: list[Creature]) -> Creature | None:
    for creature in reversed(row):
        marks = creature.marks
        if not marks & ACTIVATED and (not marks & ENTERED or creature.abilities & RAGE):
            return creature
    return None


def clear(r: Resolution, a: Attack) -> None:
    """2: Attack clearance: in play since the last turn, or Rage; ``next_attacker`` asked it. Instinct needs none."""
    if r.trace is not None and not a.by_instinct:
        r.trace.cleared(r.board, a.attacker)


def find_targets(r: Resolution, a: Attack) -> bool:
    """3: Target identification: Defender, Aerial, Splash, Perforation (rulings 3.2, 3.3; in season 1 part 10).

    Answers whether it attacks at all.
    """
    board = r.board
    attacker = a.attacker
    abilities = attacker.abilities
    facing: i64 = board.mode.facing[a.row]
    place: i64
    spares: i64
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
            return False
    if r.attacks == LIMIT:
        if r.trace is not None:
            r.trace.limit("attacks")
        return False
    r.attacks += 1
    if place >= 0:
        spread(r, a, facing, place, abilities, spares)
    else:
        a.at_stronghold = True
        a.foe = facing >> 1
        if r.trace is not None:
            r.trace.targets_stronghold(board, a, bool(board.rows[facing]))
    return True


def _target_of_season_1(enemies: list[Creature], abilities: i64) -> i64:
    """The place of the Creature attacked in season 1, or -1 for the Stronghold (rulings 10.1, 10.3)."""
    if abilities & WRECKER:
        return -1
    place: i64
    for place, enemy in enumerate(enemies):
        if abilities & AIM or not enemy.abilities & AERIAL:
            return place
    return -1


def sprint(r: Resolution, a: Attack) -> None:
    """4: Sprint: to the Bridge, +1 for each Creature passed, until the end of the turn (ruling 5.25)."""
    attacker = a.attacker
    board = r.board
    passed = board.place_of(attacker)
    if passed:
        row = board.rows[a.row]
        row.pop(passed)
        row.insert(0, attacker)
        attacker.sprint += passed
    if r.trace is not None:
        r.trace.sprinted(board, attacker, passed)
    if passed:
        board.update_auras(a.row)


def work_out_damage(r: Resolution, a: Attack) -> None:
    """6: Damage calculation, Vulnerability, Aquatic."""
    attacker = a.attacker
    work_out(r, a, attacker.body.av, attacker.sprint, attacker.abilities & (VULNERABILITY | AQUATIC))


def go_berserk(r: Resolution, a: Attack) -> bool:
    """19: Berserk: after an attack that destroyed an enemy Creature, back to step 3 (ruling 5.5)."""
    if not a.wounded:
        a.wounded = a.hurt
    else:
        a.wounded = a.wounded + [creature for creature in a.hurt if creature not in a.wounded]
    if a.killed and a.abilities(r.board) & BERSERK:
        if r.trace is not None:
            r.trace.berserk(r.board, a.attacker)
        a.clear_blow()
        return True
    return False


def answer(r: Resolution, a: Attack) -> i64:
    """20: Instinct: those that suffered damage and survived attack in turn, from step 3 on (ruling 5.14)."""
    board = r.board
    instincts = a.instincts
    if instincts is None:
        instincts = [c for c in a.wounded if c.abilities & INSTINCT and board.in_play(c)]
        if len(instincts) > 1:
            in_order(board, instincts)
        a.instincts = instincts
    while instincts:
        creature = instincts.pop(0)
        if board.in_play(creature):
            if r.trace is not None:
                r.trace.instinct(board, creature)
            attack = Attack(creature, True)
            attack.at = FIND_TARGETS
            r.set_off(attack)
            return WAIT
    return DONE
