"""Where a failed answer went wrong, and the enemy's turn told apart from one's own plays."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from engine.decks.solving import solve
from grimoire.lines import replay_line
from grimoire.models import PuzzleAbility
from grimoire.solving.secrecy import THEME, Hint
from grimoire.solving.solving_text import hint_words
from tests.grimoire.factories import make_puzzle, position_of
from tests.grimoire.solving.test_views import page_of, post

pytestmark = pytest.mark.django_db


def went_wrong(page: str) -> list[str]:
    """The steps that are named, in words."""
    named = re.search(r'<section class="stumbles".*?</section>', page, re.DOTALL)
    return [] if named is None else [unescape(words) for words in re.findall(r'data-goes-to="\d+">(.*?)</a>', named[0])]


def test_an_attack_that_was_held_up_is_named_with_its_step(client: Client) -> None:
    puzzle = make_puzzle(position="win", title="Moonrise")
    assert went_wrong(page_of(client, puzzle)) == []
    post(client, puzzle, do="judge")
    page = page_of(client, puzzle)
    named = went_wrong(page)
    assert named
    for step, words in zip(re.findall(r'data-goes-to="(\d+)"', page), named, strict=True):
        there = page_of(client, puzzle, f"?step={step}")
        assert words in unescape(re.search(r"data-now-says[^>]*>(.*?)</p>", there, re.DOTALL)[1])  # type: ignore[index]


def test_a_right_answer_went_nowhere_wrong(client: Client) -> None:
    puzzle = make_puzzle(position="win", title="Moonrise")
    post(client, puzzle, action="3 at A upper 0")
    post(client, puzzle, do="judge")
    page = page_of(client, puzzle)
    assert "Well done" in page
    assert went_wrong(page) == []


def lost_by(page: str) -> str:
    named = re.search(r'<details class="lost-by">.*?<p>(.*?)</p>', page, re.DOTALL)
    return "" if named is None else unescape(named[1])


def test_the_play_that_lost_is_named_on_asking(client: Client) -> None:
    puzzle = make_puzzle(position="win")
    post(client, puzzle, do="judge")
    assert lost_by(page_of(client, puzzle)).startswith("Up to the Assault the objective was still in reach")
    post(client, puzzle, do="reset")
    position = position_of("win")
    lines = ((text, replay_line(position, [text])) for text in replay_line(position, []).legal)
    post(client, puzzle, action=next(text for text, line in lines if not solve(position, played=line.actions).solved))
    post(client, puzzle, do="judge")
    assert lost_by(page_of(client, puzzle)).startswith("The first play put the objective out of reach: ")


def test_what_the_enemy_answers_is_no_play_of_one_s_own(client: Client) -> None:
    puzzle = make_puzzle(position="win-in-two")
    post(client, puzzle, do="judge")
    page = page_of(client, puzzle)
    answers = re.search(r'<section class="answers-it">.*?</section>', page, re.DOTALL)
    assert answers is not None
    assert "B answers" in answers[0]
    assert "This reply refutes your plan." in answers[0] or "The strongest reply" in answers[0]
    assert "Mana" not in answers[0]
    own = page.replace(answers[0], "")
    assert re.search(r'<div class="laid">.*?Assault.*?</div>', own, re.DOTALL)


@pytest.mark.parametrize(
    ("creatures", "incantations", "words"),
    [
        (0, 0, "follow each attack"),
        (2, 0, "2 Creatures."),
        (0, 1, "1 Incantation."),
        (1, 2, "1 Creature and 2 Incantations."),
    ],
)
def test_the_theme_of_a_page_without_abilities_counts_the_cards(creatures: int, incantations: int, words: str) -> None:
    theme = hint_words(Hint(THEME, creatures=creatures, incantations=incantations), position_of(), "en")
    assert "No ability decides it" in theme
    assert words in theme


def test_the_theme_counts_the_cards_of_the_solution(client: Client) -> None:
    puzzle = make_puzzle(position="win")
    PuzzleAbility.objects.filter(puzzle=puzzle).update(at_work=False)
    post(client, puzzle, "hint", rung=1)
    assert "Played this turn: 1 Incantation." in page_of(client, puzzle)
