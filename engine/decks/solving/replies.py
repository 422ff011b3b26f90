"""The search beyond the first turn: an AND/OR search over whole turns, against every defence.

In one turn only one player acts. So a turn of the player with the goal (or a seat that helps) needs one ending that
leads on to the goal, and a turn of an enemy has to lead on to it with every ending. An ending is a play that decides,
or the Assault from any position that plays can reach.

What decided a turn is tried first in the seat's next ones. Where more turns follow, all endings of a turn are looked
at first, for one that decides without a search (see ``bounds``); only then are they searched, best ones first.
"""

from __future__ import annotations

from typing import Final

from engine.decks.rules.actions import ASSAULT, END_TURN, Action
from engine.decks.rules.board import END
from engine.decks.solving.bounds import UNBOUNDED, is_hopeless, is_last_attack, is_over_with, is_safe, slack
from engine.decks.solving.commuting import is_left_out, possible_before
from engine.decks.solving.states import Key, Keys, SearchState, Walker

Path = tuple[Action, ...]
# How good it is for the enemies (less is better), a number, the state, its key and its path.
Ending = tuple[int, int, SearchState, Key, Path]

CACHE_SIZE: Final = 150_000  # keys and their parts
MAX_WAITING: Final = 100  # endings looked at before the first of them is searched
MAX_UNKNOWN: Final = 16  # the same where no bound says which is the best
HABITS: Final = 8  # ways to decide a turn that are remembered for each seat


