"""Results: of games that end here, reported by one and confirmed by the other, decided and corrected by the organiser.

A correction changes the standings from that moment on. What was paired by the old ones stays as it was paired, as FIDE
has it: players may sit at their tables already. Ratings come of games alone, so a correction moves none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from tables.models import LiveGame
from tournaments.models import Correction, Entrant, Match, Tournament
from tournaments.rules.matches import BYE, OUTCOMES
from tournaments.rules.standings import Moved, moved
from tournaments.services import rounds
from tournaments.services.games import outcome_of
from tournaments.services.reading import held, note_change, read_whole
from web.refusals import RequestRefused


def find_match(tournament: Tournament, key: int) -> Match:
    """A match of the tournament. Raises ``RequestRefused``."""
    matches = tournament.matches.select_related("first", "second", "game", "reported_by")
    match = matches.filter(pk=key).first() if key < 1 << 31 else None
    if match is None:
        raise RequestRefused(404, "not-found", "there is no such match")
    return match


def settle_game(game: LiveGame) -> Tournament | None:
    """Enters the result of a game that has ended, in its transaction; the tournament, if it was of one.

    A match that was decided otherwise meanwhile stays as it was decided; one that was open when the organiser ended
    the tournament counts for nothing.
    """
    match = Match.objects.select_related("tournament").filter(game=game).first()
    if match is None:
        return None
    tournament = match.tournament
    with held(tournament):
        match.refresh_from_db()
        if match.outcome or tournament.phase == Tournament.Phase.OVER:
            return None
        _settle(match, outcome_of(game), Match.Source.SITE)
        note_change(tournament)
    return tournament


def _settle(match: Match, outcome: str, source: str) -> None:
    """Writes a result. Those of a match that was open who cannot say when they are ready for the next one, bots and
    players without a device, are ready now."""
    if not match.outcome:
        both = Entrant.objects.filter(pk__in=[match.first_id, match.second_id])
        both.filter(owner=None, is_out=False).update(is_waiting=True)
    match.outcome, match.source, match.settled = outcome, source, timezone.now()
    match.save(update_fields=["outcome", "source", "settled", "reported", "reported_by"])


def report(tournament: Tournament, match: Match, entrant: Entrant, outcome: str) -> None:
    """One of the two says how a match at a real table ended. If the other has said the same, that settles it; what
    they said before is replaced by what they say now.

    Raises ``RequestRefused``: ``not-yours``, ``on-site`` (the site knows itself), ``no-such-result``, ``settled``,
    ``over``.
    """
    if entrant.pk not in (match.first_id, match.second_id):
        raise RequestRefused(403, "not-yours", "only the two who play report a result")
    if tournament.on_site:
        raise RequestRefused(422, "on-site", "the result comes from the game")
    if outcome not in OUTCOMES:
        raise RequestRefused(422, "no-such-result", "there is no such result")
    with held(tournament):
        match.refresh_from_db()
        if match.outcome:
            if match.outcome == outcome:
                return  # the same press twice, or both at once
            raise RequestRefused(409, "settled", "this match is settled")
        if tournament.phase == Tournament.Phase.OVER:
            raise RequestRefused(409, "over", "the tournament is over")
        is_confirmed = match.reported == outcome and match.reported_by_id not in (None, entrant.pk)
        match.reported, match.reported_by = outcome, entrant
        if is_confirmed:
            _settle(match, outcome, Match.Source.PLAYERS)
        else:
            match.save(update_fields=["reported", "reported_by"])
        note_change(tournament)
    rounds.advance_later(tournament)


@dataclass(frozen=True)
class Consequences:
    """What a result would change: places, and the rounds that were paired without it."""

    moved: Sequence[Moved]
    paired_since: int


def consequences(tournament: Tournament, match: Match, outcome: str) -> Consequences:
    """What deciding or correcting a match would change. Raises ``RequestRefused``: ``no-such-result``."""
    _check(match, outcome)
    whole = read_whole(tournament)
    changed = [whole.result_of(each, outcome if each.pk == match.pk else None) for each in whole.matches]
    paired = 0 if tournament.is_arena else tournament.round - match.round
    return Consequences(moved(whole.standings(), whole.standings(changed)), paired)


def _check(match: Match, outcome: str) -> None:
    if outcome not in OUTCOMES or match.outcome == BYE:
        raise RequestRefused(422, "no-such-result", "there is no such result")


def decide(tournament: Tournament, match: Match, outcome: str, seen: str) -> None:
    """The organiser decides an open match, or corrects one that is settled: of whose result ``seen`` is what the form
    showed. Raises ``RequestRefused``: ``no-such-result``, ``stale`` where it is another by now."""
    _check(match, outcome)
    with held(tournament):
        match.refresh_from_db()
        if match.outcome == outcome:
            return  # a correction that changes nothing
        if match.outcome != seen:
            raise RequestRefused(409, "stale", "this match has another result by now")
        if match.outcome:
            Correction.objects.create(
                match=match, before=match.outcome, after=outcome, round=tournament.round, at=timezone.now()
            )
        _settle(match, outcome, Match.Source.ORGANISER)
        note_change(tournament)
    rounds.advance_later(tournament)
