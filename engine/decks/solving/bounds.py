"""Bounds that spare a search: a goal that cannot be reached in a turn, or can no longer be missed."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.modes import DUEL
from engine.decks.solving.objective import BASTION, DAMAGE, DESTROY, SURVIVE, WIN, Objective
from engine.decks.solving.reach import Reach
from engine.decks.solving.states import SearchState, Walker

UNBOUNDED: Final = 1 << 20  # the slack where there is no bound


def is_hopeless(walker: Walker, state: SearchState) -> bool:
    """Whether the goal cannot be reached in the present turn, which is the last in which it could."""
    objective = walker.objective
    if objective.others and not _lacks_first(walker, state):
        return False
    if objective.kind == DESTROY:
        return _stays(walker, state)
    if objective.kind not in (WIN, BASTION, DAMAGE):
        return False
    reach = Reach(state.position)
    needed = _needed(objective, state, reach)
    if needed is None:
        return False
    reachable = most_moved(objective, reach)
    return reachable is not None and reachable < needed


def is_safe(walker: Walker, state: SearchState) -> bool:
    """Whether a goal of surviving can no longer be missed: it is the last enemy's turn, and brings too little."""
    return is_last_attack(walker, state) and _danger(walker, state) < 0


def slack(walker: Walker, state: SearchState) -> int:
    """The slack of the decisive turn that begins: what it may bring beyond what it has to; below 0 it is decided.

    That is: the player's last turn brings too little for the goal, or the enemy's last one too little against a goal of
    surviving. ``UNBOUNDED`` where there is no bound, or no such turn. The less there is, the better for the defender.
    """
    objective = walker.objective
    if is_last_attack(walker, state):
        return _danger(walker, state)
    if not walker.is_last_turn(state) or (objective.others and not _lacks_first(walker, state)):
        return UNBOUNDED
    if objective.kind == DESTROY:
        return -1 if _stays(walker, state) else UNBOUNDED
    reach = Reach(state.position)
    needed = _needed(objective, state, reach)
    reachable = None if needed is None else most_moved(objective, reach)
    return UNBOUNDED if needed is None or reachable is None else reachable - needed


def is_last_attack(walker: Walker, state: SearchState) -> bool:
    """Whether it is an enemy's turn after which the player has survived.

    Only in a Duel: with more seats a game can be lost in more ways. Conditions may be broken in that turn.
    """
    objective = walker.objective
    return (
        objective.is_plain
        and objective.kind == SURVIVE
        and state.count >= objective.needed - 1
        and state.position.mode is DUEL
        and state.position.active != objective.player
    )


def _danger(walker: Walker, state: SearchState) -> int:
    """How much more the enemy's turn may bring than is needed against the player's Stronghold."""
    reach = Reach(state.position)
    reachable = reach.moved()
    if reachable is None:
        return UNBOUNDED
    player = state.position.seats[walker.objective.player]
    taken = reach.taken()
    return reachable + taken - player.hp - (0 if player.fort or taken else len(player.hand))


def most_moved(objective: Objective, reach: Reach) -> int | None:
    """The most places that enemy Strongholds can be moved, or None; for goals but ``damage`` cards taken count too."""
    reachable = reach.moved()
    if reachable is None or objective.kind == DAMAGE:
        return reachable
    return reachable + reach.taken()


def _needed(objective: Objective, state: SearchState, reach: Reach) -> int | None:
    """How many places some enemy's Stronghold has to move at least (cards taken counted too), or None for unknown."""
    if objective.kind == DAMAGE:
        return objective.needed - state.count
    least = -1
    for seat in objective.enemies:
        player = state.position.seats[seat]
        if objective.kind == BASTION and player.fort:
            return None  # Regeneration might turn it
        needed = player.hp
        # Cards that are taken are missing to the Fort too.
        if objective.kind == WIN and not player.fort and not player.is_ai and not reach.taken():
            needed += len(player.hand)
        if least < 0 or needed < least:
            least = needed
    return least


def _stays(walker: Walker, state: SearchState) -> bool:
    """Whether the Creature to destroy cannot be destroyed in this turn."""
    target = walker.target(state)
    if target is None or walker.objective.helps(target.row >> 1):
        return False
    return Reach(state.position).cannot_destroy(target, state.position.place_of(target))


def _lacks_first(walker: Walker, state: SearchState) -> bool:
    """Whether the first of several goals is still to be reached: the bounds are about that one alone."""
    return any(goal is walker.objective for goal, _ in walker.unmet_goals(state))
