"""Gates of many pages at once are those of each by itself, whoever has made, hidden, begun or solved what."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from itertools import product
from random import Random
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Owner, Visibility
from grimoire.gate import Gate, attempt_of, gate_for, gates_for, same_puzzles
from grimoire.models import Attempt, Proof, Puzzle
from tests.grimoire.factories import make_book, make_owner, make_puzzle, position_json

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for the gates of every page")]

WORLDS: Final = 60
MAX_QUERIES: Final = 8  # queries, for however many pages


@cache
def positions() -> tuple[dict[str, Any], ...]:
    """One, one near it (a Mana more), and another."""
    near = position_json("win-hard")
    near["mana"] = near.get("mana", 0) + 1
    return position_json("win-hard"), near, position_json("damage")


def plainly(puzzle: Puzzle, owner: Owner | None) -> bool:
    """Whether a page is open, said one page and one question at a time."""
    attempt = attempt_of(puzzle, owner)
    if owner is None or puzzle.owner_id != owner.pk:
        return attempt.has_earned
    page = sealing(puzzle, owner)
    is_solved = attempt.state == Attempt.State.SOLVED
    return page is None or (is_solved and page.position_key == puzzle.position_key)


def sealing(puzzle: Puzzle, owner: Owner) -> Puzzle | None:
    same = Puzzle.objects.filter(same_puzzles(puzzle.position_key, puzzle.proof), published_at__isnull=False)
    others = [
        page
        for page in same.order_by("published_at", "pk")
        if page.owner_id != owner.pk
        and page.hidden_at is None
        and (page.visibility == Visibility.PUBLIC or (page.visibility == Visibility.UNLISTED and began(page, owner)))
    ]
    if not others or any(attempt_of(page, owner).has_earned for page in others):
        return None
    mine = [page.published_at for page in same if page.owner_id == owner.pk]
    return None if any(day < others[0].published_at for day in mine) else others[0]


def began(page: Puzzle, owner: Owner) -> bool:
    return Attempt.objects.filter(puzzle=page, owner=owner).exists()


def said(gate: Gate) -> tuple[Any, ...]:
    attempt = gate.attempt
    assert attempt is not None
    return gate.is_open, gate.hint_level, gate.is_author, attempt.pk, attempt.puzzle_id, attempt.owner_id, attempt.state


def world(random: Random, people: list[Owner], proofs: list[Proof | None]) -> list[Puzzle]:
    """Some pages and what people have done with them, all drawn by lot."""
    Puzzle.objects.all().delete()
    puzzles, now = [], timezone.now()
    for _ in range(random.randint(1, 7)):
        at = random.randrange(len(proofs))
        puzzles.append(
            make_puzzle(
                random.choice([None, *people]),
                position=positions()[at],
                proof=random.choice([proofs[at], proofs[at], None]),
                published_at=random.choice([None, *(now - timedelta(days=random.randint(1, 9)) for _ in range(4))]),
                visibility=random.choice([*Visibility.values, Visibility.PUBLIC, Visibility.PUBLIC]),
                hidden_at=random.choice([None, None, None, now]),
            )
        )
    for puzzle, owner in product(puzzles, people):
        if random.random() < 0.3:
            state = random.choice(Attempt.State.values)
            Attempt.objects.create(puzzle=puzzle, owner=owner, state=state, hint_level=random.randint(0, 3))
    return puzzles


def test_gates_of_many_pages_are_those_of_each() -> None:
    people = [make_owner("mirabel"), make_owner("copier")]
    proofs = [make_puzzle(position=data).proof for data in positions()]
    seen = set()
    for seed in range(WORLDS):
        puzzles = world(Random(seed), people, proofs)
        for owner in (None, *people):
            gates = gates_for(puzzles, owner)
            for puzzle, gate in zip(puzzles, gates, strict=True):
                assert said(gate) == said(gate_for(puzzle, owner)), seed
                assert gate.is_open == plainly(puzzle, owner), seed
                seen.add((gate.is_open, gate.is_author, gate.attempt.has_earned))  # type: ignore[union-attr]
    assert seen == {(a, b, c) for a, b, c in product((False, True), repeat=3) if a == c or b}


def test_a_full_book_costs_no_more_questions_than_a_thin_one() -> None:
    author = make_owner("mirabel")
    for page in make_book(make_owner("copier"), 6).pages.all():
        make_puzzle(author, position=page.puzzle.position)
    puzzles = list(Puzzle.objects.owned_by(author).select_related("proof"))
    counts = []
    for some in (puzzles[:2], puzzles):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert not any(gate.is_open for gate in gates_for(some, author))
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MAX_QUERIES
