"""An editor of rulings arranges the position in the form itself, plays on buttons and ticks what has to come of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import User
from rulings.models import EditorialRuling
from tests.browsing import eventually, lend
from tests.cards.factories import make_card, make_set
from tests.conftest import PHONE, NewPage

pytestmark = pytest.mark.django_db(transaction=True)
LINE = "cod1 duel A summoning m0 | A t2 [B Rat(c1 1/1)] upper Ox(c3 3/4) | B t2 [B Wolf(c3 3/2)] upper Wall(c2 0/9)"


def test_a_ruling_is_arranged_played_and_given(new_page: NewPage, live_server: Any) -> None:
    make_card("Tall Fence", make_set("base"), cost=1, av=0, hp=2)
    client = Client()
    client.force_login(User.objects.create_superuser("editor", password="x"))
    page = new_page(viewport=PHONE)
    lend(page, client, live_server)
    page.goto("/rulings/editing/new/")
    expect(page.locator("[data-editor][data-ready]")).to_be_attached()
    page.locator("[name=id]").fill("fences-fall")
    page.locator("[name=title_en]").fill("Fences fall")

    # A line that is written stands on the board, and what is arranged there is written into the line.
    line = page.locator("textarea[name=position]")
    line.fill(LINE)
    line.blur()
    expect(page.locator('[data-zone="upper-B"] .fig:not(.add)')).to_have_count(1)
    page.locator("[data-drawer]").click()
    page.locator("[data-card*='\"Tall Fence\"']").click()
    page.locator('[data-zone="upper-B"] .fig.add').click()
    eventually(lambda: "Tall Fence" in line.input_value(), True)

    expect(page.locator("[name=play][value=assault]")).to_be_visible()
    page.locator("[name=play][value=assault]").click()
    expect(page.locator("textarea[name=actions]")).to_have_value("assault")
    expect(page.locator("[name=title_en]")).to_have_value("Fences fall")
    expect(page.locator('[data-zone="upper-B"] .fig:not(.add)')).to_have_count(2)

    fact = page.get_by_role("checkbox", name=re.compile("Wall suffers 3 damage"))
    fact.check()
    page.locator("[name=play][value=end-turn]").click()
    expect(page.locator("textarea[name=actions]")).to_have_value("assault\nend-turn")
    expect(fact).to_be_checked()
    page.locator("[name=text_en]").fill("A fence behind a wall stands.")
    page.get_by_role("button", name="Publish ruling").click()
    expect(page).to_have_url(re.compile("/rulings/fences-fall/$"))
    ruling = EditorialRuling.objects.get()
    assert ruling.actions == ["assault", "end-turn"] and "Tall Fence" in ruling.position
