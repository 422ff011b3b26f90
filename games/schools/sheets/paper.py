"""Sheets of the school on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.schools.sheets.championship import MAX_PLAYERS
from engine.schools.sheets.curriculum import BONUS, GAMES_OF_A_CURRICULUM
from games.schools.board.words import SCHOOL_NAMES

BRACKET_WIDTH: Final = 250.0  # millimetres, as all here
BRACKET_HEIGHT: Final = 128.0
SLOT: Final = 11.0
LAST_SLOT: Final = 20.0
SLOTS_APART: Final = 7.0


def curriculum_on_paper(page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
    sides = []
    for place, (seat, school) in enumerate(SCHOOL_NAMES.items()):
        games = standing.games if standing else ()
        rows = [(str(game.totals[place]), game.winner == place) for game in games]
        rows += [("", False)] * (GAMES_OF_A_CURRICULUM - len(rows))
        is_complete = bool(standing) and standing.is_complete
        sides.append(
            {
                "seat": seat,
                "school": school,
                "name": standing.players[place] if standing else "",
                "rows": rows,
                "bonus": (str(standing.bonus[place]) if is_complete else ""),
                "total": (str(standing.scores[place]) if standing and games else ""),
                "is_champion": is_complete and standing.champion == place,
            }
        )
    return {"sides": sides, "bonus": BONUS, "champion": page.get("champion")}


def championship_on_paper(page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
    """The columns of the sheet: of 8, 4, 2 and 1 names where it is empty, else as many as there are."""
    rounds: list[list[tuple[str, bool]]] = []
    for places in page.get("rounds", ()):
        column: list[tuple[str, bool]] = []
        for place in places:
            column += [(place["bye"], False)] if "bye" in place else place["names"]
        rounds.append(column)
    count = len(rounds[0]) if rounds else len(page.get("draws", ())) or MAX_PLAYERS
    counts = [count]
    while counts[-1] > 1:
        counts.append((counts[-1] + 1) // 2)
    columns = [
        [rounds[at][place] if at < len(rounds) else ("", False) for place in range(many)]
        for at, many in enumerate(counts[:-1])
    ]
    columns.append([(page.get("champion") or "", False)])
    return {
        "boxes": _placed(columns),
        "draws": [(name, ", ".join(map(str, levels))) for name, levels in page.get("draws", {}).items()],
        "champion": page.get("champion"),
    }


def _placed(columns: Sequence[Sequence[tuple[str, bool]]]) -> list[dict[str, Any]]:
    """The boxes of all columns, in millimetres: each in the middle of the two that lead to it, whose line it ends."""
    width = BRACKET_WIDTH / len(columns)
    middles = [(place + 0.5) * BRACKET_HEIGHT / len(columns[0]) for place in range(len(columns[0]))]
    boxes: list[dict[str, Any]] = []
    for at, column in enumerate(columns):
        left, is_last = at * width, at == len(columns) - 1
        height = LAST_SLOT if is_last else SLOT
        for middle, (name, is_out) in zip(middles, column, strict=True):
            place = {"left": left, "top": middle - height / 2, "width": width - SLOTS_APART, "height": height}
            style = "slot" + (" out" if is_out else "") + (" last" if is_last else "")
            boxes.append({**place, "name": name, "style": style})
        pairs = [middles[first : first + 2] for first in range(0, len(middles), 2)]
        if not is_last:
            line = {"left": left + width - SLOTS_APART, "width": SLOTS_APART, "style": "join"}
            boxes += [{**line, "top": pair[0], "height": pair[-1] - pair[0]} for pair in pairs]
        middles = [sum(pair) / len(pair) for pair in pairs]
    return boxes
