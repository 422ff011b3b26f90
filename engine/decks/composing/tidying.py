"""Taking away what plays no part: without it the solution, the level and what leads astray stay as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final

from engine.decks.composing.assessment import answered, goal_of, lacks, likeness, outcome
from engine.decks.composing.editing import CardPlace, Editable, card_at, is_settled, places
from engine.decks.composing.wishes import Wishes
from engine.decks.rules.position import Position
from engine.decks.solving import Answer, Budget
from engine.decks.solving.objective import PREDICT

MAX_TRIES_KEPT: Final = 2  # near misses that tidying leaves a puzzle, if it has them

Draft = tuple[Position, Answer]


def tidied(puzzle: Position, answer: Answer, wishes: Wishes) -> Draft:
    """A puzzle without the cards that play no part; a prediction stays as it is."""
    if goal_of(puzzle) == PREDICT:
        return puzzle, answer
    for _, draft in tidying(puzzle, answer, wishes):
        if draft is not None:
            puzzle, answer = draft
    return puzzle, answer


def tidying(
    puzzle: Position, answer: Answer, wishes: Wishes, needed: Collection[CardPlace] = ()
) -> Iterator[tuple[CardPlace, Draft | None]]:
    """Takes one card away after the other, from what the last one left: each place that was tried, and the puzzle
    without its card where that plays no part. Of those ``needed`` that is known of the puzzle already.
    """
    left = len(list(places(puzzle))) + 1
    while left > (left := len(list(places(puzzle)))):  # what goes last may have been what another card was there for
        for place in [place for place in places(puzzle) if place not in needed]:
            draft = without_card(puzzle, answer, place, wishes)
            if draft is not None:
                puzzle, answer = draft
            yield place, draft
        needed = ()


def without_card(
    puzzle: Position, answer: Answer, place: CardPlace, wishes: Wishes, whole: Budget | None = None
) -> Draft | None:
    """The puzzle without the card at a place; None where that plays a part, or the time of ``whole`` was too short."""
    editable = Editable(puzzle, is_settled(puzzle))
    if not editable.remove(place):
        return None
    changed = editable.puzzle()
    if changed is None:
        return None
    if goal_of(puzzle) == PREDICT and not _is_same_outcome(puzzle, changed, place):
        return None
    tried = answered(changed, wishes.nodes, whole)
    return (changed, tried) if _is_the_same(puzzle, answer, changed, tried, wishes) else None


def _is_the_same(puzzle: Position, answer: Answer, changed: Position, tried: Answer, wishes: Wishes) -> bool:
    """Whether a tidier puzzle asks for the same plays, is not easier, and is led astray as before."""
    if len(tried.solutions) != 1 or tried.difficulty is None or answer.difficulty is None:
        return False
    if tried.difficulty.level < answer.difficulty.level:
        return False
    near, nearer = (result.difficulty.features.get("near_misses", 0) for result in (answer, tried) if result.difficulty)
    if nearer < min(near, MAX_TRIES_KEPT):
        return False
    return likeness(puzzle, answer, []) == likeness(changed, tried, []) and not any(lacks(changed, tried, wishes))


def _is_same_outcome(puzzle: Position, changed: Position, place: CardPlace) -> bool:
    """Whether the Assault leaves everything else as it did with the Creature at a place, and that one in play."""
    if place.row is None:
        return False
    hands, rows = outcome(puzzle)
    other_hands, other_rows = outcome(changed)
    before, after = Counter(rows.pop(place.row)), Counter(other_rows.pop(place.row))
    gone = [name for name, _ in (before - after).elements()]
    return (hands, rows) == (other_hands, other_rows) and not after - before and gone == [card_at(puzzle, place).name]
