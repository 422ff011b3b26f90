"""The Curriculum: seven games of the same two players (rulings M11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from contract.sheets import Data, UnfitSheet
from contract.state import GameState
from engine.kernel.errors import EngineError
from engine.schools.rules.components import SEATS
from engine.schools.sheets.curriculum import BONUS, GAMES_OF_A_CURRICULUM, MAX_POINTS, Curriculum, read_curriculum
from games.schools.adapter import NAME
from games.schools.board.words import SCHOOL_NAMES
from games.schools.sheets.forms import CurriculumForm
from games.schools.sheets.paper import curriculum_on_paper
from scores.models import ScoreSheet
from scores.reading import read_number


class CurriculumSheet:
    """See ``SheetKind``. The players are those of Dragombre and Blancgriffon, in this order; an entry is a game as the
    engine's sheet has it."""

    slug: str = str(ScoreSheet.Kind.CURRICULUM)
    game: str = NAME
    is_landscape: bool = False
    new_form: type[forms.Form] = CurriculumForm

    @property
    def about(self) -> str:
        return _("Two players meet seven times. Every point counts, and winning the most games is worth 10 more.")

    def filled_in(self, setup: Data, data: Data) -> dict[str, Any]:
        return {}

    def paper(self, page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
        return curriculum_on_paper(page, standing)

    def read(self, setup: Data, entries: Sequence[Data]) -> Curriculum:
        if len(entries) > GAMES_OF_A_CURRICULUM:
            raise UnfitSheet(_("All seven games are played."), GAMES_OF_A_CURRICULUM)
        players = dict(zip(SEATS, setup["players"], strict=True))
        try:
            return read_curriculum({"players": players, "games": list(entries)})
        except EngineError as wrong:
            parts = str(wrong.at).split("/")
            entry = int(parts[3]) if len(parts) > 3 and parts[2] == "games" else None
            raise UnfitSheet(
                _("A total is a whole number from 0 to %(most)d.") % {"most": MAX_POINTS}, entry
            ) from wrong

    def is_over(self, standing: Curriculum) -> bool:
        return standing.is_complete

    def written(self, setup: Data, standing: Curriculum | None, form: Mapping[str, Any]) -> dict[str, Any]:
        names = dict(zip(SEATS, setup["players"], strict=True))
        game: dict[str, Any] = {seat: read_number(form, seat, 0, MAX_POINTS, names[seat]) for seat in SEATS}
        if form.get("forfeit") in SEATS:
            game["forfeit"] = form["forfeit"]
        return game

    def corrected(self, setup: Data, before: Data, form: Mapping[str, Any]) -> dict[str, Any]:
        return self.written(setup, None, form)

    def words(self, setup: Data, data: Data) -> str:
        names = dict(zip(SEATS, setup["players"], strict=True))
        text = ", ".join(_("%(player)s %(points)d") % {"player": names[seat], "points": data[seat]} for seat in SEATS)
        if "forfeit" in data:
            text += " · " + _("%(player)s gave up") % {"player": names[data["forfeit"]]}
        return text

    def page(self, setup: Data, standing: Curriculum) -> dict[str, Any]:
        champion = standing.champion
        return {
            "schools": [(seat, SCHOOL_NAMES[seat], name) for seat, name in zip(SEATS, setup["players"], strict=True)],
            "rows": [*standing.games, *[None] * (GAMES_OF_A_CURRICULUM - len(standing.games))],
            "next": len(standing.games) + 1,
            "champion": None if champion is None else setup["players"][champion],
            "is_joint": standing.is_complete and champion is None,
            "bonus_points": BONUS,
            "most": MAX_POINTS,
        }

    def seats(self, setup: Data, standing: Curriculum) -> dict[str, str] | None:
        return None if standing.is_complete else dict(zip(SEATS, setup["players"], strict=True))

    def options(self, setup: Data) -> dict[str, Any]:
        return {}

    def played(self, setup: Data, players: Mapping[str, str], state: GameState) -> list[dict[str, Any]]:
        """See ``SheetKind``: both totals as they stand; who left has given up (M11.6)."""
        engine: Any = state.engine
        totals = dict(zip(SEATS, engine.state.totals, strict=True))
        winners = (state.result or {}).get("winners", [])
        gave_up = not engine.is_over and len(winners) == 1
        return [{**totals, **({"forfeit": next(seat for seat in SEATS if seat not in winners)} if gave_up else {})}]
