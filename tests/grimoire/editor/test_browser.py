"""The editor in a real browser: stamps, drags, keys, fingers, undo, the address, faults, four players and AIs."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from board.samples import all_samples
from engine.decks.formats import compact
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.position import Position
from grimoire.composing import searching
from grimoire.composing import services as composing
from grimoire.editor.documents import starter
from grimoire.models import Composition
from tests.browsing import box_of, eventually, lend
from tests.cards.factories import make_card, make_set
from tests.engine.decks.solving.positions import Maker

NewPage = Callable[..., Page]
SAMPLE = all_samples()[0]
CARDS = ("Wolf", "Tick", "Bolt", "Hero")


@pytest.fixture(autouse=True)
def cards(transactional_db: None) -> None:
    """Four cards to stamp with: a Creature, a Symbiote, an Incantation, a Champion."""
    site = make_set("base")
    make_card("Wolf", site, cost=1, av=2, hp=3)
    make_card("Tick", site, cost=2, av=1, hp=1, abilities=["symbiote"])
    make_card("Bolt", site, kind="incantation", cost=3, av=3)
    make_card("Hero", site, kind="champion", cost=4, av=4, hp=4)


def open_editor(page: Page, address: str = "/editor/") -> None:
    page.goto(address)
    expect(page.locator("[data-editor][data-ready]")).to_be_attached()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-is", re.compile("good|bad"))


def offer(page: Page, name: str) -> Locator:
    return page.locator(f"[data-card*='\"{name}\"']")


def places(page: Page, zone: str) -> Locator:
    return page.locator(f'[data-zone="{zone}"] .fig:not(.add)')


def slot(page: Page, zone: str) -> Locator:
    return page.locator(f'[data-zone="{zone}"] .fig.add')


def stamp(page: Page, name: str, *zones: str) -> None:
    offer(page, name).click()
    for zone in zones:
        slot(page, zone).click()


def names(page: Page, zone: str) -> list[str]:
    labels = places(page, zone).evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-label'))")
    return [label.split(",")[0] for label in labels]


def settle(page: Page) -> None:
    """Waits until the server has looked at the last edit."""
    expect(page.locator("[data-editor]")).to_have_attribute("data-state", "checked")


def position(page: Page) -> Position:
    """The position of the address, once everything is checked."""
    settle(page)
    expect(page.locator("[data-verdict]")).to_have_text(re.compile("Complete"))
    return compact.unpack(parse_qs(urlsplit(page.url).query)["p"][0])


def written(page: Page) -> Any:
    return write_position(position(page))["players"]


def drag(page: Page, start: Locator, end: Locator, where: float = 0.5) -> None:
    a, b = box_of(start), box_of(end)
    page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
    page.mouse.down()
    page.mouse.move(a["x"] + a["width"] / 2 + 30, a["y"] + a["height"] / 2 + 10)
    page.mouse.move(b["x"] + b["width"] * where, b["y"] + b["height"] / 2, steps=4)
    page.mouse.up()


# Stamping and dragging


def test_a_card_is_a_stamp_until_it_is_put_away(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A", "upper-A", "lower-B")
    expect(offer(page, "Wolf")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-tool-says]")).to_have_text("Stamp: Wolf")
    players = written(page)
    assert [creature["card"]["name"] for creature in players["A"]["upper"]] == ["Wolf", "Wolf"]
    assert [creature["card"]["name"] for creature in players["B"]["lower"]] == ["Wolf"]
    offer(page, "Wolf").click()
    expect(offer(page, "Wolf")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-act=pointer]")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_cards_on_the_board_keep_their_pictures_while_one_goes_on_searching(page: Page) -> None:
    """The palette's answers bring the drawings of their faces along, and go with the next one."""
    make_card("Crooked Judge", cost=2)
    make_card("Deepwater King", cost=5)
    open_editor(page)

    def search(name: str) -> None:
        page.locator("#q").fill(name)
        expect(page.locator("[data-offers] [data-card]")).to_have_count(1)
        expect(offer(page, name)).to_be_visible()

    for name, zone in (("Deepwater King", "upper-A"), ("Crooked Judge", "lower-B"), ("Bolt", "hand-A")):
        search(name)
        stamp(page, name, zone)
    search("Tick")
    offer(page, "Tick").click()
    places(page, "upper-A").click()
    expect(places(page, "upper-A").locator(".token.upon")).to_be_attached()
    search("Wolf")
    empty = """board => [...board.querySelectorAll("use")].filter((use) => {
      const { width, height } = use.getBBox(); // of what a small card leaves out there is none
      return use.ownerSVGElement.getClientRects().length && (!width || !height);
    }).map((use) => use.getAttribute("href"))"""
    board = page.locator("#board")
    assert board.locator("use").count() > 8
    eventually(lambda: board.evaluate(empty), [])


