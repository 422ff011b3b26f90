"""An hour of a championship in the browser: plays are answered in place, one answer is handed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from grimoire.championships import services
from grimoire.championships.pages import answer_at
from grimoire.solving.services import ClientState
from tests.browsing import lend
from tests.cards.factories import sign_in
from tests.grimoire.championships.test_championships import WIN, finish, make_championship
from tests.grimoire.championships.test_championships import answer as hand_in
from tests.grimoire.contests.test_contests_browser import look
from tests.grimoire.factories import make_owner, make_puzzle

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


@pytest.mark.parametrize("language", ["", "/fr"])
def test_the_longest_names_fit_a_phone(
    live_server: Any, phone: Page, assert_accessible: Callable[[Page], None], language: str
) -> None:
    organiser, solver = make_owner("oW" + "W" * 28), make_owner("sW" + "W" * 28)
    make_puzzle(organiser, published=False, title="W" * 60)
    cup = make_championship(organiser, title="W" * 60, about="W" * 300, last_start=timezone.now() + timedelta(hours=5))
    run = services.begin(championship=cup, owner=solver)
    pages = [
        (reverse("grimoire:new_championship"), organiser, "new-championship"),
        (reverse("grimoire:championships"), organiser, "championships"),
        (cup.get_absolute_url(), organiser, "championship-organiser"),
        (cup.get_absolute_url(), solver, "championship-solver"),
        (reverse("grimoire:solve_championship", args=[cup.token, 1]), solver, "hour"),
        (cup.get_absolute_url(), solver, "championship-over"),
    ]
    for address, who, name in pages:
        if name == "championship-over":
            hand_in(run, 1)
            finish(cup)
            services.finish(cup.pk)
        lend(phone, sign_in(Client(), who), live_server)
        phone.goto(f"{live_server.url}{language}{address}")
        assert_accessible(phone)
        look(phone, f"{name}{language.replace('/', '-')}")
