"""The board's page in a real browser: every way through the steps, both themes, the phone, the keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from board.samples import all_samples
from tests.board.boards import arrangement_of
from tests.browsing import arrive, box_of, come_to_rest, sizes_of_scripts

NewPage = Callable[..., Page]
START = "/board/?sample=berserk-chain"
LAST = 29


def step_of(page: Page) -> str:
    return page.locator("[data-step-now]").inner_text()


def open_at(page: Page, step: int) -> None:
    page.goto(f"{START}&step={step}")
    expect(page.locator("html.js")).to_have_count(1)
    expect(page.locator(".row.now")).to_have_attribute("data-step", str(step))


def click_row(page: Page, step: int) -> None:
    """A click somewhere in the row: the link covers all of it."""
    row = page.locator(f'.row[data-step="{step}"]')
    row.click(position={"x": 60, "y": box_of(row)["height"] - 12})


def expect_step(page: Page, step: int) -> None:
    expect(page.locator("[data-step-now]")).to_have_text(str(step))
    expect(page.locator(".row.now")).to_have_attribute("data-step", str(step))
    expect(page.locator('[aria-current="step"]')).to_have_count(1)
    expect(page.locator("#slider")).to_have_value(str(step))


def test_rows_keys_slider_and_buttons_move_through_the_steps(page: Page) -> None:
    open_at(page, 0)
    click_row(page, 10)
    expect_step(page, 10)
    expect(page).to_have_url(re.compile(r"sample=berserk-chain&step=10$"))
    expect(page.locator("#board .is-hit .tag")).to_have_text("−4")  # noqa: RUF001
    expect(page.locator("#board .is-hit .hp.total b")).to_have_text("0")
    for keys, step in (
        (("Home", "ArrowRight", "ArrowRight", "ArrowLeft"), 1),
        (("End",), LAST),
        (("ArrowRight",), LAST),
        (("Home",), 0),
        (("ArrowLeft",), 0),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect_step(page, step)
    page.locator("#slider").fill("17")
    expect_step(page, 17)
    page.locator("#slider").press("ArrowRight")
    expect_step(page, 18)
    expect(page).to_have_url(re.compile(r"step=18$"))
    for name, step in (("Next step", 19), ("Last step", LAST), ("Previous step", LAST - 1), ("First step", 0)):
        page.get_by_role("link", name=name, exact=True).click()
        expect_step(page, step)


def test_back_forward_and_reloading_lead_through_the_steps(page: Page) -> None:
    open_at(page, 4)
    page.keyboard.press("ArrowRight")
    click_row(page, 12)
    expect_step(page, 12)
    page.go_back()
    expect_step(page, 5)
    page.go_back()
    expect_step(page, 4)
    page.go_forward()
    expect_step(page, 5)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"step=8$"))
    page.reload()
    expect_step(page, 8)


def test_a_whole_row_can_be_clicked_and_its_rulings_lead_away(page: Page) -> None:
    open_at(page, 0)
    click_row(page, 2)
    expect_step(page, 2)
    page.locator('.row[data-step="2"] .ruling').first.click()
    page.locator("dialog.why-dialog").get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/rulings/who-attacks/$"))


# All samples are long: every fifth always, but one that takes longer.
SLUGS = [
    pytest.param(sample.slug, marks=[] if number % 5 == 0 and sample.slug != "the-other-side" else [pytest.mark.long])
    for number, sample in enumerate(all_samples())
]


@pytest.mark.parametrize("slug", SLUGS)
def test_the_script_draws_what_the_server_draws(page: Page, slug: str) -> None:
    """Moved by the script from the first step to the last and back half way, the board is the server's own."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/board/?sample={slug}")
    page.keyboard.press("End")
    last = int(step_of(page))
    assert last > 8
    moved = page.evaluate(arrangement_of)
    expect(page).to_have_url(re.compile(rf"step={last}$"))
    page.reload()
    assert page.evaluate(arrangement_of) == moved
    for _ in range(last // 2):
        page.keyboard.press("ArrowLeft")
    moved = page.evaluate(arrangement_of)
    expect(page).to_have_url(re.compile(rf"step={last - last // 2}$"))
    page.reload()
    assert page.evaluate(arrangement_of) == moved


def test_cards_glide_and_come_to_rest(page: Page) -> None:
    page.goto("/board/?sample=tide-runner&step=3")
    gliding = page.evaluate(  # in one go: nobody knows how long it takes from here to there
        """() => {
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
          return document.getAnimations().filter((one) => one.effect.target?.matches(".fig, .token")).length;
        }"""
    )
    assert gliding >= 3
    expect(page.locator(".gliding")).to_have_count(0)


def test_a_slow_device_shows_no_card_where_it_was(page: Page) -> None:
    """What keeps it from drawing counts as time of the glide."""
    page.goto("/board/?sample=tide-runner&step=3")
    gliding = page.evaluate(
        """async () => {
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
          const until = performance.now() + 700;
          while (performance.now() < until) continue;
          for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
          const glides = (one) => one.effect.target?.matches(".fig, .token") && !(one instanceof CSSTransition);
          return document.getAnimations().filter(glides).length;
        }"""
    )
    assert gliding == 0


def test_nothing_glides_where_motion_is_not_wanted(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/board/?sample=tide-runner&step=3")
    page.keyboard.press("ArrowRight")
    expect_step(page, 4)
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target?.matches('.token')).length") == 0


def test_the_pile_of_an_ai_is_one_stop_of_the_tabulator(page: Page) -> None:
    """However many cards lie in it; the arrows lead through them, and the board is not moved by them."""
    page.emulate_media(reduced_motion="reduce")
    page.goto("/board/?sample=the-other-side")
    stops = ".piles [data-zone^=hand] .token[tabindex='0']"
    cards = page.locator(".piles [data-zone^=hand] .token")
    assert cards.count() > 1
    expect(page.locator(stops)).to_have_count(1)
    cards.first.focus()
    step = step_of(page)
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    assert step_of(page) == step
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('[data-zone^=hand]')")
    page.keyboard.press("Shift+Tab")
    expect(cards.last).to_be_focused()  # where one was
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("End")
    assert step_of(page) != step
    expect(
        page.locator("[data-zone^=upper] .token[tabindex='-1'], [data-zone^=lower] .token[tabindex='-1']")
    ).to_have_count(0)


def test_a_card_can_be_read_large(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    open_at(page, 0)
    badge = page.locator("#board .ab", has_text="Berserk")
    badge.hover()
    expect(badge.locator(".ab-name")).to_have_css("opacity", "1")
    page.locator("#board .token", has_text="Axe Maiden").click()
    peek = page.get_by_role("dialog", name="Axe Maiden")
    expect(peek).to_be_visible()
    expect(peek.locator("dt")).to_have_text(["Berserk"])
    assert_accessible(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(peek).to_be_hidden()
    expect_step(page, 0)
    page.locator("#board .token", has_text="Bone Guard").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Bone Guard")).to_be_visible()


def test_keys_are_explained_announced_and_stay_in_fields(page: Page) -> None:
    open_at(page, 3)
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    page.locator(".own summary").click()
    box = page.get_by_label("Actions, one per line")
    box.fill("assault")
    box.press("Home")
    box.press("j")
    box.press("ArrowLeft")
    expect(box).to_have_value("jassault")
    expect_step(page, 3)
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("End")
    expect(page.locator("[aria-live=polite]")).to_have_text(re.compile("Assault is over"))


@pytest.mark.smoke
def test_a_position_of_ones_own_is_resolved_and_has_an_address(page: Page) -> None:
    page.goto("/board/")
    page.locator(".own summary").click()
    line = 'cod1 duel A summoning | A t2 [B "Old Oak"(c2 1/1)] upper Ogre(c3 3/3) | B t1 [B Ash(c1 1/1) Elm(c1 1/1)]'
    page.get_by_label("Position: JSON, or one line of notation").fill(line)
    page.get_by_label("Actions, one per line").fill("")
    page.get_by_role("button", name="and then the Assault").click()
    arrive(page, r"/board/\?p=1[\w-]+&a=assault&step=0$")
    page.keyboard.press("End")
    expect(page.locator("#sB")).to_have_class(re.compile("fort"))
    page.get_by_role("link", name="End the turn").click()
    arrive(page, r"a=assault;end-turn&step=\d+$")
    page.keyboard.press("End")
    expect(page.locator("[data-status]")).to_have_text("B, turn 2 · Mana phase")
    page.locator(".plays summary").click()
    page.locator(".plays li", has_text="Ash").get_by_role("link", name="upper line").click()
    arrive(page, r"a=assault;end-turn;1\+upper")
    page.keyboard.press("End")
    expect(page.locator('[data-zone="row-B-upper"] .name')).to_have_text("Ash")


def test_faults_are_listed_and_what_was_typed_stays(page: Page, page_errors: list[str]) -> None:
    page.goto("/fr/board/")
    page.locator(".own summary").click()
    box = page.locator("#id_position_text")
    box.fill('{"active": "Q"}')
    page.get_by_role("button", name="Lancer").click()
    expect(page.locator(".faults li")).to_have_count(3)
    expect(box).to_have_value('{"active": "Q"}')
    expect(page.locator(".faults code")).to_have_text(["/active"])
    assert all("400" in error for error in page_errors)
    page_errors.clear()


def test_the_language_changes_and_the_step_stays(page: Page) -> None:
    open_at(page, 2)
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="FR", exact=True).click()
    expect(page).to_have_url(re.compile(r"/fr/board/\?sample=berserk-chain&step=3$"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect_step(page, 3)
    page.get_by_role("link", name="EN", exact=True).click()
    expect(page).to_have_url(re.compile(r"[^r]/board/\?sample=berserk-chain&step=3$"))


@pytest.mark.long
@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_follows_the_system_until_it_is_switched(new_page: NewPage, system: str) -> None:
    page = new_page(color_scheme=system)
    page.goto("/board/")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    switch = page.get_by_role("button", name="Dark mode")
    expect(switch).to_have_attribute("aria-pressed", str(system == "dark").lower())
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", str(system != "dark").lower())
    switched = page.evaluate(paper)
    assert switched != before
    page.reload()
    assert page.evaluate(paper) == switched
    switch.click()
    assert page.evaluate(paper) == before


def test_without_a_script_the_links_do_it_all(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/board/?sample=into-the-dark&step=3")
    expect(page.locator('[aria-current="step"]')).to_have_count(1)
    expect(page.locator("#slider")).to_be_hidden()
    expect(page.locator(".limbo .token")).to_have_count(1)
    page.get_by_role("link", name="Next step").click()
    expect(page.locator(".row.now")).to_have_attribute("data-step", "4")
    click_row(page, 9)
    expect(page.locator(".limbo .token")).to_have_count(0)
    page.locator(".own summary").click()
    page.get_by_role("button", name="Run").click()
    expect(page).to_have_url(re.compile(r"/board/\?p=1"))


@pytest.mark.long
@pytest.mark.parametrize("start", ["/board/", "/fr/board/"])
@pytest.mark.parametrize(
    "slug", ["first-assault", "berserk-chain", "the-queen-rides", "four-kingdoms", "paid-to-leave"]
)
def test_the_phone_never_scrolls_sideways(phone: Page, start: str, slug: str) -> None:
    for step in (0, 5, 99):
        phone.goto(f"{start}?sample={slug}&step={step}")
        assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    phone.locator(".own summary").click()
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_a_crowded_board_fits_the_phone_too(phone: Page) -> None:
    many = " ".join(f"C{chr(97 + number)}(c1 1/3 aerial rage)" for number in range(12))
    line = f"cod1 duel A summoning m3 | A [B {many}] upper {many} lower {many} | B [{many} B Oak(c1 1/1)] upper {many}"
    phone.goto("/board/")
    phone.locator(".own summary").click()
    phone.locator("#id_position_text").fill(line)
    phone.get_by_role("button", name="Run").click()
    expect(phone.locator(".kicker")).to_have_text("Your position")
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_on_the_phone_the_controls_stay_at_hand(phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    phone.goto(START)
    expect(phone.get_by_role("link", name="Next step")).to_be_in_viewport()
    expect(phone.locator("#board")).to_be_in_viewport()
    phone.get_by_role("link", name="Next step").tap()
    expect_step(phone, 1)
    phone.goto(f"{START}&step=12")
    assert_accessible(phone)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "path", [f"{START}&step=10", "/fr/board/?sample=the-queen-rides&step=3", "/fr/board/?sample=four-kingdoms"]
)
def test_the_page_keeps_nobody_out(
    new_page: NewPage, assert_accessible: Callable[[Page], None], theme: str, path: str
) -> None:
    page = new_page(color_scheme=theme, reduced_motion="reduce", viewport={"width": 1280, "height": 900})
    page.goto(path)
    page.locator(".own summary").click()
    assert_accessible(page)


def test_the_layout_does_not_shift_and_the_scripts_are_small(page: Page) -> None:
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries())"
        " if (!entry.hadRecentInput) window.shift += entry.value; }).observe({type: 'layout-shift', buffered: true});"
    )
    page.goto(f"{START}&step=10")
    come_to_rest(page)
    assert page.evaluate("window.shift") < 0.05
    sizes = sizes_of_scripts(page)
    assert len(sizes) >= 2  # what every page loads, and the board's own bundle
    assert sum(sizes) < 100_000


def test_analysis_goes_on_from_step_to_step(
    page: Page, assert_accessible: Callable[[Page], None], page_errors: list[str]
) -> None:
    open_at(page, 0)
    result, button = page.locator("#thinking .result"), page.get_by_role("button", name="Analyze", exact=True)
    page.keyboard.press("l")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(result).to_contain_text("Best turn")
    assert_accessible(page)
    before = result.inner_text()
    page.keyboard.press("End")
    expect(result).not_to_have_text(before)
    link = result.locator(".turn-line a").first
    link.click()
    expect(page.locator("#thinking .verdict")).to_be_visible()  # still on
    page.route("**/board/analysis/", lambda route: route.fulfill(body="<html>", content_type="text/html"))
    page.keyboard.press("Home")
    expect(result).to_have_text("No answer. Trying again…")
    page.unroute("**/board/analysis/")
    expect(page.locator("#thinking .verdict")).to_be_visible()
    button.click()
    expect(page.locator("#thinking .result")).to_be_empty()
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert not page_errors
