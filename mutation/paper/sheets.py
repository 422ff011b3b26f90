"""Sheets of a session: cards in true size, where they lie, which holes they have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from django.utils.translation import gettext as _

from cards.faces import Face
from cards.printing.forms import NAMES
from cards.printing.pieces import credit_line, fan_line
from cards.rendering.geometry import DEFAULT, OWN_SIZES, Geometry
from cards.rendering.pdf import card_html, in_millimetres, scaled
from engine.decks.sessions.ledger_state import SeatSheet
from mutation.bench.pages import place_on_face
from mutation.faces import SessionFaces
from mutation.paper.parts import PaperPart

ROW: Final = 3  # cards
PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
FURNITURE: Final = ("scissors",)  # icons beside those of cards
TRUE_SIZE: Final = "54x85"


@dataclass(frozen=True, slots=True)
class CardSize:
    """How large cards are on sheets of three by three, in millimetres.

    ``geometry`` is the card itself, ``slip`` the paper around it that is cut out (0: the card is); ``left`` and ``top``
    say where the first one lies, ``gap`` how far apart they are.
    """

    geometry: Geometry
    left: float = 22
    top: float = 7
    gap: float = 2
    slip: tuple[float, float] = (0, 0)

    @property
    def css(self) -> str:
        """Where cards lie, in style sheets."""
        card = self.geometry
        width, height = self.slip if any(self.slip) else (card.width, card.height)
        across, down = width + self.gap, max(height + self.gap, PITCH) if self.gap else height
        rules = [f".place {{ width: {width}mm; height: {height}mm; }}"]
        rules += [f".card-column-{n + 1} {{ left: {self.left + n * across:.2f}mm; }}" for n in range(3)]
        rules += [f".card-row-{n + 1} {{ top: {self.top + n * down:.2f}mm; }}" for n in range(3)]
        rules.append(f".sheet > .foot {{ left: {self.left}mm; top: {self.top + 3 * down + FOOT_APART:.2f}mm; }}")
        rules.append(
            f".card-place {{ left: {(width - card.width) / 2:.2f}mm; top: {(height - card.height) / 2:.2f}mm;"
            f" width: {card.width}mm; height: {card.height}mm; }}"
        )
        if any(self.slip):
            rules.append(".place { box-sizing: border-box; border: .1mm solid #777; } .card-place { margin: -.1mm; }")
        return "\n".join(rules)


PITCH: Final = 87  # millimetres from row to row of cards that are cut out themselves
FOOT_APART: Final = 0.5
SLEEVE: Final = "63x88"
SIZES: Final[Mapping[str, CardSize]] = {
    **{name: CardSize(geometry) for name, geometry in OWN_SIZES.items()},
    SLEEVE: CardSize(DEFAULT, left=10.5, top=5, gap=0, slip=(63, 88)),
}
_FOLDER: Final = Path(__file__).parent


def size_names() -> dict[str, str]:
    named = {name: str(NAMES["size"][name]) for name in OWN_SIZES}
    return {**named, SLEEVE: _("63 × 88 mm, for standard sleeves")}


@dataclass(frozen=True)
class PlacedCard:
    """A card on a sheet: its row and column, its markup, and the holes in it: (where, what became of it)."""

    row: int
    column: int
    html: str
    holes: tuple[tuple[str, str], ...] = ()


def placed(
    faces: Sequence[Face], holes: Sequence[tuple[tuple[str, str], ...]] = (), across: int = ROW
) -> list[PlacedCard]:
    """Cards in their places, so many in a row."""
    return [
        PlacedCard(place // across + 1, place % across + 1, card_html(face), holes[place] if holes else ())
        for place, face in enumerate(faces)
    ]


def holes_of(sheet: SeatSheet, faces: SessionFaces) -> list[tuple[tuple[str, str], ...]]:
    """The holes in each card of a Laboratory: where each is, and before which game the piece went to which card."""
    games = {(patch.source, patch.element): patch.game for card in sheet.deck for patch in card.patches}
    return [
        tuple(
            (place_on_face(card.card.slugs, cut.element), f"{games[card.id, cut.element]}: {faces.name(cut.onto)}")
            for cut in card.cut
        )
        for card in sheet.laboratory
    ]


def sheet_part(
    template: str, context: dict[str, Any], paper: str, faces: Iterable[Face] = (), size: str = TRUE_SIZE
) -> PaperPart:
    """A sheet on ``paper``; ``faces`` are those that are drawn on it, cards have a ``size`` of ``SIZES``."""
    faces = tuple(faces)
    credits = {"fan": fan_line(), "credit": credit_line(faces, FURNITURE)} if faces else {}
    return PaperPart(template, {**credits, **context}, _styles(paper, size), faces)


def own_style(name: str, width: float) -> str:
    """A style sheet of this folder with that of holes, for cards of a width in millimetres."""
    texts = [(_FOLDER / f"{stem}.css").read_text(encoding="utf-8") for stem in (name, "holes")]
    return scaled("\n".join(texts), width)


def _styles(paper: str, size: str) -> tuple[str, str]:
    width, height = PAPERS[paper]
    sized = SIZES[size]
    own = own_style("sheets", sized.geometry.width)
    page = f"@page {{ size: {width}mm {height}mm; }}"
    return in_millimetres(sized.geometry.width), f"{page}\n{own}\n{sized.css}"
