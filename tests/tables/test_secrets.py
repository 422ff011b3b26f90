"""Nothing leaks: what a seat, or whoever watches, is sent holds nothing that the engine does not show it.

Of two games that differ only in what a viewer cannot know, all answers to that viewer are the same, byte by byte.
"""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

from engine.decks.game.foresight import known_to
from engine.decks.game.game import DecksGame
from engine.decks.rules.modes import SEAT_NAMES
from tables import states
from tables.models import LiveGame
from tables.states import state_of
from tables.streams.session import StreamSession
from tables.viewers import find_viewer
from tests.marks import some_long
from tests.tables.clients import GAMES, PERSONS, Refused, Seat, body_of, create, play_on, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]


def hidden_in(view: Any, letter: str | None) -> None:
    """Fails if a view shows a card that a table which knows only what the viewer knows could not show."""
    assert view["seat"] == letter
    assert "seed" not in json.dumps(view)


def opened(viewer: Seat) -> StreamSession:
    """A stream for whoever it is; what it begins with is among their payloads."""
    session = StreamSession(find_viewer(viewer.game, viewer.token, None), None)
    viewer.payloads.append(("STREAM", "".join(session.open())))
    return session


def check_game(mode: str, form: str, seed: int) -> None:
    rng = random.Random(f"{mode} {form} {seed}")
    more: dict[str, Any] = {"seed": str(rng.getrandbits(128)), "exhaustion": rng.random() < 0.4}
    if rng.random() < 0.4:
        more["champions"] = True
        if mode in ("solo", "coop"):
            more["custom"] = {"level": 4, "fixed_mana": 8}
    body = body_of(mode, form, **more)
    for letter in PERSONS[mode][1:]:
        if rng.random() < 0.3:
            body["seats"][letter] = {"kind": "bot", "level": "greedy"}
    made = create(body)
    seats = seats_of(made)
    game = LiveGame.objects.get(token=made["id"])
    viewers = {**seats, "": Seat(made["id"])}
    streams = {letter: opened(viewer) for letter, viewer in viewers.items()}

    def each(seat: Seat, look: Any, action: str, answer: Any) -> None:
        if rng.random() < 0.15:
            actions = [rng.choice(answer["view"]["actions"]) for _ in range(2)] if answer["view"]["actions"] else ["x"]
            for other in viewers.values():
                for what, sent in (
                    ("/preview", {"version": answer["version"], "actions": actions}),
                    ("/draw", {"x": 1}),
                ):
                    with contextlib.suppress(Refused):
                        other.post(what, sent)
        if rng.random() < 0.2:
            for letter, viewer in viewers.items():
                viewer.payloads.append(("STREAM", "".join(streams[letter].collect())))
            game.refresh_from_db()
            engine = state_of(game).engine
            for letter, viewer in viewers.items():
                view = viewer.look()["view"]
                hidden_in(view, letter or None)
                if engine is not None and engine.position is not None:
                    number = SEAT_NAMES.index(letter) if letter else None
                    assert view == json.loads(json.dumps(known_to(engine, number).view(number)))

    play_on(seats, rng, each=each)
    for letter, viewer in viewers.items():
        steps = viewer.get("/steps")
        viewer.payloads.append(("STREAM", "".join(streams[letter].collect())))
        streamed = "".join(text for what, text in viewer.payloads if what == "STREAM").split("\n")
        data = [json.loads(line.removeprefix("data: ")) for line in streamed if line.startswith("data: ")]
        began = next(item["version"] for item in data if "status" in item)
        assert [item for item in data if "events" in item] == steps[began:]
    game.refresh_from_db()
    engine = state_of(game).engine
    assert engine is not None
    secrets = [str(engine.setup.seed), game.nonce, *(seat.token or "x" * 99 for seat in seats.values())]
    for viewer in viewers.values():
        for what, payload in viewer.payloads:
            for secret in secrets:
                assert secret not in payload, what
            assert '"seed"' not in payload or what == "GET /record"


@pytest.mark.parametrize(
    ("mode", "form"), some_long(GAMES, ("ffa", "draft"), ("teams", "constructed"), ("teams", "draft"))
)
def test_no_answer_holds_a_secret(mode: str, form: str) -> None:
    check_game(mode, form, 0)


