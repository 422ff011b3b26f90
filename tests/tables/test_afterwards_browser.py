"""Games afterwards, in a real browser: walking a replay, a review on a phone, statistics; all of it for axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from games.decks.reviewing import judging
from tables.models import LiveGame
from tables.reviewing import services
from tables.services.log import Kind, NewEntry, apply_entries, commit
from tables.states import forget_states, state_of
from tables.tokens import seat_token
from tests.browsing import come_to_rest, fits
from tests.tables.factories import finish, make_game
from tests.tables.table_players import know_decks, take_over, to_the_table
from tests.tables.test_room_browser import WATCH

pytestmark = pytest.mark.django_db(transaction=True)
Check = Callable[[Page], None]


@pytest.fixture
def game(live_server: object) -> LiveGame:
    forget_states()
    return finish(make_game(seed="7"))


@pytest.mark.long
def test_a_replay_is_walked_and_leads_on_from_the_step_that_is_shown(
    page: Page, game: LiveGame, assert_accessible: Check
) -> None:
    page.goto(f"/play/{game.token}/")
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Turn 1 of 7"))
    page.get_by_role("navigation", name="Turns").get_by_role("link", name="A3").click()
    expect(page).to_have_url(re.compile(r"/replay/\?at=5&step=0$"))
    come_to_rest(page)  # an address is there before the scripts that hear keys
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/replay/\?at=5&step=4$"))
    for name in ("Editor", "Make a puzzle", "Continue as a new game"):
        link = page.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile(r"\?at=5&step=4$"))
    assert_accessible(page)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the record").click()
    assert waiting.value.suggested_filename == f"clash-record-{game.token}.json"
    page.get_by_role("link", name="Continue as a new game").click()
    assert_accessible(page)
    page.get_by_role("button", name="Play").click()
    expect(page).to_have_url(re.compile(r"/play/(?!" + re.escape(game.token) + r")[^/]+/$"))


# Of each hand: how many rows it has, and how wide the narrowest card of its window is in sight.
HANDS: Final = """() => [...document.querySelectorAll(".handrow .hand")].map((hand) => {
  const [figs, wins] = [".fig", ".win"].map((some) => [...hand.querySelectorAll(`:scope > ${some}`)]);
  const left = (one) => one.getBoundingClientRect().left;
  const seen = wins.map((one) =>
    Math.min(...figs.map(left).filter((x) => x > left(one)), hand.getBoundingClientRect().right) - left(one));
  return [new Set(figs.map((one) => Math.round(one.getBoundingClientRect().top))).size, Math.round(Math.min(...seen))];
})"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (768, 1024), (1280, 800)], ids=str)
def test_hands_of_a_replay_are_one_row(page: Page, game: LiveGame, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/play/{game.token}/replay/?at=1&step=0")
    come_to_rest(page)
    assert page.locator(".handrow .hand").first.locator(".fig").count() == 9
    for rows, narrowest in page.evaluate(HANDS):
        assert rows == 1 and narrowest >= 34
    assert fits(page)


def test_steps_of_a_replay_are_beside_the_board_on_a_phone_that_lies(page: Page, game: LiveGame) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"/play/{game.token}/replay/?at=1&step=0")
    come_to_rest(page)
    page.locator(".cols").evaluate("(one) => one.scrollIntoView()")
    board, steps = page.locator("#board").bounding_box(), page.locator(".trace .steps").bounding_box()
    assert board and steps
    assert steps["x"] >= board["x"] + board["width"] and steps["x"] + steps["width"] <= 844
    assert steps["y"] >= 0 and steps["y"] + steps["height"] <= 390


def almost_over() -> tuple[LiveGame, NewEntry]:
    """A Duel before the Assault with which A destroys the Fort of B, and that Assault."""
    forget_states()
    won, game = state_of(finish(make_game(seed="7"))), make_game(seed="7")
    before = state = state_of(game)
    rows: list[Any] = []
    *moves, last = [NewEntry(Kind.ACTION, "AB"[done.seat], done.action) for done in won.done]
    for move in moves:
        state, more = apply_entries(game, state, [move])
        rows += more
    commit(game, before, state, rows)
    return game, last


