"""Rounds: beginning, pairing the next one when its time has come, ending.

Whoever settles the last match of a round has the next one paired after that (``advance``). Nothing depends on it: a
worker, and whoever looks, does the same for a tournament that stands still.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments.models import Match, Tournament
from tournaments.rules.matches import BYE, FIRST, NEITHER, SECOND, Result
from tournaments.rules.pairing import pair_round, pair_waiting, round_robin, rounds_advised
from tournaments.services.games import open_game
from tournaments.services.reading import WholeTournament, held, note_change, read_whole
from web.refusals import RequestRefused

Kind, Phase = Tournament.Kind, Tournament.Phase
LEAST = 2  # entrants


def begin(tournament: Tournament) -> None:
    """Begins a tournament that is open to join; pressed twice, once. Raises ``RequestRefused``: ``too-few``."""
    with held(tournament):
        if tournament.phase != Phase.OPEN:
            return
        whole = read_whole(tournament)
        if len(whole.active) < LEAST:
            raise RequestRefused(409, "too-few", "two players at least")
        now = timezone.now()
        note_change(
            tournament,
            phase=Phase.RUNNING,
            began=now,
            rounds=_rounds(tournament, len(whole.active)),
            ends=now + timedelta(minutes=tournament.minutes) if tournament.is_arena else None,
        )
        if not tournament.is_arena:
            _pair_next(read_whole(tournament))
    advance(tournament)


def _rounds(tournament: Tournament, entrants: int) -> int:
    """How many rounds there will be; 0 where nobody knows."""
    if tournament.kind == Kind.ROUND_ROBIN:
        return entrants - 1 + entrants % 2
    if tournament.kind == Kind.SWISS:
        return tournament.rounds or rounds_advised(entrants)
    return 0


def next_round(tournament: Tournament, after: int) -> None:
    """Pairs the round that follows ``after``, which whoever asks has seen: of two who ask at once, one does it.

    Raises ``RequestRefused``: ``still-open`` while a match of this round is not settled, ``no-round`` where there is
    none to come.
    """
    with held(tournament):
        if tournament.phase != Phase.RUNNING or tournament.is_arena:
            raise RequestRefused(409, "no-round", "there is no next round")
        if tournament.round != after:
            return
        whole = read_whole(tournament)
        if whole.open_matches:
            raise RequestRefused(409, "still-open", "a match is still open")
        if _is_last(whole):
            raise RequestRefused(409, "no-round", "there is no next round")
        _pair_next(whole)
    advance(tournament)


def _is_last(whole: WholeTournament) -> bool:
    return len(whole.active) < LEAST or whole.tournament.is_last_round


def change(tournament: Tournament, **values: Any) -> None:
    """The organiser gives it another name, other places, another start while it has not started.

    Raises ``RequestRefused``: ``over``.
    """
    with held(tournament):
        if tournament.phase == Phase.OVER:
            raise RequestRefused(409, "over", "the tournament is over")
        if tournament.phase != Phase.OPEN:
            values.pop("starts", None)
        note_change(tournament, **values)


def end(tournament: Tournament) -> None:
    """The organiser ends it, whatever is still open; or cancels one that has not started."""
    with held(tournament):
        if tournament.phase != Phase.OVER:
            note_change(tournament, phase=Phase.OVER)


def advance_later(tournament: Tournament) -> None:
    """``advance`` after the transaction, in which it would keep others waiting."""
    transaction.on_commit(partial(advance, tournament))


def advance(tournament: Tournament) -> None:
    """Does what is to be done by itself: pairs those who wait in an arena; pairs the next round once all of the last
    is settled, where games open here; ends what is through."""
    with held(tournament):
        if tournament.phase != Phase.RUNNING:
            return
        whole = read_whole(tournament)
        if tournament.is_arena:
            _advance_arena(whole)
        elif not whole.open_matches and tournament.kind != Kind.EVENING:
            if _is_last(whole):
                note_change(tournament, phase=Phase.OVER)
            elif tournament.on_site:
                _pair_next(whole)


def _advance_arena(whole: WholeTournament) -> None:
    tournament = whole.tournament
    if tournament.pairs_no_more:
        if not whole.open_matches:
            note_change(tournament, phase=Phase.OVER)
        return
    waiting = {entrant.number for entrant in whole.active if entrant.is_waiting}
    order = [row.entrant for row in whole.standings() if row.entrant in waiting]
    if len(order) < LEAST:
        return
    results = whole.results()
    paired = pair_waiting(tournament.round + 1, order, results, 2 * len(whole.open_matches))
    if paired:
        _write(whole, paired)


def _pair_next(whole: WholeTournament) -> None:
    """Pairs the round after the last one, with the tournament held."""
    tournament, number = whole.tournament, whole.tournament.round + 1
    if tournament.kind == Kind.ROUND_ROBIN:
        _write(whole, round_robin(list(whole.entrants))[number - 1])
        return
    table = whole.standings()
    active = {entrant.number for entrant in whole.active}
    order = [row.entrant for row in table if row.entrant in active]
    _write(whole, pair_round(number, order, {row.entrant: row.points for row in table}, whole.results()))


def _write(whole: WholeTournament, paired: Sequence[Result]) -> None:
    """Writes the matches of a round and opens their games. In a round robin whoever withdrew has lost."""
    tournament, now = whole.tournament, timezone.now()
    matches = []
    for table, result in enumerate(paired, 1):
        first = whole.entrants[result.first]
        second = None if result.second is None else whole.entrants[result.second]
        match = Match(tournament=tournament, round=result.round, table=table, first=first, second=second, opened=now)
        if second is None:
            match.outcome, match.settled = BYE, now
        elif first.is_out or second.is_out:
            match.outcome = NEITHER if first.is_out and second.is_out else SECOND if first.is_out else FIRST
            match.source, match.settled = Match.Source.NO_SHOW, now
        elif tournament.on_site:
            open_game(tournament, match, first, second)
        matches.append(match)
        for entrant in (first, second):
            if entrant is not None:
                entrant.is_waiting = False
                entrant.save(update_fields=["is_waiting"])
    Match.objects.bulk_create(matches)
    note_change(tournament, round=paired[0].round if paired else tournament.round + 1)