@pytest.mark.long
@pytest.mark.parametrize(("mode", "form"), GAMES)
def test_no_answer_of_many_games_holds_a_secret(mode: str, form: str) -> None:
    for seed in range(1, 40):
        check_game(mode, form, seed)


# Two games that differ only in what a viewer cannot know


@pytest.mark.parametrize("is_seat", [True, False], ids=["seat", "watching"])
@pytest.mark.parametrize("mode", ["duel", "solo", "coop", "ffa", "teams"])
def test_games_that_differ_in_hidden_cards_alone_answer_alike(mode: str, is_seat: bool) -> None:
    """Looks, previews, refusals: the same bytes, although the others' cards, or the AI's pile, are not."""
    check_alike(mode, is_seat, random.Random(f"seat {mode}"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("mode", ["duel", "solo", "coop", "ffa", "teams"])
def test_many_games_that_differ_in_hidden_cards_alone_answer_alike(mode: str, seed: int) -> None:
    check_alike(mode, bool(seed % 3), random.Random(f"{mode} {seed}"), form="draft" if seed % 2 else "preconstructed")


def check_alike(mode: str, is_seat: bool, rng: random.Random, form: str = "preconstructed") -> None:
    token, seats = table(mode, rng, form)
    game = LiveGame.objects.get(token=token)
    active = seats[seats["A"].look()["waiting_for"][0]]
    version = active.act(game.version, "mana")["version"]
    viewer = active if is_seat else Seat(token)
    lists = [[], ["end-turn"], ["assault", "end-turn"], ["dance"], ["assault", "assault"]]
    lists += [[action, "assault", "end-turn"] for action in active.look()["view"]["actions"]]

    def asked() -> list[str]:
        viewer.payloads.clear()
        viewer.look()
        for what in ("/steps", "/steps?since=1"):
            with contextlib.suppress(Refused):
                viewer.get(what)
        for actions in lists:
            for what, body in (
                ("/preview", {"version": version, "actions": actions}),
                ("/actions", {"version": version, "actions": [*actions, "dance", "dance"]}),
                ("/take-back", {"version": version + 1}),
            ):
                with contextlib.suppress(Refused):
                    viewer.post(what, body)
        return [strip(text) for _, text in viewer.payloads]

    first = asked()
    assert change_what_is_hidden(game, viewer.seat_name, rng)
    assert asked() == first


def choose(seats: dict[str, Seat]) -> None:
    while (look := next(iter(seats.values())).look())["status"] == "draft":
        seat = seats[look["waiting_for"][0]]
        seat.act(look["version"], seat.look()["view"]["actions"][0])


def table(mode: str, rng: random.Random, form: str) -> tuple[str, dict[str, Seat]]:
    made = create(body_of(mode, form, seed=str(rng.getrandbits(128))))
    seats = seats_of(made)
    choose(seats)
    return made["id"], seats


def change_what_is_hidden(game: LiveGame, letter: str, rng: random.Random) -> bool:
    """Has the process believe in another game: the cards that a seat cannot see change places."""
    game.refresh_from_db()
    state = state_of(game)
    engine = state.engine
    assert engine is not None and engine.knowledge is not None and engine.position is not None
    copy: DecksGame = engine.copy()
    assert copy.knowledge is not None and copy.position is not None
    scene, seat = copy.knowledge.scene, SEAT_NAMES.find(letter) if letter else None
    for shuffle in copy.knowledge.shuffles:
        if shuffle.seats == (seat,):
            continue
        cards = [scene.cards[token] for token in shuffle.tokens]
        rng.shuffle(cards)
        for token, card in zip(shuffle.tokens, cards, strict=True):
            scene.cards[token] = card
    for player, hand in zip(copy.position.seats, scene.hands, strict=True):
        if hand.ai is None:
            player.hand[:] = [scene.cards[token] for token in hand.tokens]
        else:
            player.pile[:] = [scene.cards[token] for token in hand.pile]
    other = object.__new__(type(state))
    other.__dict__.update(state.__dict__)
    other.engine = copy
    states.keep(game, other)
    return copy.position.key() != engine.position.key()


def strip(text: str) -> str:
    """Without what differs in every answer: the request's id."""
    return "".join(part for part in text.split("('") if not part.startswith("X-Request-ID"))
