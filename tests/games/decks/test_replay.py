"""Replays of finished games: every moment has an address, and leads on. Before the end there are none."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from engine.decks.formats import compact
from engine.decks.game.record_reader import game_of
from games.decks.replaying.turns import named, resolved, turns_of
from tables.models import LiveGame
from tables.states import GameState, state_of
from tests.answers import text_of
from tests.tables.clients import body_of, create
from tests.tables.factories import finish

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same new deals each time: of few cards one in some is the deal that was there."""
    monkeypatch.setattr("games.decks.replaying.going_on._new_seed", lambda: 77)


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
    client.post(made["seats"]["A"]["url"])
    for what in ("", "edit/", "puzzle/", "go-on/"):
        answer = client.get(f"/play/{made['id']}/replay/{what}")
        assert answer.status_code == 200 and "no-store" in answer.headers["Cache-Control"]
        assert "The game is still on" in text_of(answer) and f'href="/play/{made["id"]}/"' in text_of(answer)
    assert "Rematch" not in client.get(f"/play/{made['id']}/").content.decode()
    assert client.get("/play/nothing/replay/").status_code == 404


def test_a_replay_of_a_game_without_spectators_is_for_the_table() -> None:
    game, made = played(spectators=False)
    at_the_table = Client()
    at_the_table.post(made["seats"]["B"]["url"])
    assert at_the_table.get(f"/play/{game.token}/replay/").status_code == 200
    assert ">Review<" in at_the_table.get(f"/play/{game.token}/").content.decode()
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
        expected.push(next(candidate for candidate in expected.legal_actions() if str(candidate) == action))
    assert position.key() == expected.key() and position.objective is None
    puzzle = position_in(client.get(f"/play/{game.token}/replay/puzzle/", {"at": 4}))
    assert puzzle.objective == {"player": turn.letter, "goal": "win", "turns": 1}
    assert client.get(client.get(f"/play/{game.token}/replay/puzzle/", query).headers["Location"]).status_code == 200


def go_on(client: Client, game: LiveGame, at: int = 1, step: int = 0, **fields: str) -> LiveGame:
    """A game that goes on from a moment of another, as the page's form makes it."""
    there = set(LiveGame.objects.values_list("pk", flat=True))
    address = f"/play/{game.token}/replay/go-on/?at={at}&step={step}"
    done = client.post(address, {"own": "A", "others": "me", "deal": "anew", **fields})
    again = LiveGame.objects.exclude(pk__in=there).get()
    assert done.headers["Location"] == f"/play/{again.token}/"
    return again


