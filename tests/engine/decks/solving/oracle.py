"""The contract's ``solve`` without any cleverness: every sequence is played, nothing is remembered, nothing left out.

Goals are measured from the full trace. Slow: only for small positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.decks.rules.actions import CHAMPION, PLAY_LINE, PLAY_ONTO, Action
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace import events as ev
from engine.decks.rules.trace.recorder import Trace

Line = tuple[Action, ...]


class TooMuch(Exception):
    """The position is too large for the oracle."""


class Game:
    """A position, the facts of its history that goals ask for, and the identity of its Creatures."""

    def __init__(self, position: Position) -> None:
        self.position = position.copy()
        self.objective: dict[str, Any] = position.objective
        self.player = SEAT_NAMES.index(self.objective["player"])
        self.begun = self.position.seats[self.player].turn
        self.events: list[ev.Event] = []
        self.names = {id(creature): number for number, creature in enumerate(self._creatures(), 1)}
        self.goals: list[Any] = [self.objective["goal"], *self.objective.get("and", ())]
        self.conditions: dict[str, Any] = self.objective.get("conditions", {})
        self.played: tuple[Any, ...] = ()  # the cards that the player has chosen to play
        self.targets: dict[str, int] = {}
        for goal in self.goals:
            if isinstance(goal, dict) and "destroy" in goal:
                place = goal["destroy"]
                row = 2 * SEAT_NAMES.index(place["player"]) + LINE_NAMES.index(place["line"])
                self.targets[repr(goal)] = self.names[id(self.position.rows[row][place["position"]])]

    def _creatures(self) -> Iterator[Any]:
        for row in self.position.rows:
            yield from row

    def after(self, action: Action) -> Game:
        copy = Game.__new__(Game)
        copy.__dict__.update(self.__dict__)
        copy.position = self.position.copy()
        copy.names = {
            id(new): self.names[id(old)]
            for new, old in zip(copy._creatures(), self._creatures(), strict=True)
            if id(old) in self.names
        }
        trace = Trace()
        if action.kind >= PLAY_LINE and self.position.active == self.player:
            copy.played = (*self.played, self.position.card_at(action.place).unmarked())
        copy.kept = list(copy._creatures())  # no id is used again while these live
        copy.position.apply(action, trace)
        alive = {id(creature) for creature in copy._creatures()}
        copy.names = {key: name for key, name in copy.names.items() if key in alive}
        copy.events = self.events + trace.events
        return copy

    def is_enemy(self, seat: int) -> bool:
        teams = self.position.mode.team_of
        return teams[seat] != teams[self.player]

    def key(self) -> Any:
        """What makes a position another one: with conditions also what has been played and counted."""
        if len(self.goals) == 1 and not self.conditions:
            return self.position.key()
        wanted = {repr(card) for card in self.conditions.get("with", ())}
        used = tuple(sorted({repr(card.written_out()) for card in self.played} & wanted))
        plays = len(self.played) if "plays" in self.conditions else 0
        return (self.position.key(), used, plays, [self.measured(goal) for goal in self.goals[1:]])

    def measured(self, goal: Any) -> Any:
        if isinstance(goal, dict) and "damage" in goal:
            return min(self.damage(), goal["damage"])
        return self.reaches(goal)

    def is_broken(self) -> bool:
        conditions = self.conditions
        if not conditions.get("incantations", True) and any(not card.is_creature for card in self.played):
            return True
        if len(self.played) > conditions.get("plays", 99):
            return True
        if any(card.written_out() in conditions.get("without", ()) for card in self.played):
            return True
        keep = conditions.get("keep", ())
        for event in self.events:
            if "creatures" in keep and isinstance(event, ev.Destroyed) and event.whom[0] >> 1 == self.player:
                return True
            if "bastion" in keep and isinstance(event, ev.BastionFalls) and event.player == self.player:
                return True
        return False

    def reached(self) -> bool:
        if not all(self.reaches(goal) for goal in self.goals) or self.is_broken():
            return False
        played = [card.written_out() for card in self.played]
        return all(card in played for card in self.conditions.get("with", ()))

    def reaches(self, goal: Any) -> bool:
        result = self.position.result
        won = result is not None and self.player in result.winners
        if goal == "win":
            return won
        if goal == "survive":
            enemies = sum(1 for seat in range(self.position.mode.seats) if self.is_enemy(seat))
            return won or self.enemy_turns() >= enemies * self.objective["turns"]
        if goal == "bastion":
            return self.fallen()
        if "destroy" in goal:
            return self.targets[repr(goal)] not in self.names.values()
        return self.damage() >= goal["damage"]

    def enemy_turns(self) -> int:
        return sum(1 for event in self.events if isinstance(event, ev.TurnEnds) and self.is_enemy(event.player))

    def fallen(self) -> bool:
        for event in self.events:
            if isinstance(event, ev.BastionFalls) and self.is_enemy(event.player):
                return True
            if isinstance(event, ev.PileMade) and self.is_enemy(event.player):
                return True
            if isinstance(event, ev.Over) and self.is_enemy(event.player) and event.reason == "stronghold-alone":
                return True
        return False

    def damage(self) -> int:
        hits = [event for event in self.events if isinstance(event, ev.StrongholdHit)]
        return sum(event.moved for event in hits if self.is_enemy(event.player))

    def too_late(self) -> bool:
        """The player's last turn has ended without the goal."""
        if self.is_broken():
            return True
        if all(self.reaches(goal) for goal in self.goals if goal != "survive") and "survive" in self.goals:
            return False
        turn = self.position.seats[self.player].turn - self.begun + 1
        at_end = self.position.active == self.player and self.position.phase == 2
        return turn > self.objective["turns"] or (turn == self.objective["turns"] and at_end)

    def name(self, action: Action) -> tuple[Any, ...]:
        """The key of a play, as the contract groups solutions."""
        position = self.position
        player = position.seats[position.active]
        if action.place == CHAMPION:
            card = ("champion", player.champion.unmarked().key)
        else:
            index = action.place if action.place < player.stronghold else action.place - 1
            card = ("card", player.hand[index].unmarked().key)
        if action.kind == PLAY_LINE:
            return (*card, "line", action.line)
        row = position.rows[2 * (position.active if action.kind == PLAY_ONTO else action.seat) + action.line]
        creature = row[action.at]
        if id(creature) in self.names:
            return (*card, self.names[id(creature)])
        likes = [c for c in row if id(c) not in self.names and c.body.card.key == creature.body.card.key]
        return (*card, creature.row, creature.body.card.key, likes.index(creature))


