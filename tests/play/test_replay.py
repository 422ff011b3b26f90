"""Replays of finished games: every moment has an address, and leads on. Before the end there are none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from engine.decks.formats import compact
from engine.decks.game.record_reader import game_of
from play.models import LiveGame
from play.replaying.turns import named, resolved, turns_of
from play.states import GameState, state_of
from tests.play.clients import body_of, create
from tests.play.factories import finish

pytestmark = pytest.mark.django_db


def played(mode: str = "duel", form: str = "preconstructed", seed: int = 1, **more: Any) -> tuple[LiveGame, Any]:
    """A game that was played to its end, and what creating it answered."""
    made = create(body_of(mode, form, seed=str(seed), **more))
    return finish(LiveGame.objects.get(token=made["id"])), made


def engine_of(state: GameState) -> Any:
    assert state.engine is not None
    return state.engine


@pytest.mark.parametrize(
    ("mode", "form", "more"),
    [("duel", "draft", {"champions": True}), ("solo", "preconstructed", {}), ("ffa", "constructed", {})],
)
def test_turns_are_those_of_the_game(mode: str, form: str, more: dict[str, Any]) -> None:
    game, _made = played(mode, form, **more)
    engine = engine_of(state_of(game))
    turns = turns_of(engine)
    assert [action for turn in turns for action in turn.actions] == engine.actions
    seen = [[event for event, _open in events] for events in engine.seen]
    for turn, after in zip(turns, [*turns[1:], None], strict=True):
        shown = resolved(turn, "en")
        assert shown.stop is None
        events = [event for part in seen[turn.first : turn.first + len(turn.actions)] for event in part]
        kinds = [event.kind for event in shown.events if event.kind != "aura"]  # one that stays is told once
        assert kinds == [event.kind for event in events if event.kind != "aura"][: len(kinds)]
        if shown.cut:
            continue
        end = engine.position if after is None else after.position
        assert shown.end.key() == named(end, "en").key()


def test_every_moment_has_an_address() -> None:
    game, _made = played()
    turns = turns_of(engine_of(state_of(game)))
    address = f"/play/{game.token}/replay/"
    first = Client().get(address)
    assert first.status_code == 200 and first.context["page"].turn.number == 1
    last = Client().get(address, {"at": len(turns), "step": 3})
    assert last.context["page"].step == 3 and last.context["page"].turn.number == len(turns)
    page = last.content.decode()
    assert f"{address}?at={len(turns)}&amp;step=4" in page
    assert 'class="ruling" href="/rulings/' in page
    assert f"/api/v1/games/{game.token}/record" in page
    french = Client().get(f"/fr{address}", {"at": 2}).content.decode()
    assert "Tour 2 sur" in french and f"/fr{address}?at=2&amp;step=1" in french
    for wrong in ({"at": len(turns) + 1}, {"at": 0}, {"at": "x"}, {"at": "-1"}, {"at": "9" * 9}, {"at": "\0"}):
        for what in ("", "edit/", "puzzle/", "go-on/"):
            assert Client().get(address + what, wrong).status_code == 404
    for odd in ("-1", "x", "9" * 9, "\0", "999999"):
        assert Client().get(address, {"step": odd}).status_code == 200
        assert Client().get(f"{address}go-on/", {"step": odd}).status_code == 200


def test_a_replay_tells_how_the_decks_were_chosen() -> None:
    game, _made = played("duel", "draft")
    page = Client().get(f"/play/{game.token}/replay/")
    picks = engine_of(state_of(game)).draft_actions
    assert [letter for letter, _words in page.context["draft"]] == [pick[0] for pick in picks]
    assert all(words.startswith("Take ") for _letter, words in page.context["draft"])


def test_there_is_no_replay_before_the_end() -> None:
    made = create(body_of("duel", "constructed"))
    client = Client()
    client.get(made["seats"]["A"]["url"])
    for what in ("", "edit/", "puzzle/", "go-on/"):
        assert client.get(f"/play/{made['id']}/replay/{what}").status_code == 403
    assert "Replay and review" not in client.get(f"/play/{made['id']}/").content.decode()
    assert client.get("/play/nothing/replay/").status_code == 404


def test_a_replay_of_a_game_without_spectators_is_for_the_table() -> None:
    game, made = played(spectators=False)
    at_the_table = Client()
    at_the_table.get(made["seats"]["B"]["url"])
    assert at_the_table.get(f"/play/{game.token}/replay/").status_code == 200
    assert "Replay and review" in at_the_table.get(f"/play/{game.token}/").content.decode()
    for what in ("", "edit/", "puzzle/", "go-on/"):
        assert Client().get(f"/play/{game.token}/replay/{what}").status_code == 404


def position_in(response: Any) -> Any:
    """The position that an answer leads into the editor with."""
    assert response.status_code == 302 and response.headers["Location"].startswith("/editor/?p=")
    return compact.unpack(response.headers["Location"].partition("?p=")[2])


def test_a_moment_opens_in_the_editor_and_becomes_a_puzzle() -> None:
    game, _made = played()
    turn = turns_of(engine_of(state_of(game)))[3]
    shown = resolved(turn, "en")
    step = shown.ends[1] + 1  # in the midst of the third action
    client = Client()
    query = {"at": 4, "step": step}
    position = position_in(client.get(f"/play/{game.token}/replay/edit/", query))
    expected = named(turn.position, "en")
    for action in turn.actions[:2]:
        expected.push(next(one for one in expected.legal_actions() if str(one) == action))
    assert position.key() == expected.key() and position.objective is None
    puzzle = position_in(client.get(f"/play/{game.token}/replay/puzzle/", {"at": 4}))
    assert puzzle.objective == {"player": turn.letter, "goal": "win", "turns": 1}
    assert client.get(client.get(f"/play/{game.token}/replay/puzzle/", query).headers["Location"]).status_code == 200


@pytest.mark.parametrize(("mode", "form"), [("duel", "draft"), ("solo", "preconstructed")])
def test_a_game_goes_on_from_a_moment(mode: str, form: str) -> None:
    game, _made = played(mode, form, champions=mode == "duel")
    engine = engine_of(state_of(game))
    turns = turns_of(engine)
    turn = turns[len(turns) // 2 // 2 * 2]
    client = Client()
    address = f"/play/{game.token}/replay/go-on/?at={turn.number}&step=0"
    assert client.get(address).status_code == 200
    done = client.post(address, {"own": "A", "others": "me"})
    again = LiveGame.objects.exclude(pk=game.pk).get()
    assert done.headers["Location"] == f"/play/{again.token}/"
    begun = engine_of(state_of(again))
    assert begun.actions[: turn.first] == engine.actions[: turn.first] and begun.draft_actions == engine.draft_actions
    if mode == "duel":
        assert begun.position.key() == turn.position.key() and again.version == 0
    assert client.post(f"/play/{again.token}/consent/", {"what": "take-back", "version": again.version}).status_code
    again.refresh_from_db()
    assert engine_of(state_of(again)).actions[: turn.first] == engine.actions[: turn.first]
    finish(again)
    record = json.loads(client.get(f"/api/v1/games/{again.token}/record").content)
    assert record["actions"][: turn.first] == engine.actions[: turn.first]
    assert game_of(record).is_over
    page = client.get(f"/play/{again.token}/replay/").content.decode()
    assert f"/play/{game.token}/replay/?at={turn.number}&amp;step=0" in page


def test_a_game_goes_on_with_a_friend_and_against_a_bot() -> None:
    game, _made = played()
    address = f"/play/{game.token}/replay/go-on/?at=2&step=0"
    client, friend = Client(), Client()
    client.post(address, {"own": "B", "others": "open"})
    again = LiveGame.objects.exclude(pk=game.pk).get()
    assert again.status == "waiting"
    page = client.get(f"/play/{again.token}/")
    (invitation,) = [link for _letter, link in page.context["invitations"]]
    assert friend.post(invitation).status_code == 302
    again.refresh_from_db()
    assert again.status == "play" and engine_of(state_of(again)).actions == list(
        engine_of(state_of(game)).actions[: turns_of(engine_of(state_of(game)))[1].first]
    )
    client.post(address, {"own": "A", "others": "greedy"})
    third = LiveGame.objects.exclude(pk__in=[game.pk, again.pk]).get()
    assert third.to_act == "A" and third.version > 0  # the bot has moved, for it was B's turn
    over = turns_of(engine_of(state_of(game)))[-1]
    late = client.get(f"/play/{game.token}/replay/go-on/?at={over.number}&step=9999")
    assert late.status_code == 302 and LiveGame.objects.count() == 3
