"""Phrases at the table: who may say them, who reads them, what they leave behind."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables.models import GameNotice, LiveGame
from tables.phrases.services import MAX_PHRASES, PHRASES
from tables.streams.session import StreamSession
from tables.viewers import find_viewer
from tests.answers import text_of
from tests.tables.clients import Seat, body_of, create, seats_of

pytestmark = pytest.mark.django_db


def two() -> tuple[LiveGame, dict[str, Client], dict[str, Seat]]:
    """A Duel of two people, each in a browser of their own, and clients of the API for both seats."""
    made = create(body_of("duel", "preconstructed"))
    clients = {letter: Client() for letter in made["seats"]}
    for letter, seat in made["seats"].items():
        clients[letter].post(seat["url"])
    return LiveGame.objects.get(), clients, seats_of(made)


def speak(client: Client, game: LiveGame, phrase: str, **headers: str) -> Any:
    return client.post(f"/play/{game.token}/say/", {"phrase": phrase}, headers=headers)


def test_each_reads_a_phrase_in_their_own_language() -> None:
    game, clients, _seats = two()
    page = text_of(clients["A"].get(game.get_absolute_url()))
    assert all(f'name="phrase" value="{name}"' in page for name in PHRASES)
    answer = speak(clients["A"], game, "well-played")
    assert answer.headers["Location"] == game.get_absolute_url()
    assert "</b> Well played</li>" in text_of(clients["B"].get(game.get_absolute_url()))
    assert "</b> Bien joué</li>" in text_of(clients["B"].get(f"/fr{game.get_absolute_url()}"))
    GameNotice.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert 'id="said"></ul>' in text_of(clients["B"].get(game.get_absolute_url()))


def test_a_picture_is_said_as_a_phrase_is() -> None:
    game, clients, _seats = two()
    assert 'name="phrase" value="shrug"' in text_of(clients["A"].get(game.get_absolute_url()))
    speak(clients["A"], game, "shrug")
    page = text_of(clients["B"].get(game.get_absolute_url()))
    assert 'data-phrase="shrug"' in page and "</b> Shrug</li>" in page
    assert "Wait a moment" in speak(clients["A"], game, "hello", **{"HX-Request": "true"}).content.decode()


def test_a_phrase_is_no_entry_of_the_log() -> None:
    """Streams get a notice, as of an offer; version, state and record stay as they are."""
    game, clients, seats = two()
    before = seats["B"].look()
    streams = [StreamSession(find_viewer(game.token, secret, None), None) for secret in (seats["B"].token, "of nobody")]
    for stream in streams:
        stream.open()
    assert speak(clients["A"], game, "hello", **{"HX-Request": "true"}).content == b""
    for stream in streams:
        said = [chunk for chunk in stream.collect() if "phrase" in chunk]
        assert said == ['event: notice\ndata: {"kind":"phrase","seat":"A","phrase":"hello"}\n\n']
    game.refresh_from_db()
    assert (game.version, game.log.count()) == (0, 0)
    assert {**seats["B"].look(), "seats": before["seats"]} == before
    assert seats["B"].get("/steps", since=0) == []


def test_a_stream_tells_what_was_said_since_its_page_was_made() -> None:
    game, clients, seats = two()
    speak(clients["A"], game, "hello")
    page = clients["B"].get(game.get_absolute_url()).content.decode()
    assert 'data-phrase="hello"' in page
    shown = re.search(r'data-stream="[^"]*\?phrase=(\d+)"', page)
    assert shown is not None
    speak(clients["B"], game, "good-luck")
    viewer = find_viewer(game.token, seats["B"].token, None)
    said = [chunk for chunk in StreamSession(viewer, 0, last_phrase=int(shown[1])).open() if "phrase" in chunk]
    assert said == ['event: notice\ndata: {"kind":"phrase","seat":"B","phrase":"good-luck"}\n\n']
    assert not any("phrase" in chunk for chunk in StreamSession(viewer, 0).open())
    GameNotice.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert not any("phrase" in chunk for chunk in StreamSession(viewer, 0, last_phrase=0).open())


def test_only_whoever_has_a_seat_says_only_what_there_is() -> None:
    game, clients, _seats = two()
    watching = Client()
    assert 'name="phrase"' not in watching.get(game.get_absolute_url()).content.decode()
    assert "Only players can" in speak(watching, game, "hello", **{"HX-Request": "true"}).content.decode()
    assert "allowed here" in speak(clients["A"], game, "you fool", **{"HX-Request": "true"}).content.decode()
    assert watching.post("/play/nothing/say/", {"phrase": "hello"}).status_code == 404
    assert watching.get(f"/play/{game.token}/say/").status_code == 405
    assert not GameNotice.objects.filter(data__kind="phrase").exists()


def test_a_seat_says_only_so_much() -> None:
    game, clients, _seats = two()

    def said() -> int:
        return GameNotice.objects.filter(data__kind="phrase").count()

    speak(clients["A"], game, "hello")
    again = speak(clients["A"], game, "hello", **{"HX-Request": "true"})
    assert "Wait a moment" in again.content.decode() and said() == 1
    speak(clients["B"], game, "hello")
    assert said() == 2  # each seat is counted by itself
    for _ in range(MAX_PHRASES + 3):
        GameNotice.objects.update(at=timezone.now() - timedelta(seconds=10))
        speak(clients["A"], game, "thank-you")
    assert said() == MAX_PHRASES + 1
    shown = clients["A"].post(f"/play/{game.token}/say/", {"phrase": "hello"}, follow=True)
    assert "Wait a moment" in text_of(shown)


def test_phrases_go_on_after_the_end() -> None:
    game, clients, seats = two()
    seats["A"].post("/resign", {})
    record = seats["A"].get("/record")
    speak(clients["B"], game, "well-played")
    assert GameNotice.objects.filter(data__phrase="well-played").exists()
    assert seats["A"].get("/record") == record


def test_the_request_needs_no_more_than_a_form_sends() -> None:
    """A forged request from elsewhere says nothing: the form's token is asked for."""
    game, clients, _seats = two()
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = clients["A"].cookies
    assert speak(strict, game, "hello").status_code == 403
