"""A small test player at the table's page: looks at what the page offers, and uses it by mouse, by touch or by keys."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tables.models import LiveGame
from tests.tables.clients import body_of, create

BOT = {"kind": "bot", "level": "random"}
MAX_PLAYS = 3  # in a turn
MAX_TURNS = 120
MAX_STOPS = 60  # of the tabulator: a pile of an AI is one

CHANGED = """(before) => {
  const data = document.getElementById("table-data")?.textContent;
  return data && data !== before && !document.querySelector("#table[aria-busy]");
}"""

# A point of a place that is not covered by a Creature, as somebody would aim at who sees the place; else its middle.
AIM = """(spot) => {
  const { left, top, width, height } = spot.getBoundingClientRect();
  const parts = [0.5, 0.25, 0.75, 0.1, 0.9];
  for (const down of parts)
    for (const across of parts) {
      const [x, y] = [left + width * across, top + height * down];
      if (spot.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  return [left + width / 2, top + height / 2];
}"""
WINDOW = """(seat) => [...document.querySelectorAll(`[data-zone="hand-${seat}"] > .win`)]
  .filter((one) => !one.querySelector(".stronghold")).map((one) => one.dataset.card ?? "")"""


def take_over(page: Page, url: str) -> None:
    """Takes a seat by its own link."""
    page.goto(url)
    page.locator(".leaf form .button").click()


def know_decks(page: Page, game: str) -> None:
    """As a browser in which the decks of a game have been seen already: where several of its pages are opened."""
    page.add_init_script(f"localStorage.setItem('decks that were seen', '[\"{game}\"]')")


def sit_down(page: Page, mode: str, seats: dict[str, Any], form: str = "preconstructed", **more: Any) -> LiveGame:
    """Begins a game, and takes the seats of its creator in a browser that moves nothing by itself."""
    made = create({**body_of(mode, form, **more), "seats": seats})
    page.emulate_media(reduced_motion="reduce")
    own = [seat["url"] for seat in made["seats"].values() if seat["kind"] == "me"]
    if len(own) > 1:
        know_decks(page, made["id"])
    for url in own:
        take_over(page, url)
    return LiveGame.objects.get(token=made["id"])


def said(page: Page) -> tuple[str, dict[str, Any]]:
    """What the server tells the table's script: as text, and read."""
    text = page.locator("#table-data").text_content() or ""
    return text, json.loads(text)


def after(page: Page, before: str) -> dict[str, Any]:
    """What it tells once that is something else."""
    page.wait_for_function(CHANGED, arg=before)
    return said(page)[1]


@contextmanager
def settings_of(page: Page) -> Iterator[Locator]:
    """Opens the window of settings, and closes it afterwards."""
    page.locator("[data-settings]").click()
    dialog = page.locator("#settings")
    yield dialog
    dialog.get_by_role("button").click()
    expect(dialog).to_be_hidden()


def to_the_table(page: Page, press: Callable[[Locator], None] = lambda button: button.click()) -> None:
    """Waits for the board, and puts the decks away if they are shown before."""
    expect(page.locator("#board")).to_have_attribute("tabindex", "-1")
    decks = page.locator("#decks[data-first-look]")
    if decks.count():
        expect(decks).to_be_visible()
        press(decks.get_by_role("button"))
        expect(decks).to_be_hidden()


def end_turn(page: Page, press: Callable[[Locator], None] = lambda button: button.click()) -> None:
    """Ends the turn, and means it where nothing has been played in it."""
    press(page.locator('[data-key="judge"]'))
    page.wait_for_function("() => !document.querySelector('#table[aria-busy]')")
    sure = page.locator('[data-key="pass"]')
    if sure.count():
        press(sure)


class Player:
    """Plays what chance picks of what the page offers; the same plays for the same number.

    ``laid`` are the plays in the order in which they were laid down.
    """

    def __init__(self, page: Page, chance: int) -> None:
        self.page = page
        self.chance = random.Random(chance)
        self.laid: list[str] = []

    def press(self, button: Locator) -> None:
        """Presses a button or follows a link."""
        button.click()

    def pick(self, card: Locator) -> None:
        """Chooses one of several cards, without taking it yet."""
        self.press(card)

    def lay(self, action: str) -> None:
        """Plays a card to its place."""
        raise NotImplementedError

    def end(self) -> None:
        """Ends the turn, and means it where nothing has been played in it."""
        end_turn(self.page, self.press)

    def choose(self) -> None:
        """Takes what is offered before there is a board."""
        while not self.page.locator("#board").count():
            version = json.loads(self.page.locator("#table-data").text_content() or "")["version"]
            card = self.page.locator("#choose [type=radio]").first
            if card.count():
                self.pick(card)
                self.press(self.page.locator(".thumb-bar button"))
            else:
                self.press(self.page.locator("button[name=action]").first)
            self.page.wait_for_function(
                """(before) => JSON.parse(document.getElementById("table-data")?.textContent ?? '{"version": -1}')
                  .version > before""",
                arg=version,
            )
        to_the_table(self.page, self.press)

    def act(self, state: dict[str, Any]) -> None:
        """Lays down a play or ends the turn."""
        legal, laid = state["legal"], state["line"].count(";") + bool(state["line"])
        if legal and laid < MAX_PLAYS:
            action = self.chance.choice(legal)
            self.laid.append(action)
            self.lay(action)
        else:
            self.end()

    def play(self, middle: Callable[[], None] = lambda: None, at: int = 3) -> None:
        """Plays to the end of the game; ``middle`` is done once, before the turn that is number ``at``."""
        turns = 0
        while turns < MAX_TURNS:
            text, state = said(self.page)
            if state["view"] == "over":
                return
            assert state["acts"], "the bots have moved, and it is nobody's turn"
            if not state["line"]:
                turns += 1
                if turns == at:
                    middle()
            self.act(state)
            now = after(self.page, text)
            assert now["version"] > state["version"] or now["line"].split(";") == [
                *filter(None, state["line"].split(";")),
                self.laid[-1],
            ], "another play than the one that was meant"
        raise AssertionError("the game does not end")


class Mouse(Player):
    """Clicks on a card and on its place, and drags every other one."""

    def lay(self, action: str) -> None:
        card = self.page.locator(f'#board [data-card="{action.split()[0]}"]')
        if len(self.laid) % 2:
            card.click()
            spot = self.page.locator(f'.spot[data-action="{action}"]')
            spot.scroll_into_view_if_needed()
            self.page.mouse.click(*spot.evaluate(AIM))
            return
        mouse = self.page.mouse
        card.hover()
        mouse.down()
        box = card.bounding_box()
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 12, steps=2)
        mouse.move(*self.page.locator(f'.spot[data-action="{action}"]').evaluate(AIM), steps=3)
        mouse.up()


class Finger(Player):
    """Taps."""

    def press(self, button: Locator) -> None:
        button.tap()

    def lay(self, action: str) -> None:
        self.page.locator(f'#board [data-card="{action.split()[0]}"]').tap()
        spot = self.page.locator(f'.spot[data-action="{action}"]')
        spot.scroll_into_view_if_needed()
        self.page.touchscreen.tap(*spot.evaluate(AIM))


def lay_by_keys(page: Page, action: str, seat: str = "A") -> None:
    """A card of one's window by its number or letter, then its place by its letter or the arrows."""
    card, *where = action.split()
    page.keyboard.press("c" if card == "champion" else str(page.evaluate(WINDOW, seat).index(card) + 1))
    if where in (["upper"], ["lower"]):
        page.keyboard.press(where[0][0])
        return
    expect(page.locator(".spot:focus")).to_be_attached()
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.action") == action:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


class Keys(Player):
    """Touches nothing but the keyboard: what has to be pressed is come to by the tabulator."""

    def press(self, button: Locator) -> None:
        for _ in range(MAX_STOPS):
            if button.evaluate("(one) => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        expect(button).to_be_focused()
        self.page.keyboard.press("Enter")

    def pick(self, card: Locator) -> None:
        while not card.evaluate("(one) => one === document.activeElement"):
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Space")

    def lay(self, action: str) -> None:
        lay_by_keys(self.page, action, said(self.page)[1]["seat"])

    def end(self) -> None:
        if said(self.page)[1]["line"]:
            self.page.keyboard.press("Enter")
        else:
            super().end()


def is_done(page: Page, game: LiveGame, player: Player, seat: str = "A") -> None:
    """Fails unless the page ends where the log does, which has the player's plays, each once and in order."""
    log = list(game.log.order_by("version"))
    assert [entry.version for entry in log] == list(range(1, len(log) + 1))
    game.refresh_from_db()
    state = said(page)[1]
    assert (state["view"], state["version"], game.status, game.version) == ("over", len(log), "over", len(log))
    actions = [entry.action for entry in log if entry.kind == "action" and entry.seat == seat]
    plays = [action for action in actions if " " in action and " pick " not in action]
    assert plays == player.laid


class Taps:
    """Presses with a finger."""

    def press(self, button: Locator, position: Any = None) -> None:
        button.tap(position=position)


class Keyboard:
    """Presses by the keyboard alone."""

    page: Page

    def press(self, button: Locator, position: Any = None) -> None:
        button.focus()
        self.page.keyboard.press("Enter")
