"""Slow phones: what somebody sees move whose fonts and scripts arrive after everything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings
from playwright.sync_api import Browser, CDPSession, Page, Route

from tests.browsing import come_to_rest, eventually

SIZE: Final = {"width": 390, "height": 844}
SLOWER: Final = 4  # times slower than this machine's processor
NETWORK: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
LATE: Final = re.compile(r"\.woff2$|/js/(?!theme).*\.js$|htmx")  # fonts and scripts
# The browser's own measure: the worst window of five seconds counts, which here is all that there is.
WATCH: Final = """
  window.moved = 0;
  window.movers = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
      window.moved += entry.value;
      for (const one of entry.sources) {
        const { tagName, id, className } = one.node?.nodeType === 1 ? one.node : one.node?.parentElement ?? {};
        const boxes = [one.previousRect, one.currentRect].map((r) => [r.x, r.y, r.width, r.height].map(Math.round));
        window.movers.push(`${entry.value.toFixed(3)} ${tagName}#${id}.${className} ${boxes.join(" > ")}`);
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
FRAMES: Final = "async () => { for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame); }"
# The browser takes what moves in the half second after a window got its size for wanted: it is not in the measure.
COUNTS: Final = """() => {
  const [drawn] = performance.getEntriesByName("first-contentful-paint");
  return drawn !== undefined && performance.now() - drawn.startTime > 650;
}"""
FETCHED: Final = """() => performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0)"""


@dataclass
class Held:
    """Requests that wait for an answer until they are let go."""

    routes: list[Route] = field(default_factory=list)
    holds: bool = True

    def take(self, route: Route) -> None:
        """Holds a request, or lets it through."""
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        """Has everything answered from now on."""
        self.holds = False
        for route in self.routes:
            route.continue_()


@dataclass(frozen=True, slots=True)
class Seen:
    """``shift`` is the cumulative layout shift, ``movers`` say what moved, ``fetched`` are bytes besides the page."""

    shift: float
    movers: tuple[str, ...]
    fetched: int
    late_fonts: int  # without any, nothing was tried


def shift_of(page: Page, address: str) -> Seen:
    """Opens an address; fonts and scripts arrive when all else has been drawn."""
    late = Held()
    page.add_init_script(WATCH)
    page.route(LATE, late.take)
    page.goto(address, wait_until="commit")
    page.locator("body > :last-child").wait_for(state="attached")
    eventually(lambda: page.evaluate(COUNTS), True)  # the page may forbid what `wait_for_function` does
    page.evaluate(FRAMES)
    fonts = sum(route.request.url.endswith(".woff2") for route in late.routes)
    late.let_go()
    come_to_rest(page)
    page.evaluate(FRAMES)
    return Seen(page.evaluate("window.moved"), tuple(page.evaluate("window.movers")), page.evaluate(FETCHED), fonts)


@contextmanager
def slow_phone(browser: Browser, origin: str, session: str = "") -> Iterator[Page]:
    """A page of a phone with a slow processor, far from the server; ``session`` is somebody's cookie."""
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    if session:
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": origin}])
    page = context.new_page()
    wire: CDPSession = context.new_cdp_session(page)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", NETWORK)
    yield page
    context.close()


def seen_by_slow_phone(browser: Browser, address: str, session: str = "") -> Seen:
    """The layout shift of an address on a slow phone with an empty cache."""
    with slow_phone(browser, address, session) as page:
        return shift_of(page, address)
