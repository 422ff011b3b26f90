"""One attempt at a puzzle: from a game to a position, from the position to a puzzle, from the puzzle to a good one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from engine.decks.composing.assessment import HOPELESS, abilities_of, answered, goal_of, lacks, likeness, matters
from engine.decks.composing.editing import Editable, edited, settle, with_card, without
from engine.decks.composing.merits import merits_of
from engine.decks.composing.proposals import Prospects, proposed, surviving, with_goal
from engine.decks.composing.sampling import bears, positions
from engine.decks.composing.scouting import scouted
from engine.decks.composing.tidying import Draft, tidied
from engine.decks.composing.wishes import Wishes
from engine.decks.formats.interchange import write_position
from engine.decks.rules.board import MANA
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Answer
from engine.decks.solving.objective import PREDICT, SURVIVE

TRIED_POSITIONS: Final = 6  # of a game
TRIED_PROPOSALS: Final = 4  # of a position
PATIENCE: Final = 4  # edits without any gain after which a draft is given up


def attempt(
    seed: int, number: int, cards: Sequence[Card], wishes: Wishes, is_wanted: Callable[[], bool] = lambda: True
) -> dict[str, Any] | None:
    """One attempt: a puzzle with its proof, as a JSON object, or None. It ends early once it is not wanted any more.

    ``cards`` is the pool of which the decks are drawn. The object has ``attempt``, ``position`` (with its objective),
    ``answer`` (what ``solve`` said, without the tries), ``abilities`` (those without which it would be another puzzle),
    ``merits`` (see ``merits.Merits``), ``likeness`` (equal for puzzles that are alike, see ``assessment.likeness``) and
    ``rules_version``.
    """
    rng = random.Random(f"{seed} {number}")
    goals = rng.sample(wishes.goals, len(wishes.goals))
    special = goals[0] in (PREDICT, SURVIVE)  # for these the games are others
    goals = goals[:1] if special else [goal for goal in goals if goal not in (PREDICT, SURVIVE)]
    small = wishes.turns > 1 or goals[0] == SURVIVE
    met = positions(rng, cards, wishes.abilities, wishes.mode, small, goals[0] == PREDICT, wishes.edition, wishes.deck)
    rng.shuffle(met)
    for position in met[:TRIED_POSITIONS]:
        for puzzle in _puzzles(rng, position, goals, cards, wishes):
            if not is_wanted():
                return None
            improved = _improved(rng, puzzle, cards, wishes)
            if improved is None:
                continue
            puzzle, answer = tidied(*improved, wishes) if wishes.tidy else improved
            if len(Editable(puzzle).cards()) > wishes.most_cards:
                continue
            data = _written(number, puzzle, answer)
            if sum(1 for count in data["merits"].values() if count) >= wishes.merits:
                return data
    return None


def _puzzles(
    rng: random.Random, position: Position, goals: Sequence[str], cards: Sequence[Card], wishes: Wishes
) -> list[Position]:
    """Puzzles of some goals on a position, the wanted abilities put in."""
    fits = [partial(bears, slug=slug) for slug in wishes.abilities]
    fits += [partial(_is_called, reference=reference) for reference in wishes.cards]
    for fitting in fits:
        changed = with_card(rng, position, cards, fitting, goals[0] != PREDICT)
        if changed is None:
            return []
        position = changed
    if goals[0] == PREDICT:
        if sum(len(row) for row in position.rows) > wishes.creatures:
            return []
        return [with_goal(position.copy(), PREDICT, 1)]
    puzzles = surviving(rng, position, wishes.turns) if goals[0] == SURVIVE else _foreseen(rng, position, goals, wishes)
    if "catalyst" in wishes.abilities:
        for puzzle in puzzles:  # what Catalyst does is done in Phase 1
            puzzle.phase, puzzle.mana = MANA, 0
    return puzzles


def _foreseen(rng: random.Random, position: Position, goals: Sequence[str], wishes: Wishes) -> list[Position]:
    """Puzzles of goals that a look through the turn speaks for."""
    endings = scouted(position)
    if endings is None:
        return []
    bare = []
    for slug in wishes.abilities if wishes.turns == 1 else ():
        stripped = without(position, slug)
        settle(stripped)
        bare.append(scouted(stripped) or [])
    prospects = Prospects(endings, bare, wishes.plays)
    proposals = [proposed(rng, position, goal, wishes.turns, prospects) for goal in goals]
    return [puzzles[at] for at in range(TRIED_PROPOSALS) for puzzles in proposals if at < len(puzzles)][
        :TRIED_PROPOSALS
    ]


def _improved(rng: random.Random, puzzle: Position, cards: Sequence[Card], wishes: Wishes) -> Draft | None:
    """Climbs by small edits from a draft to what was wished for; None when it is not reached."""
    answer = answered(puzzle, wishes.nodes)
    merit = lacks(puzzle, answer, wishes)
    if merit[0] == HOPELESS:
        return None
    idle = 0
    for _ in range(wishes.edits):
        if not any(merit) or idle == PATIENCE or goal_of(puzzle) == PREDICT:
            break
        idle += 1
        changed = edited(rng, puzzle, cards, wishes.abilities)
        if changed is None or not changed.legal_actions():
            continue
        tried = answered(changed, wishes.nodes)
        better = lacks(changed, tried, wishes)
        if better <= merit:
            if better < merit:
                idle = 0
            puzzle, answer, merit = changed, tried, better
    return None if any(merit) else (puzzle, answer)


def _is_called(card: Card, reference: str) -> bool:
    return card.reference == reference


def _written(number: int, puzzle: Position, answer: Answer) -> dict[str, Any]:
    data = answer.to_json()
    data.pop("tries", None)
    essential = [slug for slug in abilities_of(puzzle) if matters(puzzle, answer, slug)]
    return {
        "attempt": number,
        "position": write_position(puzzle),
        "answer": data,
        "abilities": essential,
        "merits": merits_of(puzzle, answer, essential).to_json(),
        "likeness": likeness(puzzle, answer, essential),
        "rules_version": RULES_VERSION,
    }