@pytest.mark.parametrize("deal", ["anew", "same"])
@pytest.mark.parametrize(("mode", "form"), [("duel", "draft"), ("solo", "preconstructed")])
def test_a_game_goes_on_from_a_moment(mode: str, form: str, deal: str) -> None:
    game, _made = played(mode, form, champions=mode == "duel")
    engine = engine_of(state_of(game))
    turns = turns_of(engine)
    turn = turns[len(turns) // 2 // 2 * 2]
    client = Client()
    address = f"/play/{game.token}/replay/go-on/?at={turn.number}&step=0"
    assert client.get(address).status_code == 200
    again = go_on(client, game, turn.number, deal=deal)
    begun = engine_of(state_of(again))
    assert begun.actions[: turn.first] == engine.actions[: turn.first] and begun.draft_actions == engine.draft_actions
    if mode == "duel":
        assert (begun.position.key() == turn.position.key()) is (deal == "same") and again.version == 0
        assert begun.view(None) == turn.start.view(None)
    assert client.post(f"/play/{again.token}/consent/", {"what": "take-back", "version": again.version}).status_code
    again.refresh_from_db()
    assert engine_of(state_of(again)).actions[: turn.first] == engine.actions[: turn.first]
    finish(again)
    record = json.loads(client.get(f"/api/v1/games/{again.token}/record").content)
    assert record["actions"][: turn.first] == engine.actions[: turn.first]
    assert game_of(record).is_over and ("redeals" in record["setup"]) is (deal == "anew")
    page = client.get(f"/play/{again.token}/replay/").content.decode()
    assert f"/play/{game.token}/replay/?at={turn.number}&amp;step=0" in page
    assert ("What was hidden there was dealt again." in page) is (deal == "anew")


def test_a_game_goes_on_with_a_friend_and_against_a_bot() -> None:
    game, _made = played()
    address = f"/play/{game.token}/replay/go-on/?at=2&step=0"
    client, friend = Client(), Client()
    client.post(address, {"own": "B", "others": "open", "deal": "anew"})
    again = LiveGame.objects.exclude(pk=game.pk).get()
    assert again.status == "waiting"
    page = client.get(f"/play/{again.token}/")
    (invitation,) = [link for _letter, link in page.context["invitations"]]
    assert friend.post(invitation).status_code == 302
    again.refresh_from_db()
    assert again.status == "play" and engine_of(state_of(again)).actions == list(
        engine_of(state_of(game)).actions[: turns_of(engine_of(state_of(game)))[1].first]
    )
    client.post(address, {"own": "A", "others": "greedy", "deal": "anew"})
    third = LiveGame.objects.exclude(pk__in=[game.pk, again.pk]).get()
    assert third.to_act == "A" and third.version > 0  # the bot has moved, for it was B's turn
    over = turns_of(engine_of(state_of(game)))[-1]
    late = client.get(f"/play/{game.token}/replay/go-on/?at={over.number}&step=9999")
    assert late.status_code == 302 and LiveGame.objects.count() == 3


def test_nobody_else_is_invited_to_cards_that_are_known() -> None:
    game, _made = played()
    address = f"/play/{game.token}/replay/go-on/?at=2&step=0"
    page = Client().get(address)
    assert page.context["form"]["deal"].initial == "anew"
    refused = Client().post(address, {"own": "A", "others": "open", "deal": "same"})
    assert refused.status_code == 200 and "deal" in refused.context["form"].errors
    assert "Others may have seen the replay" in refused.content.decode()
    assert LiveGame.objects.count() == 1
    for others in ("me", "greedy"):
        assert go_on(Client(), game, 2, others=others, deal="same").setup.get("redeals") is None


@pytest.mark.parametrize(("others", "keeps"), [("greedy", "A"), ("me", None), ("open", None)])
def test_what_is_seen_at_the_moment_stays(others: str, keeps: str | None) -> None:
    """Against bots all that the one seat sees; with other people all that everybody sees, and no hand."""
    game, _made = played()
    turn = turns_of(engine_of(state_of(game)))[2]
    assert turn.letter == "A"
    client = Client()
    again = go_on(client, game, 3, others=others)
    if others == "open":
        (invitation,) = [link for _letter, link in client.get(f"/play/{again.token}/").context["invitations"]]
        Client().post(invitation)
        again.refresh_from_db()
    (redeal,) = again.setup["redeals"]
    assert redeal["seat"] == keeps and redeal["after"] == turn.first and again.version == (others == "open")
    begun = engine_of(state_of(again))
    assert begun.view(None) == turn.start.view(None) and begun.seed == int(redeal["seed"])
    assert (begun.view(0) == turn.start.view(0)) is (keeps == "A")
    assert begun.view(1) != turn.start.view(1)


def test_a_game_that_was_dealt_anew_in_a_turn_is_walked_and_goes_on() -> None:
    """Its replay has the turn in two parts; a game that goes on from it keeps its deal where it comes after that."""
    game, _made = played()
    turn = turns_of(engine_of(state_of(game)))[2]
    shown = resolved(turn, "en")
    again = finish(go_on(Client(), game, 3, shown.ends[1]))
    engine = engine_of(state_of(again))
    turns = turns_of(engine)
    first, second = turns[2:4]
    assert first.actions == turn.actions[:2] and second.continues and not first.continues
    assert (second.seat, second.own, second.first) == (turn.seat, turn.own, turn.first + 2)
    assert [own_turn.own for own_turn in turns if own_turn.seat == turn.seat and not own_turn.continues][:3] == [
        1,
        2,
        3,
    ]
    for walked_turn, after in zip(turns[2:], [*turns[3:], None], strict=True):
        walked = resolved(walked_turn, "en")
        assert walked.stop is None
        end = engine.position if after is None else after.position
        is_new_deal = after is second
        assert walked.cut or (walked.end.key() == named(end, "en").key()) is not is_new_deal
    page = Client().get(f"/play/{again.token}/replay/", {"at": 4})
    assert f"Turn 4 of {len(turns)}: A, turn {turn.own} continued, redealt" in page.content.decode()
    before = go_on(Client(), again, 3, len(resolved(first, "en").events), deal="same")
    assert before.setup.get("redeals") is None
    later = go_on(Client(), again, 4, 0, deal="same")
    assert later.setup["redeals"] == again.setup["redeals"]
    assert engine_of(state_of(later)).position.key() == second.position.key()
    twice = go_on(Client(), again, 5)
    assert [redeal["after"] for redeal in twice.setup["redeals"]] == [turn.first + 2, turns[4].first]
    record = json.loads(Client().get(f"/api/v1/games/{finish(twice).token}/record").content)
    assert game_of(record).is_over


def test_a_rematch_has_a_deal_of_its_own() -> None:
    game, _made = played()
    client = Client()
    again = finish(go_on(client, game, 3))
    assert client.post(f"/play/{again.token}/consent/", {"what": "rematch"}).status_code == 302
    rematch = LiveGame.objects.latest("pk")
    assert rematch.pk != again.pk and "redeals" not in rematch.setup and "imported" not in rematch.setup


# Two seeds of which A gets the same hand, and B another one
SAME_HAND = (1, 14468)


def test_games_that_differ_in_what_was_not_seen_go_on_alike() -> None:
    """Whoever has read the replay knows nothing of the new game that its seat did not: the same bytes for both."""
    texts_of_games, hands = [], []
    for seed in SAME_HAND:
        made = create(body_of("duel", "constructed", seed=str(seed), first="A"))
        game = LiveGame.objects.get(token=made["id"])
        start = engine_of(state_of(game)).position
        hands.append([[card.key for card in player.hand] for player in start.seats])
        finish(game)
        client = Client()
        again = go_on(client, game, 1, others="greedy")
        address = f"/api/v1/games/{again.token}"
        texts = [client.get(address).content.decode()]
        for _ in range(12):
            look = json.loads(client.get(address).content)
            if look["status"] == "over":
                break
            for what in ("preview", "actions"):
                body = {"version": look["version"], "actions": look["view"]["actions"][:1]}
                texts.append(client.post(f"{address}/{what}", json.dumps(body), "application/json").content.decode())
        texts.append(client.get(f"{address}/steps?since=0").content.decode())
        texts_of_games.append([text.replace(again.token, "GAME") for text in texts])
    assert hands[0][0] == hands[1][0] and hands[0][1] != hands[1][1]
    assert texts_of_games[0] == texts_of_games[1] and len(texts_of_games[0]) > 10
