"""Pages with a hand that is not known: their solution works against every hand, and guessing at it goes wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.sets import read_set
from engine.decks.formats.interchange import read_position
from engine.decks.solving import Budget, solve
from engine.decks.solving.hidden import worlds_of
from grimoire.book_files import VolumePage, all_volumes
from tools.books import hidden_hands
from tools.books.candidates import written_out
from tools.books.hidden_hands import hidden_attempt
from tools.books.recipes import parts_of

PAGES = [page for volume in all_volumes() for page in volume.pages if "hidden" in page.position["objective"]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.reference)
def test_one_line_works_against_every_hand_and_some_hands_leave_others(page: VolumePage) -> None:
    position = read_position(dict(page.position))
    answer = solve(position, budget=Budget(nodes=hidden_hands.NODES))
    worlds = worlds_of(position)
    assert answer.unique and answer.hands == len(worlds) > 1
    solutions = [solve(world, budget=Budget(nodes=hidden_hands.NODES)).solutions for world in worlds]
    assert any(len(ways) > 1 for ways in solutions)


def test_hidden_hands_are_of_sets_whose_cards_play_from_them() -> None:
    parts = {
        slug: [part.name for part in parts_of(read_set(slug)) if part.hidden] for slug in ("elusive", "resistance")
    }
    assert parts == {"elusive": [], "resistance": ["hidden-lesson-reinforcement", "hidden"]}


@pytest.mark.long
def test_an_attempt_hides_the_enemy_s_hand() -> None:
    """The first that succeeds, of a recipe that is not choosy."""
    file = read_set("resistance")
    part = next(part for part in parts_of(file) if part.hidden)
    cards = [written_out(card.card) for card in file.cards]
    wishes = replace(part.wishes, luck=1.0)
    puzzle = next(filter(None, (hidden_attempt(7, number, cards, wishes) for number in range(315, 600))))
    hidden = puzzle["position"]["objective"]["hidden"]
    assert hidden["player"] != puzzle["position"]["objective"]["player"]
    assert len(hidden["cards"]) > len(read_position(puzzle["position"]).seats["AB".index(hidden["player"])].hand)
    assert puzzle["answer"]["unique"] and "reinforcement" in puzzle["abilities"]
