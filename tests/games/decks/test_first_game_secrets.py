"""What the first game says, explanations and hints too, tells nobody more than the reader's seat may know."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from accounts.models import Owner
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.first_game import services as real_game
from games.decks.first_game.moments import all_moments
from tables import states
from tables.first_game import services
from tables.models import LiveGame
from tables.services import acting
from tables.services.idempotency import UNKEYED
from tables.states import state_of
from tables.viewers import find_viewer
from tests.marks import some_long
from tests.tables.test_table_secrets import VARYING, other_world

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]
NO_KEY = UNKEYED


def pages(client: Client, game: LiveGame, language: str, line: str) -> list[str]:
    """All that the table says to it, in a language: the page, its parts, a plan, a preview, what has happened."""
    prefix = "/fr" if language == "fr" else ""
    queries: list[dict[str, str | int]] = [{}, {"since": 0}, {"since": max(game.version - 6, 0)}, {"line": line}]
    queries.append({"line": line, "view": "preview", "step": 3})
    texts = []
    for query in queries:
        for headers in ({}, {"HX-Request": "true"}):
            answer = client.get(f"{prefix}/play/{game.token}/", query, headers=headers)
            assert answer.status_code == 200
            texts.append(VARYING.sub("", answer.content.decode()))
    return texts


def reader(game: LiveGame) -> Client:
    """The browser of whoever plays it."""
    client = Client()
    owner = game.seats.get(seat_name="A").owner
    client.post("/play/first/game/")  # makes this browser a guest, whose seat it then is
    mine = Owner.objects.exclude(pk=owner.pk).order_by("-created").first()
    game.seats.filter(seat_name="A").update(owner=mine)
    return client


def go_on(game: LiveGame, rng: random.Random, limit: int) -> LiveGame:
    """Plays the reader's part at random."""
    for _ in range(limit):
        game.refresh_from_db()
        state = state_of(game)
        if state.result is not None or state.engine is None:
            break
        viewer = find_viewer(game.token, None, game.seats.get(seat_name="A").owner)
        legal = [str(action) for action in state.engine.legal_actions(0)]
        acting.act(viewer, game.version, [rng.choice(legal)], NO_KEY)
    game.refresh_from_db()
    return game


OTHER_DEALS = [(2, "fr"), (3, "en"), (4, "en"), (5, "fr")]


@pytest.mark.parametrize(("seed", "language"), [(1, "en"), *some_long(OTHER_DEALS, *OTHER_DEALS)])
def test_explanations_and_hints_are_the_same_whatever_lies_hidden(
    seed: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"first game {seed}")
    monkeypatch.setattr("games.decks.first_game.services._new_seed", lambda: seed)
    game = go_on(real_game.begin_game(Owner.objects.create()), rng, 6 + 4 * seed)
    client = reader(game)
    truth = state_of(game)
    assert truth.engine is not None and truth.result is None
    line = next((str(action) for action in truth.engine.legal_actions(0) if " " in str(action)), "")
    shown = pages(client, game, language, line)
    assert re.search("B (played|a joué|n.a joué)", shown[0])
    differs = False
    for _ in range(3):
        other, moved = other_world(game, 0, rng)
        differs |= moved
        states.keep(game, other)
        assert pages(client, game, language, line) == shown
        states.keep(game, truth)
    assert differs


@pytest.mark.long
def test_moments_are_their_readers_alone_and_the_same_whatever_lies_hidden() -> None:
    rng = random.Random("moments")
    for moment in all_moments():
        game = services.sit_down(Owner.objects.create(), moment)
        assert Client().get(game.get_absolute_url()).status_code == 404
        client = reader(game)
        truth = state_of(game)
        shown = pages(client, game, "fr", "")
        other, moved = other_world(game, 0, rng)
        assert moved
        states.keep(game, other)
        assert pages(client, game, "fr", "") == shown
        assert SEAT_NAMES[0] in truth.to_act()
