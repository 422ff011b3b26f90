"""The next turn of a simple game, laid down while the others play: what stays of it, and that it tells nothing."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.armies.game import ADAPTER as ARMIES
from games.schools.game import ADAPTER as SCHOOLS
from tables.models import LiveGame
from tables.states import state_of
from tests.answers import text_of
from tests.engine.armies.test_secrets import otherwise
from tests.engine.schools.helpers import random_game
from tests.engine.schools.test_properties import with_other_secrets
from tests.tables.clients import Seat, create, seats_of
from tests.tables.other_games import cards_body, eagerly, schools_body, to_a_free_turn

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays games through the site")]

CHOICE = re.compile(r'name="action" value="([^"]+)"')


def table_of(made: dict[str, Any], seat: str) -> tuple[Client, str]:
    """A browser that has a seat, and the address of its table."""
    browser = Client()
    browser.post(made["seats"][seat]["url"])
    return browser, f"/play/{made['id']}/"


def offered(page: str) -> list[str]:
    """What may be added to the next turn."""
    return [unescape(action) for action in CHOICE.findall(page.partition("Plan your next turn")[2])]


def laid(browser: Client, address: str, line: str, version: int, action: str = "") -> str:
    query = urlencode({"line": line, "laid": version, **({"action": action} if action else {})})
    return browser.get(f"{address}?{query}").content.decode()


def end_turn(seat: Seat) -> None:
    """Plays a turn of Clash of Magic Schools to its end."""
    action = ""
    while action != "end":
        look = seat.look()
        actions = look["view"]["actions"]
        ways = [way for verb in ("end", "pass", "assign", "move") for way in actions if way.startswith(verb)]
        action = ways[0]
        seat.act(look["version"], action)


def play_some(seats: dict[str, Seat], rng: random.Random, count: int) -> None:
    """Some actions of Clash of the Cards, battles where there may be one."""
    for _ in range(count):
        look = next(iter(seats.values())).look()
        seat = seats[look["waiting_for"][0]]
        actions = seat.look()["view"]["actions"]
        battles = [action for action in actions if action.startswith("battle")]
        seat.act(look["version"], battles[0] if battles else eagerly(actions, rng))


def test_a_turn_is_laid_down_and_played_when_it_comes() -> None:
    made = create(schools_body(seed="2"))
    seats = seats_of(made)
    active, waiting = seats
    browser, address = table_of(made, waiting)
    game = LiveGame.objects.get()
    page = browser.get(address).content.decode()
    first = next(action for action in offered(page) if action.startswith(("assign", "move")))
    page = laid(browser, address, "", game.version, first)
    assert "is-ahead" in page and "Your next turn" in page and "Play this plan" not in page
    second = next(action for action in offered(page) if action.startswith(("assign", "move")))
    page = laid(browser, address, f"{first}", game.version, second)
    assert page.count("<li>") >= 2 and LiveGame.objects.get().version == game.version
    line = f"{first};{second};cast 0 batrax earth"
    dropped = text_of(browser.get(f"{address}?{urlencode({'line': line, 'laid': game.version})}"))
    assert "Removed from your plan" in dropped
    other = laid(table_of(made, active)[0], address, first, game.version)
    assert "is-ahead" not in other

    end_turn(seats[active])
    page = laid(browser, address, f"{first};{second}", game.version)
    assert "Play this plan" in page and "data-play-laid" in page
    assert "data-play-laid" not in laid(browser, address, line, game.version)
    game = LiveGame.objects.get()
    sent = {"version": game.version, "seat": waiting, "line": f"{first};{second}", "action": "play-laid"}
    done = browser.post(f"{address}act/", sent, headers={"HX-Request": "true"})
    assert done.headers["HX-Replace-Url"] == address
    assert [done.action for done in state_of(LiveGame.objects.get()).done[-2:]] == [first, second]
    assert "another window" in text_of(browser.get(f"{address}?{urlencode({'line': first, 'laid': game.version})}"))


def test_an_answer_in_between_leaves_the_next_turn_as_it_is() -> None:
    made = create(cards_body(2, seed="5"))
    seats = seats_of(made)
    rng = random.Random(1)
    while True:
        state = state_of(LiveGame.objects.get())
        assert state.engine is not None and state.result is None
        asked = [seat for seat in state.to_act() if state.is_asked and state.engine.view(None)["active"] != seat]
        if asked:
            break
        play_some(seats, rng, 1)
    seat = asked[0]
    browser, address = table_of(made, seat)
    page = laid(browser, address, "draw", state.version)
    assert "is-ahead" not in page and 'value="draw"' in page
    action = state.view(state.seat_number(seat))["actions"][0]
    sent = {"version": state.version, "seat": seat, "line": "draw", "laid": state.version, "action": action}
    kept = browser.post(f"{address}act/", sent, headers={"HX-Request": "true"}).headers["HX-Replace-Url"]
    assert kept.startswith(f"{address}?line=draw&laid=")
    assert "another window" not in text_of(browser.get(kept))


def test_no_spectator_lays_anything_down() -> None:
    made = create(schools_body(seed="2"))
    to_a_free_turn(seats_of(made))
    page = laid(Client(), f"/play/{made['id']}/", "end", LiveGame.objects.get().version)
    assert "is-ahead" not in page and "Plan your next turn" not in page


def test_the_next_turn_does_not_depend_on_what_is_hidden() -> None:
    rng = random.Random(3)
    seen = 0
    for number in range(8):
        game = random_game(f"ahead-{number}", 20 + number)
        if game.is_over:
            continue
        seat = 1 - game.state.active
        copy = game.copy()
        copy.state = with_other_secrets(game.state, seat, rng)
        ahead, other = SCHOOLS.next_turn(game, seat), SCHOOLS.next_turn(copy, seat)
        assert ahead is not None and other is not None and ahead.view(seat) == other.view(seat)
        assert SCHOOLS.next_turn(game, game.state.active) is None
        seen += 1
    assert seen


def test_the_next_turn_of_armies_does_not_depend_on_what_is_hidden() -> None:
    rng = random.Random(3)
    made = create(cards_body(3, seed="5"))
    play_some(seats_of(made), rng, 25)
    engine = state_of(LiveGame.objects.get()).engine
    assert engine is not None
    seen = 0
    for seat in range(3):
        ahead = ARMIES.next_turn(engine, seat)
        if ahead is None:
            continue
        copy = engine.copy()
        copy.inner.position = otherwise(engine.inner.position, seat, rng)
        other = ARMIES.next_turn(copy, seat)
        assert other is not None and ahead.legal_actions(seat) == other.legal_actions(seat) != []
        seen += 1
    assert seen
