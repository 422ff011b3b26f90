"""Small positions in which two abilities may meet: who stands where, what is done, and what came of it.

Everything here is deterministic: ``manage.py make_matrix`` tries the positions in the order of their size and keeps the
first in which both abilities act.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final

from engine.decks.formats.notation import parse
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, INCANTATION_ABILITIES, SEASON_1
from engine.decks.rules.board import Creature
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from rulings.matrix_runs import AURA, Ran, deeds, run_from

SYMBIOTE: Final = "symbiote"
# Who may stand where; the seat A is active. "played" is A's leftmost card, "reserve" B's.
ROWS: Final = {
    "front": "A upper",
    "back": "A upper",
    "side": "A lower",
    "target": "B upper",
    "second": "B upper",
    "flank": "B lower",
}
PLAYED: Final = "played"
SPELL: Final = "spell"
NEXT: Final = "next"
NEXT_SPELL: Final = "next-spell"
RESERVE: Final = "reserve"
NAMES: Final = {
    "front": "Vanguard",
    "back": "Rearguard",
    "side": "Flanker",
    "target": "Sentry",
    "second": "Watchman",
    "flank": "Outpost",
    PLAYED: "Newcomer",
    SPELL: "Spell",
    NEXT: "Follower",
    NEXT_SPELL: "Spell",
    RESERVE: "Recruit",
}
Script = tuple[tuple[str, ...], tuple[str, ...], str]

# What is done: the actions, which cards they play, and the phase that they begin in.
SCRIPTS: Final[tuple[Script, ...]] = (
    (("assault",), (), "summoning"),
    (("0 upper",), (PLAYED,), "summoning"),
    (("0 at B upper 0",), (SPELL,), "summoning"),
    (("0 onto upper 0",), (PLAYED,), "summoning"),
    (("mana",), (), "mana"),
    (("0 upper", "assault"), (PLAYED,), "summoning"),
    (("0 onto upper 0", "assault"), (PLAYED,), "summoning"),
    (("0 at B upper 0", "assault"), (SPELL,), "summoning"),
    (("mana", "0 upper"), (PLAYED,), "mana"),
    (("mana", "0 at B upper 0"), (SPELL,), "mana"),
    (("mana", "assault"), (), "mana"),
    # The next player's Mana phase begins by itself.
    (("0 upper", "end-turn"), (PLAYED,), "summoning"),
    (("0 upper", "end-turn", "assault"), (PLAYED,), "summoning"),
    (("0 upper", "end-turn", "end-turn", "assault"), (PLAYED,), "summoning"),
    (("0 onto upper 0", "end-turn", "assault"), (PLAYED,), "summoning"),
    (("assault", "end-turn"), (), "summoning"),
)
# What is tried besides where none of those will do: two cards in a turn, and a whole turn.
WIDER_SCRIPTS: Final[tuple[Script, ...]] = (
    (("mana", "0 onto upper 0"), (PLAYED,), "mana"),
    (("mana", "0 upper", "assault"), (PLAYED,), "mana"),
    (("0 upper", "0 upper"), (PLAYED, NEXT), "summoning"),
    (("0 upper", "0 lower"), (PLAYED, NEXT), "summoning"),
    (("0 upper", "0 at B upper 0"), (PLAYED, NEXT_SPELL), "summoning"),
    (("0 at B upper 0", "0 at B upper 0"), (SPELL, NEXT_SPELL), "summoning"),
    (("0 at A upper 0", "0 at B upper 0"), (SPELL, NEXT_SPELL), "summoning"),
    (("0 upper", "0 onto upper 0"), (PLAYED, NEXT), "summoning"),
    (("0 onto upper 0", "0 onto lower 0"), (PLAYED, NEXT), "summoning"),
    (("0 onto upper 0", "0 at B upper 0"), (PLAYED, NEXT_SPELL), "summoning"),
    (("0 upper", "0 upper", "assault"), (PLAYED, NEXT), "summoning"),
    (("0 upper", "0 onto upper 0", "assault"), (PLAYED, NEXT), "summoning"),
    (("0 upper", "0 at B upper 0", "assault"), (PLAYED, NEXT_SPELL), "summoning"),
)
MAX_CREATURES: Final = 4  # Creatures on the board
MAX_VARIED_CREATURES: Final = 3  # up to so many stand there in every strength and script, more only in an Assault


@dataclass(frozen=True, slots=True)
class Strength:
    """The values of a trial: those of A's Creatures, of B's, A's Mana, the cost of what is played.

    ``ability`` is one that B's first Creature has from the start.
    """

    ours: str
    theirs: str
    mana: int
    cost: int = 3
    ability: str = ""


STRENGTHS: Final = (Strength("4/4", "2/3", 9), Strength("2/4", "3/4", 9), Strength("4/4", "2/3", 1))
WIDER_STRENGTHS: Final = (
    Strength("2/4", "3/4", 1),
    Strength("4/4", "2/3", 1, cost=4),
    Strength("4/4", "2/3", 9, cost=12),
    Strength("4/4", "2/3", 9, ability="reinforcement"),
)
# In season 1 Aim does nothing unless there is an Aerial Creature.
STRENGTHS_OF_SEASON_1: Final = (
    Strength("4/4", "2/3", 9, ability="aerial"),
    Strength("2/4", "3/4", 9, ability="aerial"),
)


@dataclass(frozen=True, slots=True)
class MatrixPosition:
    """A position without abilities, and what is done in it: ``slots`` are the places where abilities may be put."""

    edition: str
    board: tuple[str, ...]
    actions: tuple[str, ...]
    played: tuple[str, ...]
    phase: str
    strength: Strength

    @property
    def slots(self) -> tuple[str, ...]:
        return (*self.board, *self.played, RESERVE)

    @property
    def size(self) -> int:
        return 2 * len(self.board) + 2 * len(self.actions) + len(self.played)

    def notation(self, borne: Mapping[str, tuple[str, ...]]) -> str:
        """The position with the abilities that each slot bears."""
        rows = dict.fromkeys(ROWS.values(), "")
        for slot in self.board:
            values = self.strength.ours if ROWS[slot].startswith("A") else self.strength.theirs
            ability = f" {self.strength.ability}" if slot == "target" and self.strength.ability else ""
            rows[ROWS[slot]] += " " + _card(slot, f"c3 {values}{ability}", borne)
        ours = "Fox(c1 1/1) B Hen(c1 1/1) Elk(c2 2/2) Yak(c2 2/3)"
        for slot in reversed(self.played):
            values = "3" if slot in (SPELL, NEXT_SPELL) else self.strength.ours
            ours = f"{_card(slot, f'c{self.strength.cost} {values}', borne)} {ours}"
        theirs = f"{_card(RESERVE, 'c3 2/2', borne)} B Owl(c1 1/1) Ram(c2 1/3) Doe(c2 2/2) Cat(c1 2/1)"
        mana = f" m{self.strength.mana}" if self.phase == "summoning" else ""
        head = f"cod1 duel{' season-1' if self.edition == SEASON_1 else ''} A {self.phase}{mana}"
        turn = 2 if self.phase == "mana" else 3
        lines = {seat: "".join(f" {row[2:]}{on}" for row, on in rows.items() if on and row[0] == seat) for seat in "AB"}
        return f"{head} | A t{turn} [{ours}]{lines['A']} | B t2 [{theirs}]{lines['B']}"

    def start(self, borne: Mapping[str, tuple[str, ...]]) -> Position:
        """What ``notation`` stands for, made of the position without abilities, which is soon done."""
        position: Position = _read(self.notation({})).copy()
        for slot, slugs in borne.items():
            creature = self._creature(position, slot) if slot in self.board else None
            hand, index = position.seats[slot == RESERVE].hand, self._place(slot)
            card = creature.body.card if creature is not None else hand[index]
            bearer = _bearing(card, slugs)
            if creature is None:
                hand[index] = bearer
            else:
                position.rows[creature.row][self._position(slot)] = Creature(bearer.body, creature.row)
        for row in range(len(position.rows)):
            position.update_auras(row)
        return position

    def _creature(self, position: Position, slot: str) -> Creature:
        return next(creature for row in position.rows for creature in row if creature.body.name == NAMES[slot])

    def _position(self, slot: str) -> int:
        return sum(ROWS[other_slot] == ROWS[slot] for other_slot in self.board[: self.board.index(slot)])

    def _place(self, slot: str) -> int:
        return self.played.index(slot) if slot in self.played else 0


@cache
def _read(notation: str) -> Position:
    return parse(notation)


@cache
def _bearing(card: Card, slugs: tuple[str, ...]) -> Card:
    return Card(card.name, card.is_creature, card.cost, card.av, card.hp, (*card.slugs, *slugs))


def _card(slot: str, values: str, borne: Mapping[str, tuple[str, ...]]) -> str:
    return f"{NAMES[slot]}({' '.join((values, *borne.get(slot, ())))})"


def scripts_of(edition: str) -> list[Script]:
    """What is done in the trials of an edition: nothing is put onto a Creature where there is no Symbiote."""
    scripts = (*SCRIPTS, *WIDER_SCRIPTS)
    if FLAG_OF_SLUG[SYMBIOTE] & ABILITIES_OF_EDITION[edition]:
        return list(scripts)
    return [script for script in scripts if "onto" not in " ".join(script[0])]


def trials(edition: str, wider: bool = False) -> list[MatrixPosition]:
    """Every usual trial, the smallest first; with ``wider`` those that are tried besides."""
    scripts = scripts_of(edition)
    strengths: tuple[Strength, ...] = (*STRENGTHS, *WIDER_STRENGTHS)
    if edition == SEASON_1:
        strengths = (*strengths[:-1], *STRENGTHS_OF_SEASON_1)
    boards = [board for size in range(MAX_CREATURES + 1) for board in combinations(ROWS, size) if _stands(board)]
    positions = [
        MatrixPosition(edition, board, actions, played, phase, strength)
        for actions, played, phase in scripts
        for board in boards
        for strength in strengths
        if _makes_sense(board, actions, played, strength)
        and wider == ((actions, played, phase) in WIDER_SCRIPTS or strength not in STRENGTHS)
        and (
            not wider
            or len(board) <= 1
            or (len(board) <= 2 + bool(strength.ability) and len(played) + (strength.mana == 1) < 3)
        )
    ]
    return sorted(positions, key=lambda trial: trial.size)


def _stands(board: tuple[str, ...]) -> bool:
    """Whether nobody stands behind nobody."""
    return ("back" not in board or "front" in board) and ("second" not in board or "target" in board)


def _makes_sense(board: tuple[str, ...], actions: tuple[str, ...], played: tuple[str, ...], strength: Strength) -> bool:
    text = " ".join(actions)
    wanted = {"at B": "target", "at A": "front", "onto lower": "side"}
    if any(words in text and slot not in board for words, slot in wanted.items()):
        return False
    if actions[0].endswith("onto upper 0") and "front" not in board:
        return False
    if "0 upper 0 onto upper 0" in text and "front" in board:
        return False  # the one that is joined is the one that was just played
    if len(board) > MAX_VARIED_CREATURES and ("assault" not in actions or strength.mana == 1):
        return False
    if strength.ability and "target" not in board:
        return False
    return bool(played) or (strength.mana > 1 and strength.cost == STRENGTHS[0].cost)


def may_bear(slot: str, slug: str, edition: str) -> bool:
    """Whether a card at a slot may have the ability, and have any use for it."""
    if slot in (SPELL, NEXT_SPELL):
        return slug != AURA and bool(FLAG_OF_SLUG[slug] & INCANTATION_ABILITIES)
    return slug == AURA or bool(FLAG_OF_SLUG[slug] & ABILITIES_OF_EDITION[edition])


def counted(ran: Ran) -> Counter[tuple[Any, ...]]:
    counts = Counter(deeds(ran.events))
    for moment, taken in enumerate(ran.narrowed):
        for seat, cards in enumerate(taken):
            if cards:
                counts["available", moment, seat] = cards
    return counts


class CannotBeDoneError(Exception):
    """A script with a step that no position lets anybody carry out: what it was written for never comes about."""


def look_at_scripts(trials_of: Iterable[MatrixPosition]) -> None:
    """Looks whether each script can be carried out to its end in some of its positions, with Symbiotes where it needs
    them. Raises ``CannotBeDoneError`` with the script and its step.
    """
    furthest: dict[Script, int] = {}
    for trial in trials_of:
        script = trial.actions, trial.played, trial.phase
        steps = furthest.get(script, 0)
        while steps < len(script[0]) and _can_be_done(trial, script[0][: steps + 1]):
            steps += 1
        furthest[script] = steps
    for (actions, _played, phase), steps in furthest.items():
        if steps < len(actions):
            words = f"from the {phase} phase: {'; '.join(actions)}: nobody can do step {steps + 1}, {actions[steps]}"
            raise CannotBeDoneError(words)


def _can_be_done(trial: MatrixPosition, actions: Sequence[str]) -> bool:
    for slots in ((), (PLAYED,), (NEXT,), (PLAYED, NEXT)):
        start = trial.start({slot: (SYMBIOTE,) for slot in slots if slot in trial.played})
        if run_from(start, actions) is not None:
            return True
    return False
