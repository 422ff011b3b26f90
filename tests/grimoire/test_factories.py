"""The pages that other tests are made with."""

from __future__ import annotations

import pytest

from engine.decks.solving.objective import PREDICT
from tests.grimoire.factories import make_book, make_owner, make_puzzle, names_of_positions

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", names_of_positions())
def test_every_position_is_proved_to_have_one_solution(name: str) -> None:
    puzzle = make_puzzle(position=name)
    assert puzzle.proof is not None
    assert puzzle.proof.complete
    assert puzzle.proof.verdict in ("unique", "unique-up-to-order")
    assert len(puzzle.proof.answer["solutions"]) == 1
    assert puzzle.level in range(1, 6)
    assert (puzzle.kind == "foretell") == (puzzle.goal == PREDICT)


def test_a_book_has_pages_in_order() -> None:
    book = make_book(make_owner("mirabel"), pages=3)
    assert [page.number for page in book.pages.all()] == [1, 2, 3]
    assert all(page.puzzle.owner == book.owner for page in book.pages.all())
