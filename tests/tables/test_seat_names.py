"""Whose turn it is goes by whole names of seats, however one begins like another."""

from __future__ import annotations

import importlib

import pytest

from accounts.models import Owner
from tables.lobby.listing import free_seats
from tables.models import GameSeat, LiveGame
from tables.own_games.queries import count_turns, waiting_games
from tables.telling import seats_concerned
from tables.viewers import find_viewer
from tests.migrating import unsquashed_loader
from tests.tables.factories import make_game

pytestmark = pytest.mark.django_db
carry = importlib.import_module("tables.migrations.0016_seats_to_act_as_a_list")


def named(acting: list[str], **owners: Owner) -> LiveGame:
    """A game whose seats have these names and owners; it waits for some of them."""
    game = make_game(next(iter(owners.values())))
    for seat, (name, owner) in zip(game.seats.order_by("pk"), owners.items(), strict=True):
        GameSeat.objects.filter(pk=seat.pk).update(seat_name=name, owner=owner)
    LiveGame.objects.filter(pk=game.pk).update(acting=acting, status=LiveGame.Status.PLAY)
    game.refresh_from_db()
    return game


@pytest.mark.parametrize(
    ("acting", "expected"),
    [
        (["North"], [True, False]),
        (["NorthEast"], [False, True]),
        (["NorthEast", "North"], [True, True]),
        (["SouthNorth"], [False, False]),
        (["East", "orth", "N_rth", "%"], [False, False]),
        ([], [False, False]),
    ],
)
def test_turns_go_by_whole_names(acting: list[str], expected: list[bool]) -> None:
    ada, bob = Owner.objects.create(), Owner.objects.create()
    game = named(acting, North=ada, NorthEast=bob)
    assert [waiting_games(owner).exists() for owner in (ada, bob)] == expected
    assert [count_turns(owner) == 1 for owner in (ada, bob)] == expected
    for letters in ("North,NorthEast", "NorthEastNorth"):
        letters_of_owners = [
            seats_concerned(game, owner.pk, letters, game.turn_began, begins=False) for owner in (ada, bob)
        ]
        assert [bool(owner) for owner in letters_of_owners] == expected
    assert seats_concerned(game, ada.pk, "NorthEast", game.turn_began, begins=True) == []
    assert list(GameSeat.objects.to_act().values_list("seat_name", flat=True)) == [
        name for name, acts in zip(("North", "NorthEast"), expected, strict=True) if acts
    ]


def test_of_several_seats_the_one_that_is_to_act_is_meant() -> None:
    ada = Owner.objects.create()
    game = named(["NorthEast"], North=ada, NorthEast=ada)
    assert find_viewer(game.token, None, ada).seat_name == "NorthEast"


def test_the_lobby_offers_seats_by_their_whole_names() -> None:
    game = named([], North=Owner.objects.create(), NorthEast=Owner.objects.create())
    game.seats.update(is_taken=False)
    for listed in (["North"], ["NorthEast"], ["North", "NorthEast"]):
        game.listed = ",".join(listed)
        assert [seat.seat_name for seat in free_seats(game, list(game.seats.order_by("pk")))] == listed


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("", ("A", "B"), []),
        ("AB", ("A", "B"), ["A", "B"]),
        ("C", ("A",), ["C"]),
        ("dragombreblancgriffon", ("dragombre", "blancgriffon"), ["dragombre", "blancgriffon"]),
        ("NorthEastNorth", ("North", "NorthEast"), ["NorthEast", "North"]),
    ],
)
def test_names_that_stood_in_one_string_are_taken_apart(text: str, names: tuple[str, ...], expected: list[str]) -> None:
    assert carry.taken_apart(text, names) == expected


def test_games_are_carried_over() -> None:
    game = make_game(Owner.objects.create())
    acting = game.acting
    assert acting and game.to_act == "".join(acting)
    LiveGame.objects.update(acting=[])
    carry.carry_over(unsquashed_loader().project_state(("play", "0016_seats_to_act_as_a_list")).apps, None)
    game.refresh_from_db()
    assert game.acting == acting
