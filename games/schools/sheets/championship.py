"""The Championship: up to eight players, seats drawn by Trial cards, one loss and out (rulings M12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from contract.sheets import Data, UnfitSheet
from contract.state import GameState
from engine.kernel.errors import EngineError
from engine.schools.rules.components import LEVELS_OF_TRIALS, SEATS
from engine.schools.sheets.championship import BracketMatch, Championship, read_championship
from games.schools.adapter import NAME
from games.schools.board.words import SCHOOL_NAMES
from games.schools.sheets.forms import ChampionshipForm
from games.schools.sheets.paper import championship_on_paper
from scores.models import ScoreSheet
from scores.reading import read_number

DRAW = "draw"  # a round of draws of Trial cards: {name: level}
WINNER = "winner"  # of a game: a name, None where it was drawn


class ChampionshipSheet:
    """See ``SheetKind``. With a ``seed`` in the set-up the site has drawn the Trial cards, else rounds of draws are
    entries before the games."""

    slug: str = str(ScoreSheet.Kind.CHAMPIONSHIP)
    game: str = NAME
    is_landscape: bool = True
    new_form: type[forms.Form] = ChampionshipForm

    @property
    def about(self) -> str:
        return _("Up to eight players. Trial cards decide the pairings; losers are out.")

    def filled_in(self, setup: Data, data: Data) -> dict[str, Any]:
        return {"drawn": data.get(DRAW, {})}

    def paper(self, page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
        return championship_on_paper(page, standing)

    def read(self, setup: Data, entries: Sequence[Data]) -> Championship:
        draws = [entry[DRAW] for entry in entries if DRAW in entry]
        results = [entry[WINNER] for entry in entries if WINNER in entry]
        seeded = {"seed": setup["seed"]} if "seed" in setup else {"draws": draws}
        try:
            return read_championship({"players": setup["players"], **seeded, "results": results})
        except EngineError as wrong:
            raise UnfitSheet(*self._fault(str(wrong.at).split("/"), entries)) from wrong

    def _fault(self, at: Sequence[str], entries: Sequence[Data]) -> tuple[str, int | None]:
        """Words for a fault of the engine's sheet, and the number of its entry."""
        part, number = (at[2], int(at[3])) if len(at) > 3 else ("", 0)
        key = {"draws": DRAW, "results": WINNER}.get(part, "")
        places = [place for place, entry in enumerate(entries) if key and key in entry]
        words = {
            DRAW: _("Give each player who draws one Trial card, and no level more often than in the game."),
            WINNER: _("This game can't be played now."),
        }.get(key, _("Give 2 to 8 names, all different."))
        return words, places[number] if number < len(places) else None

    def is_over(self, standing: Championship) -> bool:
        return standing.bracket is not None and standing.bracket.champion is not None

    def written(self, setup: Data, standing: Championship, form: Mapping[str, Any]) -> dict[str, Any]:
        pending = standing.seeding.pending
        if pending:
            return {DRAW: _read_draw(setup, pending, form)}
        return {WINNER: _read_winner(setup, form)}

    def corrected(self, setup: Data, before: Data, form: Mapping[str, Any]) -> dict[str, Any]:
        if DRAW in before:
            return {DRAW: _read_draw(setup, list(before[DRAW]), form)}
        return {WINNER: _read_winner(setup, form)}

    def words(self, setup: Data, data: Data) -> str:
        if DRAW in data:
            return _("Trial cards: %(draws)s") % {
                "draws": ", ".join(f"{name} {level}" for name, level in data[DRAW].items())
            }
        return _("A draw, played again") if data[WINNER] is None else _("%(name)s wins") % {"name": data[WINNER]}

    def page(self, setup: Data, standing: Championship) -> dict[str, Any]:
        bracket = standing.bracket
        match = None if bracket is None else bracket.next
        drawn = {name: [draw[name] for draw in standing.seeding.draws if name in draw] for name in setup["players"]}
        return {
            "rounds": [] if bracket is None else [[_place(part) for part in parts] for parts in bracket.rounds],
            "order": standing.seeding.order,
            "draws": drawn,
            "pending": [(setup["players"].index(name), name) for name in standing.seeding.pending],
            "levels": LEVELS_OF_TRIALS,
            "match": match,
            "next_seats": _named_seats(match),
            "champion": None if bracket is None else bracket.champion,
            "is_seeded": "seed" in setup,
        }

    def seats(self, setup: Data, standing: Championship) -> dict[str, str] | None:
        match = None if standing.bracket is None else standing.bracket.next
        return None if match is None else dict(zip(SEATS, match.seats, strict=True))

    def options(self, setup: Data) -> dict[str, Any]:
        return {}

    def played(self, setup: Data, players: Mapping[str, str], state: GameState) -> list[dict[str, Any]]:
        winners = (state.result or {}).get("winners", [])
        return [{WINNER: players[winners[0]] if len(winners) == 1 else None}]


def _place(part: BracketMatch | str) -> dict[str, Any]:
    """A place of a column: a match, or a name that moves on."""
    if isinstance(part, str):
        return {"bye": part}
    names = [(name, part.winner is not None and part.winner != name) for name in (part.first, part.second)]
    return {"names": names, "winner": part.winner, "drawn": part.drawn}


def _named_seats(match: BracketMatch | None) -> list[tuple[str, str]]:
    """The schools of the next game with their players."""
    if match is None:
        return []
    return [(str(SCHOOL_NAMES[seat]), name) for seat, name in zip(SEATS, match.seats, strict=True)]


def _read_draw(setup: Data, pending: Sequence[str], form: Mapping[str, Any]) -> dict[str, int]:
    """The Trial cards of those who draw: fields ``level_PLACE`` by the players' places in the set-up."""
    places = {name: setup["players"].index(name) for name in pending}
    first, last = LEVELS_OF_TRIALS[0], LEVELS_OF_TRIALS[-1]
    return {name: read_number(form, f"level_{place}", first, last, name) for name, place in places.items()}


def _read_winner(setup: Data, form: Mapping[str, Any]) -> str | None:
    """The winner's name: field ``winner`` is the place in the set-up, or ``drawn``."""
    if form.get("winner") == "drawn":
        return None
    players: list[str] = setup["players"]
    return players[read_number(form, "winner", 0, len(players) - 1, _("Winner"))]
