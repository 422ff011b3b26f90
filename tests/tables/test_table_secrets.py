"""The table tells nobody more than they may know: pages of games that differ only in that are the same bytes."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from engine.decks.game.game import DecksGame
from engine.decks.game.knowledge import Knowledge
from engine.decks.rules.scene_position import position_of
from engine.decks.rules.trace import events as ev
from tables import states
from tables.models import LiveGame
from tables.states import GameState, state_of
from tests.marks import some_long
from tests.tables.clients import PERSONS, Seat, body_of, create, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]
VARYING = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


def played(mode: str, rng: random.Random, actions: int) -> tuple[dict[str, Any], LiveGame]:
    """A game of people after some actions, as the API answered its creation."""
    made = create(body_of(mode, "preconstructed", seed=str(rng.getrandbits(60)), exhaustion=True))
    seats = seats_of(made)
    for _ in range(actions):
        look = Seat(made["id"]).look()
        if look["status"] == "over":
            break
        seat = seats[look["waiting_for"][0]]
        view = seat.look()
        seat.act(view["version"], rng.choice(view["view"]["actions"]))
    return made, LiveGame.objects.get(token=made["id"])


def other_world(game: LiveGame, seat: int | None, rng: random.Random) -> tuple[GameState, bool]:
    """The same game as far as a seat can know; whether anything lies elsewhere in it.

    The cards that it cannot see lie elsewhere from the start, and a pile that was made anew has another order.
    """
    state = state_of(game)
    steps = list(state.before(0))
    plays = [step for step in steps if step[1].knowledge is not None]
    end = state.engine
    assert end is not None and end.knowledge is not None
    begun = plays[0][1].knowledge.copy() if plays and plays[0][1].knowledge else end.knowledge.copy()
    moved = False
    for group, left in zip(begun.shuffles, end.knowledge.shuffles, strict=False):
        if group.seats != (seat,):
            for is_passed in (False, True):
                tokens = [token for token in left.tokens if (token in end.knowledge.passed) is is_passed]
                moved |= permute(begun, tokens, rng)
    altered: list[tuple[Any, DecksGame, DecksGame]] = []
    knowledge = begun
    for done, before, after in plays:
        copy, then = before.copy(), after.copy()
        copy.knowledge, copy.position = knowledge.copy(), position_of(knowledge.scene)
        seen = []
        for event, _open in after.seen[-1]:
            if isinstance(event, ev.PileMade):
                was, event = event, reordered(event, after, end.knowledge, rng)
                moved |= was.cards != event.cards
            seen.append((event, knowledge.see(event)))
        then.knowledge, then.position = knowledge.copy(), position_of(knowledge.scene)
        then.seen = [*after.seen[:-1], seen]
        altered.append((done, copy, then))
    last = end.copy()
    last.knowledge, last.position = knowledge.copy(), position_of(knowledge.scene)
    assert end.position is not None
    last.position.seed = end.position.seed
    other = object.__new__(type(state))
    other.__dict__.update(state.__dict__)
    other.engine = last
    drafts = [step for step in steps if step[1].knowledge is None]
    if drafts:  # the last choice deals
        done, before, after = drafts[-1]
        after = after.copy()
        after.knowledge = begun.copy() if not plays else altered[0][1].knowledge
        drafts[-1] = (done, before, after)
    whole = [*drafts, *altered]
    other.before = lambda version: (step for step in whole if step[0].version > version)  # type: ignore[method-assign]
    return other, moved


def permute(knowledge: Knowledge, tokens: list[int], rng: random.Random) -> bool:
    cards = [knowledge.scene.cards[token] for token in tokens]
    rng.shuffle(cards)
    moved = any(knowledge.scene.cards[token] != card for token, card in zip(tokens, cards, strict=True))
    for token, card in zip(tokens, cards, strict=True):
        knowledge.scene.cards[token] = card
    return moved


def reordered(event: ev.PileMade, after: DecksGame, end: Knowledge, rng: random.Random) -> ev.PileMade:
    """The pile with those cards in another order that nobody has seen since."""
    assert after.knowledge is not None
    shuffle = after.knowledge.shuffles[-1]
    hidden = set(end.shuffles[len(after.knowledge.shuffles) - 1].tokens)
    places = [place for place, card in enumerate(event.cards) if place >= len(event.cards) - len(shuffle.tokens)]
    places = [p for p in places if shuffle.tokens[p - len(event.cards)] in hidden]
    cards = list(event.cards)
    order = places[:]
    rng.shuffle(order)
    for place, origin in zip(places, order, strict=True):
        cards[place] = event.cards[origin]
    return replace(event, cards=tuple(cards))


def pages(client: Client, game: LiveGame, line: list[str], versions: list[int], language: str) -> list[str]:
    address = f"/fr/play/{game.token}/" if language == "fr" else f"/play/{game.token}/"
    queries: list[dict[str, Any]] = [{"turned": 1}, {"line": "nonsense;1 upper"}]
    queries += [{"since": version} for version in versions]
    queries += [{"line": ";".join(line), "view": "preview", "step": 3}]
    texts = []
    for number, query in enumerate(queries):
        answer = client.get(address, query, headers={"HX-Request": "true"} if number % 2 else {})
        assert answer.status_code == 200 and answer.headers["Content-Language"] == language
        texts.append(VARYING.sub("", answer.content.decode()))
    return texts


OTHER_MODES = [("solo", 60, "fr"), ("coop", 90, "en"), ("ffa", 50, "en"), ("teams", 40, "fr")]


@pytest.mark.parametrize(
    ("mode", "actions", "language"),
    [("duel", 25, "en"), *some_long(OTHER_MODES, *OTHER_MODES)],
)
def test_pages_of_games_that_differ_in_what_is_hidden_are_alike(mode: str, actions: int, language: str) -> None:
    rng = random.Random(f"{mode} {language}")
    made, game = played(mode, rng, actions)
    moved = 0
    truth = state_of(game)
    for letter in ("", PERSONS[mode][0], PERSONS[mode][-1]):
        client = Client()
        if letter:
            client.post(made["seats"][letter]["url"])
        states.keep(game, truth)
        view = Seat(made["id"], made["seats"][letter]["token"] if letter else None).look()
        line = [action for action in view["view"]["actions"] if " " in action][:1]
        versions = [0, game.version // 2, max(game.version - 6, 0)]
        first = pages(client, game, line, versions, language)
        seat = "ABCD".index(letter) if letter else None
        other, differs = other_world(game, seat, rng)
        moved += differs
        states.keep(game, other)
        for page, twin in zip(first, pages(client, game, line, versions, language), strict=True):
            assert page == twin
    assert moved
