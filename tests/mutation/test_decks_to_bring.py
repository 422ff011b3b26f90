"""After a session its decks can be brought to any other game, as they have mutated."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.management import call_command
from django.test import Client
from playwright.sync_api import Page

from accounts.models import Visibility
from engine.decks.game.decks import face
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of
from tables.models import LiveGame
from tables.states import state_of
from tests.mutation.sessions import Player, in_games, mutate, put

pytestmark = pytest.mark.django_db


def ended() -> tuple[MutationSession, Player]:
    """A session that is over, in which A's deck has mutated; and a player of it."""
    session = in_games()
    player = Player(session, "B")
    mutate(session, "A", 1)
    put(session, {"by": "organiser", "kind": "end", "reason": "late"})
    session.refresh_from_db()
    return session, player


def begin(player: Player, deck: str) -> tuple[int, LiveGame | None]:
    fields = {"mode": "duel", "format": "constructed", "seat_A": "me", "seat_B": "random", "deck_A": deck}
    response = player.http.post("/play/", {**fields, "deck_B": deck, "edition": "season-2"})
    return response.status_code, LiveGame.objects.order_by("-pk").first()


def test_a_deck_is_offered_and_played_as_it_has_mutated() -> None:
    session, player = ended()
    reference = f"session:{session.token}:A"
    page = player.text("decks/")
    assert "Play with the deck of Ada" in page and f"deck_A={reference}" in page
    start = player.http.get("/play/", {"mode": "duel", "format": "constructed", "kept": "1", "deck_A": reference})
    text = start.content.decode()
    assert "Decks of Mutation sessions" in text and "Ada · Friday" in text
    assert f'<option value="{reference}" selected' in text
    status, game = begin(player, reference)
    assert status == 302 and game is not None
    deck = ledger_of(session).state.seats[0].deck
    engine = state_of(game).engine
    assert engine is not None and any(card.patches for card in deck)
    assert {face(card) for card in engine.setup.decks[0]} == {face(card.mutant.card) for card in deck}


def test_whoever_may_look_is_led_to_a_game_with_it() -> None:
    """Also of a session that they had no part in, or one of long ago."""
    session, _player = ended()
    stranger = Player(session)
    reference = f"session:{session.token}:C"
    href = re.search(rf'href="([^"]+deck_A={reference}[^"]*)"', stranger.text("decks/"))
    assert href is not None
    text = stranger.http.get(unescape(href[1])).content.decode()
    assert f'<option value="{reference}" selected' in text
    status, game = begin(stranger, reference)
    assert status == 302 and game is not None
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    assert f'value="{reference}"' not in stranger.http.get(unescape(href[1])).content.decode()


@pytest.mark.django_db(transaction=True)
def test_one_press_begins_a_game_with_it(page: Page) -> None:
    call_command("load_sets", verbosity=0)
    session, _player = ended()
    page.goto(f"{session.get_absolute_url()}decks/")
    page.get_by_role("link", name="Play with the deck of Ada").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile(r"/play/[\w-]{12}/$"))
    game = LiveGame.objects.get()
    engine = state_of(game).engine
    assert engine is not None
    deck = ledger_of(session).state.seats[0].deck
    assert {face(card) for card in engine.setup.decks[0]} == {face(card.mutant.card) for card in deck}


def test_it_is_refused_before_the_end_and_to_whoever_may_not_look() -> None:
    session, player = ended()
    stranger = Player(session)
    reference = f"session:{session.token}:A"
    body = {"mode": "duel", "format": "constructed", "decks": {"A": reference, "B": reference}}
    body |= {"seats": {"A": {"kind": "me"}, "B": {"kind": "bot", "level": "random"}}}  # type: ignore[dict-item]

    def create(client: Client) -> int:
        return int(client.post("/api/v1/games", body, content_type="application/json").status_code)

    assert create(stranger.http) == 201  # whoever may look may play with it
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    assert (create(stranger.http), create(player.http)) == (422, 201)
    MutationSession.objects.update(phase="games")
    assert create(player.http) == 422
    body["decks"] = {"A": f"session:{session.token}:E", "B": "session:"}  # type: ignore[dict-item]
    assert create(player.http) == 422
