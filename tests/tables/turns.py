"""Games of two people and how they go on, for tests of what is told of turns."""

from __future__ import annotations

from typing import Any

from django_tasks_db.models import DBTaskResult

from accounts.models import Owner, User
from games.decks.setups import read_arrangement
from tables.models import LiveGame, TurnMessage
from tables.pushing import sending
from tables.services.log import Kind, NewEntry, apply_entries, commit
from tables.services.tables import new_game
from tables.states import state_of
from tests.tables.push_services import Browser


def account(name: str) -> Owner:
    return Owner.objects.create(user=User.objects.create_user(name))


def against(first: Owner, second: Owner, **more: Any) -> LiveGame:
    """A Duel of two that has begun, of which nobody has been told anything."""
    seats = {"A": {"kind": "me"}, "B": {"kind": "me"}}
    arrangement = read_arrangement({"mode": "duel", "seats": seats, "seed": "7", **more}, first)
    game = new_game(arrangement, first, {"A": first, "B": second}, apart=("B",))
    TurnMessage.objects.all().delete()
    DBTaskResult.objects.all().delete()
    return game


def act(game: LiveGame, action: str = "") -> str:
    """Whoever is to act does the first thing that may be done, or that; the letter of who it was."""
    before = state_of(game)
    letter = before.to_act()[0]
    assert before.engine is not None
    action = action or str(before.engine.legal_actions("AB".index(letter))[0])
    commit(game, before, *apply_entries(game, before, [NewEntry(Kind.ACTION, letter, action)]))
    return letter


def hand_over(game: LiveGame) -> str:
    """Plays until it is the other's turn; the letter of who that is."""
    actor = game.to_act
    while game.to_act == actor:
        act(game)
    return game.to_act


def owner_of(game: LiveGame, letter: str) -> Owner:
    owner = game.seats.get(seat_name=letter).owner
    assert owner is not None
    return owner


def work_all() -> None:
    """What a worker does when the time has come."""
    for message in TurnMessage.objects.filter(state="waiting"):
        sending.work(message.pk)


def waiting_message() -> TurnMessage:
    ada, bob = account("ada"), account("bob")
    game = against(ada, bob)
    Browser().told_of(owner_of(game, "A" if game.to_act == "B" else "B"))
    hand_over(game)
    return TurnMessage.objects.get()
