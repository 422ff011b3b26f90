"""An activation: a card that is played, or a Creature that attacks.

Each goes through its numbered list of steps (``plays.Play``, ``assault.Attack``: the rulebook's two activation orders).
A step may set off another activation (a Creature played by Reinforcement, an Instinct), which is resolved in full
before that step is gone on with (``stack``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.kernel.native import i64

if TYPE_CHECKING:
    from engine.decks.rules.board import Board, Creature
    from engine.decks.rules.cards import Card

# What an activation answers when it has gone on.
DONE: Final = 0  # it is resolved
WAIT: Final = 1  # another activation was set off; go on with this one after it
ENDED: Final = 2  # the game has ended: nothing after that resolves (ruling 1.3)

LIMIT: Final = 400  # attacks, plays by Reinforcement, and reveals of an AI, in one action (ruling 2.12)

Where = tuple[str, int | None]  # the phase and the step's number there, or None, as the trace says it
NONE: Final[list[Creature]] = []  # the Creatures of a blow that has none; never changed


class Activation:
    """A card being played or a Creature attacking.

    ``seat`` is the player whose card it is; ``row`` the row on which it plays out (for an Incantation the target's);
    ``source`` the Creature whose abilities act, None for an Incantation; ``card`` the card played, None for an attack;
    ``at`` the step that it goes on with; ``below`` the activation that waits for it.

    The blow that it deals, if any: ``targets`` in the order of ruling 2.10, all of them Creatures of ``foe``, or
    ``at_stronghold``; what it is worth (``amount``); then ``hurt``, those that suffered at least 1 damage,
    ``stronghold_hurt``, ``killed`` and the ``excess`` over all killed.
    """

    __slots__ = (
        "at",
        "at_stronghold",
        "below",
        "card",
        "doubled",
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
        "value",
        "vulnerability",
    )

    def __init__(self, seat: i64, row: i64, source: Creature | None, card: Card | None) -> None:
        self.at: i64 = 1
        self.below: Activation | None = None
        self.seat = seat
        self.row = row
        self.source = source
        self.card = card
        self.foe: i64 = -1
        self.pending: list[tuple[int, int]] | None = None  # Reinforcements to come: seat and row
        self.targets = NONE
        self.at_stronghold = False
        self.value: i64 = 0
        self.doubled = False
        self.vulnerability = False
        self.hurt = NONE
        self.stronghold_hurt = False
        self.killed = NONE
        self.excess: i64 = 0

    def clear_blow(self) -> None:
        """Forgets the last blow, before the next."""
        self.targets = NONE
        self.at_stronghold = False
        self.hurt = NONE
        self.stronghold_hurt = False
        self.killed = NONE
        self.excess = 0

    def amount(self, hp: i64) -> i64:
        """The damage for a target that has so many HP left (rulings 4.1, 5.2, 5.28)."""
        value = self.value + hp - 1 if self.vulnerability else self.value
        return 2 * value if self.doubled else value

    def abilities(self, board: Board) -> i64:
        """The abilities that act for it now: none when the Creature has left play (rulings 3.6, 3.9)."""
        raise NotImplementedError

    def proceed(self, r: Any) -> i64:
        """Goes on from the step ``at`` in a ``Resolution``: see ``DONE``, ``WAIT``, ``ENDED``."""
        raise NotImplementedError


def steps_of(phase: str, last: int) -> list[Where]:
    """Where the steps of a phase are, by their numbers."""
    return [(phase, number) for number in range(last + 1)]
