"""View models of the editor's page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.arrangement import MARK_NAMES
from board.mode_names import EDITION_NAMES, MODE_NAMES
from cards.abilities import ability_name
from cards.icons import icon_of_ability
from engine.decks.formats.interchange import REASONS
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG
from engine.decks.rules.board import PHASE_NAMES
from engine.decks.rules.modes import LINE_NAMES, MODES, SEAT_NAMES, Mode
from engine.decks.rules.turns import DRAWN
from grimoire.editor.checking import Checked
from grimoire.editor.documents import Document
from grimoire.editor.faces import DrawnFace, draw
from grimoire.editor.palette import Palette
from grimoire.models import Puzzle


@dataclass(frozen=True, slots=True)
class FrameLine:
    """A line: its name, and on both sides the zone's id and the letter of its seat."""

    name: str
    left: str
    left_seat: str
    right: str
    right_seat: str


@dataclass(frozen=True, slots=True)
class FrameSeat:
    """A seat: its letter, whether an AI has it, and how many places each of its zones begins with."""

    letter: str
    is_ai: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """An empty board of a mode, to be filled by the page's script."""

    mode: str
    lines: tuple[FrameLine, ...]
    above: tuple[FrameSeat, ...]
    below: tuple[FrameSeat, ...]

    @property
    def is_for_four(self) -> bool:
        return len(self.lines) > 2


@cache
def frame_of(mode: Mode) -> Frame:
    """The board of a mode: A's Kingdom (and C's) on the left."""
    lines = []
    for seat in range(0, mode.seats, 2):
        for line, name in enumerate(LINE_NAMES):
            left, right = SEAT_NAMES[seat], SEAT_NAMES[mode.facing[2 * seat + line] >> 1]
            lines.append(FrameLine(name, f"{name}-{left}", left, f"{name}-{right}", right))
    seats = tuple(FrameSeat(SEAT_NAMES[seat], seat in mode.ai_seats) for seat in range(mode.seats))
    return Frame(mode.name, tuple(lines), seats[1::2], seats[0::2])


def cards_in(document: Document) -> Iterator[dict[str, Any]]:
    """Every card of a document as ``draw`` wants it, whether it is a Champion's too."""
    for seat in document["players"].values():
        for name in ("hand", "pile", "discard"):
            yield from ({"card": card, "champion": False} for card in seat.get(name, ()))
        if "champion" in seat:
            yield {"card": seat["champion"]["card"], "champion": True}
        for line in LINE_NAMES:
            for creature in seat[line]:
                mark = creature.get("champion", False)
                yield {"card": creature["card"], "champion": mark is True}
                for key in ("symbiote", "enchained"):
                    if key in creature:
                        yield {"card": creature[key], "champion": key == mark}