@pytest.mark.long
def test_the_menu_of_more_tools_closes_like_any_other(page: Page) -> None:
    open_editor(page)
    menu = page.locator(".more-acts")
    summary = menu.locator("summary")
    stamp(page, "Wolf", "upper-A")
    summary.click()
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(summary).to_be_focused()
    expect(page.locator("[data-tool-says]")).to_have_text("Stamp: Wolf")
    summary.click()
    page.locator("h1").click()
    expect(menu).not_to_have_attribute("open", "")


def test_twenty_cards_in_a_line_stay_on_the_board(page: Page) -> None:
    open_editor(page)
    document = starter()
    wolf = {"card": {"name": "Wolf", "type": "creature", "cost": 1, "av": 2, "hp": 3, "abilities": []}}
    document["players"]["A"]["upper"] = document["players"]["B"]["upper"] = [wolf] * 20
    open_editor(page, "/editor/?p=" + compact.pack(read_position(document)))
    expect(places(page, "upper-B")).to_have_count(20)
    board = box_of(page.locator("#board"))
    edges = "lines => lines.map((line) => [line.getBoundingClientRect().left, line.getBoundingClientRect().right])"
    for left, right in page.locator("#board .kingdom").evaluate_all(edges):
        assert board["x"] <= left and right <= board["x"] + board["width"]
    line = page.locator('[data-zone="upper-B"]')
    assert line.evaluate("line => getComputedStyle(line).overflowX") == "auto"
    assert page.evaluate("document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth")


def sign_in(page: Page, live_server: Any, name: str) -> None:
    client = Client()
    client.force_login(User.objects.create_user(name))
    lend(page, client, live_server)


def begin_work(page: Page, live_server: Any, name: str) -> None:
    """Somebody signs in and leaves a position, a card and a page behind in the browser, none of them finished."""
    sign_in(page, live_server, name)
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    settle(page)
    page.goto("/workshop/new/")
    page.locator("#id_name").fill("A card without a cost")
    page.locator("#id_cost").fill("")
    eventually(lambda: page.evaluate("Boolean(localStorage.getItem('workshop:new'))"), True)
    page.evaluate("localStorage.setItem('theme', 'dark')")


def assert_nothing_is_left(page: Page) -> None:
    assert page.evaluate("Object.keys(localStorage)") == ["theme"]
    # htmx keeps there which page it came from.
    assert page.evaluate("Object.keys(sessionStorage).filter(name => !name.startsWith('htmx-'))") == []
    open_editor(page)
    expect(page.locator("[data-note]")).to_be_hidden()
    expect(places(page, "upper-A")).to_have_count(0)
    page.goto("/workshop/new/")
    expect(page.locator("[data-draft]")).to_be_hidden()
    expect(page.locator("#id_name")).to_have_value("")


