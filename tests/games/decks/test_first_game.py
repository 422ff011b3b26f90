"""The moments of the first game: legal positions, solved by what they ask for and by no doing nothing; kind answers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from accounts.models import Owner
from contract.moments import is_done
from contract.registry import find_moment
from engine.decks.formats.interchange import faults_of
from games.decks.cardpool import decks_of_sets
from games.decks.first_game.moments import FOLDER, TaughtMoment, all_moments
from games.decks.table.ending import end_turn
from tables.first_game import services
from tables.models import LiveGame
from tables.services.tables import new_game
from tables.states import GameState, state_of
from tables.viewers import find_viewer

# What the reader does at a moment, turn by turn, and what comes of it.
WAYS: list[tuple[str, list[list[str]], str]] = [
    ("creature", [["1 upper"]], "done"),
    ("creature", [["2 lower", "1 lower"]], "done"),
    ("creature", [[]], "nothing"),
    ("hand", [["0 upper"]], "done"),
    ("hand", [["1 lower", "0 lower"]], "done"),
    ("hand", [["3 upper"]], "lost-hp"),
    ("hand", [[]], "nothing"),
    ("window", [["1 upper", "4 upper"]], "done"),
    ("window", [["2 upper", "4 lower"]], "done"),
    ("window", [["1 upper"]], "other-card"),
    ("window", [[]], "nothing"),
    ("lines", [["1 upper"]], "done"),
    ("lines", [["4 upper"]], "done"),
    ("lines", [["1 lower", "1 upper"]], "done"),
    ("lines", [["1 lower", "3 lower", "3 lower", "2 lower", "4 at B upper 0"]], "done-gone"),
    ("lines", [["1 lower"]], "other-line"),
    ("lines", [[]], "nothing"),
    ("arrival", [["1 upper"], []], "done"),
    ("arrival", [[], ["1 upper"]], "late"),
    ("arrival", [[], []], "nothing"),
    ("return", [["0 lower"]], "done"),
    ("return", [["1 lower"]], "done"),
    ("return", [["3 at B lower 0"]], "done-enemy"),
    ("return", [["2 lower"]], "held"),
    ("return", [["0 upper"]], "other-line"),
    ("return", [[]], "nothing"),
    ("incantation", [["0 at B upper 0"]], "done"),
    ("incantation", [["0 at B lower 0"]], "too-tough"),
    ("incantation", [["3 upper", "0 at A upper 0"]], "own"),
    ("incantation", [["3 upper"]], "nothing"),
    ("incantation", [[]], "nothing"),
    ("assault", [["0 at B lower 0"]], "done"),
    ("assault", [["0 at A lower 1"]], "too-little"),
    ("assault", [[]], "nothing"),
    ("ability", [["2 upper"]], "done"),
    ("ability", [["4 upper"]], "done"),
    ("ability", [["2 lower"]], "other-line"),
    ("ability", [["1 upper"]], "waits"),
    ("ability", [[]], "nothing"),
    ("fort", [["0 at B upper 0"]], "done"),
    ("fort", [["3 at B upper 0"]], "done"),
    ("fort", [["0 at A lower 0"]], "too-little"),
    ("fort", [[]], "nothing"),
]


@pytest.fixture
def owner() -> Owner:
    return Owner.objects.create()


def play(game: LiveGame, turns: Sequence[Sequence[str]]) -> GameState:
    """Plays the reader's turns at a table."""
    owner = game.seats.get(seat_name="A").owner
    for turn in turns:
        viewer = find_viewer(game.token, None, owner)
        end_turn(viewer, viewer.game.version, turn, is_sure=True)
    game.refresh_from_db()
    return state_of(game)


@pytest.mark.parametrize("moment", all_moments(), ids=lambda moment: moment.slug)
class TestEachMoment:
    def test_its_position_is_legal_and_has_two_whole_ready_made_decks(self, moment: TaughtMoment) -> None:
        assert faults_of(moment.position()) == []
        assert moment.setup().setup.faults() == []
        ready_made = [frozenset(deck) for deck in decks_of_sets(("initiation",))]
        for deck in moment.setup().setup.decks:
            assert frozenset(deck) in ready_made

    @pytest.mark.django_db
    def test_it_is_not_solved_by_doing_nothing(self, moment: TaughtMoment, owner: Owner) -> None:
        game = services.sit_down(owner, moment)
        assert services.outcome_at(game) == ""
        state = play(game, [[]] * moment.turns)
        assert moment.outcome(state) == "nothing"

    def test_it_says_in_both_languages_whatever_may_come_of_it(self, moment: TaughtMoment) -> None:
        outcomes = {outcome for slug, _turns, outcome in WAYS if slug == moment.slug}
        outcomes |= {"other-way"} if moment.slug == "ability" else set()
        for language in ("en", "fr"):
            for name in ("title", "task", "why"):
                assert moment.text(language, name)
            assert len(re.findall(r"[.!?](?= |$)", moment.text(language, "task"))) <= 2
            assert set(texts(language)[moment.slug]["outcomes"]) == outcomes
            for outcome in outcomes:
                assert "[" not in moment.outcome_text(language, outcome)


def texts(language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / "text" / language / "moments.toml").read_text(encoding="utf-8"))


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "turns", "outcome"), WAYS)
def test_what_comes_of_a_moment(slug: str, turns: list[list[str]], outcome: str, owner: Owner) -> None:
    moment = find_moment(slug)
    assert moment is not None
    game = services.sit_down(owner, moment)
    for number in range(len(turns)):
        assert moment.outcome(state_of(game)) == "", "it is over too early"
        state = play(game, turns[number : number + 1])
    assert moment.outcome(state) == outcome
    assert services.done_by(services.progress_of(owner)) == ([slug] if is_done(outcome) else [])


@pytest.mark.django_db
def test_an_incantation_is_no_attack(owner: Owner) -> None:
    """Where Rage is shown, a Creature that an Incantation destroys is answered as another way."""
    moment = find_moment("ability")
    assert moment is not None
    side = {**moment.sides[0], "hand": ["bastion", "kettle-burst", *moment.sides[0]["hand"][1:-1]]}
    setup = replace(moment, sides=(side, moment.sides[1])).setup()
    game = new_game(setup, owner)
    assert moment.outcome(play(game, [["1 at B upper 0"]])) == "other-way"
