"""What pages and files show of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from accounts.models import Owner
from contract.registry import GAMES
from contract.seating import level_name
from games.decks.forms import deck_choices
from tables.summaries import summary_of_request
from tournaments.models import Correction, Entrant, Match, Tournament
from tournaments.rules.standings import ARENA, ROUND_ROBIN, Standing
from tournaments.services.entering import may_come_back, needs_deck
from tournaments.services.reading import WholeTournament, read_whole
from tournaments.sessions import may_have_sessions, sessions_of
from tournaments.words import halves, outcome_choices, quarters, score

LAST_MATCHES: Final = 24  # of an arena, that its page shows


@dataclass(frozen=True)
class Row:
    """A line of the standings, in words."""

    standing: Standing
    entrant: Entrant
    is_own: bool

    @property
    def is_winner(self) -> bool:
        """Whether it is a first place, of which there is none where nobody has a point."""
        return self.standing.rank == 1 and self.standing.points > 0

    @property
    def points(self) -> str:
        return halves(self.standing.points)

    @property
    def buchholz(self) -> str:
        return halves(self.standing.buchholz)

    @property
    def sonneborn_berger(self) -> str:
        return quarters(self.standing.sonneborn_berger)

    @property
    def direct(self) -> str:
        return halves(self.standing.direct)


@dataclass(frozen=True)
class Pairing:
    """A match, in words."""

    match: Match
    first: Entrant
    second: Entrant | None
    is_own: bool

    @property
    def score(self) -> str:
        return score(self.match.outcome)

    @property
    def reported(self) -> str:
        """What one of the two has said; "" once it is settled."""
        return "" if self.match.outcome else score(self.match.reported)

    @property
    def choices(self) -> list[tuple[str, str]]:
        return [] if self.second is None else outcome_choices(self.first.called, self.second.called)


def rows_of(whole: WholeTournament, own: Entrant | None) -> list[Row]:
    return [
        Row(standing, whole.entrants[standing.entrant], own is not None and own.number == standing.entrant)
        for standing in whole.standings()
    ]


def pairings_of(whole: WholeTournament, matches: Sequence[Match], own: Entrant | None) -> list[Pairing]:
    by_key = {entrant.pk: entrant for entrant in whole.entrants.values()}
    return [
        Pairing(
            match,
            by_key[match.first_id],
            None if match.second_id is None else by_key[match.second_id],
            own is not None and own.pk in (match.first_id, match.second_id),
        )
        for match in matches
    ]


def shown_matches(whole: WholeTournament, round_number: int) -> list[Match]:
    """The matches of a round; of an arena those that are played, and the last ones before."""
    if not whole.tournament.is_arena:
        return [match for match in whole.matches if match.round == round_number]
    settled = [match for match in whole.matches if match.outcome]
    return [*whole.open_matches, *reversed(settled[-LAST_MATCHES:])]


def state_context(whole: WholeTournament, owner: Owner | None, asked_round: int = 0) -> dict[str, Any]:
    """What the page and the wall share: pairings, standings."""
    tournament, own = whole.tournament, whole.entrant_of(owner)
    number = asked_round if 1 <= asked_round <= tournament.round else tournament.round
    return {
        "tournament": tournament,
        "summary": str(summary_of_request(tournament.asked)),
        "rows": rows_of(whole, own),
        "pairings": pairings_of(whole, shown_matches(whole, number), own),
        "round_shown": 0 if tournament.is_arena else number,
        "has_buchholz": tournament.kind not in (ARENA, ROUND_ROBIN),
        "has_direct": tournament.kind != ARENA,
        "count_open": len(whole.open_matches),
        "may_join": tournament.admits and len(whole.active) < tournament.capacity,
    }


def tournament_context(tournament: Tournament, owner: Owner | None, asked_round: int = 0) -> dict[str, Any]:
    whole = read_whole(tournament)
    own = whole.entrant_of(owner)
    own_matches = [match for match in whole.matches if own and own.pk in (match.first_id, match.second_id)]
    own_open = [match for match in own_matches if not match.outcome]
    own_done = [match for match in own_matches if match.outcome and match.round == tournament.round]
    is_organiser = tournament.is_owned_by(owner)
    is_round_done = not whole.open_matches and tournament.phase == Tournament.Phase.RUNNING
    shared, has_room = state_context(whole, owner, asked_round), len(whole.active) < tournament.capacity
    is_over = tournament.phase == Tournament.Phase.OVER
    return shared | {
        "own": own,
        "own_row": next((row for row in shared["rows"] if row.is_own), None),
        "winners": [row.entrant.called for row in shared["rows"] if row.is_winner] if is_over else [],
        "own_match": next(iter(pairings_of(whole, own_open, own)), None),
        "own_done": next(iter(pairings_of(whole, own_done, own)), None),
        "goes_on_itself": tournament.on_site and tournament.kind != Tournament.Kind.EVENING,
        "is_organiser": is_organiser,
        "rounds_so_far": range(1, tournament.round + 1) if not tournament.is_arena and tournament.round > 1 else [],
        "is_full": tournament.admits and not has_room,
        "may_begin": tournament.phase == Tournament.Phase.OPEN,
        "may_pair": is_round_done and not tournament.is_arena,
        "may_add_bots": is_organiser and shared["may_join"] and _may_have_bots(tournament),
        "bots": [(level, level_name(level)) for level in GAMES[tournament.asked["game"]].adapter.levels],
        "decks": list(deck_choices(owner)) if needs_deck(tournament) and own is None else [],
        "corrections": corrections_of(tournament),
        "sessions": sessions_of(tournament, owner),
        "may_add_players": is_organiser and shared["may_join"] and not tournament.on_site,
        "others": whole.active if is_organiser and not is_over else [],
        "gone": gone_of(whole) if is_organiser and not is_over and has_room else [],
        "may_have_sessions": is_organiser and may_have_sessions(tournament),
    }


def gone_of(whole: WholeTournament) -> list[Entrant]:
    """Those who withdrew and can be brought back."""
    return [each for each in whole.entrants.values() if each.is_out and may_come_back(whole.tournament, each)]


def _may_have_bots(tournament: Tournament) -> bool:
    return tournament.on_site and not tournament.rated and not needs_deck(tournament)


def corrections_of(tournament: Tournament) -> list[tuple[Correction, str, str]]:
    """What was corrected, with the results before and after it."""
    corrections = Correction.objects.filter(match__tournament=tournament)
    corrections = corrections.select_related("match__first", "match__second")
    return [(each, score(each.before), score(each.after)) for each in corrections]