@pytest.mark.long
def test_signing_out_and_deleting_everything_leave_no_work_in_the_browser(page: Page, live_server: Any) -> None:
    begin_work(page, live_server, "ada")
    page.goto("/me/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("a.me")).to_have_text("You")
    assert_nothing_is_left(page)
    begin_work(page, live_server, "bea")
    page.goto("/me/delete/")
    page.get_by_label("Type your name, bea").fill("bea")
    page.get_by_role("button", name="Delete everything").click()
    expect(page.locator(".messages")).to_contain_text("deleted")
    assert_nothing_is_left(page)


@pytest.mark.long
def test_work_of_somebody_who_did_not_sign_out_is_not_shown_to_another(page: Page, live_server: Any) -> None:
    begin_work(page, live_server, "ada")
    page.context.clear_cookies()
    sign_in(page, live_server, "bob")
    open_editor(page)
    expect(places(page, "upper-A")).to_have_count(0)
    page.goto("/workshop/new/")
    expect(page.locator("[data-draft]")).to_be_hidden()


@pytest.mark.long
def test_a_stamp_goes_before_or_after_the_card_it_meets(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A", "upper-B")
    offer(page, "Bolt").click()
    # In A's Kingdom, on the left, the Bridge is to the right.
    for zone, towards, away in (("upper-A", 0.8, 0.2), ("upper-B", 0.2, 0.8)):
        for place, where in ((places(page, zone).first, towards), (places(page, zone).last, away)):
            settle(page)  # what the server says of the last one makes room for itself
            place.click(position={"x": box_of(place)["width"] * where, "y": 20})
    assert names(page, "upper-A") == ["Bolt", "Wolf", "Bolt"]
    assert names(page, "upper-B") == ["Bolt", "Wolf", "Bolt"]
    settle(page)
    expect(page.locator("[data-faults] li")).to_have_count(4)


def test_dragging_puts_moves_and_takes_away(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1300})
    open_editor(page)
    drag(page, offer(page, "Wolf"), slot(page, "upper-A"))
    assert names(page, "upper-A") == ["Wolf"]
    drag(page, places(page, "upper-A").first, slot(page, "lower-B"))
    assert (names(page, "upper-A"), names(page, "lower-B")) == ([], ["Wolf"])
    hand = names(page, "hand-A")
    drag(page, places(page, "lower-B").first, places(page, "hand-A").nth(2), where=0.2)
    assert names(page, "hand-A") == [*hand[:2], "Wolf", *hand[2:]]
    drag(page, places(page, "hand-A").nth(2), places(page, "hand-A").nth(4), where=0.9)
    assert names(page, "hand-A") == [*hand[:2], *hand[2:4], "Wolf", *hand[4:]]
    drag(page, places(page, "hand-A").nth(4), page.locator("h1"))
    assert names(page, "hand-A") == hand
    drag(page, places(page, "hand-A").first, page.locator("h1"))
    assert names(page, "hand-A") == hand, "a Stronghold stays"
    assert position(page).key() == read_position(starter()).key()


def test_a_symbiote_goes_onto_a_creature_and_a_card_face_down_under_it(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    offer(page, "Tick").click()
    places(page, "upper-A").first.click()
    (creature,) = written(page)["A"]["upper"]
    assert (creature["card"]["name"], creature["symbiote"]["name"]) == ("Wolf", "Tick")
    expect(places(page, "upper-A").locator(".av.total b")).to_have_text("3")
    page.keyboard.press("Escape")
    places(page, "upper-A").first.click()
    page.get_by_role("button", name="Take off the card on top").click()
    assert "symbiote" not in written(page)["A"]["upper"][0]
    offer(page, "Bolt").click()
    places(page, "upper-A").first.click(button="right")
    page.get_by_role("button", name="Put under it, face down: Bolt").click()
    assert written(page)["A"]["upper"][0]["enchained"]["name"] == "Bolt"
    expect(places(page, "upper-A").locator(".facedown")).to_have_count(1)


def test_a_champion_stands_beside_the_board_or_on_it(page: Page) -> None:
    open_editor(page)
    stamp(page, "Hero", "champion-A", "upper-B")
    players = written(page)
    assert players["A"]["champion"]["state"] == "ready"
    assert players["B"]["champion"]["state"] == "in-play"
    assert players["B"]["upper"][0]["champion"] is True
    page.keyboard.press("Escape")
    places(page, "upper-B").first.focus()
    page.keyboard.press("Delete")
    assert written(page)["B"]["champion"]["state"] == "exhausted"
    page.locator('[data-set="champion"][data-of="A"]').select_option("exhausted")
    assert written(page)["A"]["champion"]["state"] == "exhausted"


def test_the_menu_of_a_card_writes_and_moves_it(page: Page) -> None:
    """A short way with the mouse is a click, which opens it; Enter in a field is done with it."""
    open_editor(page)
    stamp(page, "Wolf", "lower-A")
    stamp(page, "Tick", "lower-A")
    page.keyboard.press("Escape")
    box = box_of(places(page, "lower-A").first)
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 32, box["y"] + 30)
    page.mouse.up()
    page.get_by_label("Damage").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator("#place-menu")).to_be_hidden()
    assert written(page)["A"]["lower"][0]["damage"] == 2
    expect(page.locator("[data-act=pointer]")).to_have_attribute("aria-pressed", "true")  # nothing is carried
    places(page, "lower-A").first.click()
    page.get_by_role("button", name="Move left").click()
    assert names(page, "lower-A") == ["Tick", "Wolf"]
    expect(places(page, "lower-A").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Move left").click()
    assert names(page, "lower-A") == ["Tick", "Wolf"], "it is the outermost already"


# Keys


def test_everything_goes_by_keys_alone(page: Page) -> None:
    open_editor(page)
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.insert_text("wolf")
    expect(page.locator("[data-card]")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    for _ in range(12):
        if page.evaluate("document.activeElement.dataset.in") == "lower-A":
            break
        page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.in") == "lower-A"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert names(page, "lower-A") == ["Wolf", "Wolf"]
    page.keyboard.press("Home")
    page.keyboard.press("2")
    page.keyboard.press("e")
    page.keyboard.press("s")
    page.keyboard.press("a")
    page.keyboard.press("h")
    page.keyboard.press("h")
    first, _second = written(page)["A"]["lower"]
    marks = {key: value for key, value in first.items() if key != "card"}
    assert marks == {"damage": 2, "entered": True, "struck": True, "activated": True}
    page.keyboard.press("Shift+ArrowLeft")
    assert [creature.get("damage", 0) for creature in written(page)["A"]["lower"]] == [0, 2]
    page.keyboard.press("m")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert [creature["damage"] for creature in written(page)["A"]["upper"]] == [2]
    page.keyboard.press("Delete")
    assert names(page, "upper-A") == []
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert [creature.get("damage", 0) for creature in written(page)["A"]["lower"]] == [0, 2]
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()


def test_strongholds_turn_over_the_eraser_erases_and_letters_in_fields_are_letters(page: Page) -> None:
    open_editor(page)
    places(page, "hand-A").first.focus()
    page.keyboard.press("f")
    page.keyboard.press("Shift+ArrowRight")
    assert written(page)["A"]["hand"][1] == "fort"
    page.locator("[data-flip=A]").click()
    assert written(page)["A"]["hand"][1] == "bastion"
    expect(page.locator('[data-panel="A"] [data-says="to_go"]')).to_have_text("4 HP")
    page.locator("[data-act=eraser]").click()
    hand = names(page, "hand-B")
    places(page, "hand-B").nth(1).click()
    assert names(page, "hand-B") == [hand[0], *hand[2:]]
    page.locator("#q").focus()
    page.keyboard.type("/b?m")
    expect(page.locator("#q")).to_have_value("/b?m")
    expect(page.locator("#keys")).not_to_be_visible()


# Undo, address, drafts


@pytest.mark.long
def test_undo_and_redo_go_all_the_way(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A", "upper-B", "lower-A")
    page.locator("[data-set=mana]").fill("9")
    page.locator("[data-set=mana]").press("Tab")
    end = position(page)
    for _ in range(4):
        page.locator("[data-act=undo]").click()
    expect(page.locator("[data-act=undo]")).to_be_disabled()
    assert position(page).key() == read_position(starter()).key()
    expect(page.locator("[data-set=mana]")).to_have_value("6")
    for _ in range(4):
        page.locator("[data-act=redo]").click()
    expect(page.locator("[data-act=redo]")).to_be_disabled()
    assert position(page).key() == end.key()


@pytest.mark.long
def test_the_address_round_trips(page: Page) -> None:
    for sample in all_samples():
        open_editor(page, f"/editor/?p={compact.pack(sample.position)}")
        page.locator("[data-set=exhaustion]").click()
        page.locator("[data-set=exhaustion]").click()
        assert position(page).key() == sample.position.key(), sample.slug


@pytest.mark.long
def test_the_address_can_be_sent_to_somebody_else(page: Page, new_page: NewPage) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    sent = position(page)
    other = new_page()
    open_editor(other, page.url)
    assert names(other, "upper-A") == ["Wolf"]
    assert position(other).key() == sent.key()
    expect(other.locator("[data-note]")).to_be_hidden()


@pytest.mark.long
def test_what_is_half_finished_comes_back_after_a_reload(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    position(page)
    address = page.url
    stamp(page, "Bolt", "upper-A")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-is", "bad")
    assert page.url == address
    page.reload()
    expect(page.locator("[data-note]")).to_be_visible()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-is", "bad")
    assert names(page, "upper-A") == ["Wolf", "Bolt"]
    page.locator("[data-act=undo]").click()
    assert names(page, "upper-A") == ["Wolf"]


@pytest.mark.long
def test_a_second_tab_keeps_its_own(page: Page) -> None:
    open_editor(page)
    other = page.context.new_page()
    open_editor(other)
    stamp(page, "Bolt", "upper-A")
    stamp(other, "Bolt", "lower-B")
    for tab in (page, other):
        expect(tab.locator("[data-verdict]")).to_have_attribute("data-is", "bad")
        tab.reload()
    expect(places(page, "upper-A")).to_have_count(1)
    expect(places(page, "lower-B")).to_have_count(0)
    expect(places(other, "lower-B")).to_have_count(1)
    expect(places(other, "upper-A")).to_have_count(0)


@pytest.mark.long
def test_the_last_position_waits_where_no_address_names_one(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    kept = position(page)
    page.goto("/")
    open_editor(page)
    assert names(page, "upper-A") == ["Wolf"]
    assert position(page).key() == kept.key()


@pytest.mark.long
def test_what_cannot_be_drawn_any_more_is_forgotten(page: Page) -> None:
    open_editor(page)
    for junk in ('[{"doc": {"players": 5}, "puzzle": "", "account": ""}]', "[null, 7]", "{", '{"a": 1}'):
        page.evaluate("junk => localStorage.setItem('grimoire-editor', junk)", junk)
        open_editor(page)
        assert position(page).key() == read_position(starter()).key()


@pytest.mark.long
def test_nobody_sees_the_draft_of_somebody_who_has_signed_out(page: Page, live_server: Any) -> None:
    sign_in(page, live_server, "ada")
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    position(page)
    page.evaluate("sessionStorage.clear()")
    open_editor(page)
    assert names(page, "upper-A") == ["Wolf"]
    page.context.clear_cookies()
    open_editor(page)
    assert names(page, "upper-A") == []


# Faults, objective, text


def test_faults_are_named_at_their_place_and_numbers_stay(page: Page) -> None:
    open_editor(page)
    stamp(page, "Bolt", "upper-A")
    fault = page.locator("[data-faults] button")
    expect(fault).to_have_text("Only a Creature can be here.")
    expect(places(page, "upper-A").first).to_have_class(re.compile("faulty"))
    page.keyboard.press("Escape")
    fault.click()
    expect(places(page, "upper-A").first).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-is", "good")
    page.locator("[data-set=mana]").fill("99999999999")
    page.locator("[data-set=mana]").press("Tab")
    settle(page)
    expect(page.locator("[data-faults] li")).to_contain_text("/mana")
    expect(page.locator("[data-set=mana]")).to_have_value("99999999999")


@pytest.mark.long
def test_the_objective_is_made_not_typed_and_its_target_stays_the_target(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-B", "upper-B")
    page.keyboard.press("Escape")
    page.locator("[data-objective=goal]").select_option("destroy")
    page.locator("[data-choose-target]").click()
    places(page, "upper-B").nth(1).click()
    objective = write_position(position(page))["objective"]
    assert objective == {
        "player": "A",
        "goal": {"destroy": {"player": "B", "line": "upper", "position": 1}},
        "turns": 1,
    }
    expect(page.locator("[data-goal]")).to_contain_text("Wolf")
    places(page, "upper-B").first.focus()
    page.keyboard.press("Delete")
    assert write_position(position(page))["objective"]["goal"]["destroy"]["position"] == 0
    places(page, "upper-B").first.focus()
    page.keyboard.press("Delete")
    expect(page.locator("[data-faults] li")).to_have_count(1)
    page.locator("[data-objective=goal]").select_option("damage")
    page.locator("[data-objective=damage]").fill("4")
    page.locator("[data-objective=turns]").fill("2")
    page.locator("[data-objective=turns]").press("Tab")
    assert write_position(position(page))["objective"] == {"player": "A", "goal": {"damage": 4}, "turns": 2}


def test_a_page_needs_an_objective_and_then_it_is_made(page: Page) -> None:
    open_editor(page)
    keep = page.get_by_role("button", name="Prove and create puzzle")
    keep.click()
    expect(page.locator("[data-objective=goal]")).to_be_focused()
    page.locator("[data-objective=goal]").select_option("bastion")
    expect(page.locator("[data-count]")).to_contain_text("No solution")
    stamp(page, "Wolf", "upper-A")  # each edit counts again
    position(page)
    page.locator("[data-objective=goal]").select_option("predict")
    expect(page.locator("[data-count]")).to_contain_text("Resolved: one outcome")
    keep.click()
    expect(page).to_have_url(re.compile(r"/grimoire/mine/[\w-]{12}/"))


@pytest.mark.long
def test_it_is_resolved_in_place(page: Page) -> None:
    open_editor(page)
    stamp(page, "Wolf", "upper-A")
    position(page)
    for phase in ("summoning", "mana", "end"):
        page.locator("[data-set=phase]").select_option(phase)
        settle(page)
        with page.expect_response(re.compile(r"a=")):
            page.locator("[data-resolve]").click()
        expect(page.locator("[data-trace]:not([aria-busy]) .live-step").nth(2)).to_be_attached()
        expect(page.locator("[data-trace] .moment").first).to_be_visible()
    page.locator("[data-link=board]").click()
    expect(page.locator("#board")).to_be_visible()
    page.get_by_role("link", name="Edit position").click()
    expect(page).to_have_url(re.compile("/editor/"))


def test_text_goes_in_and_out(page: Page) -> None:
    open_editor(page)
    page.locator("[data-text] summary").click()
    box = page.locator("[data-take] textarea")
    document = json.loads(box.input_value())
    assert document == starter()
    box.fill("cod1 duel A summoning | A [")
    page.get_by_role("button", name="Load").click()
    expect(page.locator("[data-text-faults]")).to_contain_text("column")
    expect(box).to_have_value("cod1 duel A summoning | A [")
    document["players"]["A"]["upper"] = [{"card": {**document["players"]["A"]["hand"][1], "name": "Newcomer"}}]
    box.fill(json.dumps(document))
    page.get_by_role("button", name="Load").click()
    expect(places(page, "upper-A")).to_have_count(1)
    assert position(page).key() == read_position(document).key()
    expect(places(page, "upper-A").locator(".card")).to_have_count(1)


@pytest.mark.long
def test_the_composer_makes_a_position_unique_and_that_can_be_undone(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys alone. The Mana that a game gives is one press away, and clearing all leaves the beginning of a turn."""
    monkeypatch.setattr(searching, "ENOUGH", 5)
    packed = compact.pack(Maker(16, cards=6, mana=5).puzzle({"damage": 3}))
    open_editor(page, f"/editor/?p={packed}")
    mana, count = page.locator("[data-set=mana]"), page.locator("[data-count]")
    expect(count).to_contain_text("2 solutions")
    page.get_by_role("button", name="Make unique").press("Enter")
    expect(page.locator("#composition [role=status]")).to_contain_text("0 changes tried")
    composing.work(key=Composition.objects.get().pk)
    expect(page.locator(".proposals")).to_contain_text("Set the Mana to 4")
    page.locator("#load-1").press("Enter")
    expect(mana).to_have_value("4")
    expect(count).to_contain_text("1 solution ")
    settle(page)
    page.locator("[data-act=undo]").click()
    expect(mana).to_have_value("5")
    expect(page.locator("[data-legality]")).to_contain_text("A game gives 7 Mana here.")
    page.locator("[data-natural]").press("Enter")
    expect(mana).to_have_value("7")
    expect(page.locator("[data-legality]")).to_contain_text("The Mana is what a game gives here.")
    page.get_by_text("More tools").click()
    page.locator("[data-act=clear-all]").click()
    expect(mana).to_have_value("1")
    expect(page.locator("[data-set=turn][data-of=A]")).to_have_value("2")
    page.reload()
    expect(page.locator(".proposals")).to_contain_text("Set the Mana to 4")  # the last search is still there


@pytest.mark.long
def test_many_different_cards_are_drawn_in_several_turns(page: Page) -> None:
    document = starter()
    document["players"]["A"]["hand"] += [
        {"name": f"Card {number}", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}
        for number in range(90)
    ]
    open_editor(page, f"/editor/?p={compact.pack(read_position(document))}")
    expect(page.locator('[data-zone="hand-A"] .faceless')).to_have_count(0)
    expect(page.locator('[data-zone="hand-A"] .card')).to_have_count(96)


# Modes


@pytest.mark.long
def test_four_players_see_all_four_boards(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    open_editor(page)
    page.locator("[data-set=mode]").select_option("ffa")
    for seat in "ABCD":
        for zone in ("hand", "upper", "lower", "champion"):
            expect(page.locator(f'[data-zone="{zone}-{seat}"]')).to_be_visible()
    stamp(page, "Wolf", "upper-C", "lower-D")
    page.locator("[data-set=active]").select_option("C")
    now = position(page)
    assert (now.mode.name, now.active) == ("ffa", 2)
    assert_accessible(page)
    page.locator("[data-set=mode]").select_option("duel")
    assert len(position(page).rows) == 4
    page.keyboard.press("Escape")
    page.locator("[data-act=undo]").click()
    assert names(page, "upper-C") == ["Wolf"]


@pytest.mark.long
def test_an_ai_has_a_pile_and_a_level(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    open_editor(page)
    hand = names(page, "hand-B")[1:]
    page.locator("[data-set=mode]").select_option("solo")
    assert names(page, "pile-B") == hand
    stamp(page, "Wolf", "discard-B", "lower-B")
    page.locator(".ai-fields summary").click()
    page.locator("[data-set=fixed_mana]").fill("8")
    page.locator("[data-set=resistance]").check()
    page.locator('[data-set=abilities] [value="rage"]').check()
    page.locator("[data-flip=B]").click()
    seat = written(page)["B"]
    assert seat["ai"] == {"fixed_mana": 8, "variable_mana": 1, "resistance": True, "abilities": ["rage"]}
    assert (seat["side"], len(seat["discard"]), len(seat["lower"])) == ("fort", 1, 1)
    expect(page.locator('[data-says="level"]')).to_have_text("5 points")
    expect(places(page, "lower-B").locator('.given [data-ability="rage"]')).to_have_count(1)
    assert_accessible(page)


def test_a_finished_game_has_a_result(page: Page) -> None:
    open_editor(page)
    page.locator("[data-set=phase]").select_option("over")
    page.locator("[data-set=reason]").select_option("fort-destroyed")
    page.locator('[data-set=winners] [value="A"]').check()
    result = position(page).result
    assert result is not None
    assert (result.winners, result.reason) == ((0,), "fort-destroyed")
    page.locator("[data-set=phase]").select_option("summoning")
    assert position(page).result is None


# Phone, languages, without a script


@pytest.mark.long
def test_a_phone_does_it_all_by_tapping(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    open_editor(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    phone.locator("[data-drawer]").tap()
    offer(phone, "Wolf").tap()
    expect(phone.locator("#palette-body")).to_be_hidden()
    slot(phone, "upper-A").tap()
    phone.locator("[data-act=pointer]").tap()
    places(phone, "upper-A").first.tap()
    menu = phone.locator("#place-menu")
    expect(menu).to_be_visible()
    assert_accessible(phone)
    menu.get_by_label("struck this turn").check()
    menu.get_by_role("button", name="Move…").tap()
    slot(phone, "lower-B").tap()
    expect(places(phone, "lower-B")).to_have_count(1)
    (creature,) = written(phone)["B"]["lower"]
    assert creature["struck"] is True
    places(phone, "lower-B").first.tap()
    menu.get_by_role("button", name="Remove").tap()
    expect(places(phone, "lower-B")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_in_both_themes(
    new_page: NewPage, assert_accessible: Callable[[Page], None], scheme: str
) -> None:
    page = new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    open_editor(page, f"/editor/?p={compact.pack(SAMPLE.position)}")
    stamp(page, "Bolt", "upper-A")
    expect(page.locator("[data-verdict]")).to_have_attribute("data-is", "bad")
    assert_accessible(page)
    page.locator("[data-act=keys]").click()
    assert_accessible(page)


def test_without_a_script_the_text_is_enough(new_page: NewPage, page_errors: list[str]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/editor/")
    expect(page.locator(".live .moment").first).to_be_visible()
    page.locator("[data-text] summary").click()
    page.locator("[data-take] textarea").fill("{}")
    page.get_by_role("button", name="Load").click()
    expect(page.locator("[data-text-faults]")).to_be_visible()
    assert len(page_errors) == 1
    page_errors.clear()
    page.locator("[data-take] textarea").fill(json.dumps(write_position(SAMPLE.position)))
    page.get_by_role("button", name="Load").click()
    expect(page).to_have_url(re.compile(r"/editor/\?p="))


def test_the_script_stays_small() -> None:
    """Before it is compressed."""
    assert Path(finders.find("js/editor.bundle.js") or "").stat().st_size < 55_000


@pytest.mark.long
def test_nothing_is_lost_without_a_connection(page: Page, page_errors: list[str]) -> None:
    open_editor(page)
    page.context.set_offline(True)
    stamp(page, "Wolf", "upper-A")
    expect(page.locator("[data-verdict]")).to_contain_text("nothing is lost")
    page.context.set_offline(False)
    assert [creature["card"]["name"] for creature in written(page)["A"]["upper"]] == ["Wolf"]
    page_errors.clear()
