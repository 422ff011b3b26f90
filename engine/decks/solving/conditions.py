"""Conditions of an objective beside its goals: what a line must play, must not play, or must not lose."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.actions import PLAY_LINE, Action
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.tally import Tally

# Conditions, by the names that ``Lack.part`` gives them too; their index is how a record notes one that is broken.
INCANTATIONS: Final = "incantations"
PLAYS: Final = "plays"
WITHOUT: Final = "without"
KEEP_BASTION: Final = "keep-bastion"
KEEP_CREATURES: Final = "keep-creatures"
WITH: Final = "with"
NAMES: Final = ("", INCANTATIONS, PLAYS, WITHOUT, KEEP_BASTION, KEEP_CREATURES, WITH)

# What a line has come to: the index of the condition that it has broken, the player's plays where they are limited,
# a bit for each card played that has to be, then the counts of the further goals.
Record = tuple[int, ...]
Likeness = tuple[str, bool, int, int, int, frozenset[str]]
BROKEN: Final = 0
PLAYED: Final = 1
USED: Final = 2
COUNTS: Final = 3


class Conditions:
    """Conditions that hold until the goal is reached. Equal cards are one, whatever catalogue they are from.

    ``incantations``: whether any may be played. ``plays``: how many cards may be, -1 for any number; ``fewest``: no
    smaller number may do. ``required`` are the cards that have to be played, ``banned`` those that must not be.
    ``bastion``: the player's Bastion must not fall. ``creatures``: none of the player's may be destroyed. What an
    ability plays is no play.
    """

    __slots__ = ("banned", "bastion", "creatures", "fewest", "incantations", "plays", "required")

    def __init__(self) -> None:
        self.incantations = True
        self.plays = -1
        self.fewest = False
        self.required: tuple[Likeness, ...] = ()
        self.banned: tuple[Likeness, ...] = ()
        self.bastion = False
        self.creatures = False

    def after(self, record: Record, before: Position, action: Action, tally: Tally, player: int) -> Record:
        """The first three parts of a record after an action from a position."""
        if record[BROKEN]:
            return record[:COUNTS]
        plays, used = record[PLAYED], record[USED]
        broken = ""
        if action.kind >= PLAY_LINE and before.active == player:
            card = before.card_at(action.place)
            likeness = likeness_of(card)
            if not card.is_creature and not self.incantations:
                broken = INCANTATIONS
            elif likeness in self.banned:
                broken = WITHOUT
            elif plays == self.plays:
                broken = PLAYS
            if self.plays >= 0:
                plays += 1
            if likeness in self.required:
                used |= 1 << self.required.index(likeness)
        if not broken and self.bastion and tally.fallen[player]:
            broken = KEEP_BASTION
        if not broken and self.creatures and tally.destroyed[player]:
            broken = KEEP_CREATURES
        if broken:
            return (NAMES.index(broken), 0, 0)
        return (0, plays, used)

    def unmet(self, record: Record) -> str:
        """The name of a condition that a record does not meet, were the goal reached now; empty when there is none."""
        if record[BROKEN]:
            return NAMES[record[BROKEN]]
        return WITH if record[USED] != (1 << len(self.required)) - 1 else ""


def likeness_of(card: Card) -> Likeness:
    return (card.name, card.is_creature, card.cost, card.av, card.hp, frozenset(card.slugs))