def test_the_end_on_a_phone_comes_after_the_last_blow_and_moves_nothing(
    phone: Page, live_server: object, assert_accessible: Check
) -> None:
    game, last = almost_over()
    know_decks(phone, game.token)
    take_over(phone, f"/play/{game.token}/t/{seat_token(game, 'B')}/")
    to_the_table(phone)
    come_to_rest(phone)  # what moves while the page is read is not what is meant
    phone.evaluate(WATCH)
    state = state_of(game)
    commit(game, state, *apply_entries(game, state, [last]))
    ending = phone.locator(".ending")
    ending.wait_for(state="attached")
    expect(phone.locator("#table[data-replays]")).to_have_count(1)
    expect(ending).to_be_hidden()
    expect(ending).to_be_visible()
    expect(phone.locator("#coach-head")).to_have_text("You lost")
    expect(ending.get_by_text("Hedge Knight destroyed your Fort: 3 damage.")).to_be_visible()
    expect(phone.get_by_role("progressbar")).to_be_visible()
    services.work(game.review.pk)
    expect(ending.get_by_text("You had a better plan")).to_be_visible()
    for name in ("Rematch", "Replay", "Review", "Replay from here", "Make a puzzle"):
        expect(
            ending.get_by_role("button", name=name).or_(ending.get_by_role("link", name=name, exact=True))
        ).to_be_in_viewport(ratio=1)
    assert phone.evaluate("window.movers") == []
    assert fits(phone)
    assert_accessible(phone)
    ending.locator("summary").tap()
    expect(phone.get_by_role("button", name="Rematch")).to_be_hidden()
    phone.locator("#coach-head").tap()
    ending.get_by_role("link", name="Make a puzzle").tap()
    expect(phone.locator("[data-objective=player]")).to_have_value("B")


def test_no_card_under_a_mouse_at_rest_covers_what_comes_after_a_game(page: Page, live_server: object) -> None:
    game, last = almost_over()
    know_decks(page, game.token)
    page.set_viewport_size({"width": 1280, "height": 800})
    take_over(page, f"/play/{game.token}/t/{seat_token(game, 'B')}/")
    to_the_table(page)
    come_to_rest(page)
    page.locator("#board .handrow .token").last.hover()
    expect(page.locator(".reader")).to_be_visible()
    state = state_of(game)
    commit(game, state, *apply_entries(game, state, [last]))
    expect(page.locator(".ending")).to_be_visible()
    expect(page.locator("[data-replays]")).to_have_count(0)
    expect(page.locator(".reader:visible")).to_have_count(0)
    page.locator("#board .handrow .token").first.hover()
    expect(page.locator(".reader")).to_be_visible()


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (768, 1024)], ids=str)
def test_piles_of_an_ai_are_one_row_in_a_replay(page: Page, live_server: object, size: tuple[int, int]) -> None:
    forget_states()
    game = finish(make_game(mode="solo", seats={"A": {"kind": "me"}}, seed="7"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/play/{game.token}/replay/?at=1&step=0")
    come_to_rest(page)
    figs = page.locator(".piles .hand").first.locator(".fig")
    assert figs.count() > 8
    tops = figs.evaluate_all("(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))")
    assert len(set(tops)) == 1
    lefts = figs.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().left)")
    assert min(lefts[1] - lefts[0], lefts[2] - lefts[1]) >= 34  # the Stronghold and the top card are seen whole
    assert fits(page)


def test_a_moment_becomes_a_puzzle(page: Page, game: LiveGame) -> None:
    page.goto(f"/play/{game.token}/replay/?at=5&step=0")
    page.get_by_role("link", name="Make a puzzle").click()
    expect(page.locator("[data-objective=goal]")).to_have_value("win")
    expect(page.locator("[data-objective=player]")).to_have_value("A")


@pytest.mark.long
def test_a_review_on_a_phone(
    phone: Page, game: LiveGame, assert_accessible: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "TRYING", 10_000)
    phone.goto(f"/play/{game.token}/replay/?at=2&step=0")
    assert fits(phone)
    assert_accessible(phone)
    phone.goto(f"/play/{game.token}/review/")
    phone.get_by_role("button", name="Review this game").click()
    expect(phone.get_by_role("progressbar")).to_be_visible()
    assert_accessible(phone)
    services.work(game.review.pk)
    expect(phone.get_by_role("img", name="Winning chances after each turn")).to_be_visible()  # it comes by itself
    phone.get_by_text("As a table").click()
    expect(phone.get_by_role("row")).to_have_count(9)
    assert fits(phone)
    assert_accessible(phone)
    phone.get_by_role("link", name="Step through what was played").first.click()
    expect(phone).to_have_url(re.compile(r"/replay/\?at=\d+&step=0$"))


@pytest.mark.long
def test_the_statistics_on_a_phone(phone: Page, game: LiveGame, assert_accessible: Check) -> None:
    phone.goto("/fr/play/statistics/")
    phone.get_by_label("Mode").select_option("duel")
    phone.get_by_role("button", name="Afficher").click()
    expect(phone).to_have_url(re.compile(r"mode=duel"))
    expect(phone.get_by_role("row").filter(has_text="peu de parties").first).to_be_visible()
    assert fits(phone)
    assert_accessible(phone)


@pytest.mark.long
def test_without_scripts_every_turn_and_step_is_a_page(new_page: Callable[..., Page], game: LiveGame) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"/play/{game.token}/replay/?at=3&step=2")
    page.get_by_role("link", name="Next step").click()
    expect(page).to_have_url(re.compile(r"at=3&step=3$"))
    page.get_by_role("link", name="Next turn").click()
    expect(page).to_have_url(re.compile(r"at=4&step=0$"))
    page.get_by_role("link", name="Editor").click()
    expect(page).to_have_url(re.compile(r"/editor/\?p="))
