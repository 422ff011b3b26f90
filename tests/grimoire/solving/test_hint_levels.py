"""A hint tells what was asked for and nothing of the next: the quick watch over the ladder of hints."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from django.test import Client
from django.urls import reverse

from grimoire.gate import gate_for
from grimoire.models import Attempt, Puzzle
from grimoire.solving.secrecy import FIRST_CARD, FIRST_STEP, HINT_LEVELS, THEME, WHERE, Hint, Sealed, hint
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db

# What a hint may say at each rung, of a play that is to be found and of an outcome that is to be foretold.
TOLD = {
    "find": {
        THEME: {"abilities", "creatures", "incantations"},
        WHERE: {"line", "seat"},
        FIRST_CARD: {"line", "seat", "place"},
        FIRST_STEP: {"line", "seat", "place", "action"},
    },
    "foretell": {
        THEME: {"abilities"},
        WHERE: {"line", "seat"},
        FIRST_CARD: {"line", "seat", "card"},
        FIRST_STEP: {"event"},
    },
}


def said(shown: Hint) -> set[str]:
    empty = Hint(shown.hint_level)
    return {field.name for field in fields(Hint) if getattr(shown, field.name) != getattr(empty, field.name)} - {"rung"}


@pytest.fixture(params=["win-hard", "damage", "predict", "win-in-two"])
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return make_puzzle(position=request.param)


@pytest.mark.parametrize("taken", [0, *HINT_LEVELS])
def test_nobody_gets_a_hint_before_its_rung(puzzle: Puzzle, taken: int) -> None:
    owner = make_owner("reader")
    Attempt.objects.create(owner=owner, puzzle=puzzle, hint_level=taken)
    gate = gate_for(puzzle, owner)
    for hint_level in HINT_LEVELS:
        if hint_level > taken:
            with pytest.raises(Sealed):
                hint(puzzle, gate, hint_level, "en")
        else:
            assert said(hint(puzzle, gate, hint_level, "en")) <= TOLD[puzzle.kind][hint_level] | {"nothing_to_play"}


def test_each_rung_says_something_new(puzzle: Puzzle) -> None:
    owner = make_owner("reader")
    Attempt.objects.create(owner=owner, puzzle=puzzle, hint_level=HINT_LEVELS[-1])
    hints = [hint(puzzle, gate_for(puzzle, owner), hint_level, "fr") for hint_level in HINT_LEVELS]
    assert len({repr(level_hint) for level_hint in hints}) == len(HINT_LEVELS)
    assert all(said(level_hint) for level_hint in hints)


def test_the_page_shows_the_hints_that_were_taken_and_no_more(client: Client) -> None:
    puzzle, owner = make_puzzle(position="win-hard"), make_owner("reader")
    client.force_login(owner.user)
    address = puzzle.get_absolute_url()

    def shown() -> int:
        [helped] = re.findall(r'<section class="help".*?</section>', client.get(address).content.decode(), re.DOTALL)
        return len(re.findall(r"<li><b>", helped))

    counts = [shown()]
    for hint_level in HINT_LEVELS:
        client.post(reverse("grimoire:hint", args=[puzzle.token]), {"rung": hint_level})
        counts.append(shown())
    assert counts == [0, *HINT_LEVELS]
    assert Attempt.objects.get(owner=owner, puzzle=puzzle).hint_level == HINT_LEVELS[-1]
