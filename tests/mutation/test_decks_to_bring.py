"""After a session its decks can be brought to any other game, as they have mutated."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Visibility
from engine.decks.game.decks import face
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of
from play.models import LiveGame
from play.states import state_of
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
    answer = player.http.post("/play/", {**fields, "deck_B": deck, "edition": "season-2"})
    return answer.status_code, LiveGame.objects.order_by("-pk").first()


def test_a_deck_is_offered_and_played_as_it_has_mutated() -> None:
    session, player = ended()
    reference = f"session:{session.token}:A"
    page = player.text("decks/")
    assert "Play with the deck of Ada" in page and f"deck_A={reference}" in page
    start = player.http.get("/play/", {"mode": "duel", "format": "constructed", "kept": "1", "deck_A": reference})
    text = start.content.decode()
    assert "Decks of your Mutation sessions" in text and "Ada · Friday" in text
    assert f'<option value="{reference}" selected' in text
    status, game = begin(player, reference)
    assert status == 302 and game is not None
    deck = ledger_of(session).state.seats[0].deck
    engine = state_of(game).engine
    assert engine is not None and any(card.patches for card in deck)
    assert {face(card) for card in engine.setup.decks[0]} == {face(card.mutant.card) for card in deck}


def test_it_is_refused_before_the_end_and_to_whoever_may_not_look() -> None:
    session, player = ended()
    stranger = Player(session)
    assert "Play with the deck" not in stranger.text("decks/")
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
