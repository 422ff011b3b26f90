"""Bounds that spare a search: a goal that cannot be reached in a turn, or can no longer be missed."""

from __future__ import annotations

from typing import Final

from engine.decks.rules.board import Seat
from engine.decks.rules.modes import DUEL
from engine.decks.solving.damage import Damage, most_moved
from engine.decks.solving.destroying import cannot_destroy
from engine.decks.solving.means import Means
from engine.decks.solving.objective import BASTION, DAMAGE, DESTROY, SURVIVE, WIN, Objective
from engine.decks.solving.states import SearchState, Walker
from engine.decks.solving.taking import frees, taken

UNBOUNDED: Final = 1 << 20  # the slack where there is no bound


def is_hopeless(walker: Walker, state: SearchState) -> bool:
    """Whether the goal cannot be reached in the present turn, which is the last in which it could."""
    objective = walker.objective
    if not objective.is_plain and not _lacks_first(walker, state):
        return False
    if objective.kind == DESTROY:
        return _stays(walker, state)
    if objective.kind not in (WIN, BASTION, DAMAGE):
        return False
    return _surplus(objective, state) < 0


def is_safe(walker: Walker, state: SearchState) -> bool:
    """Whether a goal of surviving can no longer be missed: it is the last enemy's turn, and brings too little."""
    return is_last_attack(walker, state) and _danger(walker, state) < 0


def is_over_with(walker: Walker, state: SearchState) -> bool:
    """Whether the Assault, with no play before it, decides nothing in a turn that is the last to decide."""
    objective = walker.objective
    if is_last_attack(walker, state):
        return _danger(walker, state, True) < 0
    if objective.kind not in (WIN, BASTION, DAMAGE) or (not objective.is_plain and not _lacks_first(walker, state)):
        return False
    return _surplus(objective, state, True) < 0


def slack(walker: Walker, state: SearchState) -> int:
    """The slack of the decisive turn that begins: what it may bring beyond what it has to; below 0 it is decided.

    That is: the player's last turn brings too little for the goal, or the enemy's last one too little against a goal of
    surviving. ``UNBOUNDED`` where there is no bound, or no such turn. The less there is, the better for the defender.
    """
    objective = walker.objective
    if is_last_attack(walker, state):
        return _danger(walker, state)
    if not walker.is_last_turn(state) or (not objective.is_plain and not _lacks_first(walker, state)):
        return UNBOUNDED
    if objective.kind == DESTROY:
        return -1 if _stays(walker, state) else UNBOUNDED
    return _surplus(objective, state)


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


def _danger(walker: Walker, state: SearchState, rests: bool = False) -> int:
    """How much more the enemy's turn may bring than is needed against the player's Stronghold."""
    means = Means(state.position, rests)
    player = state.position.seats[walker.objective.player]
    damage = Damage(means, max(player.hp, len(player.hand)))
    return UNBOUNDED if damage.total is None else _beyond(player, means, damage, damage.total, True)


def _surplus(objective: Objective, state: SearchState, rests: bool = False) -> int:
    """How much more the player's turn may bring than the goal needs at least; ``UNBOUNDED`` where that is unknown."""
    means = Means(state.position, rests)
    if objective.kind == DAMAGE:
        places = most_moved(means)
        return UNBOUNDED if places is None else places - objective.needed + state.count
    cap = 0
    for seat in objective.enemies:
        player = state.position.seats[seat]
        cap = max(cap, player.hp, len(player.hand))
    damage = Damage(means, cap)
    if damage.total is None:
        return UNBOUNDED
    surplus = -UNBOUNDED
    for seat in objective.enemies:
        player = state.position.seats[seat]
        if objective.kind == BASTION and player.fort:
            return UNBOUNDED  # Regeneration might turn it
        surplus = max(surplus, _beyond(player, means, damage, damage.total, objective.kind == WIN))
    return surplus


def _beyond(player: Seat, means: Means, damage: Damage, total: int, is_both: bool) -> int:
    """How much more than is needed for a player's Stronghold, of a Bastion for its Fort too if ``is_both``.

    A card that is taken may be missing to either side; to one alone where it has come back in between.
    """
    total += damage.leaving
    if not damage.sparing and not damage.felling:
        total -= damage.returned
    cards = taken(means)
    missing = _missing(player, means, cards)
    if cards and (not is_both or frees(means)):
        return total + missing - _least(player, damage, False)
    beyond = total + cards + missing - _least(player, damage, is_both)
    if cards:
        beyond = min(beyond, total + missing - _least(player, damage, False))
    if is_both and not player.fort and not player.is_ai:
        beyond = min(beyond, damage.beyond(max(0, player.hp - missing), max(0, len(player.hand) - cards)))
    return beyond


def _missing(player: Seat, means: Means, cards: int) -> int:
    """How many of the taken cards may be missing to the side of a Stronghold that shows.

    The leftmost are taken (5.11): the Stronghold loses none (1.1) while some stand to its left. Cards there only become
    fewer when it moves to the left, by as many as there are more to its right, or when an enemy plays by Reinforcement.
    """
    return cards if means.entering or player.is_ai else max(0, cards - player.stronghold)


def _least(player: Seat, damage: Damage, is_both: bool) -> int:
    """The least damage but for Vulnerability's that destroys a Stronghold; of a Bastion, its Fort too if ``is_both``.

    Vulnerability spares either side its last HP, and takes that only with a bonus (5.28); one blow hits one side (1.1).
    """
    sides = [player.hp]
    if is_both and not player.fort and not player.is_ai:
        sides.append(len(player.hand))
    sides.sort()
    felled = damage.felling
    spared = damage.sparing
    needed = 0
    while sides:
        side = sides.pop()
        if felled:
            felled -= 1
        elif spared and side:
            spared -= 1
            needed += 1
        else:
            needed += side
    return needed


def _stays(walker: Walker, state: SearchState) -> bool:
    """Whether the Creature to destroy cannot be destroyed in this turn."""
    target = walker.target(state)
    if target is None or walker.objective.helps(target.row >> 1):
        return False
    return cannot_destroy(Means(state.position), target, state.position.place_of(target))


def _lacks_first(walker: Walker, state: SearchState) -> bool:
    """Whether the first goal is still to be reached: the bounds are about that one, without the conditions."""
    return any(goal is walker.objective for goal, _ in walker.unmet_goals(state))
