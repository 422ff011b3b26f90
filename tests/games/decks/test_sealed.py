"""Answers of several seats at once: sealed until all are there, and never timed so that they tell who holds what."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from tables.models import LiveGame
from tables.services import bots
from tables.states import state_of
from tests.tables.clients import Refused, Seat, create, seats_of
from tests.tables.other_games import cards_body, eagerly

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def asked_for_spies(count: int = 4) -> tuple[Any, dict[str, Seat], Any]:
    """A battle in which at least two seats are asked for a Spy: the game, its clients, the look of A."""
    made = create(cards_body(count, seed="21"))
    seats = seats_of(made)
    rng = random.Random(3)
    for _ in range(300):
        look = seats["A"].look()
        if look["view"]["stage"] == "spy" and len(look["waiting_for"]) > 1:
            return made, seats, look
        actor = seats[look["waiting_for"][0]]
        own = actor.look()
        battles = [action for action in own["view"]["actions"] if action.startswith("battle")]
        actor.act(own["version"], rng.choice(battles) if battles else eagerly(own["view"]["actions"], rng))
    raise AssertionError("nobody is asked for a Spy")


def test_answers_come_in_any_order_and_are_told_when_all_are_there() -> None:
    _made, seats, look = asked_for_spies()
    waiting = look["waiting_for"]
    last = seats[waiting[-1]]
    answer = last.act(look["version"], "pass")
    assert answer["version"] == look["version"] + 1 and answer["steps"] == [{"action": "pass", "events": []}]
    assert answer["view"]["answer"] == "pass" and answer["view"]["actions"] == []
    with pytest.raises(Refused) as refused:
        last.act(answer["version"], "pass")
    assert refused.value.code == "not-your-turn"
    for other in (seats[waiting[0]], Seat(look["id"])):
        (step,) = other.get("/steps", since=look["version"])
        assert step["seat"] == waiting[-1] and step["action"] is None and step["events"] == []
        assert step["view"].get("answer") is None
        assert other.look()["waiting_for"] == waiting[:-1]
    for letter in waiting[:-1]:
        seats[letter].act(seats[letter].look()["version"], "pass")
    events = Seat(look["id"]).get("/steps", since=look["version"])[-1]["events"]
    assert [(event["kind"], event["seat"]) for event in events][: len(waiting)] == [("pass", seat) for seat in waiting]


def test_a_preview_of_the_last_answer_does_not_open_the_others() -> None:
    _made, seats, look = asked_for_spies()
    *others, last = look["waiting_for"]
    for letter in others:
        seats[letter].act(seats[letter].look()["version"], "pass")
    seat = seats[last]
    foreseen = seat.post("/preview", {"version": seat.look()["version"], "actions": ["pass", "pass"]})
    assert foreseen["hidden_from"] == 0 and foreseen["steps"] == [{"action": "pass", "events": []}]


def test_whoever_has_one_answer_gives_it_after_a_while_that_tells_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PLAY_ANSWER_WAIT = (2.0, 5.0)
    made, _seats, look = asked_for_spies()
    game = LiveGame.objects.get(token=made["id"])
    state = state_of(game)
    only = state.only_choices()
    assert only and set(only) <= set(look["waiting_for"])
    times = {letter: bots._answers_at(state, letter) - state.since for letter in look["waiting_for"]}
    assert all(timedelta(seconds=2) <= wait <= timedelta(seconds=5) for wait in times.values())

    def at(moment: datetime) -> None:
        monkeypatch.setattr("tables.services.bots.timezone.now", lambda: moment)

    at(state.since + timedelta(seconds=1.9))
    bots.run(game)
    assert LiveGame.objects.get(pk=game.pk).version == look["version"]
    at(state.since + timedelta(seconds=5.1))
    bots.run(game)
    answered = game.log.filter(version__gt=look["version"], version__lte=look["version"] + len(only))
    assert set(answered.values_list("seat", flat=True)) == set(only)


def test_the_while_depends_on_no_card() -> None:
    """The same seat answers at the same time whatever it holds."""
    made, _seats, look = asked_for_spies()
    state = state_of(LiveGame.objects.get(token=made["id"]))
    before = {letter: bots._answers_at(state, letter) for letter in look["waiting_for"]}
    copy = state._twin()
    for player in copy.engine.inner.position.players:  # type: ignore[union-attr]
        player.hand = player.hand[:1]
    assert {letter: bots._answers_at(copy, letter) for letter in look["waiting_for"]} == before
