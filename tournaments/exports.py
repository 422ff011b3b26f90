"""A tournament as files: standings, matches and Mutation sessions as CSV, all of it as JSON. Nothing of its games but
their addresses; of its sessions those that whoever asks may open."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from accounts.models import Owner
from tournaments.services.reading import WholeTournament
from tournaments.sessions import sessions_of

JSON_FILE: Final = "tournament.json"
FORMAT: Final = "clash-tournament/1"


def standings_rows(whole: WholeTournament) -> list[dict[str, Any]]:
    """Places by rank; points as numbers with halves and quarters."""
    return [
        {
            "rank": row.rank,
            "tied": row.is_tied,
            "number": row.entrant,
            "name": whole.entrants[row.entrant].name,
            "points": row.points / 2,
            "buchholz": row.buchholz / 2,
            "sonneborn_berger": row.sonneborn_berger / 4,
            "direct": row.direct / 2,
            "wins": row.wins,
            "played": row.played,
            "byes": row.byes,
            "withdrawn": whole.entrants[row.entrant].is_out,
        }
        for row in whole.standings()
    ]


def match_rows(whole: WholeTournament) -> list[dict[str, Any]]:
    rows = []
    for match in whole.matches:
        result = whole.result_of(match)
        rows.append(
            {
                "round": match.round,
                "table": match.table,
                "first": result.first,
                "first_name": whole.entrants[result.first].name,
                "second": result.second,
                "second_name": "" if result.second is None else whole.entrants[result.second].name,
                "result": match.outcome,
                "settled_by": match.source,
                "game": match.game_token,
            }
        )
    return rows


def session_rows(whole: WholeTournament, owner: Owner | None) -> list[dict[str, Any]]:
    """The standings of its Mutation sessions, a row for each player, the first session first."""
    return [
        {"session": event.session.token, "name": event.session.name, "final": event.is_final}
        | {"place": row["place"], "player": row["name"], "wins": row["wins"], "losses": row["losses"]}
        for event in reversed(sessions_of(whole.tournament, owner))
        for row in event.standings
    ]


def _document(whole: WholeTournament, owner: Owner | None) -> str:
    tournament = whole.tournament
    document = {
        "format": FORMAT,
        "name": tournament.name,
        "kind": tournament.kind,
        "game": tournament.asked,
        "phase": tournament.phase,
        "round": tournament.round,
        "rounds": tournament.rounds,
        "standings": standings_rows(whole),
        "matches": match_rows(whole),
        "sessions": session_rows(whole, owner),
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _csv(rows: Sequence[Mapping[str, Any]], columns: Iterable[str]) -> str:
    """Names that a spreadsheet would take for formulas are quoted, as OWASP advises."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns))
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _harmless(value) for key, value in row.items()})
    return out.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


_STANDINGS = [
    "rank",
    "tied",
    "number",
    "name",
    "points",
    "buchholz",
    "sonneborn_berger",
    "direct",
    "wins",
    "played",
    "byes",
    "withdrawn",
]
_MATCHES = ["round", "table", "first", "first_name", "second", "second_name", "result", "settled_by", "game"]
_SESSIONS = ["session", "name", "final", "place", "player", "wins", "losses"]
FILES: Final[Mapping[str, tuple[str, Callable[[WholeTournament, Owner | None], str]]]] = {
    JSON_FILE: ("application/json", _document),
    "standings.csv": ("text/csv; charset=utf-8", lambda whole, _owner: _csv(standings_rows(whole), _STANDINGS)),
    "matches.csv": ("text/csv; charset=utf-8", lambda whole, _owner: _csv(match_rows(whole), _MATCHES)),
    "sessions.csv": ("text/csv; charset=utf-8", lambda whole, owner: _csv(session_rows(whole, owner), _SESSIONS)),
}
