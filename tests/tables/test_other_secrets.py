"""Nothing leaks at the tables of Clash of Magic Schools and Clash of the Cards.

All that anybody is sent is held against a game that knows no more than they do; of two games that differ only in what a
viewer cannot know, all answers to that viewer are the same, byte by byte.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from engine.armies.bots.sampling import sample
from engine.armies.formats.views import view_of
from engine.kernel.chance import Chance
from engine.schools.bots import SchoolsBotView
from tables import states
from tables.models import LiveGame
from tables.states import GameState, state_of
from tests.tables.clients import Refused, Seat, create, play_on, seats_of
from tests.tables.other_games import SCHOOLS, VARIANTS, cards_body, eagerly, schools_body
from tests.tables.test_secrets import opened, strip
from tests.world import ADDRESSES

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
OWN = {"deal": "cards", "draw": "cards"}  # events of Clash of Magic Schools that only their seat sees whole


def twin_of(state: GameState, seat: int, chance: Chance) -> GameState:
    """The same game with another order of all that a seat cannot see."""
    copy = state._twin()
    engine: Any = copy.engine
    if state.game == "magic-schools":
        seed = engine.state.seed
        engine.state = SchoolsBotView(engine.state, seat).sample(chance)
        engine.state.seed = seed
        return copy
    position = engine.inner.position
    other = sample(view_of(position, seat), chance)
    for player, sampled in zip(position.players, other.players, strict=True):
        player.hand, player.chest = sampled.hand, sampled.chest
    position.deck = other.deck
    if position.battle is not None and other.battle is not None:
        position.battle.champions.update(other.battle.champions)
    return copy


def believe(game: LiveGame, state: GameState) -> None:
    states.keep(game, state)


def asked(viewer: Seat, version: int, actions: list[str], browser: Client, doors: Sequence[str]) -> list[str]:
    """All that a viewer is answered, to sense and to nonsense, and their page; nothing is done by it."""
    viewer.payloads.clear()
    viewer.look()
    for action in [*actions[:: max(1, len(actions) // 5)], "end", "dance"]:
        for what, body in (
            ("/preview", {"version": version, "actions": [action]}),
            ("/preview", {"version": version, "actions": [action, action, "dance"]}),
            ("/actions", {"version": version, "actions": [action, "dance", "dance"]}),
            ("/actions", {"version": version + 1, "actions": [action]}),
        ):
            with contextlib.suppress(Refused):
                viewer.post(what, body)
    pages = [browser.get(door.format(viewer.game)).content.decode("utf-8", "replace") for door in doors]
    return [*(TOKEN.sub("", page) for page in pages), *(strip(text) for _, text in viewer.payloads)]


# Every address of a game that is asked for by its name alone: its page, what lies behind it, its steps and its record.
OF_GAMES = [address for address in ADDRESSES if address.startswith(("play/<str:token>/", "api/v1/games/<token>"))]
DOORS = ["/play/{}/"]
DOORS += [
    re.sub("<[^>]+>", "{}", f"/{address}")
    for address in OF_GAMES
    if address.count("<") == 1 and not address.endswith("stream")
]
DOORS += ["/fr/play/{}/", "/play/{}/?step=1", "/play/{}/replay/?step=1", "/oembed/?url=http://testserver/play/{}/"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(schools_body(seed="4"), id="schools"),
        pytest.param(cards_body(3, seed="4"), id="cards", marks=pytest.mark.long),
    ],
)
def test_games_that_differ_in_what_is_hidden_answer_alike(body: dict[str, Any]) -> None:
    check_alike(body, 2, DOORS[:1])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("game", ["schools", "cards"])
def test_many_games_that_differ_in_what_is_hidden_answer_alike(game: str, seed: int) -> None:
    if game == "schools":
        check_alike(schools_body(seed=str(seed)), seed, DOORS)
    else:
        check_alike(cards_body(2 + seed % 5, VARIANTS[seed % len(VARIANTS)][1], seed=str(seed)), seed, DOORS)


def check_alike(body: dict[str, Any], seed: int, doors: Sequence[str]) -> None:
    made = create(body)
    seats = seats_of(made)
    game = LiveGame.objects.get(token=made["id"])
    rng, looked_at, changed = random.Random(seed), set(), 0
    browsers = {letter: Client() for letter in (*seats, "")}
    for letter, seat in made["seats"].items():
        assert browsers[letter].post(seat["url"]).status_code == 302

    def each(seat: Seat, look: Any, action: str, answer: Any) -> None:
        nonlocal changed
        game.refresh_from_db()
        truth = state_of(game)
        if truth.result is not None or truth.engine is None or truth.engine.stage in ("deal", "over"):
            return
        kind = (truth.engine.stage, action.partition(" ")[0])
        if kind in looked_at:
            return
        looked_at.add(kind)
        for number, letter in rng.sample(list(enumerate(truth.seat_names)), 1):
            viewers = [seats[letter]] + ([Seat(game.token)] if number == 0 else [])
            actions = seats[letter].look()["view"]["actions"]
            other = twin_of(truth, number, Chance(rng.getrandbits(64), "twin"))
            assert other.engine is not None
            changed += other.engine.key() != truth.engine.key()
            for viewer in viewers:
                believe(game, truth)
                first = asked(viewer, game.version, actions, browsers[viewer.seat_name], doors)
                believe(game, other)
                second = asked(viewer, game.version, actions, browsers[viewer.seat_name], doors)
                believe(game, truth)
                assert first == second, (kind, letter)

    play_on(seats, rng, limit=4000, each=each, choose=eagerly)
    assert changed > 2 and len(looked_at) > 3


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(schools_body(seed="9"), id="schools"),
        pytest.param(cards_body(4, seed="9"), id="cards", marks=pytest.mark.long),
    ],
)
def test_no_answer_holds_what_its_reader_may_not_know(body: dict[str, Any]) -> None:
    made = create(body)
    seats = seats_of(made)
    game = LiveGame.objects.get(token=made["id"])
    viewers = {**seats, "": Seat(made["id"])}
    streams = {letter: opened(viewer) for letter, viewer in viewers.items()}
    play_on(seats, random.Random(7), limit=4000, choose=eagerly)
    game.refresh_from_db()
    steps = {letter: viewer.get("/steps") for letter, viewer in viewers.items()}
    for letter, viewer in viewers.items():
        streamed = "".join(streams[letter].collect()).split("\n")
        data = [json.loads(line.removeprefix("data: ")) for line in streamed if line.startswith("data: ")]
        assert [event for event in data if "events" in event] == steps[letter]
        for what, payload in viewer.payloads:
            assert '"seed"' not in payload and game.nonce not in payload, what
        for step in steps[letter]:
            check = check_schools if game.game == "magic-schools" else check_cards
            check(step, letter)


def check_schools(step: Any, letter: str) -> None:
    """Fails where a step shows a hand, a deck or a drawn card to whoever may not see it."""
    for name in SCHOOLS:
        hand = step["view"]["position"]["seats"][name]["hand"]
        assert isinstance(hand, dict) == (name == letter)
    assert isinstance(step["view"]["position"]["deck"], int) and isinstance(step["view"]["position"]["trials"], int)
    for event in step["events"]:
        if event["kind"] in OWN:
            assert ("cards" in event) == (event["seat"] == letter)


def check_cards(step: Any, letter: str) -> None:
    """Fails where a step shows a hand, a Chest, a draw, a sealed answer or champion to whoever may not see it."""
    view = step["view"]
    is_open = view["phase"] in ("deal", "over")
    for name, player in view["players"].items():
        assert (player["hand"] is None) == (name != letter and not is_open)
        assert player["chest"] is None or name == letter or is_open
    for event in step["events"]:
        if event["kind"] in ("draw", "seal"):
            assert (event["card"] is None) == (event["seat"] != letter)
        if event["kind"] in ("dealt", "chest"):
            assert (event["cards"] is None) == (event["seat"] != letter)
        if event["kind"] == "give":
            assert (event["card"] is None) == (letter not in (event["seat"], event["to"]))
    if step["kind"] == "action" and step["seat"] != letter:
        verb = (step["action"] or "").partition(" ")[0]
        assert verb not in ("stand", "surrender", "join", "pass", "guard", "decline")
        if verb in ("champion", "chest", "give"):
            assert step["action"] == verb
