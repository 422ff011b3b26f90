"""Hands for the browser tests of the solving page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, expect

from grimoire.models import Attempt, Puzzle

NewPage = Callable[..., Page]


def open_page(page: Page, puzzle: Puzzle, query: str = "", still: bool = True) -> None:
    if still:
        page.emulate_media(reduced_motion="reduce")
    page.goto(puzzle.get_absolute_url() + query)
    if page.locator("html.js").count():
        expect(page.locator("#board")).to_have_attribute("tabindex", "-1")


def head(page: Page) -> Any:
    return expect(page.locator("#coach-head"))


def card(page: Page, place: str) -> Any:
    return page.locator(f'#board [data-card="{place}"]')


def place_card(page: Page, action: str) -> None:
    """Chooses a card and clicks where it goes."""
    card(page, action.split()[0]).click()
    page.locator(f'.spot[data-action="{action}"]').click()


@contextmanager
def answered(page: Page) -> Iterator[None]:
    """Does something that the server is told of, and waits until its answer is drawn."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        yield
    expect(page.locator("#solve")).not_to_have_attribute("aria-busy", re.compile(""))


def steer(page: Page, key: str, action: str) -> None:
    """Presses a key until the place for an action has the focus."""
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.action") == action:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never leads to {action}")


def laid(page: Page, count: int) -> None:
    expect(page.locator(".laid li:not(.phase-of)")).to_have_count(count)


def stored() -> Attempt:
    return Attempt.objects.get()