class Oracle:
    """All winning lines of the first turn, by trying everything; at most ``most`` positions."""

    def __init__(self, position: Position, nodes: int = 20_000) -> None:
        self.left = nodes
        self.lines: list[tuple[Line, Counter[Any]]] = []
        game = Game(position)
        self._turn(game, (), Counter(), [game.key()])

    def _step(self, game: Game, action: Action) -> Game:
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        return game.after(action)

    def _turn(self, game: Game, line: Line, plays: Counter[Any], met: list[Any]) -> None:
        if game.reached():
            self.lines.append((line, plays))
            return
        if game.position.is_over or game.too_late():
            return
        if game.position.active != game.player or game.position.seats[game.player].turn != game.begun:
            if self._forced(game, [game.key()]):
                self.lines.append((line, plays))
            return
        for action in game.position.legal_actions():
            after = self._step(game, action)
            key = after.key()
            if key not in met:
                made = plays + Counter([game.name(action)]) if action.kind >= PLAY_LINE else plays
                self._turn(after, (*line, action), made, [*met, key])

    def _forced(self, game: Game, met: list[Any]) -> bool:
        if game.reached():
            return True
        if game.position.is_over or game.too_late():
            return False
        results = []
        for action in game.position.legal_actions():
            after = self._step(game, action)
            key = after.key()
            if key not in met:
                results.append(self._forced(after, [*met, key]))
        if not game.is_enemy(game.position.active):
            return any(results)
        return all(results)

    def solutions(self) -> list[Line]:
        """The minimal ones, the first of each group in the order of ``legal``, in that order."""
        solutions: list[tuple[Line, Counter[Any]]] = []
        for line, plays in self.lines:  # they come in the order of ``legal``
            if any(other < plays for _, other in self.lines):
                continue
            if any(other == plays for _, other in solutions):
                continue
            solutions.append((line, plays))
        return [line for line, _ in solutions]
