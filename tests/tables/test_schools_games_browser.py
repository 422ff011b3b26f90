"""Whole games of Clash of Magic Schools at the table's page by mouse, by touch and by keys; one goes into Overtime."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar, Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from engine.kernel.chance import Chance
from engine.schools.bots import SchoolsBotView, make_schools_bot
from engine.schools.game.game import SchoolsGame
from engine.schools.rules.components import SEATS
from tables.models import LiveGame
from tables.states import state_of
from tests.browsing import come_to_rest
from tests.phones import WATCH
from tests.tables.clients import create, seats_of
from tests.tables.other_games import schools_body
from tests.tables.table_players import Keyboard, Taps, after, said, take_over

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]
CORNER: Final[Any] = {"x": 8, "y": 6}  # of a card, where no other lies upon it
# What greedy bots play with this seed goes into Overtime by a stolen Trial, after two Hypnox in the same turn.
OVERTIME_SEED: Final = "69"
BEFORE_OVERTIME: Final = 96
ANSWERED: Final = """(before) => document.querySelector(".asks") ||
  (document.getElementById("table-data")?.textContent ?? before) !== before"""
# In sight without scrolling: the board with the hand below it.
OUT_OF_SIGHT: Final = """() => ["far", "race", "arenas", "near"].filter((name) => {
  const { top, bottom, left, right } = document.querySelector(`.tournament > .${name}`).getBoundingClientRect();
  return top + scrollY < 0 || bottom + scrollY > innerHeight || left < 0 || right > innerWidth;
})"""


def greedy(game: SchoolsGame, seat: int) -> str:
    """What a bot would do there, the same every time."""
    chance = Chance(0, f"{SEATS[seat]} {len(game.actions)}")
    return str(make_schools_bot("greedy").choose(SchoolsBotView(game.state, seat), chance))


class Mouse:
    """Clicks on a card, then on its place."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, button: Locator, position: Any = None) -> None:
        button.click(position=position)

    def choose(self, source: Locator, action: str) -> None:
        self.press(source, CORNER)
        self.press(self.page.locator(f'.target[data-action="{action}"]').first)

    def play(self, action: str) -> None:
        """An action of the board's, a discard or the end of the turn."""
        page, (verb, *cards) = self.page, action.split(" ")
        if verb == "end":
            self.press(page.locator('button[name="action"][value="end"]:visible').first)
        elif verb == "discard":
            for card in cards:
                self.press(page.locator(f'.in-hand [data-from="pick:{card}"][aria-pressed="false"]').first, CORNER)
            self.press(page.locator('button[value="discard"]'))
        else:
            data = json.loads(page.locator('[data-schools] script[type="application/json"]').text_content() or "")
            source = next(move["from"] for move in data["moves"] if move["action"] == action)
            self.choose(page.locator(f'[data-from~="{source}"]').first, action)


class Finger(Taps, Mouse):
    """Taps."""


class Keys(Keyboard, Mouse):
    """Touches nothing but the keyboard."""

    arrows: ClassVar = 40  # as many places as there can be

    def choose(self, source: Locator, action: str) -> None:
        self.press(source)
        expect(self.page.locator(".target:focus")).to_be_attached()
        for _ in range(self.arrows):
            if self.page.evaluate("document.activeElement.dataset.action") == action:
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")


def play_on(page: Page, hands: Mouse, game: LiveGame, count: int = 60) -> list[str]:
    """Plays so many actions of whoever sits at the page, or to the end; answers them."""
    played = []
    while len(played) < count:
        text, data = said(page)
        game.refresh_from_db()
        engine = state_of(game).engine
        if engine.is_over:
            break
        action = greedy(engine, SEATS.index(data["seat"]))
        hands.play(action)
        page.wait_for_function(ANSWERED, arg=text)
        sure = page.locator('.asks button[value="end"]')
        if sure.count():  # nothing was done in the turn; the question is in sight
            box = sure.bounding_box()
            assert box and page.viewport_size and box["y"] + box["height"] <= page.viewport_size["height"]
            hands.press(sure)
        after(page, text)
        played.append(action)
    return played


