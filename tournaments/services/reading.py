"""A tournament as the rules see it: entrants by number, matches as results, standings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.locks import lock_row
from accounts.models import Owner
from tournaments.models import Entrant, Match, Tournament
from tournaments.rules.matches import Result
from tournaments.rules.standings import Standing, standings
from web.refusals import RequestRefused, not_found

TOKEN_LENGTH = 16


@dataclass(frozen=True)
class WholeTournament:
    """All of a tournament that is needed to pair and to rank; ``entrants`` are by number."""

    tournament: Tournament
    entrants: dict[int, Entrant]
    matches: list[Match]

    @property
    def active(self) -> list[Entrant]:
        return [entrant for entrant in self.entrants.values() if not entrant.is_out]

    @property
    def open_matches(self) -> list[Match]:
        return [match for match in self.matches if not match.outcome]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The numbers of entrants by their keys."""
        return {entrant.pk: entrant.number for entrant in self.entrants.values()}

    def result_of(self, match: Match, outcome: str | None = None) -> Result:
        """A match for the rules; with ``outcome`` as if it had ended so."""
        second = None if match.second_id is None else self.numbers[match.second_id]
        return Result(match.round, self.numbers[match.first_id], second, match.outcome if outcome is None else outcome)

    def results(self) -> list[Result]:
        return [self.result_of(match) for match in self.matches]

    def standings(self, results: list[Result] | None = None) -> list[Standing]:
        return standings(self.tournament.kind, self.entrants, self.results() if results is None else results)

    def entrant_of(self, owner: Owner | None) -> Entrant | None:
        """The place that somebody has in it."""
        if owner is None:
            return None
        return next((entrant for entrant in self.entrants.values() if entrant.owner_id == owner.pk), None)


def read_whole(tournament: Tournament) -> WholeTournament:
    entrants = {entrant.number: entrant for entrant in tournament.entrants.select_related("owner__user")}
    return WholeTournament(tournament, entrants, list(tournament.matches.select_related("game")))


def find_tournament(token: str, owner: Owner | None) -> Tournament:
    """A tournament that this owner may see. Raises ``RequestRefused``."""
    is_token = len(token) <= TOKEN_LENGTH and token.isascii() and "\0" not in token
    tournament = Tournament.objects.readable_by(owner).filter(token=token).first() if is_token else None
    if tournament is None:
        raise not_found()
    return tournament


def check_organiser(tournament: Tournament, owner: Owner | None) -> None:
    """Raises ``RequestRefused`` for everybody else."""
    if not tournament.is_owned_by(owner):
        raise RequestRefused(403, "not-organiser", "only the organiser may do this")


@contextmanager
def held(tournament: Tournament) -> Iterator[Tournament]:
    """The tournament as it is now, nobody else changing it until the block ends. No game may be held before it but the
    one that has just ended: games come first."""
    with transaction.atomic():
        lock_row(Tournament, tournament.pk)
        tournament.refresh_from_db()
        yield tournament


def note_change(tournament: Tournament, **values: Any) -> None:
    """Counts a change, with the row held, and writes ``values`` of the tournament."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1, updated=timezone.now(), **values)
    tournament.refresh_from_db()
