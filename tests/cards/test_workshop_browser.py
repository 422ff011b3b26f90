"""The editor in a real browser: preview while typing, saving by itself, undo, abilities, art, two tabs, a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django_htmx
import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page, expect

from cards.costs import CostPart, Estimate
from cards.models import Card, CardSet, Picture
from cards.workshop import assessment, services
from tests.browsing import Held, box_of, eventually
from tests.cards.workshops import photo

pytestmark = pytest.mark.django_db(transaction=True)
Check = Callable[[Page], None]


@pytest.fixture
def fox(tmp_path: Path) -> Path:
    """A picture to send: sharp when it fills the card, not when it is zoomed."""
    path = tmp_path / "fox.jpg"
    path.write_bytes(photo(size=(800, 1200)))
    return path


def named(page: Page, name: str = "Ember Fox", address: str = "/workshop/new/") -> Page:
    """The editor with a card that was given a name and saved itself."""
    page.goto(address)
    page.fill("#id_name", name)
    saved(page)
    return page


def saved(page: Page) -> None:
    """Waits until all that was changed is kept."""
    expect(page.locator("[data-state]")).to_have_text(re.compile(r"^Saved \d\d:\d\d$"))


def face(page: Page) -> Any:
    return page.locator("#preview .card")


@pytest.mark.smoke
def test_the_face_follows_the_fields_and_the_card_saves_itself(page: Page) -> None:
    page.goto("/workshop/new/")
    page.fill("#id_name", "Ember Fox")
    page.fill("#id_cost", "7")
    expect(face(page)).to_contain_text("Ember Fox")
    expect(face(page).locator(".cost")).to_contain_text("7")
    saved(page)
    card = Card.objects.get()
    assert (card.name, card.cost) == ("Ember Fox", 7)
    expect(page).to_have_url(re.compile(f"/workshop/{card.token}/$"))
    expect(page.locator("h1")).to_have_text("Ember Fox")
    expect(page.get_by_role("link", name="300 DPI")).to_be_visible()
    page.fill("#id_av", "5")
    saved(page)
    page.reload()
    expect(page.locator("#id_av")).to_have_value("5")
    assert Card.objects.count() == 1


def test_the_card_is_drawn_while_somebody_still_types(page: Page) -> None:
    page.goto("/workshop/new/")
    page.locator("#id_name").press_sequentially("Ember")
    with page.expect_response("**/workshop/preview/") as drawn:
        page.keyboard.type(" F")
    assert drawn.value.ok
    page.keyboard.type("ox")
    expect(face(page)).to_contain_text("Ember Fox")


@pytest.mark.long
def test_a_name_that_is_too_long_is_never_cut(page: Page) -> None:
    name = "Sir Reginald the Unreasonably Magnificent"
    page.goto("/workshop/new/")
    page.fill("#id_name", name)
    expect(page.locator("label[for=id_name] .room")).to_have_text(f"{len(name)} / 40")
    expect(page.locator("#e-name .wrong")).to_contain_text("at most 40")
    expect(page.locator("[data-state]")).to_contain_text("Not saved yet")
    expect(page.locator("#id_name")).to_have_value(name)
    page.fill("#id_name", "Sir Reginald")
    saved(page)
    expect(page.locator("label[for=id_name] .room")).to_have_text("")
    assert Card.objects.get().name == "Sir Reginald"


@pytest.mark.long
def test_a_whole_book_in_a_field_is_answered_like_a_line_that_is_too_long(page: Page) -> None:
    named(page)
    page.fill("#id_flavour", "x" * 70_000)  # more than a browser sends for a page that is being left
    expect(page.locator("[data-state]")).to_have_text(page.locator("[data-form]").get_attribute("data-problems") or "-")
    page.fill("#id_flavour", "Out of the ashes.")
    saved(page)
    assert Card.objects.get().flavour == "Out of the ashes."


@pytest.mark.long
def test_problems_stand_beside_the_field_and_nothing_is_lost(page: Page) -> None:
    named(page)
    page.fill("#id_cost", "99")
    expect(page.locator("#e-cost .wrong")).to_be_visible()
    expect(page.locator("#id_cost")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-state]")).to_contain_text("Not saved yet")
    page.goto("/workshop/")
    page.go_back()
    note = page.locator("[data-draft]")
    expect(note).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#id_cost")).to_have_value("99")
    page.fill("#id_cost", "9")
    expect(page.locator("#e-cost")).to_be_hidden()
    saved(page)
    assert Card.objects.get().cost == 9


@pytest.mark.long
def test_what_is_typed_while_it_is_being_saved_is_not_called_saved(page: Page) -> None:
    page.goto("/workshop/new/")
    saving = Held(page, r"/workshop/new/$")
    with saving.asked():
        page.fill("#id_name", "Ember Fox")
    page.fill("#id_cost", "7")
    saving.let_go()
    saved(page)
    assert Card.objects.get().cost == 7


def test_leaving_at_once_loses_nothing(page: Page) -> None:
    named(page)
    page.fill("#id_flavour", "Out of the ashes.")
    page.goto("/workshop/")
    eventually(lambda: Card.objects.get().flavour, "Out of the ashes.")


@pytest.mark.long
def test_leaving_while_it_is_being_saved_makes_one_card(page: Page) -> None:
    page.goto("/workshop/new/")
    saving = Held(page, r"/workshop/new/$")
    with saving.asked():
        page.fill("#id_name", "Ember Fox")
    page.fill("#id_name", "Ash Fox")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    saving.let_go()
    eventually(lambda: [card.name for card in Card.objects.all()], ["Ash Fox"])
    page.goto("/workshop/new/")
    eventually(lambda: page.evaluate("localStorage.getItem('workshop:new')"), None)
    expect(page.locator("[data-draft]")).to_be_hidden()
    assert Card.objects.count() == 1


def test_pressing_save_while_it_saves_itself_is_no_conflict(page: Page) -> None:
    named(page)
    saving = Held(page, f"/workshop/{Card.objects.get().token}/$")
    with saving.asked():
        page.fill("#id_cost", "7")
    page.fill("#id_av", "8")
    page.get_by_role("button", name="Save", exact=True).click()
    saving.let_go()
    expect(page.locator(".messages")).to_contain_text("Saved")
    expect(page.locator("[data-conflict] .conflict")).to_have_count(0)
    card = Card.objects.get()
    assert (card.cost, card.av) == (7, 8)


@pytest.mark.long
def test_what_was_saved_by_the_button_is_not_offered_again(page: Page) -> None:
    named(page)
    page.fill("#id_flavour", "Out  of the ashes. ")  # kept with single spaces
    saved(page)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messages")).to_contain_text("Saved")
    expect(page.locator("#id_flavour")).to_have_value("Out of the ashes.")
    eventually(lambda: page.evaluate(f"localStorage.getItem('workshop:{Card.objects.get().token}')"), None)
    expect(page.locator("[data-draft]")).to_be_hidden()


@pytest.mark.long
def test_what_a_failed_save_took_along_is_offered_again(page: Page, page_errors: list[str]) -> None:
    named(page)
    address = page.url
    page.route(address, lambda route: route.fulfill(status=502, body="Bad gateway"))
    page.fill("#id_flavour", "Out of the ashes.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Bad gateway")).to_be_visible()
    page.unroute(address)
    page.goto(address)
    expect(page.locator("[data-draft]")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    saved(page)
    assert Card.objects.get().flavour == "Out of the ashes."
    page_errors[:] = [error for error in page_errors if "502" not in error]


@pytest.mark.long
@pytest.mark.parametrize("link", ["View card", "Workshop"])
def test_whoever_goes_elsewhere_at_once_finds_the_card_as_it_is(page: Page, link: str) -> None:
    named(page)
    page.fill("#id_name", "Ash Fox")
    page.get_by_role("link", name=link).first.click()
    expect(page.locator("#id_name")).to_have_count(0)
    expect(page.locator("main h1, main h2").filter(has_text="Ash Fox").first).to_be_visible()


def test_another_like_it_is_like_what_is_on_the_screen(page: Page) -> None:
    named(page)
    page.fill("#id_name", "Ash Fox")
    page.get_by_role("button", name="Duplicate").click()
    eventually(lambda: [card.name for card in Card.objects.all()], ["Ash Fox", "Ash Fox"])


def test_a_set_is_made_of_its_whole_name(page: Page) -> None:
    page.clock.install()
    named(page)
    page.locator("#id_new_set").press_sequentially("Fo")
    page.clock.run_for(5000)
    page.locator("#id_new_set").press_sequentially("xes")
    page.clock.run_for(5000)
    assert not CardSet.objects.exists()
    page.locator("#id_flavour").focus()
    expect(page.locator("#id_set option:checked")).to_have_text("Foxes")
    expect(page.locator("#id_new_set")).to_have_value("")
    assert Card.objects.get().set == CardSet.objects.get()


@pytest.mark.long
def test_signing_up_in_another_tab_goes_on_in_this_one(page: Page, page_errors: list[str]) -> None:
    named(page)
    second = page.context.new_page()
    second.goto("/accounts/signup/")
    second.fill("#id_username", "ada")
    second.fill("#id_password1", "correct horse battery")
    second.locator("main form button").first.click()
    expect(second.get_by_text("to your account")).to_be_visible()
    page.fill("#id_flavour", "Out of the ashes.")
    saved(page)
    card = Card.objects.get()
    assert (card.flavour, card.owner.user.username) == ("Out of the ashes.", "ada")
    page_errors[:] = [error for error in page_errors if "403" not in error]


@pytest.mark.long
def test_a_card_that_was_deleted_elsewhere_can_be_saved_anew(page: Page, page_errors: list[str]) -> None:
    named(page)
    services.delete_card(card=Card.objects.get())
    page.fill("#id_flavour", "Out of the ashes.")
    page.get_by_role("button", name="Save as a new card").click()
    expect(page.locator(".messages")).to_contain_text("Saved")
    card = Card.objects.get()
    assert (card.name, card.flavour) == ("Ember Fox", "Out of the ashes.")
    page_errors[:] = [error for error in page_errors if "404" not in error]


@pytest.mark.long
def test_undo_and_redo(page: Page) -> None:
    page.clock.install()  # a pause of typing ends a step: here it takes no time, however slow the machine is
    named(page)
    page.get_by_text("Add ability", exact=True).click()
    page.get_by_role("button", name="Rage", exact=True).click()
    expect(face(page).locator("[data-ability=rage]")).to_be_visible()
    page.clock.run_for(500)
    page.fill("#id_name", "Ash Fox")
    page.clock.run_for(500)
    page.keyboard.press("Control+z")
    expect(page.locator("#id_name")).to_have_value("Ember Fox")
    page.get_by_role("button", name="Undo").click()
    expect(face(page).locator("[data-ability=rage]")).to_have_count(0)
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#id_name")).to_have_value("Ash Fox")
    expect(face(page)).to_contain_text("Ash Fox")
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    saved(page)
    card = Card.objects.get()
    assert (card.name, card.abilities) == ("Ash Fox", ["rage"])


@pytest.mark.long
def test_abilities_are_picked_moved_and_taken_off_by_keyboard(page: Page) -> None:
    named(page)
    page.get_by_text("Add ability", exact=True).click()
    page.get_by_role("button", name="Sprint", exact=True).focus()
    expect(page.locator("[data-pick-text]")).not_to_be_empty()
    page.keyboard.press("Enter")
    page.get_by_label("as an Aura").check()
    page.get_by_role("button", name="Rage", exact=True).press("Enter")
    expect(page.locator(".chip")).to_have_count(2)
    page.get_by_role("button", name="Aura: Rage: move up").press("Enter")
    saved(page)
    assert Card.objects.get().abilities == ["aura:rage", "sprint"]
    page.get_by_role("button", name="Sprint: remove").press("Enter")
    saved(page)
    assert Card.objects.get().abilities == ["aura:rage"]


@pytest.mark.long
def test_abilities_by_edition_and_type(page: Page) -> None:
    named(page)
    page.get_by_text("Add ability", exact=True).click()
    page.locator('[name="pick-edition"][value="1"]').check(force=True)
    expect(page.get_by_role("button", name="Vanish", exact=True)).to_be_hidden()
    expect(page.get_by_role("button", name="Aim", exact=True)).to_be_visible()
    page.get_by_role("button", name="Aim", exact=True).click()
    page.locator('[name="kind"][value="incantation"]').check(force=True)
    expect(page.locator("#e-abilities")).to_contain_text("Aim does nothing on an Incantation.")
    expect(page.locator("#id_hp")).to_be_hidden()
    saved(page)
    assert Card.objects.get().hp is None


@pytest.mark.long
def test_no_more_than_five(page: Page) -> None:
    named(page)
    page.get_by_text("Add ability", exact=True).click()
    for name in ("Rage", "Sprint", "Splash", "Vanish", "Berserk"):
        page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("button", name="Cursed", exact=True)).to_be_disabled()
    expect(face(page).locator(".ab")).to_have_count(5)


@pytest.mark.long
def test_an_icon_by_keyboard(page: Page) -> None:
    named(page)
    page.locator('[name="art"][value="composed"]').check(force=True)
    expect(page.locator("#id_icon")).to_have_value("fox-head")
    page.fill("#icon-search", "wolf head")
    expect(page.locator('[data-icon="wolf-head"]').last).to_be_visible()
    page.locator("#icon-search").press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#id_icon")).to_have_value("wolf-head")
    expect(page.locator("#preview .credit")).to_contain_text("“wolf head” by Lorc")
    page.get_by_role("button", name="Shuffle").click()
    saved(page)
    art = Card.objects.get().art
    assert art["icon"] == "wolf-head"
    assert art["seed"].isdecimal()


@pytest.mark.long
def test_a_picture_is_sent_and_moved_by_mouse_wheel_keys_and_numbers(page: Page, fox: Path) -> None:
    named(page)
    page.locator('[name="art"][value="picture"]').check(force=True)
    page.set_input_files("#upload", fox)
    pad = page.locator("#preview .crop-pad[data-width]")
    expect(pad).to_be_visible()
    expect(page.locator("#preview .dpi")).not_to_have_class("dpi low")
    box = box_of(pad)
    page.mouse.move(box["x"] + 120, box["y"] + 160)
    page.mouse.down()
    page.mouse.move(box["x"] + 150, box["y"] + 160, steps=4)
    page.mouse.up()
    assert float(page.input_value("#id_x")) < 50
    page.mouse.wheel(0, -600)
    expect(page.locator("#id_zoom")).not_to_have_value("100")
    page.keyboard.press("]")
    page.keyboard.press("Shift+ArrowDown")
    assert page.input_value("#id_rotation") == "1"
    assert page.input_value("#id_y") == "45.0"
    page.fill("#id_zoom", "300")
    expect(page.locator("#e-art")).to_contain_text("DPI on paper: sharp up to")
    saved(page)
    card = Card.objects.get()
    assert card.picture == Picture.objects.get()
    assert (card.art["zoom"], card.art["rotation"], card.art["y"]) == (3.0, 1.0, 0.45)
    image = page.locator("#preview .card image")
    sides = ("x", "y", "width", "height")
    drawn = [float(image.get_attribute(name) or 0) for name in sides]
    page.locator("#preview").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")  # drawn here by the script: the same as the server drew
    # A preview of what was there between the two keys may still come, and goes again.
    eventually(lambda: [float(image.get_attribute(name) or 0) for name in sides] == pytest.approx(drawn, abs=0.1), True)


def test_a_bad_picture_says_why(page: Page, tmp_path: Path, page_errors: list[str]) -> None:
    named(page)
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"<svg/>")
    page.locator('[name="art"][value="picture"]').check(force=True)
    page.set_input_files("#upload", bad)
    expect(page.locator("[data-upload-problem]")).to_contain_text("read this picture")
    page_errors[:] = [error for error in page_errors if "422" not in error]


@pytest.mark.long
def test_two_tabs(page: Page, page_errors: list[str]) -> None:
    named(page)
    second = page.context.new_page()
    second.goto(page.url)
    page.fill("#id_name", "First tab")
    saved(page)
    second.fill("#id_flavour", "From the second tab")
    note = second.locator("[data-conflict] .conflict")
    expect(note).to_be_visible()
    assert Card.objects.get().name == "First tab"
    second.get_by_role("button", name="Keep both").click()
    expect(second.locator("#id_flavour")).to_have_value("From the second tab")
    expected = [("Ember Fox", "From the second tab"), ("First tab", "")]
    eventually(lambda: sorted(Card.objects.values_list("name", "flavour")), expected)
    page_errors[:] = [error for error in page_errors if "409" not in error]


def test_keys(page: Page) -> None:
    page.clock.install()
    named(page)
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.clock.pause_at(time.time() + 3600)  # so that it does not save itself
    page.fill("#id_flavour", "Saved at once")
    page.keyboard.press("Control+s")
    eventually(lambda: Card.objects.get().flavour, "Saved at once")
    page.clock.resume()
    page.keyboard.press("Alt+p")
    expect(page.locator("#preview")).to_be_focused()


def test_without_scripts(new_page: Any, fox: Path) -> None:
    page = new_page(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page.goto("/workshop/")
    page.get_by_role("link", name="New Champion").click()
    page.fill("#id_name", "Queen of Foxes")
    page.select_option("#id_ability_1", "aura:rage")
    page.locator('[name="art"][value="picture"]').check(force=True)
    page.set_input_files("#upload", fox)
    page.fill("#id_zoom", "150")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview .card image")).to_be_attached()
    expect(page.locator("#id_name")).to_have_value("Queen of Foxes")
    page.get_by_role("button", name="Save", exact=True).click()
    eventually(lambda: Card.objects.count(), 1)
    card = Card.objects.get()
    assert (card.kind, card.abilities, card.art["zoom"]) == ("champion", ["aura:rage"], 1.5)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("“Queen of Foxes” deleted.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Queen of Foxes", exact=True)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out(page: Page, assert_accessible: Check, scheme: Any) -> None:
    page.emulate_media(color_scheme=scheme)
    named(page, address="/workshop/new/?kind=champion")
    page.get_by_text("Add ability", exact=True).click()
    page.get_by_role("button", name="Rage", exact=True).click()
    page.locator('[name="art"][value="composed"]').check(force=True)
    page.fill("#icon-search", "fox")
    expect(page.locator(".icons-found")).to_be_visible()
    saved(page)
    assert_accessible(page)
    address = page.url
    for part in ("/workshop/", "/workshop/icons/", "/workshop/pictures/", "/workshop/credits/", address + "versions/"):
        page.goto(part)
        assert_accessible(page)


def test_on_a_phone_the_card_stays_in_sight(phone: Page, assert_accessible: Check) -> None:
    named(phone)
    phone.locator("#id_new_set").scroll_into_view_if_needed()
    expect(face(phone)).to_be_in_viewport()
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    assert_accessible(phone)


@pytest.mark.long
def test_on_a_phone_the_picture_is_moved_by_sliders_and_looked_at_large(phone: Page, fox: Path) -> None:
    named(phone)
    phone.locator('[name="art"][value="picture"]').check(force=True)
    phone.set_input_files("#upload", fox)
    expect(face(phone).locator("image")).to_be_attached()
    phone.get_by_role("slider", name="Zoom").fill("250")
    phone.get_by_role("slider", name="Rotation").fill("-30")
    expect(phone.locator("#id_zoom")).to_have_value("250")
    expect(phone.locator("#id_rotation")).to_have_value("-30")
    phone.fill("#id_zoom", "400")
    expect(phone.get_by_role("slider", name="Zoom")).to_have_value("400")
    larger = phone.get_by_role("button", name="Larger")
    larger.click()
    expect(phone.locator("#preview")).to_have_class("preview large")
    phone.fill("#id_cost", "7")
    expect(face(phone).locator(".cost")).to_contain_text("7")
    expect(larger).to_have_attribute("aria-pressed", "true")
    saved(phone)
    assert Card.objects.get().art["zoom"] == 4


def test_scripts_stay_small() -> None:
    """All that the editor loads, htmx included, before it is compressed."""
    ours = Path(finders.find("js/workshop.bundle.js") or "")
    htmx = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
    assert ours.stat().st_size + htmx.stat().st_size < 75_000


def test_what_was_unfolded_stays_so(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = (CostPart("creature", 1.0), CostPart("av", 1.5), CostPart("rage", -0.5))
    monkeypatch.setattr(assessment, "explain", lambda card: Estimate(2.0, 0.3, card.cost - 2.0, parts))
    named(page)
    page.fill("#id_cost", "5")
    expect(page.locator(".estimate summary")).to_have_text("About 3 Mana too expensive")
    page.locator(".estimate summary").click()
    page.fill("#id_cost", "1")
    expect(page.locator(".estimate summary")).to_have_text("About 1 Mana too cheap")
    expect(page.get_by_text("Attack value", exact=True).last).to_be_visible()