def by_api(made: Any, shadow: SchoolsGame, count: int) -> None:
    """Both seats play as greedy bots do until so many actions are done, a turn at a time."""
    seats = seats_of(made)
    while len(shadow.actions) < count:
        (number,) = shadow.to_act()
        seat, actions = seats[SEATS[number]], []
        while len(shadow.actions) < count and number in shadow.to_act():
            actions.append(greedy(shadow, number))
            shadow.apply(number, actions[-1])
        seat.act(seat.look()["version"], *actions)


def whole(page: Page, live_server: Any, hands: Mouse, check: Check, seed: str, own: str, level: str) -> set[str]:
    """A game from the deal to its end, with axe at three stages; answers the verbs that were played."""
    page.emulate_media(reduced_motion="reduce")
    seats = {seat: {"kind": "me"} if seat == own else {"kind": "bot", "level": level} for seat in SEATS}
    made = create(schools_body(seed=seed, seats=seats))
    take_over(page, live_server.url + made["seats"][own]["url"])
    expect(page.locator(".in-hand button.mbody").first).to_be_visible()
    game = LiveGame.objects.get(token=made["id"])
    assert page.evaluate(OUT_OF_SIGHT) == []
    check(page)
    played = play_on(page, hands, game, 14)
    assert page.evaluate(OUT_OF_SIGHT) == []
    check(page)
    played += play_on(page, hands, game)
    assert said(page)[1]["view"] == "over"
    check(page)
    own_actions = [entry.action for entry in game.log.order_by("version") if entry.seat == own]
    assert own_actions == played, "each once and in order"
    return {action.split(" ")[0] for action in played}


@pytest.mark.long
def test_a_whole_game_on_a_desk_by_mouse(page: Page, live_server: Any, assert_accessible: Check) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    verbs = whole(page, live_server, Mouse(page), assert_accessible, "2", SEATS[0], "greedy")
    assert verbs == {"move", "assign", "pass", "summon", "end"}


@pytest.mark.long
def test_a_whole_game_on_a_phone_by_touch(phone: Page, live_server: Any, assert_accessible: Check) -> None:
    verbs = whole(phone, live_server, Finger(phone), assert_accessible, "148", SEATS[1], "random")
    assert verbs == {"move", "assign", "pass", "summon", "discard", "end"}


@pytest.mark.long
def test_a_whole_game_on_a_tablet_by_keys(page: Page, live_server: Any, assert_accessible: Check) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    whole(page, live_server, Keys(page), assert_accessible, "2", SEATS[0], "greedy")


@pytest.mark.parametrize("size", [{"width": 844, "height": 390}, {"width": 1366, "height": 768}], ids=["lying", "desk"])
def test_a_game_goes_into_overtime_on_the_board(
    page: Page, live_server: Any, assert_accessible: Check, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    made, shadow = create(schools_body(seed=OVERTIME_SEED)), SchoolsGame(OVERTIME_SEED)
    by_api(made, shadow, BEFORE_OVERTIME)
    (seat,) = shadow.to_act()
    page.add_init_script(WATCH)
    page.emulate_media(reduced_motion="no-preference")
    take_over(page, live_server.url + made["seats"][SEATS[seat]]["url"])
    come_to_rest(page)
    page.evaluate("window.movers = []")
    game, hands = LiveGame.objects.get(token=made["id"]), Mouse(page)
    for action in ("assign air", "cast 1 hypnox", "cast 1 hypnox", "cast 4 eversio"):
        expect(page.locator(".race .overtime")).to_be_hidden()
        page.locator(".skip-replay").wait_for(state="hidden")
        assert play_on(page, hands, game, 1) == [action]
        shadow.apply(seat, action)
    page.locator(".skip-replay").wait_for(state="hidden")
    expect(page.locator(".race .overtime")).to_be_visible()
    expect(page.locator(".race-goal:visible")).to_have_text("20 points win, 9 or fewer lose")
    assert page.evaluate(OUT_OF_SIGHT) == []
    beside = ("folded-choices", "notify", "FOOTER")  # the list of what can be done, and what stands below it
    assert [mover for mover in page.evaluate("window.movers") if not any(name in mover for name in beside)] == []
    assert_accessible(page)