class EditorPage:
    """The editor with a document: ``puzzle`` is the page of one's own that it is saved to, if there is one.

    ``account``, a name, tells the script whose drafts in this browser may be shown; it is empty for guests. An account
    that has not made anything yet has no owner.
    """

    def __init__(
        self,
        checked: Checked,
        palette: Palette,
        owner: Owner | None,
        language: str,
        puzzle: Puzzle | None,
        account: str = "",
    ) -> None:
        self.checked = checked
        self.document = checked.document
        self.palette = palette
        self.language = language
        self.puzzle = puzzle
        self.account = account
        entries = list(
            {str(entry): entry for entry in cards_in(self.document) if isinstance(entry["card"], dict)}.values()
        )
        self.faces = list(zip(entries, draw(entries, owner, language), strict=False))

    @property
    def frame(self) -> Frame:
        return frame_of(MODES[self.document["mode"]])

    @property
    def frames(self) -> list[Frame]:
        return [frame_of(mode) for mode in MODES.values()]

    @cached_property
    def counts(self) -> dict[str, range]:
        """How many things lie in each zone, so that the board has its size before the script fills it."""
        return {
            f"{name}-{letter}": range(len(seat.get(name, ())))
            for letter, seat in self.document["players"].items()
            for name in ("hand", "pile", "discard", *LINE_NAMES)
        }

    # What can be chosen

    @property
    def modes(self) -> list[tuple[str, str]]:
        return [(mode, str(MODE_NAMES[mode])) for mode in MODES]

    @property
    def editions(self) -> list[tuple[str, str]]:
        return [(edition, str(name)) for edition, name in EDITION_NAMES.items()]

    @property
    def phases(self) -> list[tuple[str, str]]:
        names = (_("Before the Mana phase"), _("Summoning"), _("After the Assault"), _("Game over"))
        return list(zip(PHASE_NAMES, names, strict=True))

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """How a game can end."""
        names = {
            "fort-destroyed": _("the Fort is destroyed"),
            "stronghold-alone": _("only the Stronghold is left in the hand"),
            "pile-empty": _("the deck pile is empty"),
            DRAWN: _("every player has played 100 turns: a draw"),
        }
        return [(reason, names[reason]) for reason in REASONS]

    @property
    def goals(self) -> list[tuple[str, str]]:
        """The goals of objectives."""
        return [
            ("win", _("Win the game")),
            ("bastion", _("Bring the enemy Bastion down")),
            ("destroy", _("Destroy a Creature")),
            ("damage", _("Hit the enemy Stronghold")),
            ("survive", _("Survive")),
            ("predict", _("Predict the outcome")),
        ]

    @property
    def abilities(self) -> list[tuple[str, str, str]]:
        """Every ability: slug, icon, name; by name."""
        named = [(slug, icon_of_ability(slug), ability_name(slug, self.language)) for slug in FLAG_OF_SLUG]
        return sorted(named, key=lambda row: row[2])

    @property
    def mark_names(self) -> list[str]:
        """The marks that a turn leaves on a Creature."""
        return [name for _flag, name in MARK_NAMES]

    @property
    def is_tried(self) -> bool:
        """Whether others have tried the page that the document is saved to, so that it becomes a new version."""
        page = self.puzzle
        return page is not None and page.attempts.exclude(owner=page.owner).exists()

    # What goes to the browser

    @property
    def links(self) -> dict[str, str]:
        """Where the script sends its questions, and where a position goes to become a page."""
        page = ("grimoire:edit_puzzle", [self.puzzle.token]) if self.puzzle else ("grimoire:new_puzzle", [])
        try:
            keep = reverse(page[0], args=page[1])
        except NoReverseMatch:
            keep = ""
        return {
            "editor": reverse("grimoire:editor"),
            "check": reverse("grimoire:editor_check"),
            "trace": reverse("grimoire:editor_trace"),
            "keep": keep,
        }

    def data(self, start: Document, is_asked: bool) -> dict[str, Any]:
        """For the script: the document, what it looks like, and where its questions go."""
        return {
            "document": self.document,
            "starter": start,
            "isAsked": is_asked,
            "puzzle": self.puzzle.token if self.puzzle else "",
            "account": self.account,
            "checked": self.checked.to_json(),
            "faces": [{**entry, **face.to_json()} for entry, face in self.faces if face is not None],
            "abilities": self._ability_data(),
            "links": self.links,
        }

    def _ability_data(self) -> dict[str, dict[str, Any]]:
        data = {}
        for slug, flag in FLAG_OF_SLUG.items():
            for name in (slug, AURA_PREFIX + slug):
                data[name] = {
                    "name": ability_name(name, self.language),
                    "icon": icon_of_ability(name),
                    "editions": [edition for edition, known in ABILITIES_OF_EDITION.items() if flag & known],
                }
        return data


def faces_json(drawn: list[DrawnFace | None]) -> list[dict[str, str] | None]:
    """Faces for the page's script, in the order in which it asked for them."""
    return [None if face is None else face.to_json() for face in drawn]
