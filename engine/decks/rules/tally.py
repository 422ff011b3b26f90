"""Counts taken while actions are carried out, for goals of puzzles: the rules only add to them."""

from __future__ import annotations


class Tally:
    """Counts of one or more actions, by seat.

    ``moved``: places that the Stronghold was moved to the right by damage (for an AI, cards discarded by damage; cards
    taken do not count, and nothing is taken back by Regeneration). ``fallen``: how often a Bastion has fallen, the last
    card of its hand included. ``destroyed``: Creatures of the seat's lines that were. ``ended``: turns ended.
    """

    __slots__ = ("destroyed", "ended", "fallen", "moved")

    def __init__(self, seats: int) -> None:
        self.moved = [0] * seats
        self.fallen = [0] * seats
        self.destroyed = [0] * seats
        self.ended = [0] * seats
