"""The difficulty of a puzzle, from features that can be measured.

docs/author/difficulty.md says how the weights were found. The points of a puzzle started as an estimate of how many
of ten attempts by bots fail; what is easier for people than for bots, and harder, is taken into account. They are
shown with the features that they come from. Nothing here looks at names: other names for the cards give the same
estimate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log2
from typing import Any, Final

from engine.decks.rules.actions import ASSAULT, BEGIN_TURN, END_TURN, PLAY_LINE, Action
from engine.decks.rules.board import MANA
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace
from engine.decks.solving.graph import FAILS, GOAL, WINS, TurnGraph
from engine.decks.solving.lacking import FAR
from engine.decks.solving.result import Answer, Difficulty, Try
from engine.decks.solving.search import TurnSearch
from engine.decks.solving.states import SearchState

# A try: its first turn, what the goal lacks after it, and the plays and enemy turns after the first turn until then.
NearMiss = tuple[list[Action], int, int]
FEW, MANY = 4, 6  # doublings of the positions in reach: among few nothing is hidden, among many anything
# Points for one unit of each term (see ``terms``), found by ``python benchmarks/difficulty.py`` but for what
# docs/author/difficulty.md settles by judgement.
WEIGHTS: Final[dict[str, float]] = {
    "base": 2.99,
    "length": 0.2,
    "choices": 0.19,
    "latitude": -0.51,
    "order": 0.76,
    "surprise": 0.62,
    "abilities": 0.11,
    "lure": 0.4,  # by judgement, as the next two: bots that judge by what is lacking do not believe in a line
    "forced": -0.2,
    "replies": 1.0,  # the bots look at the first turn alone
}
LEVELS: Final = (4.0, 4.8, 5.7, 7.6)  # the points from which a puzzle is of level 2, 3, 4, 5
# The same for predictions (see ``terms_of_prediction``).
PREDICTION_WEIGHTS: Final[dict[str, float]] = {"base": -0.81, "length": 1.04, "abilities": 0.32}
PREDICTION_LEVELS: Final = (1.9, 2.5, 3.0, 3.6)
_CHANGES: Final = ("damage", "destroyed", "return", "stronghold", "vanish", "release", "bastion-falls", "regeneration")
MIN_LUCK: Final = 2.0**-20
DEEPEST: Final = 4  # plays of a lure, from where on more of them tempt no longer


def estimate(search: TurnSearch, start: SearchState, before: list[Action], answer: Answer) -> Difficulty:
    """The estimate for the first solution (the key).

    Features: ``plays`` and ``turns`` of the key; ``choices``, the number of legal actions at each of its steps;
    ``orders`` that work; ``near_misses``, positions from which the Assault fails by one; ``positions`` that plays can
    reach, and the ``winning_share`` of those in which the turn can be ended; ``luck``, the chance that random play
    reaches the goal (that of coming back to a position left out); ``greedy_ranks``, for each step of the key its rank
    among all by what the goal lacks after them and an Assault (halves where there are equals); ``abilities`` that act
    in it; ``nodes`` searched; ``again``, the steps that play a card which an earlier one played as well; ``swaps``,
    neighbouring plays that could be made in the other order; ``forced``, the steps with no other card to play;
    ``lure``, how far down the most tempting try is refuted (see ``_lure``).
    """
    key = answer.solutions[0][len(before) :]
    graph = search.graph
    choices, abilities = _along(start.position, key)
    ended = sum(1 for exits in graph.exits if exits)
    features: dict[str, Any] = {
        "plays": sum(1 for action in key if action.kind >= PLAY_LINE),
        "turns": search.walker.objective.turns if key[-1] is END_TURN else 1,
        "choices": choices,
        "orders": answer.orders[0],
        "near_misses": sum(
            1 for exits, gap in zip(graph.exits, graph.gaps, strict=True) if exits == FAILS and gap == 1
        ),
        "positions": len(graph),
        "winning_share": round(graph.exits.count(WINS) / ended, 4) if ended else 0.0,
        "luck": round(luck(graph), 6),
        "greedy_ranks": _greedy_ranks(search, start, key),
        "abilities": abilities,
        "nodes": search.walker.budget.spent,
        **_likenesses(start.position, key),
        "lure": _lure(start.position, key, [_near(attempt, len(before)) for attempt in answer.tries]),
    }
    return _judged(features, terms(features), WEIGHTS, LEVELS)


def judged_anew(
    position: Position, solution: list[Action], features: dict[str, Any], tries: Iterable[NearMiss]
) -> Difficulty:
    """The estimate of a puzzle that was solved when less was measured; ``tries`` begin where ``solution`` does."""
    start = position.copy()
    if start.phase == MANA:
        start.push(solution[0])
        solution = solution[1:]
        tries = [(line[1:], left, later) for line, left, later in tries]
    features = {**features, **_likenesses(start, solution), "lure": _lure(start, solution, tries)}
    return _judged(features, terms(features), WEIGHTS, LEVELS)


def of_prediction(position: Position) -> Difficulty:
    """The estimate for the goal ``predict``, from phase ``mana`` or ``summoning``.

    Features: ``abilities`` that act in the Assault, and how often any does (``acts``), ``attacks`` and ``changes`` of
    the board.
    """
    copy = position.copy()
    trace = Trace()
    if copy.phase == MANA:
        copy.push(BEGIN_TURN)
    copy.push(ASSAULT, trace)
    kinds = [event.kind for event in trace.events]
    acting = [event.ability for event in trace.events if event.ability is not None]
    features: dict[str, Any] = {
        "attacks": sum(1 for kind in kinds if kind in ("target", "target-stronghold")),
        "changes": sum(1 for kind in kinds if kind in _CHANGES),
        "acts": len(acting),
        "abilities": sorted(set(acting)),
    }
    return _judged(features, terms_of_prediction(features), PREDICTION_WEIGHTS, PREDICTION_LEVELS)


def _judged(
    features: dict[str, Any], data: dict[str, float], weights: dict[str, float], levels: tuple[float, ...]
) -> Difficulty:
    points = {name: round(weights[name] * value, 2) + 0.0 for name, value in data.items()}
    total = sum(points.values())
    return Difficulty(1 + sum(1 for bound in levels if total >= bound), features, points)


def terms(features: dict[str, Any]) -> dict[str, float]:
    """The terms of the weights, by name.

    ``length`` in plays of different cards; ``choices``: how often the lines that one may think of double along the key;
    ``latitude``: how often the chance of random play doubles over that of the key alone, by other orders, harmless
    plays and the like (this makes it easier); ``order``: there is only one, and the rules did not force it;
    ``surprise``: how far down the greedy order the steps of the key are, in doublings, as far as there are positions
    enough to lose one's way in; ``abilities`` that act; ``lure``: how long a line looks right that is not;
    ``forced`` steps, which nobody has to find; ``replies``: turns of the enemies. A step that plays the same card once
    more counts for none of these.
    """
    steps = range(len(features["choices"]))
    fresh = [step for step in steps if step not in features["again"]]
    plays = features["plays"] - len(features["again"])
    rarity = -log2(max(features["luck"], MIN_LUCK))
    is_ordered = plays > 1 and features["orders"] == 1 and features["swaps"] > 0
    ranks = features["greedy_ranks"]
    return {
        "base": 1.0,
        "length": float(plays),
        "choices": sum(log2(features["choices"][step]) for step in fresh),
        "latitude": max(0.0, sum(map(log2, features["choices"])) - rarity),
        "order": 1.0 if is_ordered else 0.0,
        "surprise": _hiding(features) * sum(log2(ranks[step]) for step in fresh if step < len(ranks)),
        "abilities": float(len(features["abilities"])),
        "lure": float(min(DEEPEST, features["lure"])),
        "forced": float(sum(1 for step in fresh if step in features["forced"])),
        "replies": float(features["turns"] - 1),
    }


def _hiding(features: dict[str, Any]) -> float:
    """How well the positions in reach hide the right ones, from 0 to 1; the later turns of longer goals always do."""
    if features["turns"] > 1:
        return 1.0
    return min(1.0, max(0.0, (log2(max(1, features["positions"])) - FEW) / (MANY - FEW)))


def terms_of_prediction(features: dict[str, Any]) -> dict[str, float]:
    """The same for predictions."""
    return {
        "base": 1.0,
        "length": log2(1 + features["changes"]),
        "abilities": float(len(features["abilities"])),
    }


def _along(start: Position, key: list[Action]) -> tuple[list[int], list[str]]:
    """The number of legal actions at each step of a line, and the abilities that act in it."""
    position = start.copy()
    trace = Trace()
    choices: list[int] = []
    for action in key:
        choices.append(len(position.legal_actions()))
        position.push(action, trace)
        if action.kind < PLAY_LINE:
            break
    return choices, sorted({event.ability for event in trace.events if event.ability is not None})


def _likenesses(start: Position, key: list[Action]) -> dict[str, Any]:
    """The features ``again``, ``swaps`` and ``forced`` of a line."""
    position = start.copy()
    again: list[int] = []
    forced: list[int] = []
    swaps = 0
    played: set[Card] = set()
    before: list[Action] = []  # that were legal at the step before
    for step, action in enumerate(key):
        if action.kind < PLAY_LINE:
            break
        card = position.card_at(action.place)
        if card in played:
            again.append(step)
        played.add(card)
        swaps += step > 0 and action != key[step - 1] and action in before
        before = position.legal_actions()
        if len({position.card_at(other.place) for other in before if other.kind >= PLAY_LINE}) == 1:
            forced.append(step)
        position.push(action)
    return {"again": again, "swaps": swaps, "forced": forced}


def _near(attempt: Try, begun: int) -> NearMiss:
    later = 0 if attempt.refutation is None else 1
    for line in (attempt.refutation, attempt.best):
        later += sum(1 for action in line or () if action.kind >= PLAY_LINE)
    return attempt.line[begun:], 0 if attempt.lack is None else attempt.lack.left, later


def _lure(start: Position, key: list[Action], tries: Iterable[NearMiss]) -> int:
    """How far down the refutation lies of the try that looks right longest, in plays and enemy turns.

    Of those that lack one, and are not the key cut short.
    """
    wanted = Counter(_played(start, key))
    depths = [0]
    for line, left, later in tries:
        played = _played(start, line)
        if left == 1 and Counter(played) - wanted:
            depths.append(len(played) + later)
    return max(depths)


def _played(start: Position, line: list[Action]) -> list[Card]:
    position = start.copy()
    played: list[Card] = []
    for action in line:
        if action.kind < PLAY_LINE:
            break
        played.append(position.card_at(action.place))
        position.push(action)
    return played


def luck(graph: TurnGraph) -> float:
    """The chance that random play reaches the goal in a searched turn: each legal action as likely as another.

    Ways that come back to a position count as failing.
    """
    chances = [-1.0] * len(graph)
    waiting = [0] if len(graph) else []
    opened = bytearray(len(graph))
    while waiting:
        node = waiting[-1]
        children = graph.children(node)
        if not opened[node]:
            opened[node] = 1
            waiting.extend(child for child in children if child >= 0 and not opened[child])
            continue
        waiting.pop()
        if chances[node] < 0:
            total = 1.0 if graph.exits[node] == WINS else 0.0
            for child in children:
                total += 1.0 if child == GOAL else max(0.0, chances[child]) if child >= 0 else 0.0
            chances[node] = total / (len(children) + 1)
    return chances[0] if chances else 0.0


def _greedy_ranks(search: TurnSearch, start: SearchState, key: list[Action]) -> list[float]:
    """For each step of the key in the first turn its rank among the legal actions, by what they bring at once."""
    graph = search.graph
    state = start
    node = 0
    ranks: list[float] = []
    for action in key:
        actions = state.position.legal_actions()
        number = actions.index(action) if action in actions else len(actions) - 1
        children = graph.children(node)
        gaps = [graph.gaps[child] if child >= 0 else 0 if child == GOAL else FAR for child in children]
        gaps.append(graph.gaps[node])
        own = gaps[number]
        ranks.append(1 + sum(1 for gap in gaps if gap < own) + (gaps.count(own) - 1) / 2)
        if action.kind < PLAY_LINE or children[number] < 0:
            break
        node = children[number]
        state = search.walker.make(state, action)
    return ranks
