"""A kit as a PDF: each side of a card drawn once, sheets of them to cut, then the board and further pages."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pikepdf
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from cards.printing.options import PrintOptions
from cards.rendering.layouts import PAPERS
from cards.rendering.marks import MarginText
from cards.rendering.pdf import press
from cards.rendering.sheets import About, PrintedCard, imposed
from cards.rendering.store import is_kept, kept
from contract.kit import BOARD, CARDS, PADS, GameKit, KitCard, KitSide

COLUMN: Final = 60.0  # millimetres of the board
BOARD_HEIGHT: Final = 250.0
COLUMNS_ON: Final = {"a4": 3, "letter": 3, "a3": 6}
_FOLDER: Final = Path(__file__).parent
_KIND: Final = "pdf"  # of files that are kept


@cache
def _css(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def side_html(side: KitSide) -> str:
    """The markup of a side, in the language of the moment."""
    return render_to_string(side.template, {"paper": True, **side.context})


class KitPaper:
    """A kit's PDF with these parts. The language must be that of the moment."""

    def __init__(self, kit: GameKit, options: PrintOptions, parts: Sequence[str]) -> None:
        self.kit = kit
        self.options = options
        self.parts_chosen = parts
        self.cards: Sequence[KitCard] = kit.cards() if CARDS in parts else ()
        self._html: dict[int, str] = {}
        sides = [side for card in self.cards for side in (card.front, card.back)]
        self.pages = list(dict.fromkeys(self._html_of(side) for side in sides))

    def _html_of(self, side: KitSide) -> str:
        if id(side) not in self._html:
            self._html[id(side)] = side_html(side)
        return self._html[id(side)]

    @property
    def total(self) -> int:
        return len(self.pages)

    def missing(self) -> list[str]:
        """Those that were not drawn before."""
        return [html for html in self.pages if not is_kept(_KIND, _content(html))]

    def draw(self) -> Iterator[int]:
        """Draws what is missing, and says after each how many that were."""
        for number, html in enumerate(self.missing(), 1):
            side_pdf(html)
            yield number

    def pdf(self) -> bytes:
        """The whole document."""
        whole = pikepdf.open(io.BytesIO(self._sheets())) if self.cards else pikepdf.Pdf.new()
        is_paired = bool(self.cards) and self._has_backs and not self.options.folded
        if BOARD in self.parts_chosen and self.kit.board is not None:
            self._add(whole, self._board(), is_paired)
        if PADS in self.parts_chosen:
            content = self.kit.pads(self.options.paper)
            if content is not None:
                self._add(whole, content, is_paired)
        if not self.cards:
            whole.Root.Lang = pikepdf.String(self.options.language)
            whole.Root.ViewerPreferences = pikepdf.Dictionary(PrintScaling=pikepdf.Name("/None"), DisplayDocTitle=True)
            with whole.open_metadata(set_pikepdf_as_editor=False) as metadata:
                metadata["dc:title"] = self.title
        written = io.BytesIO()
        whole.save(written, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        whole.close()
        return written.getvalue()

    @property
    def title(self) -> str:
        return _("%(title)s, to print and play") % {"title": self.kit.title}

    @property
    def _has_backs(self) -> bool:
        return self.options.backs != "none"

    def _sheets(self) -> bytes:
        leaves = []
        for card in self.cards:
            front, back = (side_pdf(self._html_of(side)) for side in (card.front, card.back))
            leaves += [PrintedCard(front, back if self._has_backs else None)] * card.count
        grid = self.options.grid(len(leaves))
        count = grid.sheets(len(leaves))
        named = _("%(title)s · sheet %(number)d of %(count)d")
        words = [
            MarginText(
                (
                    named % {"title": self.kit.title, "number": number, "count": count},
                    _("Print at 100%, not fitted to the page"),
                ),
                _("This line must measure 50 mm. If not, the printer has changed the size"),
                (fan_line_of(self.kit.title), _credits()),
            )
            for number in range(1, count + 1)
        ]
        about = About(self.title, self.options.language, f"{fan_line_of(self.kit.title)} {_credits()}")
        return imposed(leaves, grid, about, words, self.options.sheeting)

    def _board(self) -> bytes:
        assert self.kit.board is not None
        paper = PAPERS[self.options.paper]
        many = COLUMNS_ON[self.options.paper]
        width, height = (paper.height, paper.width) if many * COLUMN > paper.width else (paper.width, paper.height)
        context = self.kit.board()
        columns: list[dict[str, Any]] = [{"blazons": context["blazons"], "deck": context["deck"]}]
        columns += [{**arena, "trial": context["trial"]} for arena in context["arenas"]]
        left = (width - many * COLUMN) / 2
        pages = []
        for first in range(0, len(columns), many):
            shown = columns[first : first + many]
            pages.append([{**column, "left": left + place * COLUMN} for place, column in enumerate(shown)])
        foot = f"{fan_line_of(self.kit.title)} {_credits()}"
        shown_on: dict[str, Any] = {"paper": True, "title": self.kit.title, "pages": pages, "foot": foot}
        shown_on["top"] = (height - BOARD_HEIGHT) / 2
        html = render_to_string(self.kit.board_template, shown_on)
        size = f"@page {{ size: {width}mm {height}mm; margin: 0; }}\n"
        size += f".board-page {{ width: {width}mm; height: {height - 0.2}mm; }}\n"
        style = size + _css("board.css")
        return kept(_KIND, ("kit board", html, style), lambda: press(html, style))

    def _add(self, whole: pikepdf.Pdf, content: bytes, is_paired: bool) -> None:
        """Adds pages; where cards have backs an empty one behind each, so that printers keep them apart."""
        with pikepdf.open(io.BytesIO(content)) as document:
            for page in document.pages:
                whole.pages.append(page)
                if is_paired:
                    width, height = (float(part) for part in page.mediabox[2:])
                    whole.add_blank_page(page_size=(width, height))


def fan_line_of(title: str) -> str:
    """Whose the game is, and whose these cards are."""
    return _("Unofficial fan cards. %(title)s belongs to its authors and publisher; names and art are our own.") % {
        "title": title
    }


def _credits() -> str:
    return _("Icons by Lorc, Delapouite and contributors, game-icons.net, CC BY 3.0.")


def _content(html: str) -> object:
    return "kit card", html, _css("card.css")


def side_pdf(html: str) -> bytes:
    return kept(_KIND, _content(html), lambda: press(html, _css("card.css")))
