"""The fate of games when their players go, and when nobody plays them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.exchange import write_owner
from accounts.models import Owner, User
from accounts.services import adopt, forget
from tables.models import LiveGame
from tables.upkeep import sweep_games, sweep_traces
from tests.tables.clients import API
from tests.tables.factories import make_game
from tests.tables.turns import account

pytestmark = pytest.mark.django_db


def test_who_goes_leaves_the_game_and_takes_the_name_along() -> None:
    ada = account("ada")
    game = make_game(ada)
    assert Client().get(f"{API}/{game.token}").json()["seats"]["A"]["name"] == "ada"
    things = write_owner(ada)["things"]
    assert [seat["fields"]["seat_name"] for seat in things["play.gameseat"]] == ["A", "B"]
    assert all(seat["fields"]["game"] == game.pk for seat in things["play.gameseat"])
    forget(owner=ada, user=ada.user)
    look = Client().get(f"{API}/{game.token}")
    assert (
        look.status_code == 200 and look.json()["seats"]["A"]["name"] == "Guest" and "ada" not in look.content.decode()
    )


def test_a_guest_who_signs_up_keeps_the_seats() -> None:
    guest, user = Owner.objects.create(), User.objects.create_user("ben")
    game = make_game(guest)
    adopt(guest=guest, user=user)
    assert {seat.owner.user for seat in game.seats.all() if seat.owner} == {user}
    game.refresh_from_db()
    assert game.creator is not None and game.creator.user == user


def test_games_of_guests_that_nobody_plays_are_swept() -> None:
    old, kept, fresh = make_game(Owner.objects.create()), make_game(account("cleo")), make_game()
    LiveGame.objects.exclude(pk=fresh.pk).update(updated=timezone.now() - timedelta(days=70))
    assert sweep_games() == 1
    assert set(LiveGame.objects.values_list("pk", flat=True)) == {kept.pk, fresh.pk} and old.pk
    assert sweep_traces() == 0
