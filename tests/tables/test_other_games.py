"""Clash of Magic Schools and Clash of the Cards through the API: whole games, consent, bots; every seat a client."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.armies.game.records import game_of
from engine.schools.game.replaying import replay
from tables.models import LiveGame
from tables.services import bots
from tables.states import state_of
from tests.marks import some_long
from tests.tables.clients import Refused, Seat, create, play_on, seats_of
from tests.tables.other_games import KIDS, SCHOOLS, VARIANTS, cards_body, eagerly, schools_body

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def finish(made: Any, seed: str) -> tuple[Any, Seat, list[Any]]:
    """Plays a game to its end: the last look, somebody who watches, and the steps, whose frame is looked at."""
    look = play_on(seats_of(made), random.Random(seed), limit=4000, choose=eagerly)
    watching = Seat(made["id"])
    steps = watching.get("/steps", since=0)
    assert [step["version"] for step in steps] == list(range(1, look["version"] + 1))
    assert steps[-1]["kind"] == "over" and steps[-1]["seat"] is None and steps[-1]["result"] == look["result"]
    assert look["waiting_for"] == [] and look["view"]["actions"] == [] and look["view"]["stage"] == "over"
    assert steps[-1]["view"] == watching.look()["view"]
    return look, watching, steps


def test_a_game_of_magic_schools_is_played_to_its_end() -> None:
    made = create(schools_body(seed="5"))
    assert made["view"]["seat"] == "dragombre" and made["view"]["position"]["seats"]["blancgriffon"]["hand"] == 5
    look, watching, steps = finish(made, "5")
    assert look["game"] == "magic-schools" and look["mode"] is None and list(look["seats"]) == list(SCHOOLS)
    record = watching.get("/record")
    game = replay(record)
    assert game.result is not None
    assert look["result"]["winners"] == [SCHOOLS[seat] for seat in game.result.winners]
    assert look["result"]["reason"] == game.result.reason
    assert record["new"] == {"seed": "5"}
    assert [step["action"] for step in steps if step["kind"] == "action"] == record["actions"]


def test_no_champion_is_named_in_a_game_without_them() -> None:
    made = create(schools_body(seed="5"))
    champion = {"version": made["version"], "champion": "initiation:1"}
    with pytest.raises(Refused) as refused:
        seats_of(made)["dragombre"].post("/terms", champion)
    assert refused.value.status == 422 and refused.value.code == "no-game-yet"


MORE_PLAYERS: list[Any] = [(3, {"god": True}), (6, KIDS)]


@pytest.mark.parametrize(("count", "options"), [(2, None), *some_long(MORE_PLAYERS, *MORE_PLAYERS)])
def test_a_game_of_the_cards_is_played_to_its_end(count: int, options: dict[str, Any] | None) -> None:
    play_a_game_of_the_cards(count, options)


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [options for _, options in VARIANTS], ids=[name for name, _ in VARIANTS])
def test_games_of_the_cards_of_every_sort_end(count: int, options: dict[str, Any] | None) -> None:
    play_a_game_of_the_cards(count, options)


def play_a_game_of_the_cards(count: int, options: dict[str, Any] | None) -> None:
    made = create(cards_body(count, options, seed="11"))
    look, watching, _steps = finish(made, f"{count} {options}")
    played = game_of(watching.get("/record"))
    assert played.result is not None and played.setup.seats == count
    assert look["result"]["winners"] == ["ABCDEF"[seat] for seat in played.result.winners]
    assert look["result"]["reason"] == played.result.reason


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (schools_body(mode="duel"), "unknown-key"),
        (schools_body(options={"god": True}), "unknown-key"),
        (schools_body(seats={"dragombre": {"kind": "me"}}), "bad-request"),
        (schools_body(seats={"A": {"kind": "me"}, "B": {"kind": "me"}}), "unknown-key"),
        (cards_body(1), "bad-request"),
        (cards_body(2, {"specials": ["bonus", "bonus"]}), "bad-request"),
        (cards_body(2, {"specials": ["joker"]}), "bad-request"),
        (cards_body(2, seats={"A": {"kind": "me"}, "C": {"kind": "me"}}), "unknown-key"),
        (cards_body(2, seats={seat: {"kind": "me"} for seat in "ABCDEFG"}), "unknown-key"),
        (cards_body(2, seats={"A": {"kind": "bot", "level": "search-small"}, "B": {"kind": "me"}}), "bad-request"),
        (cards_body(2, seats={"A": {"kind": "open"}, "B": {"kind": "me"}}, seed="1"), "seed-not-allowed"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(body: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        create(body)
    assert refused.value.code == code


def test_an_open_seat_keeps_its_name_and_nothing_is_dealt_before_it_is_taken() -> None:
    body = schools_body(seats={"dragombre": {"kind": "me"}, "blancgriffon": {"kind": "open"}})
    made = create(body)
    dragombre = Seat(made["id"], made["seats"]["dragombre"]["token"], "dragombre")
    look = dragombre.look()
    assert look["status"] == "waiting" and look["waiting_for"] == ["blancgriffon"]
    assert "position" not in look["view"] and look["view"]["actions"] == []
    seats = seats_of(made)
    assert dragombre.look()["waiting_for"] == ["dragombre"]
    assert sum(seats["blancgriffon"].look()["view"]["position"]["seats"]["blancgriffon"]["hand"].values()) == 5


@pytest.mark.parametrize("level", ["random", "greedy"])
def test_bots_of_both_games_move_at_once(level: str) -> None:
    bot = {"kind": "bot", "level": level}
    made = create(schools_body(seats={"dragombre": {"kind": "me"}, "blancgriffon": bot}, seed="3"))
    look = play_on(seats_of(made), random.Random(1), choose=eagerly)
    assert look["seats"]["blancgriffon"]["level"] == level
    made = create(cards_body(3, KIDS, seats={"A": {"kind": "me"}, "B": bot, "C": bot}, seed="3"))
    own = seats_of(made)["A"]
    for _ in range(5):
        look = own.look()
        assert look["waiting_for"] == ["A"], "all others have moved"
        own.act(look["version"], eagerly(look["view"]["actions"], random.Random(1)))
    assert {step["seat"] for step in own.get("/steps", since=0)} == {"A", "B", "C"}


def test_the_strongest_bots_move_in_the_background() -> None:
    bot = {"kind": "bot", "level": "search"}
    made = create(schools_body(seats={"dragombre": bot, "blancgriffon": {"kind": "me"}}, seed="3"))
    game = LiveGame.objects.get(token=made["id"])
    assert game.version == 0
    bots.work(game.bot_turn.pk)  # type: ignore[attr-defined]
    game.refresh_from_db()
    assert game.version > 0 and game.to_act == "blancgriffon"


# Consent


def test_actions_of_ones_own_turn_are_taken_back_until_something_is_turned_up() -> None:
    made = create(schools_body(seed="8"))
    dragombre = seats_of(made)["dragombre"]
    look = dragombre.look()
    element = next(iter(look["view"]["position"]["seats"]["dragombre"]["hand"]))
    version = dragombre.act(look["version"], f"move {element}")["version"]
    back = dragombre.post("/take-back", {"version": version})
    assert back["view"] == look["view"]
    steps = [f"move {element}"]
    hand = dict(look["view"]["position"]["seats"]["dragombre"]["hand"])
    hand[element] -= 1
    steps += [f"assign {next(name for name, count in hand.items() if count)}", "pass dragombre", "end"]
    version = dragombre.act(back["version"], *steps)["version"]
    with pytest.raises(Refused) as refused:
        dragombre.post("/take-back", {"version": version})
    assert refused.value.code == "barrier"


def test_who_leaves_a_table_of_three_is_played_for_and_one_of_two_has_lost() -> None:
    body = cards_body(3, KIDS, seats={"A": {"kind": "me"}, "B": {"kind": "open"}, "C": {"kind": "open"}})
    seats = seats_of(create(body))
    look = seats["B"].post("/resign", {})
    assert look["status"] == "play"
    look = seats["C"].post("/resign", {})
    assert look["status"] == "play", "A is there still"
    look = seats["A"].post("/resign", {})
    assert look["result"]["winners"] == [] and look["result"]["reason"] == "resigned"
    body = cards_body(2, KIDS, seats={"A": {"kind": "me"}, "B": {"kind": "open"}})
    seats = seats_of(create(body))
    assert seats["B"].post("/resign", {})["result"]["winners"] == ["A"]


def test_a_rematch_is_played_from_the_other_side_with_the_same_options() -> None:
    body = cards_body(2, {"specials": ["wild"], "reverse": True}, seats={"A": {"kind": "me"}, "B": {"kind": "open"}})
    made = create(body)
    seats = seats_of(made)
    seats["A"].post("/resign", {})
    seats["A"].post("/rematch", {})
    seats["B"].post("/answers", {"offer": "rematch", "accept": True})
    again = LiveGame.objects.get(token=made["id"]).rematch
    assert again is not None and again.game == "clash-of-the-cards"
    assert again.setup["options"] == {"specials": ["wild"], "god": False, "reverse": True}
    assert again.setup["seed"] != LiveGame.objects.get(token=made["id"]).setup["seed"]


def test_a_late_answer_is_claimed_and_a_new_moment_has_its_own_time() -> None:
    body = cards_body(2, KIDS, seats={"A": {"kind": "me"}, "B": {"kind": "open"}}, deadline=60)
    made = create(body)
    seats = seats_of(made)
    seats["A"].act(seats["A"].look()["version"], "deal")
    look = seats["A"].look()
    assert look["waiting_for"] == ["B"] and look["deadline_at"] is not None
    with pytest.raises(Refused) as refused:
        seats["A"].post("/claim", {})
    assert refused.value.code == "not-late"
    game = LiveGame.objects.get(token=made["id"])
    state_of(game).since = timezone.now() - timedelta(minutes=2)
    assert seats["A"].post("/claim", {})["result"] == {
        "winners": ["A"],
        "reason": "deadline",
        "record": f"/api/v1/games/{made['id']}/record",
    }
