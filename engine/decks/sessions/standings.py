"""Who stands where: wins, places with ties, and who has won in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.decks.sessions.ledger_state import COUNTING, NOBODY, OVER, REPORTED, SessionState
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SEATS


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """The standing of a seat; ``place`` is None for one that is excluded."""

    seat: int
    place: int | None
    tied: bool
    wins: int
    losses: int
    unconfirmed: int

    @property
    def games(self) -> int:
        return self.wins + self.losses


def standings_of(state: SessionState) -> list[SeatStanding]:
    """The standings in order of place, then seat; excluded seats last."""
    tallies = {seat: _tally(state, seat) for seat in range(len(SEATS))}
    placed = [wins for seat, (wins, _, _) in tallies.items() if seat not in state.excluded]
    standings = []
    for seat, (wins, losses, unconfirmed) in tallies.items():
        out = seat in state.excluded
        place = None if out else 1 + sum([other > wins for other in placed])
        standings.append(SeatStanding(seat, place, not out and placed.count(wins) > 1, wins, losses, unconfirmed))
    return sorted(standings, key=lambda standing: (standing.place is None, standing.place or 0, standing.seat))


def _tally(state: SessionState, seat: int) -> tuple[int, int, int]:
    """Wins, losses, and how many of both are not confirmed."""
    counting = [game for game in GAMES_OF_SEAT[seat] if state.status(game) in COUNTING]
    wins = sum([state.winner(game) == seat for game in counting])
    return wins, len(counting) - wins, sum([state.status(game) == REPORTED for game in counting])


def is_final(state: SessionState) -> bool:
    """Whether the standings are final: the session is over, or all games are settled."""
    return state.phase == OVER or state.all_settled


def winners_of(state: SessionState) -> list[int]:
    """The seats that share the victory, once the standings are final; nobody who has not won a game."""
    return sorted(
        [standing.seat for standing in standings_of(state) if is_final(state) and standing.place == 1 and standing.wins]
    )


def write_standings(state: SessionState) -> list[dict[str, Any]]:
    """The standings as the answer has them."""
    return [
        {
            "seat": SEATS[standing.seat],
            "name": state.header.players[standing.seat],
            "place": standing.place,
            "tied": standing.tied,
            "games": standing.games,
            "wins": standing.wins,
            "losses": standing.losses,
            "unconfirmed": standing.unconfirmed,
            "withdrawn": standing.seat in state.gone,
        }
        for standing in standings_of(state)
    ]


def seat_name(seat: int) -> str | None:
    """The letter of a seat; None for nobody."""
    return None if seat == NOBODY else SEATS[seat]
