"""The assessment of a puzzle: its soundness, the abilities that it depends on, its likeness to others."""

from __future__ import annotations

from typing import Any, Final

from engine.decks.composing.editing import Editable, card_at, places, without
from engine.decks.composing.merits import plays_of
from engine.decks.composing.wishes import Wishes
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.actions import ASSAULT, DO_MANA, PLAY_LINE, PLAY_ONTO, Action
from engine.decks.rules.board import AISeat
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.solving import Answer, Budget, solve
from engine.decks.solving.objective import DAMAGE, DESTROY, PREDICT
from engine.decks.solving.result import UNIQUE, UNIQUE_UP_TO_ORDER

HOPELESS: Final = 1000
MIN_ATTACKS: Final = 2  # of a prediction, in which some ability has to act as well
_STRIPPED_NODES: Final = 20_000
_STRIPPED_MOST: Final = 50_000  # whatever the whole puzzle took: it may be a proof of a minute, of many abilities


def goal_of(puzzle: Position) -> str:
    """The name of its goal: one of ``wishes.GOALS``."""
    goal = puzzle.objective["goal"]
    return goal if isinstance(goal, str) else DAMAGE if DAMAGE in goal else DESTROY


def answered(puzzle: Position, nodes: int, whole: Budget | None = None) -> Answer:
    """The answer of ``solve`` within so many nodes, and within the time of a ``whole`` that it is a part of."""
    return solve(puzzle, budget=Budget(nodes=nodes) if whole is None else whole.part(nodes))


def is_sound(answer: Answer) -> bool:
    """Whether a puzzle is proved to have one solution, as intended."""
    return answer.verdict in (UNIQUE, UNIQUE_UP_TO_ORDER) and answer.difficulty is not None


def lacks(puzzle: Position, answer: Answer, wishes: Wishes) -> tuple[int, int, int]:
    """The distance of a puzzle from what was wished for, in the order in which that counts; all 0 when it is.

    Solutions too many; wanted abilities and plays too few (or plays too many, or luck enough); levels too easy or too
    hard.
    """
    if not is_sound(answer) or answer.difficulty is None:
        many = len(answer.solutions) - 1
        return (many if many > 0 and answer.complete and answer.cook is None else HOPELESS, HOPELESS, HOPELESS)
    plays = sum(1 for action in answer.solutions[0] if action.kind >= PLAY_LINE)
    if goal_of(puzzle) == PREDICT:
        features = answer.difficulty.features
        few = max(0, MIN_ATTACKS - features["attacks"]) + (0 if features["acts"] else 1)
    else:
        few = max(0, wishes.plays - plays, plays - wishes.most_plays)
        few += 1 if answer.difficulty.features["luck"] > wishes.luck else 0
    few += sum(1 for slug in wishes.abilities if not matters(puzzle, answer, slug))
    few += sum(1 for reference in wishes.cards if not card_matters(puzzle, answer, reference))
    level = answer.difficulty.level
    return 0, few, max(0, wishes.level - level, level - wishes.most_level)


def matters(puzzle: Position, answer: Answer, slug: str) -> bool:
    """Whether it would be another puzzle if no card had an ability: the solution would not work, would be another or
    not the only one; what there is to predict would come otherwise.
    """
    bare = without(puzzle, slug)
    if bare.key() == puzzle.key():
        return False
    if goal_of(puzzle) == PREDICT:
        return bool(outcome(bare) != outcome(puzzle))
    if not _is_legal(bare, answer.solutions[0]):
        return True
    other = solve(bare, budget=_stripped_budget(answer))
    return not other.unique or other.solutions != answer.solutions


def _stripped_budget(answer: Answer) -> Budget:
    """Enough for a puzzle that is about as hard as the one that it was made from, as long as that is not very hard."""
    return Budget(nodes=max(_STRIPPED_NODES, min(4 * answer.nodes, _STRIPPED_MOST)))


def abilities_of(puzzle: Position) -> list[str]:
    """The slugs of all abilities on its cards, Auras' too, sorted."""
    return sorted({slug.removeprefix(AURA_PREFIX) for card in Editable(puzzle).cards() for slug in card.slugs})


def _is_legal(position: Position, line: list[Action]) -> bool:
    copy = position.copy()
    for action in line:
        if action.kind >= PLAY_LINE and action not in copy.legal_actions():
            return False
        if copy.is_over:
            return False
        copy.push(action)
        if action is ASSAULT:
            break
    return True


def card_matters(puzzle: Position, answer: Answer, reference: str) -> bool:
    """Whether the solution plays a card, or would be another or not the only one without it.

    Of a prediction: whether it is in play.
    """
    found = [place for place in places(puzzle) if card_at(puzzle, place).reference == reference]
    if goal_of(puzzle) == PREDICT:
        return any(place.row is not None for place in found)
    names = {card_at(puzzle, place).name for place in found}
    plays = plays_of(puzzle, answer.solutions[0])
    if any(play[0] in names for play in plays):
        return True
    for place in found:
        editable = Editable(puzzle)
        changed = editable.puzzle() if editable.remove(place) else None
        if changed is None:
            return True
        other = solve(changed, budget=_stripped_budget(answer))
        if not other.unique or plays_of(changed, other.solutions[0]) != plays:
            return True
    return False


def outcome(position: Position) -> Any:
    """The state of a position after the Assault, told by names."""
    copy = position.copy()
    copy.push(ASSAULT)
    hands = [
        (seat.stronghold, seat.fort, *(card.name for card in (seat.pile if isinstance(seat, AISeat) else seat.hand)))
        for seat in copy.seats
    ]
    return hands, [[(creature.body.name, creature.damage) for creature in row] for row in copy.rows]


def likeness(puzzle: Position, answer: Answer, essential: list[str]) -> str:
    """A text that is equal for puzzles that are alike: goal, abilities that it lives by, pattern of the solution.

    The pattern holds for each play of the first turn what is played (Creature, Incantation or Symbiote onto a host, and
    the abilities on it), on which line and at whose Creature, in whatever order; the two lines count as one another's
    mirror image. Names, costs and numbers do not count.
    """
    position = puzzle.copy()
    plays: list[tuple[str, int, str]] = []
    for action in answer.solutions[0]:
        if action.kind >= PLAY_LINE:
            plays.append((_what(position.card_at(action.place), action), action.line, _whom(position, action)))
        elif action.kind != DO_MANA:
            break
        position.push(action)
        if position.is_over:
            break
    ways = [sorted(f"{what} {'ab'[line ^ flip]}{whom}" for what, line, whom in plays) for flip in (0, 1)]
    turns = puzzle.objective["turns"]
    return " | ".join([f"{goal_of(puzzle)} {turns}", ",".join(essential) or "-", "; ".join(min(ways)) or "-"])


def _what(card: Card, action: Action) -> str:
    kind = "onto" if action.kind == PLAY_ONTO else "creature" if card.is_creature else "incantation"
    return f"{kind}({','.join(sorted(card.slugs))})"


def _whom(position: Position, action: Action) -> str:
    if action.seat < 0:
        return ""
    return " own" if action.seat == position.active else " theirs"
