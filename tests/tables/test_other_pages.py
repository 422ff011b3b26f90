"""The pages of Clash of Magic Schools and Clash of the Cards, without scripts: start, table, replay."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from django.test import Client

from games.armies.pages import ArmiesPages
from tables.models import LiveGame
from tables.states import state_of
from tests.answers import text_of
from tests.tables.clients import create, play_on, seats_of
from tests.tables.other_games import KIDS, cards_body, eagerly, schools_body, to_a_free_turn

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]

BUTTON = re.compile(r'name="action" value="([^"]+)"')
OPTION = re.compile(r'<option value="([^"]+)">')
SETTINGS = re.compile(r"<dialog.*?</dialog>", re.DOTALL)
VERSION = re.compile(r'name="version" value="(\d+)"')


def shown(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return text_of(answer)


@pytest.mark.parametrize(
    ("name", "sent", "prefix"),
    [("magic-schools", {}, ""), ("clash-of-the-cards", {"players": "3", "specials": ["wild", "spy"]}, "/fr")],
)
def test_three_presses_begin_a_game_and_its_table_offers_what_may_be_done(
    name: str, sent: dict[str, Any], prefix: str
) -> None:
    browser = Client()
    assert f"/play/new/{name}/" in shown(browser, f"{prefix}/play/")
    assert 'name="seat_' in shown(browser, f"{prefix}/play/new/{name}/")
    begun = browser.post(f"{prefix}/play/new/{name}/", {**sent, "spectators": "on"})
    assert begun.status_code == 302
    game = LiveGame.objects.get()
    rng = random.Random(5)
    for _ in range(25):
        page = shown(browser, begun["Location"]).partition('id="settings"')[0]
        state = state_of(LiveGame.objects.get())
        if state.result is not None:
            break
        seat = state.to_act()[0]
        number = state.seat_number(seat)
        assert state.engine is not None and number is not None
        legal = {str(action) for action in state.engine.legal_actions(number)}
        moves = SETTINGS.sub("", page)
        offered = {*BUTTON.findall(moves), *OPTION.findall(moves)} - {"discard"}
        assert offered <= legal
        assert "discard" in page or offered == legal, legal - offered
        action = eagerly(sorted(legal), rng)
        version = VERSION.search(page)
        assert version is not None
        verb, *parts = action.split(" ")
        form = {"action": verb, "part": parts} if verb == "discard" else {"action": action}
        browser.post(f"{prefix}/play/{game.token}/act/", {**form, "version": version[1], "seat": seat, "sure": "1"})
        assert LiveGame.objects.get().version > state.version


@pytest.mark.parametrize("body", [schools_body(seed="2"), cards_body(2, KIDS, seed="2")], ids=["schools", "cards"])
def test_a_finished_game_is_replayed_action_by_action(body: dict[str, Any]) -> None:
    made = create(body)
    browser = Client()
    assert "The game is still on" in shown(browser, f"/play/{made['id']}/replay/")
    play_on(seats_of(made), random.Random(3), limit=4000, choose=eagerly)
    count = len(state_of(LiveGame.objects.get()).done)
    for at, prefix in ((0, ""), (1, "/fr"), (count, "")):
        page = shown(browser, f"{prefix}/play/{made['id']}/replay/?at={at}")
        assert ('rel="next"' in page) == (at < count) and ('rel="prev"' in page) == (at > 0)
    assert browser.get(f"/play/{made['id']}/replay/edit/?at=1").status_code == 404
    table = shown(browser, f"/play/{made['id']}/")
    assert f"/play/{made['id']}/replay/" in table


@pytest.mark.parametrize("body", [schools_body(seed="2"), cards_body(3, seed="2")], ids=["schools", "cards"])
def test_of_several_hands_at_one_screen_one_is_shown_when_it_is_asked_for(body: dict[str, Any]) -> None:
    browser = Client()
    browser.get("/play/")
    made = create(body)
    for seat in made["seats"].values():
        browser.post(seat["url"])
    covered = shown(browser, f"/play/{made['id']}/")
    assert not BUTTON.search(covered) and "?seat=" in covered
    waiting = seats_of(made)[next(iter(made["seats"]))].look()["waiting_for"][0]
    assert BUTTON.search(shown(browser, f"/play/{made['id']}/?seat={waiting}"))


def test_whoever_watches_sees_no_hand_and_no_button() -> None:
    for body in (schools_body(seed="2"), cards_body(3, seed="2")):
        made = create(body)
        page = shown(Client(), f"/play/{made['id']}/")
        assert not BUTTON.search(page) and "in-hand" not in page and "own-hand" not in page


@pytest.mark.parametrize("name", ["magic-schools", "clash-of-the-cards"])
def test_a_first_game_gives_advice_that_can_be_followed_to_its_end(name: str) -> None:
    browser = Client()
    begun = browser.post(f"/play/new/{name}/first/")
    advice = re.compile(r'<form class="advice"(?:(?!</form>).)*?name="action" value="([^"]+)"')
    for _ in range(40):
        page = shown(browser, begun["Location"])
        game = LiveGame.objects.get()
        state = state_of(game)
        if state.result is not None or state.only_choices():
            break
        seat = state.to_act()[0]
        number = state.seat_number(seat)
        assert state.engine is not None and number is not None
        legal = [str(action) for action in state.engine.legal_actions(number)]
        match = advice.search(page)
        action = match[1] if match else legal[0]
        assert action in legal and (match or state.is_asked)
        browser.post(
            f"/play/{game.token}/act/", {"action": action, "version": state.version, "seat": seat, "sure": "1"}
        )
        assert LiveGame.objects.get().version > state.version
    assert state.version > 8


@pytest.mark.parametrize(("name", "count"), [("magic-schools", 105), ("clash-of-the-cards", 69)])
def test_every_card_of_a_game_is_drawn_with_a_name_of_its_own(name: str, count: int) -> None:
    for prefix in ("", "/fr"):
        page = shown(Client(), f"{prefix}/play/new/{name}/cards/")
        names = re.findall(r'<b class="drawn-name(?: sr)?">([^<]+)</b>', page)
        assert len(names) == count
        assert len(set(names)) == (count if name == "magic-schools" else 10 + 9)


def test_a_turn_that_gives_something_away_is_asked_about() -> None:
    """In the Schools one in which nothing was done; without scripts the question is a page."""
    made = create(schools_body())
    browser = Client()
    for seat in made["seats"].values():
        browser.post(seat["url"])
    letter = to_a_free_turn(seats_of(made))
    game = LiveGame.objects.get()
    sent = {"version": game.version, "seat": letter, "action": "end"}
    answer = browser.post(f"/play/{game.token}/act/", sent)
    game.refresh_from_db()
    assert game.version == sent["version"]
    page = shown(browser, answer.headers["Location"])
    assert 'name="sure"' in page and "Keep playing" in page
    browser.post(f"/play/{game.token}/act/", {**sent, "sure": "1"})
    game.refresh_from_db()
    assert state_of(game).to_act() != [letter]


@pytest.mark.parametrize(
    ("actions", "asks"), [(("end-turn",), False), (("lay-down", "end-turn"), True), (("draw", "battle 3.1"), False)]
)
def test_whole_armies_are_not_passed_by_unasked(actions: tuple[str, ...], asks: bool) -> None:
    assert ArmiesPages().gives_away(actions, has_acted=True) is asks


def test_the_replay_of_a_running_game_says_that_it_is_on_and_an_announcement_has_no_full_stop_twice() -> None:
    made = create(cards_body(2, KIDS))
    browser = Client()
    browser.post(made["seats"]["A"]["url"])
    assert "The game is still on" in shown(browser, f"/play/{made['id']}/replay/")
    seats = seats_of(made)
    assert "Notify me" in shown(browser, f"/play/{made['id']}/")
    assert "Notify me" not in shown(Client(), f"/play/{made['id']}/")
    play_on(seats, random.Random(3), choose=eagerly)
    page = shown(browser, f"/play/{made['id']}/")
    says = re.search(r'"says": "(You [^"]+)"', page)
    assert says is not None and ".." not in says[1] and ". ." not in says[1]
    assert "Notify me" not in page
