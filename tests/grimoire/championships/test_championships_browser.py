"""An hour of a championship in the browser: plays are answered in place, one answer is handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from grimoire.championships import services
from grimoire.championships.pages import answer_at
from grimoire.solving.services import ClientState
from tests.browsing import lend
from tests.cards.factories import sign_in
from tests.grimoire.championships.test_championships import WIN, make_championship
from tests.grimoire.factories import make_owner

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_hour_on_a_phone(live_server: Any, phone: Page, assert_accessible: Callable[[Page], None]) -> None:
    solver = make_owner("solver")
    cup = make_championship(make_owner("organiser"), last_start=timezone.now() + timedelta(hours=5))
    lend(phone, sign_in(Client(), solver), live_server)
    phone.goto(f"{live_server.url}{cup.get_absolute_url()}")
    assert_accessible(phone)
    phone.get_by_role("button", name="Start").click()
    expect(phone.locator("[data-clock]")).to_contain_text(":")
    run = cup.runs.get()
    services.play(answer=answer_at(run, 1), client_state=ClientState(0, ()), action=WIN)  # in another window
    phone.reload()
    assert_accessible(phone)
    phone.locator("[data-key=undo]").click()
    expect(phone.locator("[data-key=undo]")).to_be_disabled()
    phone.locator("[data-key=judge]").click()
    expect(phone.get_by_text("Answer handed in. Choose another puzzle.")).to_be_visible()
    assert answer_at(run, 1).is_right is False
    phone.get_by_role("link", name="2", exact=True).click()
    expect(phone.locator("[data-key=judge]")).to_be_visible()
