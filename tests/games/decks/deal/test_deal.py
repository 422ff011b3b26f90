"""The deal of the day: the same for everybody, once each, and the table of how all fared."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import Owner, User
from accounts.services import guest_adopted
from games.decks.deal import services
from games.decks.deal.models import DealTry
from tables.models import LiveGame
from tables.services import consent
from tables.states import state_of
from tables.viewers import find_viewer
from tests.cards.factories import browser_of
from tests.tables.factories import finish

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 28)


def account(name: str) -> Owner:
    return Owner.objects.create(user=User.objects.create_user(name))


def test_everybody_gets_the_same_and_each_day_another() -> None:
    first, second = services.begin(account("ada")), services.begin(account("bo"))
    assert first is not None and second is not None and first != second
    assert first.setup == second.setup
    assert state_of(first).view(0) == state_of(second).view(0)
    seeds = {services.deal_of(DAY + timedelta(days=number)).setup.seed for number in range(30)}
    assert len(seeds) == 30
    assert {services.bot_of(DAY + timedelta(days=number)).slug for number in range(5)} == set(services.CHARACTERS)


def test_the_seed_follows_from_the_server_s_secret(settings: Any) -> None:
    before = services.deal_of(DAY).setup.seed
    settings.SECRET_KEY = "another secret of this server, as long as it ought to be"
    assert services.deal_of(DAY).setup.seed != before


def test_it_is_tried_once() -> None:
    ada = account("ada")
    game = services.begin(ada)
    assert services.begin(ada) == game
    assert game is not None
    finish(game)
    assert services.begin(ada) == game
    game.delete()
    assert services.begin(ada) is None
    assert DealTry.objects.count() == 1


def test_of_two_presses_at_once_one_begins(race: Callable[[str], Any]) -> None:
    games, tries = race(
        """
from tests.games.decks.deal.test_deal import *
ada = account("ada")
def work(number):
    return services.begin(Owner.objects.get(pk=ada.pk)).token
