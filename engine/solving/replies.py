"""What comes after the first turn: an AND/OR search over whole turns, against every defence.

In one turn only one player acts. So a turn of the player with the goal (or a seat that helps) needs one ending that
leads on to the goal, and a turn of an enemy has to lead on to it with every ending. An ending is a play that decides,
or the Assault from any position that plays can reach.
"""

from __future__ import annotations

from typing import Final

from engine.actions import ASSAULT, END_TURN, Action
from engine.board import END
from engine.solving.bounds import is_hopeless
from engine.solving.states import Key, Keys, State, Walker

Path = tuple["Path", Action] | None  # the last action and the path before it


MOST_CACHED: Final = 150_000  # keys and their parts


class Replies:
    """Decides whether the goal is forced from a state, whoever's turn it is.

    ``decided`` holds the turns whose answer is known; ``refuting`` for lost turns of an enemy the enemy's actions;
    ``barren`` the states inside turns from which no ending decides for the one who acts. ``prunes``: turns that cannot
    bring enough are not searched (see ``bounds``).
    """

    prunes = True

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.decided: dict[Key, bool] = {}
        self.refuting: dict[Key, list[Action]] = {}
        self.barren: set[Key] = set()
        self._keys = Keys()
        self._habits: dict[int, list[Action]] = {}

    def settled(self, state: State) -> bool | None:
        """True: the goal is reached; False: it can no longer be; None: neither."""
        if state.reached:
            return True
        if state.position.is_over or self.walker.is_last(state):
            return False
        return None

    def ending(self, state: State) -> tuple[bool, State]:
        """Ends the turn from a state in the Summoning phase (or the phase ``end``).

        Answers whether that forces the goal, and the state where it was decided or handed over.
        """
        after = state if state.position.phase == END else self.walker.step(state, ASSAULT)
        settled = self.settled(after)
        if settled is None:
            after = self.walker.step(after, END_TURN)
            settled = self.settled(after)
        return (self.forced(after) if settled is None else settled), after

    def forced(self, state: State) -> bool:
        """Whether the goal is forced from the beginning of a turn. Raises ``OutOfBudget``."""
        if len(self._keys) + len(self.barren) + len(self.decided) > MOST_CACHED:
            self._forget()
        key = self._keys.of(state)
        known = self.decided.get(key)
        if known is None:
            for_goal = self.walker.objective.helps(state.position.active)
            kept = self.walker.budget.kept
            deciding = self._search(state, key, for_goal)
            self.walker.budget.release(self.walker.budget.kept - kept)
            known = (deciding is not None) == for_goal
            self.decided[key] = known
            if deciding is not None and not for_goal:
                self.refuting[key] = deciding
        return known

    def _search(self, start: State, key: Key, wanted: bool) -> list[Action] | None:
        """Looks for an ending of the turn that decides as ``wanted`` (True: the goal). Answers its actions, or None."""
        step = self.walker.step
        keep = self.walker.budget.keep
        pruned = self.prunes and self.walker.is_last_turn(start)
        if pruned and is_hopeless(self.walker.objective, start):
            return None
        habit = self._follow_habit(start, wanted)
        if habit is not None:
            return habit
        met = {key}
        waiting: list[tuple[State, Path]] = [(start, None)]
        while waiting:
            state, path = waiting.pop()
            if self.ending(state)[0] == wanted:
                return self._decides(start, (path, ASSAULT))
            found: list[tuple[State, Path]] = []
            for action in state.position.legal_actions():
                if action is ASSAULT:
                    break
                after = step(state, action)
                settled = self.settled(after)
                if settled is None and pruned and is_hopeless(self.walker.objective, after):
                    continue
                if settled is None:
                    key = self._keys.of(after)
                    if key not in met and key not in self.barren:
                        keep()
                        met.add(key)
                        found.append((after, (path, action)))
                elif settled == wanted:
                    return self._decides(start, (path, action))
            found.reverse()
            waiting.extend(found)
        self.barren |= met
        return None

    def refutation(self, state: State) -> list[Action] | None:
        """The enemy's actions by which a turn of the enemy was lost for the goal, if they are still remembered."""
        return self.refuting.get(self._keys.of(state))

    def _forget(self) -> None:
        """Frees memory: what was decided can be found out again."""
        self._keys.forget()
        self.decided.clear()
        self.refuting.clear()
        self.barren.clear()

    def _decides(self, start: State, path: Path) -> list[Action]:
        """Notes the actions that have decided a turn: the same may decide the seat's next one."""
        actions = _actions(path)
        self._habits[start.position.active] = actions
        return actions

    def _follow_habit(self, start: State, wanted: bool) -> list[Action] | None:
        """Tries the actions that have last decided a turn of this seat; answers them if they do so again."""
        state = start
        habit = self._habits.get(start.position.active)
        for action in habit or ():
            if action not in state.position.legal_actions():
                return None
            if action is ASSAULT:
                break
            state = self.walker.step(state, action)
            settled = self.settled(state)
            if settled is not None:
                return habit if settled == wanted else None
        return habit if habit and self.ending(state)[0] == wanted else None


def _actions(path: Path) -> list[Action]:
    actions: list[Action] = []
    while path is not None:
        path, action = path
        actions.append(action)
    actions.reverse()
    return actions
