"""An analysis in the browser: played on the board, followed by keys, changed, without reloading."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_tree_is_played_and_walked(page: Page, assert_accessible: Callable[[Page], None]) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto("/analysis/board/?sample=first-assault&a=")
    expect(page.locator("[data-card]")).not_to_have_count(0)
    current = page.locator(".tree [aria-current]")
    page.locator("[data-card]").first.click()
    page.locator(".spot").first.click()
    expect(current).to_have_text("Hedge Witch, upper line")
    page.wait_for_url("**/1/")
    page.keyboard.press("Enter")
    page.wait_for_url("**/2/")
    page.keyboard.press("Home")
    page.wait_for_url("**/0/")
    expect(page.locator("[data-card]")).not_to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_url("**/3/")
    page.keyboard.press("ArrowUp")
    page.wait_for_url("**/1/")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/2/")
    page.go_back()
    page.wait_for_url("**/1/")
    expect(current).to_have_text("Hedge Witch, upper line")
    page.get_by_text("Name and comment").click()
    page.get_by_label("Comment").fill("A healer first.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".tree-comment")).to_have_text("A healer first.")
    expect(page.get_by_label("Comment")).to_be_visible()  # the part stays open
    page.locator('[data-key="undo"]').click()
    expect(page.locator(".tree-comment")).to_have_count(0)
    page.get_by_text("Share and more").click()
    assert_accessible(page)
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".two-lines .moments")).to_have_count(2)
    assert_accessible(page)


def test_the_list_of_plays_can_be_pressed(page: Page) -> None:
    """For whoever has no mouse to drag with, and on a phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/analysis/board/?sample=first-assault&a=")
    page.locator(".all-plays > summary").click()
    page.get_by_role("button", name="upper line").first.click()
    page.wait_for_url("**/1/")
    expect(page.locator(".tree [aria-current]")).to_have_text("Hedge Witch, upper line")
