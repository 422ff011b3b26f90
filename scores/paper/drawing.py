"""Score sheets as PDFs: empty, or filled in as far as anything is written."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pikepdf
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from board.schools.words import SCHOOL_NAMES
from cards.downloads import file_stem
from cards.printing.products import PDF, Product
from cards.rendering.pdf import press
from cards.rendering.store import kept
from engine.armies.pack.cards import MAX_SEATS
from engine.armies.rules.scoring import FOR_BONUS, FOR_DEATH, FOR_ENDING, FOR_SIX, army_value
from engine.schools.sheets.championship import MAX_PLAYERS
from engine.schools.sheets.curriculum import BONUS, GAMES_OF_A_CURRICULUM
from scores.kinds.championship import ChampionshipSheet
from scores.kinds.curriculum import CurriculumSheet
from scores.kinds.pad import PadSheet
from scores.kinds.registry import KINDS
from scores.models import ScoreSheet
from scores.services.writing import lines_of, standing_of

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
LANDSCAPE: Final = frozenset({ChampionshipSheet.slug})
BRACKET_WIDTH: Final = 250.0  # millimetres, as all here
BRACKET_HEIGHT: Final = 128.0
SLOT: Final = 11.0
LAST_SLOT: Final = 20.0
SLOTS_APART: Final = 7.0
EMPTY_HANDS: Final = 16  # rows of a pad that is printed empty
SHORTEST_PAD: Final = 10  # rows of one that is filled in
_CSS: Final = Path(__file__).parent / "sheets.css"


def blank_pdf(kind: str, paper: str) -> Product:
    """An empty sheet of a kind on a paper of ``PAPERS``."""
    title = str(ScoreSheet.Kind(kind).label)
    return _drawn(kind, paper, title, _CONTEXTS[kind]({}, None))


def pages_of_kit(game: str, paper: str) -> bytes | None:
    """Empty sheets of a game, one after the other, for its kit; on A4 where that is printed on A3."""
    size = paper if paper in PAPERS else "a4"
    sheets = [blank_pdf(kind.slug, size).content for kind in KINDS.values() if kind.game == game]
    whole = pikepdf.Pdf.new()
    for content in sheets:
        with pikepdf.open(io.BytesIO(content)) as document:
            whole.pages.extend(document.pages)
    written = io.BytesIO()
    whole.save(written, deterministic_id=True)
    return written.getvalue() if sheets else None


def filled_pdf(sheet: ScoreSheet, paper: str) -> Product:
    page = KINDS[sheet.kind].page(sheet.setup, standing_of(sheet, lines_of(sheet)))
    standing = standing_of(sheet, lines_of(sheet))
    return _drawn(sheet.kind, paper, sheet.title, _CONTEXTS[sheet.kind](page, standing))


def _drawn(kind: str, paper: str, title: str, context: dict[str, Any]) -> Product:
    width, height = PAPERS[paper]
    if kind in LANDSCAPE:
        width, height = height, width
    html = render_to_string(f"scores/paper/{kind}.html", {"title": title, **context})
    style = f"@page {{ size: {width}mm {height}mm; margin: 0; }}\n" + _CSS.read_text(encoding="utf-8")
    content = kept("pdf", (html, style), lambda: press(html, style))
    return Product(f"{file_stem(title, kind)}-{paper}.pdf", PDF, content)


def _curriculum(page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
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


def _championship(page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
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


def _pad(page: Mapping[str, Any], standing: Any) -> dict[str, Any]:
    names = page.get("names", [""] * MAX_SEATS)
    rows, totals = [], [0] * len(names)
    for hand in page.get("hands", ()):
        totals = [total + points.total for total, (points, _parts) in zip(totals, hand, strict=True)]
        rows.append([(str(points.total), str(total)) for total, (points, _parts) in zip(totals, hand, strict=True)])
    least = SHORTEST_PAD if rows else EMPTY_HANDS
    rows += [[("", "")] * len(names)] * max(0, least - len(rows))
    options = standing and page.get("form")
    worth = [(numbers[0]["number"], numbers[1]["number"], numbers[0]["worth"]) for numbers in _pairs(options)]
    return {
        "names": names,
        "rows": rows,
        "worth": worth,
        "extra": [
            (_("Each Bonus in front"), f"+{FOR_BONUS}"),
            (_("Whoever laid down"), f"+{FOR_ENDING}"),
            (_("All six of a number"), f"+{FOR_SIX}"),
            (_("Holding Death"), f"\u2212{-FOR_DEATH}"),
        ],
        "variants": page.get("variants", ()),
        "winners": page.get("winners", ()),
    }


def _pairs(form: Any) -> list[Sequence[dict[str, Any]]]:
    """The numbers by twos, which are worth the same."""
    usual = [{"number": number, "worth": army_value(number)} for number in range(1, 11)]
    numbers = form["players"][0]["numbers"] if form else usual
    return [numbers[at : at + 2] for at in range(0, len(numbers), 2)]


_CONTEXTS: Final[Mapping[str, Any]] = {
    CurriculumSheet.slug: _curriculum,
    ChampionshipSheet.slug: _championship,
    PadSheet.slug: _pad,
}
