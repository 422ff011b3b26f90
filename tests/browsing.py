"""Eyes for browser tests: whatever a script, an animation or the server is about to change is waited for, never read
once. Playwright's own `expect` comes first; these are for what it has no words for."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.test import Client
from playwright.sync_api import Error, FloatRect, Locator, Page, Route

T = TypeVar("T")

PATIENCE = 60.0  # seconds before a test fails; only one that fails waits so long
AGAIN = 0.05  # seconds

# Nothing loads, nothing moves, and nothing that htmx does is under way.
RESTS = """() =>
  document.readyState === "complete" && document.fonts.status === "loaded" &&
  !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added") &&
  document.getAnimations().every((one) =>
    one.playState !== "running" || one.effect?.getComputedTiming().endTime === Infinity)
"""

# Every picture of a page drawn at least once elsewhere, and two frames for the page to draw it too: neither "load" nor
# the fonts wait for what an SVG shows of other files.
PICTURES = """async () => {
  await document.fonts.ready;
  const shown = [...document.querySelectorAll("img, image")].map((one) => one.currentSrc ?? one.href.baseVal);
  await Promise.all(shown.filter(Boolean).map((href) => {
    const picture = new Image();
    picture.src = href;
    return picture.decode();
  }));
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
}"""

# Found and measured in one go: between two, it could be taken away.
BOX = """([node]) => {
  if (!node) return null;
  const { top, left, width, height } = node.getBoundingClientRect();
  const [across, down] = [left + width / 2, top + height / 2];
  if (across < 0 || down < 0 || across > innerWidth || down > innerHeight) {
    node.scrollIntoView({ block: "center", behavior: "instant" });
    return null;
  }
  return { x: left, y: top, width, height };
}"""


def eventually(read: Callable[[], T], wanted: T) -> None:
    """Reads, from the database or a page, until it is as wanted; fails with what it was at last."""
    end = time.monotonic() + PATIENCE
    while (value := read()) != wanted and time.monotonic() < end:
        time.sleep(AGAIN)
    assert value == wanted


def come_to_rest(page: Page) -> None:
    """Waits until a page, wherever it is going, is there whole and stands still."""
    page.wait_for_load_state()
    eventually(lambda: page.evaluate(RESTS), True)


def screenshot(page: Page, **how: Any) -> bytes:
    """The picture of a page once all its pictures and fonts are there, and two looks in a row are the same."""
    page.wait_for_load_state("networkidle")
    page.evaluate(PICTURES)
    shots = [page.screenshot(**how)]

    def rests() -> bool:
        shots.append(page.screenshot(**how))
        return shots[-1] == shots[-2]

    eventually(rests, True)
    return shots[-1]


def arrive(page: Page, address: str) -> None:
    """Waits until a page whose address matches a pattern is there with its scripts, so that keys are heard."""
    page.wait_for_url(re.compile(address))


def box_of(locator: Locator) -> FloatRect:
    """Where an element is in the window once it stands still, scrolled to if its middle is not seen.

    It may be drawn anew meanwhile. The page needs its scripts, and the element must not be in a frame.
    """
    boxes: list[FloatRect | None] = [None]

    def stands() -> bool:
        boxes.append(locator.evaluate_all(BOX))
        return boxes[-1] is not None and boxes[-1] == boxes[-2]

    eventually(stands, True)
    box = boxes[-1]
    assert box
    return box


def sizes_of_scripts(page: Page) -> list[int]:
    """How many bytes each script has that a page has loaded, before they were compressed."""
    sizes: list[int] = page.evaluate(
        """() => performance.getEntriesByType("resource")
          .filter((one) => one.name.endsWith(".js")).map((one) => one.decodedBodySize)"""
    )
    return sizes


def lend(page: Page, client: Client, server: Any) -> None:
    """Gives a page the cookies of a test client."""
    page.context.add_cookies(
        [{"name": name, "value": morsel.value, "url": server.url} for name, morsel in client.cookies.items()]
    )


class Held:
    """Holds back what a page asks of addresses that match a pattern from now on, until it is let go."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = re.compile(address)
        self.routes: list[Route] = []
        self.holds = True
        page.route(self.address, self.take)

    def take(self, route: Route) -> None:
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def asked(self) -> Any:
        """Does something, and waits until the page has asked because of it."""
        return self.page.expect_request(self.address)

    def let_go(self) -> None:
        """Has everything answered, and gives the page the time to draw it."""
        self.holds = False
        for route in self.routes:
            with self.page.expect_response(self.address):
                route.continue_()
        try:
            self.page.evaluate("async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); }")
        except Error as left:  # the answer has sent the page elsewhere
            if "navigation" not in left.message:
                raise


def fits(page: Page) -> bool:
    """Whether nothing of a page stands out at its side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def lose_an_answer(page: Page, address: str | re.Pattern[str]) -> list[int]:
    """The server does what is posted next, and the page does not hear of it. Returns the status, once it is there."""
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(address, lose)
    return lost
