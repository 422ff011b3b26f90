"""Objectives as the solver needs them (position.md, Objectives): who, what, in how many turns, and who defends."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.rules.board import OVER
from engine.decks.rules.cards import CREATURE
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES, Mode
from engine.decks.rules.position import Position
from engine.decks.solving.conditions import Conditions, Likeness
from engine.kernel.errors import EngineError

WIN: Final = "win"
BASTION: Final = "bastion"
DESTROY: Final = "destroy"
DAMAGE: Final = "damage"
SURVIVE: Final = "survive"
PREDICT: Final = "predict"
WAYS: Final = "ways"  # what an objective may ask


class Objective:
    """A goal and what counts for it.

    ``player`` is the seat that has the goal, ``turns`` how many turns of its own it has, ``kind`` one of the names
    above. ``target`` is row and place of the Creature to destroy, ``needed`` what has to be counted: places for
    ``damage``, 1 fall for ``bastion``, ends of enemy turns for ``survive`` (each enemy has ``turns`` turns), else 0.
    ``others`` are further goals, all to be reached as well, under ``conditions``. ``is_within``: fewer turns are as
    good. ``asks_ways``: what is asked is the number of solutions.

    With more than two players every seat of another team is an enemy: any of their Bastions falls for ``bastion``,
    and ``damage`` is summed over them. The enemies defend; a seat of the same team helps (``helps``), an AI does what
    its rules say.
    """

    __slots__ = (
        "asks_ways", "conditions", "enemies", "is_within", "kind", "mode", "needed", "others", "player", "target",
        "turns",
    )  # fmt: skip

    def __init__(
        self, mode: Mode, player: int, kind: str, turns: int, amount: int = 0, target: tuple[int, int] | None = None
    ) -> None:
        self.mode = mode
        self.player = player
        self.kind = kind
        self.turns = turns
        self.target = target
        self.enemies = tuple(s for s in range(mode.seats) if mode.team_of[s] != mode.team_of[player])
        needed = {DAMAGE: amount, BASTION: 1, SURVIVE: turns * len(self.enemies)}
        self.needed = needed.get(kind, 0)
        self.others: list[Objective] = []
        self.conditions: Conditions | None = None
        self.is_within = False
        self.asks_ways = False

    @property
    def goals(self) -> list[Objective]:
        """This goal, then the others."""
        return [self, *self.others]

    @property
    def is_plain(self) -> bool:
        """Whether it is one goal without a condition."""
        return self.conditions is None

    @property
    def survives(self) -> bool:
        """Whether one of the goals is to survive."""
        return self.kind == SURVIVE or any(goal.kind == SURVIVE for goal in self.others)

    @property
    def counts(self) -> bool:
        """Whether something has to be counted while actions are resolved."""
        return self.needed > 0

    def helps(self, seat: int) -> bool:
        """Whether a seat plays for the goal: the player, or one of the same team (ruling 8.1)."""
        return self.mode.team_of[seat] == self.mode.team_of[self.player]


def read(position: Position, turns: int | None = None) -> Objective:
    """The objective that a position carries; ``turns`` instead of its own number of turns.

    Raises ``EngineError`` (``bad-position``) when there is none, or one that means nothing in this position.
    """
    objective = position.objective
    if objective is None:
        raise _wrong("this position has no objective: there is nothing to solve", "/objective")
    player = SEAT_NAMES.index(objective["player"])
    if player in position.mode.ai_seats:
        raise _wrong("an AI cannot have an objective", "/objective/player")
    check_turn(position, player)
    data = objective["turns"] if turns is None else turns
    if data < 1:
        raise _wrong("an objective has at least 1 turn", "/objective/turns")
    read_goal = _goal(position, player, objective["goal"], data)
    read_goal.is_within = objective.get("within", False)
    read_goal.asks_ways = objective.get("ask") == WAYS
    if "and" in objective or "conditions" in objective:
        read_goal.others = [_goal(position, player, goal, data) for goal in written_goals(objective)[1:]]
        read_goal.conditions = _conditions(objective.get("conditions", {}))
    return read_goal


def _goal(position: Position, player: int, goal: Any, turns: int) -> Objective:
    if isinstance(goal, str):
        return Objective(position.mode, player, goal, turns)
    if DAMAGE in goal:
        return Objective(position.mode, player, DAMAGE, turns, amount=goal[DAMAGE])
    return Objective(position.mode, player, DESTROY, turns, target=_target(position, goal[DESTROY]))


def _conditions(data: dict[str, Any]) -> Conditions:
    conditions = Conditions()
    conditions.incantations = data.get("incantations", True)
    conditions.plays = data.get("plays", -1)
    conditions.fewest = data.get("fewest", False)
    conditions.required = tuple([_likeness(card) for card in data.get("with", ())])
    conditions.banned = tuple([_likeness(card) for card in data.get("without", ())])
    keep = data.get("keep", ())
    conditions.bastion, conditions.creatures = "bastion" in keep, "creatures" in keep
    return conditions


def _likeness(card: dict[str, Any]) -> Likeness:
    is_creature = card["type"] == CREATURE
    slugs = frozenset(card.get("abilities", ()))
    return (card["name"], is_creature, card["cost"], card["av"], card["hp"] if is_creature else 0, slugs)


def written_goals(objective: dict[str, Any]) -> list[Any]:
    """All goals of an objective, as they are written."""
    return [objective["goal"], *objective.get("and", ())]


def check_turn(position: Position, player: int) -> None:
    """Raises ``EngineError`` (``bad-position``) unless it is a player's turn, or the game is over."""
    if position.phase != OVER and position.active != player:
        raise _wrong("it is not the turn of the player who has the objective", "/objective/player")


def _target(position: Position, data: dict[str, Any]) -> tuple[int, int]:
    row = 2 * SEAT_NAMES.index(data["player"]) + LINE_NAMES.index(data["line"])
    place: int = data["position"]
    if place >= len(position.rows[row]):
        raise _wrong("the Creature that the objective names is not there", "/objective/goal/destroy")
    return row, place


def _wrong(message: str, at: str) -> EngineError:
    return EngineError("bad-position", message, at)
