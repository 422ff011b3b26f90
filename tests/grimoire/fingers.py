"""Fingers for the browser tests: real touches, which the browser makes scrolling, clicks and long presses of."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

Point = tuple[float, float]


def middle(place: Locator) -> Point:
    """The middle of something on the page, which is scrolled to where nothing that sticks to an edge covers it."""
    place.evaluate("node => node.scrollIntoView({ block: 'center', behavior: 'instant' })")
    return middle_now(place)


def middle_now(place: Locator) -> Point:
    """The middle of something without scrolling there."""
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """One finger on a page. The page's own clock stands still from its first touch on, so that nothing is a race."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire = page.context.new_cdp_session(page)
        page.clock.install()
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))

    def down(self, point: Point) -> None:
        self._send("touchStart", [{"x": point[0], "y": point[1]}])

    def rest(self) -> None:
        """Stays where it is for longer than any press has to be."""
        self.page.clock.run_for(1000)

    def move(self, start: Point, end: Point, steps: int = 6) -> None:
        for step in range(1, steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
            self._send("touchMove", [{"x": x, "y": y}])

    def up(self) -> None:
        self._send("touchEnd", [])
        self.page.clock.resume()

    def cancel(self) -> None:
        self._send("touchCancel", [])
        self.page.clock.resume()

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