class Replies:
    """Decides whether the goal is forced from a state, whoever's turn it is.

    ``decided`` holds the turns whose answer is known; ``refuting`` for lost turns of an enemy the enemy's actions;
    ``barren`` the states inside turns from which no ending decides for the one who acts. ``prunes``: turns that cannot
    bring enough are not searched (see ``bounds``).
    """

    def __init__(self, walker: Walker, prunes: bool = True) -> None:
        self.walker = walker
        self.prunes = prunes
        self.decided: dict[Key, bool] = {}
        self.refuting: dict[Key, list[Action]] = {}
        self.barren: set[Key] = set()
        self._keys = Keys()
        self._habits: dict[int, list[list[Action]]] = {}

    def settled(self, state: SearchState) -> bool | None:
        """True: the goal is reached; False: it can no longer be; None: neither."""
        if state.reached:
            return True
        if self.walker.is_lost(state):
            return False
        return None

    def ended(self, state: SearchState) -> tuple[bool | None, SearchState]:
        """Ends the turn from a state in the Summoning phase (or the phase ``end``).

        Answers what ``settled`` says then, and the state where it was settled or handed over.
        """
        walker = self.walker
        if (
            state.position.phase != END
            and walker.objective.is_plain
            and not walker.is_last_turn(state)
            and not (self.prunes and is_last_attack(walker, state))
        ):
            after = walker.step(state, END_TURN)  # the Assault with it, whose end settles nothing that this does not
            return self.settled(after), after
        after = state if state.position.phase == END else walker.step(state, ASSAULT)
        settled = self.settled(after)
        if settled is None and self.prunes and is_last_attack(walker, after):
            return True, after  # the turn has only to end
        if settled is None:
            after = walker.step(after, END_TURN)
            settled = self.settled(after)
        return settled, after

    def ending(self, state: SearchState) -> tuple[bool, SearchState]:
        """Like ``ended``, but answers whether that forces the goal. Raises ``OutOfBudget``."""
        settled, after = self.ended(state)
        return (self.forced(after) if settled is None else settled), after

    def forced(self, state: SearchState, key: Key | None = None) -> bool:
        """Whether the goal is forced from the beginning of a turn. Raises ``OutOfBudget``.

        A ``key`` is given where the bounds have been asked; it may be one of before ``_forget``, which finds nothing.
        """
        if self.walker.is_too_deep(state):
            self.walker.budget.stop("depth")
        if len(self._keys) + len(self.barren) + len(self.decided) > CACHE_SIZE:
            self._forget()
        state = self.walker.unlabelled(state)
        is_new = key is None
        if key is None:
            key = self._keys.of(state)
        known = self.decided.get(key)
        if known is None and is_new:
            known = self._quick(state)
        if known is None:
            for_goal = self.walker.objective.helps(state.position.active)
            kept = self.walker.budget.kept
            deciding = self._search(state, key, for_goal)
            self.walker.budget.release(self.walker.budget.kept - kept)
            known = (deciding is not None) == for_goal
            if deciding is not None and not for_goal:
                self.refuting[key] = deciding
        self.decided[key] = known
        return known

    def _quick(self, state: SearchState) -> bool | None:
        """The verdict of the bounds on the beginning of a turn."""
        if self.prunes:
            if self.walker.is_last_turn(state):
                return False if is_hopeless(self.walker, state) else None
            if is_safe(self.walker, state):
                return True
        return None

    def _search(self, start: SearchState, key: Key, outcome: bool) -> list[Action] | None:
        """Looks for an ending of the turn that decides as ``wanted`` (True: the goal). Answers its actions, or None."""
        walker = self.walker
        step = walker.step
        keep = walker.budget.keep
        habit = self._follow_habits(start, outcome)
        if habit is not None:
            return habit
        pruned = self.prunes and (walker.is_last_turn(start) or is_last_attack(walker, start))
        orders = self.prunes and walker.objective.is_plain
        met = {key}
        # A state, its path, and how many cards are left out on the upper line (see ``commuting``).
        waiting: list[tuple[SearchState, Path, int]] = [(start, (), 0)]
        later: list[Ending] = []
        while waiting:
            state, path, possible = waiting.pop()
            if not (pruned and is_over_with(walker, state)):
                settled, after = self.ended(state)
                if settled is None:
                    settled = self._looked_at(after, path, later)
                if settled == outcome:
                    return self._decides(start, (*path, ASSAULT))
            if len(later) >= (MAX_WAITING if later and later[-1][0] < UNBOUNDED else MAX_UNKNOWN):
                deciding = self._first_of(later, start, outcome)
                if deciding is not None:
                    return deciding
            children: list[tuple[SearchState, Path, int]] = []
            for action in state.position.legal_actions():
                if action is ASSAULT:
                    break
                if possible and is_left_out(state.position, action, possible):
                    continue
                after = step(state, action)
                settled = self.settled(after)
                if settled is None:
                    if pruned and self._quick(after) is not None:  # then it is not as wanted
                        continue
                    key = self._keys.of(after)
                    if key in met or key in self.barren:
                        continue
                    keep()
                    met.add(key)
                    children.append((after, (*path, action), possible_before(state.position, action) if orders else 0))
                elif settled == outcome:
                    return self._decides(start, (*path, action))
            children.reverse()
            waiting.extend(children)
        deciding = self._first_of(later, start, outcome)
        if deciding is None:
            self.barren |= met
        return deciding

    def _looked_at(self, state: SearchState, path: Path, later: list[Ending]) -> bool | None:
        """The known result of the next turn's beginning without a search; where there is none it is put on the list."""
        left = slack(self.walker, state) if self.prunes else UNBOUNDED
        if left < 0:
            return not self.walker.is_last_turn(state)
        state = self.walker.unlabelled(state)
        key = self._keys.of(state)
        known = self.decided.get(key)
        if known is None:
            self.walker.budget.keep()
            later.append((left, len(later), state, key, path))
        return known

    def _first_of(self, later: list[Ending], start: SearchState, outcome: bool) -> list[Action] | None:
        """Searches endings until one decides as ``wanted``; answers its actions, or None when none does."""
        later.sort(key=_goodness)
        for _, _, state, key, path in later:
            if self.forced(state, key) == outcome:
                return self._decides(start, (*path, ASSAULT))
        self.walker.budget.release(len(later))
        later.clear()
        return None

    def refutation(self, state: SearchState) -> list[Action] | None:
        """The enemy's whole turn by which a state was lost for the goal, or None where no enemy's choice has lost it.

        ``state`` is the beginning of the turn. What was forgotten is searched again: raises ``OutOfBudget``.
        """
        key = self._keys.of(self.walker.unlabelled(state))
        if key not in self.refuting:
            self.decided.pop(key, None)
            if self.forced(state):
                return None
            key = self._keys.of(self.walker.unlabelled(state))
        actions = self.refuting.get(key)
        if actions is None:
            return None
        for action in actions:
            state = self.walker.make(state, action)
        return actions if state.position.is_over else [*actions, END_TURN]

    def _forget(self) -> None:
        self._keys.forget()
        self.decided.clear()
        self.refuting.clear()
        self.barren.clear()

    def _decides(self, start: SearchState, path: Path) -> list[Action]:
        """Notes the actions that have decided a turn: the same may decide the seat's next one."""
        actions = list(path)
        habits = self._habits.setdefault(start.position.active, [])
        if actions in habits:
            habits.remove(actions)
        habits.insert(0, actions)
        del habits[HABITS:]
        return actions

    def _follow_habits(self, start: SearchState, outcome: bool) -> list[Action] | None:
        """Tries the actions that have decided turns of this seat; answers the first that do so again, or None."""
        later: list[Ending] = []
        for habit in self._habits.get(start.position.active, ()):
            state = start
            settled: bool | None = None
            path: Path = ()
            for action in habit:
                if action is ASSAULT:
                    settled, after = self.ended(state)
                    if settled is None:
                        settled = self._looked_at(after, path, later)
                    path = (*path, action)
                    break
                if action not in state.position.legal_actions():
                    break
                state = self.walker.step(state, action)
                path = (*path, action)
                settled = self.settled(state)
                if settled is not None:
                    break
            if settled == outcome:
                return self._decides(start, path)
        return self._first_of(later, start, outcome)


def _goodness(ending: Ending) -> tuple[int, int]:
    return ending[:2]