tokens = at_once(work, range(4))
print(json.dumps([len(set(tokens)), DealTry.objects.count()]))
"""
    )
    assert (games, tries) == (1, 1)


def test_what_became_of_it_is_noted() -> None:
    game = services.begin(account("ada"))
    assert game is not None
    finish(game)
    state, tried = state_of(LiveGame.objects.get(pk=game.pk)), DealTry.objects.get()
    seat = state.engine.position.seats[0]
    assert tried.score == float("A" in state.result["winners"])
    assert (tried.turns, tried.hp, tried.has_bastion) == (seat.turn, seat.hp, not seat.fort)


def test_giving_up_is_a_loss() -> None:
    ada = account("ada")
    game = services.begin(ada)
    assert game is not None
    consent.resign(find_viewer(game.token, None, ada))
    assert DealTry.objects.get().score == 0


def row(name: str, score: float, turns: int, hp: int = 3, *, bastion: bool = False, helped: bool = False) -> None:
    owner = account(name) if name else Owner.objects.create()
    fields = {"score": score, "turns": turns, "hp": hp, "has_bastion": bastion, "helped": helped}
    DealTry.objects.create(day=services.today(), owner=owner, **fields)


def test_the_table_has_wins_first_then_turns_then_the_stronghold() -> None:
    row("late loss", 0, 12)
    row("slow", 1, 9)
    row("fast", 1, 6, 2)
    row("fast too", 1, 6, 2)
    row("whole", 1, 6, 1, bastion=True)
    row("drawn", 0.5, 100)
    row("early loss", 0, 4)
    row("helped", 1, 3, helped=True)
    row("", 1, 2)
    seen = services.deal_day(services.today(), None)
    assert [(one.place, one.name) for one in seen.rows] == [
        (1, "whole"),
        (2, "fast"),
        (2, "fast too"),
        (4, "slow"),
        (5, "drawn"),
        (6, "late loss"),
        (7, "early loss"),
    ]
    assert (seen.finished, seen.won, seen.compared, seen.own_place) == (9, 6, 8, 0)
    places = {}
    for tried in DealTry.objects.select_related("owner__user"):
        places[tried.owner.name] = services.deal_day(services.today(), tried.owner).own_place
    with_guests = {"": 1, "whole": 2, "fast": 3, "fast too": 3, "slow": 5, "drawn": 6, "late loss": 7}
    assert places == {**with_guests, "early loss": 8, "helped": 0}, "guests' tries are compared too"


def test_a_guest_who_signs_in_keeps_the_try_unless_the_account_has_one() -> None:
    ada, guest = account("ada"), Owner.objects.create()
    game = services.begin(guest)
    guest_adopted.send(sender=Owner, guest=guest, owner=ada)
    assert DealTry.objects.get().owner == ada
    other = Owner.objects.create()
    services.begin(other)
    guest_adopted.send(sender=Owner, guest=other, owner=ada)
    assert DealTry.objects.get(owner=ada).game == game


def test_nobody_watches_a_deal_before_its_day_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would know decks and luck before their own try; afterwards a link shows the game as any other does."""
    ada, others = account("ada"), Client()
    game = services.begin(ada)
    assert game is not None
    adas = browser_of(ada)
    addresses = [game.get_absolute_url(), f"/api/v1/games/{game.token}", f"/api/v1/games/{game.token}/steps?since=0"]
    assert [others.get(address).status_code for address in addresses] == [404] * 3
    finish(game)
    addresses += [f"{game.get_absolute_url()}replay/", f"/api/v1/games/{game.token}/record"]
    assert [adas.get(address).status_code for address in addresses] == [200] * 5
    assert [others.get(address).status_code for address in addresses] == [404] * 5
    assert services.open_games_of_the_past() == 0
    assert others.get(addresses[0]).status_code == 404
    tomorrow = services.today() + timedelta(days=1)
    monkeypatch.setattr(services, "today", lambda: tomorrow)
    assert services.open_games_of_the_past() == 1
    assert [others.get(address).status_code for address in addresses] == [200] * 5
    assert services.open_games_of_the_past() == 0


def test_who_plays_past_midnight_finds_the_game_at_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, day = account("ada"), services.today()
    game = services.begin(ada)
    assert game is not None
    monkeypatch.setattr(services, "today", lambda: day + timedelta(days=1))
    client = browser_of(ada)
    page = client.get("/play/deal/").content.decode()
    assert "Continue" not in page and ">Play</button>" in page
    page = client.get(f"/play/deal/?day={day}").content.decode()
    assert "Continue" in page and game.get_absolute_url() in page and ">Play</button>" not in page
    other = services.begin(ada)
    assert other != game and DealTry.objects.count() == 2
    finish(game)
    assert DealTry.objects.get(game=game).day == day and DealTry.objects.get(game=game).score is not None
    assert "Your game" in client.get(f"/play/deal/?day={day}").content.decode()


def test_its_page() -> None:
    client, ada = Client(), account("ada")
    page = client.get("/play/deal/")
    assert page.status_code == 200 and b"to be in the table" in page.content
    assert client.get("/fr/play/deal/").status_code == 200
    client.force_login(ada.user)
    begun = client.post("/play/deal/")
    game = LiveGame.objects.get()
    assert begun.status_code == 302 and begun["Location"] == game.get_absolute_url()
    assert b"Continue" in client.get("/play/deal/").content
    finish(game)
    page = client.get("/play/deal/").content.decode()
    assert "ada" in page and "1 try" in page
    assert "/play/deal/?day=" in client.get(game.get_absolute_url()).content.decode()
    for day in ("nonsense", "2020-01-01", "2999-01-01", "0001-01-01", "9999-12-31"):
        assert client.get(f"/play/deal/?day={day}").status_code == 404
    before = services.today() - timedelta(days=1)
    assert client.get(f"/play/deal/?day={before}").status_code == 200
