"""The reviews of the games that are played on the tables of simple games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client

from contract.registry import GAMES
from contract.simple_reviews import SimpleReviewer
from tables.models import GameReview, LiveGame
from tables.reviewing import services
from tables.states import state_of
from tests.answers import text_of
from tests.tables.clients import create, play_on, seats_of
from tests.tables.other_games import KIDS, cards_body, eagerly, schools_body

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]

BODIES = pytest.mark.parametrize(
    "body", [schools_body(seed="2"), cards_body(2, KIDS, seed="2")], ids=["schools", "cards"]
)


def ended(body: dict[str, Any]) -> tuple[LiveGame, Client]:
    """A game that has ended, and a browser that had its first seat."""
    made = create(body)
    browser = Client()
    browser.post(next(iter(made["seats"].values()))["url"])
    play_on(seats_of(made), random.Random(3), limit=4000, choose=eagerly)
    return LiveGame.objects.get(), browser


@BODIES
def test_the_turn_that_decided_the_game_is_told_with_the_better_play(body: dict[str, Any]) -> None:
    game, browser = ended(body)
    assert game.result is not None
    address = f"/play/{game.token}/"
    assert browser.get(f"{address}review/").status_code == 200
    review = GameReview.objects.filter(game=game).first() or services.ask(game)
    assert 'hx-trigger="every 2s"' in browser.get(address).content.decode()
    while review.is_busy:
        services.work(review.pk)
        review.refresh_from_db()
    assert review.is_done and review.done == review.whole > 0
    judged = review.report["turns"]
    assert any(said["plan"] or said["missed"] for said in judged), "random play misses something"

    page = browser.get(address)
    deciding = page.context["deciding"]
    assert deciding["instead"] and deciding["kind"] in ("missed", "better")
    assert "Possible instead" in text_of(page) and "Make a puzzle" not in text_of(page)
    assert browser.get(deciding["played_href"]).status_code == 200
    for prefix, words in (("", "Key moment"), ("/fr", "clé")):
        shown = browser.get(f"{prefix}{address}review/")
        assert words in text_of(shown) or "key moments" in text_of(shown)
        assert 'role="img"' in shown.content.decode() and "%(" not in text_of(shown)


@BODIES
def test_a_better_play_could_have_been_played(body: dict[str, Any]) -> None:
    game, _browser = ended(body)
    reviewer = GAMES[game.game].reviewer
    assert isinstance(reviewer, SimpleReviewer)
    state = state_of(game)
    turns = reviewer.turns(state)
    assert sum(len(turn.own) for turn in turns) >= len(turns)
    found = 0
    for turn in turns[:: max(1, len(turns) // 12)]:
        said = reviewer.judge(turn)
        line = said["missed"] or said["plan"] or []
        engine = turn.start.copy()
        for action in line:
            while turn.seat not in engine.to_act():  # an answer to Maleficio
                other = engine.to_act()[0]
                engine.apply(other, str(engine.legal_actions(other)[0]))
            engine.apply(turn.seat, action)
        found += bool(line)
        if said["missed"]:
            assert turn.seat in engine.result.winners
        assert said["plan"] is None or said["best"] > said["played"]
    assert found
