"""The rest that a goal still lacks: "the Bastion still has 2 to go"."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.solving.objective import BASTION, DAMAGE, DESTROY, SURVIVE, Objective
from engine.decks.solving.states import SearchState, Walker

FAR: Final = 1 << 20  # how much is lacking when the goal is out of reach


class Lack:
    """The first unmet part of a goal.

    ``part`` is ``bastion`` or ``fort`` (the Stronghold of ``seat`` still has ``left`` HP on that side), ``no-bastion``
    (the one of ``seat`` has fallen before), ``creature`` (the one to destroy, of ``seat``, has ``left`` HP left),
    ``damage`` (``left`` places), ``turns`` (``left`` enemy turns still to come), ``lost`` (the game is over), or a
    condition (see ``conditions``) that is not met although the goal is. ``gap`` is how much is lacking in all, for
    comparing.
    """

    __slots__ = ("gap", "left", "part", "seat")

    def __init__(self, part: str, seat: int, left: int, gap: int | None = None) -> None:
        self.part = part
        self.seat = seat
        self.left = left
        self.gap = left if gap is None else gap

    def to_json(self) -> dict[str, Any]:
        """As the command line shows it, with a sentence in plain English."""
        owner = SEAT_NAMES[self.seat]
        text = {
            "bastion": f"the Bastion of {owner} still has {self.left} to go",
            "fort": f"the Fort of {owner} still has {self.left} to go",
            "no-bastion": f"{owner} has no Bastion that could fall",
            "creature": f"the Creature of {owner} still has {self.left} HP",
            "damage": f"{self.left} damage is still missing",
            "turns": f"{self.left} enemy turns are still to come",
            "lost": "the game is over without the goal",
            "incantations": "the goal is reached, but an Incantation was played",
            "plays": "the goal is reached, but too many cards were played",
            "without": "the goal is reached, but a card was played that must not be",
            "with": "the goal is reached, but a card was not played that has to be",
            "keep-bastion": "the goal is reached, but the player's own Bastion has fallen",
            "keep-creatures": "the goal is reached, but one of the player's own Creatures was destroyed",
        }[self.part]
        return {"part": self.part, "player": owner, "left": self.left, "text": text}


def lacking(walker: Walker, state: SearchState) -> Lack:
    """The lack of the goal in a state in which it is not reached."""
    unmet = walker.unmet_goals(state)
    condition = walker.unmet_condition(state)
    if condition and all(goal.kind == SURVIVE for goal, _ in unmet):
        return Lack(condition, walker.objective.player, 1)
    if state.position.is_over:
        return Lack("lost", walker.objective.player, 0, FAR)
    lacks = [_lack_of(walker, state, goal, count) for goal, count in unmet]
    lacks[0].gap = min(FAR, sum([lack.gap for lack in lacks]))
    return lacks[0]


def _lack_of(walker: Walker, state: SearchState, goal: Objective, count: int) -> Lack:
    if goal.kind == DAMAGE:
        return Lack("damage", goal.enemies[0], goal.needed - count)
    if goal.kind == SURVIVE:
        return Lack("turns", goal.enemies[0], goal.needed - count)
    if goal.kind == DESTROY:
        target = walker.target(state, goal)
        assert target is not None
        return Lack("creature", target.row >> 1, target.body.hp - target.damage)
    return min((_stronghold(goal, state, seat) for seat in goal.enemies), key=lambda lack: lack.gap)


def _stronghold(objective: Objective, state: SearchState, seat: int) -> Lack:
    player = state.position.seats[seat]
    if objective.kind == BASTION:
        return Lack("no-bastion", seat, 0, FAR) if player.fort else Lack("bastion", seat, player.hp)
    if player.fort:
        return Lack("fort", seat, player.hp)
    return Lack("bastion", seat, player.hp, player.hp + len(player.hand))
