"""Pages keep still on a phone: fonts and scripts that arrive late move nothing that somebody is reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest
from django.conf import settings
from playwright.sync_api import Page

from tests.cards.factories import browser_of
from tests.crowded import crowded_site, pages_of
from tests.phones import SIZE, shift_of

MAX_SHIFT: Final = 0.001  # of the browser's measure of what has moved: less than anybody sees; 0.1 is called good
PARTS: Final = 4  # tests, so that one that fails is soon tried again


@pytest.mark.long  # every page in both languages, on a slow phone
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_moves_when_fonts_and_scripts_arrive(
    transactional_db: None, new_page: Callable[..., Page], live_server: Any, part: int
) -> None:
    site = crowded_site()
    client = browser_of(site)
    cookie = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "url": live_server.url,
    }
    moved = {}
    for kind in pages_of(site)[part::PARTS]:
        for address in kind.addresses:
            phone = new_page(viewport=SIZE, has_touch=True, is_mobile=True, locale="en-GB")
            phone.route("**/files/pictures/**", lambda route: route.fulfill(status=204))  # there are no files of them
            if kind.is_own:
                phone.context.add_cookies([cookie])
            seen = shift_of(phone, address)
            phone.context.close()
            assert seen.late_fonts, address
            if seen.shift >= MAX_SHIFT:
                moved[address] = (seen.shift, seen.movers)
    assert not moved
