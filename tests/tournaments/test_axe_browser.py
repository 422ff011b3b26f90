"""Tournaments at every stage, ladders, players and profiles: nothing that keeps people out, on any screen, by day and
by night."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import Owner
from tests.browsing import lend
from tests.cards.factories import browser_of
from tests.conftest import NewPage
from tests.crowded import Site, crowded_site, pages_of
from tests.tournaments.factories import make_tournament, open_matches, win
from tests.tournaments.test_pages import client_of
from tournaments.models import Tournament
from tournaments.rules.matches import DRAW, FIRST, SECOND
from tournaments.services import entering, results, rounds
from tournaments.services.games import asked_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

SCREENS = {"desk": (1280, 800), "phone": (390, 844), "lying": (844, 390)}
OF_THE_SITE = ("tournament", "ladder", "season", "people", "account", "author")
UNFOLD = "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"

Shown = tuple[str, Client]


@pytest.fixture(params=SCREENS)
def screen(request: pytest.FixtureRequest, new_page: NewPage) -> Page:
    width, height = SCREENS[request.param]
    return new_page(viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce")


def check_all(page: Page, shown: list[Shown], server: Any, check: Callable[[Page], None]) -> None:
    """Each address with the cookies of its client, everything unfolded, light and dark."""
    for address, client in shown:
        page.context.clear_cookies()
        lend(page, client, server)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # it knows these two words
            answer = page.goto(address)
            assert answer is not None and answer.status == 200, address
            page.evaluate(UNFOLD)
            check(page)


def of_host_and_players(tournament: Tournament) -> list[Shown]:
    """Its page as the organiser, everybody who plays in it and a stranger see it; its wall."""
    owners = [tournament.owner, *(entrant.owner for entrant in tournament.entrants.all() if entrant.owner), None]
    path = tournament.get_absolute_url()
    return [(path, client_of(owner)) for owner in owners] + [(f"{path}wall/", Client())]


def swiss() -> Tournament:
    """In its second round: who plays, has played, has a bye, came late, withdrew; a correction."""
    tournament = make_tournament(5, rounds=3)
    rounds.begin(tournament)
    first, *others = open_matches(tournament)
    for match in (first, *others):
        win(match)
    tournament.refresh_from_db()
    first.refresh_from_db()
    results.decide(tournament, first, DRAW, seen=FIRST)
    win(open_matches(tournament)[0])
    entering.withdraw(tournament, tournament.entrants.earliest("number"))
    entering.join(tournament, Owner.objects.create(), "Late")
    return tournament


def at_real_tables() -> Tournament:
    tournament = make_tournament(4, kind="evening", on_site=False)
    entering.add_player(tournament, "Grandma")
    rounds.begin(tournament)
    match = open_matches(tournament)[0]
    results.report(tournament, match, match.first, SECOND)
    entering.withdraw(tournament, tournament.entrants.latest("number"))
    return tournament


def stages() -> list[Shown]:
    soon = timezone.now() + timedelta(days=2)
    opened = make_tournament(2, starts=soon, capacity=4)
    full = make_tournament(2, capacity=2)
    constructed = make_tournament(0, asked=asked_for("clash-of-decks", format="constructed"))
    rated, cancelled, over = make_tournament(0, rated=True), make_tournament(1), make_tournament(3, kind="round-robin")
    rounds.end(cancelled)
    rounds.begin(over)
    while matches := open_matches(over):
        win(matches[0])
    over.refresh_from_db()
    arena, arena_over = make_tournament(3, kind="arena"), make_tournament(2, kind="arena")
    for each in (arena, arena_over):
        rounds.begin(each)
    win(open_matches(arena_over)[0])
    rounds.end(arena_over)
    running, tables = swiss(), at_real_tables()
    found = [(each.get_absolute_url(), Client()) for each in (full, constructed, rated, cancelled)]
    for each in (opened, running, tables, over, arena, arena_over):
        found += of_host_and_players(each)
    match, host = open_matches(running)[0], client_of(running.owner)
    found += [(f"{constructed.get_absolute_url()}deck/", Client())]
    organising = [f"{running.get_absolute_url()}match/{match.pk}/?outcome=draw", f"{opened.get_absolute_url()}change/"]
    found += [
        (address, host if address.startswith(running.get_absolute_url()) else client_of(opened.owner))
        for address in organising
    ]
    found += [(f"{tables.get_absolute_url()}session/", client_of(tables.owner))]
    return [*found, ("/tournaments/", client_of(opened.owner)), ("/tournaments/new/", Client())]


def test_tournaments_at_every_stage(screen: Page, live_server: Any, assert_accessible: Callable[[Page], None]) -> None:
    check_all(screen, stages(), live_server, assert_accessible)


def test_full_tournaments_ladders_players_and_profiles(
    screen: Page, live_server: Any, assert_accessible: Callable[[Page], None]
) -> None:
    site = crowded_site()
    check_all(screen, of_the_site(site), live_server, assert_accessible)


def of_the_site(site: Site) -> list[Shown]:
    own = browser_of(site)
    kinds = [kind for kind in pages_of(site) if kind.name.startswith(OF_THE_SITE)]
    found = [(kind.english, own) for kind in kinds] + [(kind.english, Client()) for kind in kinds if not kind.is_own]
    return [*found, ("/players/ada/", own), ("/players/ada/", Client())]


def test_what_is_wrong_with_a_new_tournament(
    screen: Page, page_errors: list[str], assert_accessible: Callable[[Page], None]
) -> None:
    """The page that makes one, sent with a fault in each field that can have one, in what is folded too."""
    for scheme in ("light", "dark"):
        screen.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # it knows these two words
        screen.goto("/tournaments/new/")
        screen.evaluate("() => { document.querySelector('main form').noValidate = true; }")
        screen.evaluate(UNFOLD)
        screen.select_option("[name=place]", "table")
        screen.check("[name=rated]")
        for name, value in (("capacity", "65"), ("rounds", "21"), ("minutes", "9"), ("starts", "2000-01-01T10:00")):
            screen.fill(f"[name={name}]", value)
        screen.click("main form .button.strong")
        expect(screen.locator(".errorlist")).to_have_count(4)  # of the name, capacity, rounds, minutes
        assert_accessible(screen)
        screen.evaluate(UNFOLD)
        assert_accessible(screen)
    page_errors[:] = [error for error in page_errors if "422" not in error]
