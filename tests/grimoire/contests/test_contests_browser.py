"""Contests in the browser: with the longest names they fit a phone, and keep nobody out."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import Owner
from grimoire.contests import services
from grimoire.models import Contest
from tests.browsing import come_to_rest, lend
from tests.cards.factories import sign_in
from tests.grimoire.contests.test_contests import close, make_contest
from tests.grimoire.factories import make_owner, make_puzzle
from tests.test_widths import MEASURED

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "W" * 30


@pytest.fixture
def people() -> dict[str, Owner]:
    return {name: make_owner(name[0] + "W" * 29) for name in ("author", "judge", "organiser")}


@pytest.fixture
def contest(people: dict[str, Owner]) -> Contest:
    words = {"title": "W" * 60, "theme": f"{'W' * 300}\n{LONG}", "goal": "win", "edition": "season-2"}
    return make_contest(people["organiser"], people["judge"], **words, entries_each=2)


def look(page: Page, name: str) -> None:
    """Whether the page is no wider than the window, also on its side; keeps pictures where they are wanted."""
    faults: list[str] = []
    for width, height in ((390, 844), (844, 390), (320, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        come_to_rest(page)
        if folder := os.environ.get("GRIMOIRE_PICTURES"):
            for theme in ("dark", "light"):
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # it knows these two words
                page.screenshot(path=Path(folder) / f"{name}-{width}-{theme}.png", full_page=height > width)
        is_wide, _should, standing_out = page.evaluate(MEASURED)
        faults += [] if is_wide <= width else [f"{name} at {width}: {is_wide}, {standing_out}"]
    page.set_viewport_size({"width": 390, "height": 844})
    assert not faults, faults


@pytest.mark.parametrize("language", ["", "/fr"])
def test_a_contest_from_its_form_to_its_award(
    contest: Contest,
    people: dict[str, Owner],
    live_server: Any,
    phone: Page,
    assert_accessible: Callable[[Page], None],
    language: str,
) -> None:
    def visit(address: str, who: str, name: str) -> None:
        lend(phone, sign_in(Client(), people[who]), live_server)
        phone.goto(f"{live_server.url}{language}{address}")
        assert_accessible(phone)
        look(phone, f"{name}{language.replace('/', '-')}")

    author = people["author"]
    entered, _draft = (make_puzzle(author, published=False, title=LONG, words=LONG * 9) for _ in range(2))
    visit(reverse("grimoire:contests"), "author", "contests")
    visit(reverse("grimoire:new_contest"), "organiser", "new-contest")
    services.enter(contest=contest, owner=author, puzzle=entered)
    visit(contest.get_absolute_url(), "author", "contest-open")
    close(contest)
    visit(contest.get_absolute_url(), "judge", "contest-judged")
    visit(reverse("grimoire:judging", args=[contest.token]), "judge", "judging")
    said = {"award": "prize", "place": 1, "comment": LONG * 9}
    services.judge_entry(contest=contest, owner=people["judge"], token=contest.entries.get().token, fields=said)
    services.publish_award(contest=contest, owner=people["judge"], fields={"verdict": LONG * 9})
    visit(contest.get_absolute_url(), "organiser", "contest-awarded")
    services.create(
        owner=people["organiser"],
        judge=people["judge"],
        fields={
            "title": LONG,
            "theme": LONG,
            "opens_at": timezone.now(),
            "closes_at": timezone.now() + timedelta(days=1),
        },
    )
    asked = Contest.objects.get(title=LONG)
    visit(asked.get_absolute_url(), "organiser", "contest-without-judge")
    visit(asked.get_absolute_url(), "judge", "contest-asked")
