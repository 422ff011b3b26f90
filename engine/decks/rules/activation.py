"""An activation: a card that is played, or a Creature that attacks.

Each goes through its numbered list of steps (``summoning.STEPS``, ``assault.STEPS``: the rulebook's two activation
orders). A step may set off another activation (a Creature played by Reinforcement, an Instinct), which is resolved in
full before that step is gone on with (``stack``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from engine.decks.rules.board import Board, Creature
from engine.decks.rules.cards import Card

# What a step answers.
NEXT: Final = 0  # go on with the next step
FINISH: Final = 1  # nothing more to do but what is always done last (Instinct, for an attack)
AGAIN: Final = 2  # go back to the step that finds the targets (Berserk)
WAIT: Final = 3  # another activation was set off; come back to this step after it

LIMIT: Final = 400  # attacks, plays by Reinforcement, and reveals of an AI, in one action (ruling 2.12)


class GameOver(Exception):
    """Raised inside the engine when a Stronghold falls: nothing after that resolves (ruling 1.3)."""


class Activation:
    """A card being played or a Creature attacking.

    ``seat`` is the player whose card it is; ``row`` the row on which it plays out (for an Incantation the target's);
    ``source`` the Creature whose abilities act, None for an Incantation; ``card`` the card played, None for an attack.

    The blow that it deals, if any: ``targets`` in the order of ruling 2.10, all of them Creatures of ``foe``, or
    ``at_stronghold``; ``amounts`` beside the targets (one amount for the Stronghold); then ``hurt``, those that
    suffered at least 1 damage, ``stronghold_hurt``, ``killed`` and the ``excess`` over all killed.
    """

    __slots__ = (
        "amounts",
        "at",
        "at_stronghold",
        "card",
        "excess",
        "foe",
        "hurt",
        "killed",
        "pending",
        "row",
        "seat",
        "source",
        "stronghold_hurt",
        "targets",
    )

    steps: ClassVar[PlacedSteps]
    again: ClassVar[int]  # where AGAIN goes on
    finish: ClassVar[int]  # where FINISH goes on

    def __init__(self, seat: int, row: int, source: Creature | None, card: Card | None) -> None:
        self.at = 0
        self.seat = seat
        self.row = row
        self.source = source
        self.card = card
        self.foe = -1
        self.pending: list[tuple[int, int]] | None = None  # Reinforcements to come: seat and row
        self.clear_blow()

    def clear_blow(self) -> None:
        """Forgets the last blow, before the next."""
        self.targets: list[Creature] = []
        self.at_stronghold = False
        self.amounts: list[int] = []
        self.hurt: list[Creature] = []
        self.stronghold_hurt = False
        self.killed: list[Creature] = []
        self.excess = 0

    def abilities(self, board: Board) -> int:
        """The abilities that act for it now: none when the Creature has left play (rulings 3.6, 3.9)."""
        raise NotImplementedError


Step = Callable[[Any, Any], int]  # takes the Resolution and its own kind of activation: a Play, an Attack, or either
Steps = tuple[tuple[int, Step], ...]  # with the rulebook's numbers
PlacedSteps = tuple[tuple[tuple[Any, ...], Step], ...]  # with the phase and the number, as the trace says where


def placed(phase: str, steps: Steps) -> PlacedSteps:
    """The steps of a phase as an activation goes through them."""
    return tuple([((phase, number), step) for number, step in steps])
