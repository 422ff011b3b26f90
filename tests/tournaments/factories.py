"""Tournaments of people, for tests."""

from __future__ import annotations

from typing import Any

from accounts.models import Owner, User, Visibility
from contract.log import Kind
from tables.models import LiveGame, LogEntry
from tables.services import bots
from tables.services.log import NewEntry, apply_entries, commit
from tables.states import state_of
from tournaments.models import Match, Tournament
from tournaments.services import entering
from tournaments.services.games import asked_for


def make_tournament(players: int = 0, *, accounts: bool = False, **values: Any) -> Tournament:
    """A tournament that is open, of a host who does not play; with so many people in it, "Player 1" and so on."""
    owner = values.pop("owner", None) or Owner.objects.create()
    fields = {
        "name": "Friday",
        "asked": asked_for("clash-of-decks", exhaustion=True),
        "visibility": Visibility.PUBLIC,
        **values,
    }
    tournament = Tournament.objects.create(owner=owner, **fields)
    for number in range(1, players + 1):
        user = User.objects.create_user(f"player{number}") if accounts else None
        entering.join(tournament, Owner.objects.create(user=user), f"Player {number}")
    return tournament


def end_with(game: LiveGame, winners: list[str], reason: str = "stronghold") -> None:
    """Ends a game with these winners."""
    game.refresh_from_db()
    before = state_of(game)
    entry = NewEntry(Kind.OVER, data={"result": {"winners": winners, "reason": reason}})
    after, rows = apply_entries(game, before, [entry])
    commit(game, before, after, rows)


def open_matches(tournament: Tournament) -> list[Match]:
    matches = tournament.matches.filter(outcome="").select_related("game", "first", "second")
    return list(matches.order_by("round", "table"))


def win(match: Match, seat: str = "A") -> None:
    assert match.game is not None
    end_with(match.game, [seat])


def move_both(game: LiveGame) -> None:
    """Has each of the two do something: a game counts for ratings then."""
    before = state = state_of(game)
    rows: list[LogEntry] = []
    while len({row.seat for row in rows if row.seat}) < 2:
        state, more = apply_entries(game, state, [bots.move(state, state.to_act()[0], "greedy")])
        rows += more
    commit(game, before, state, rows)
