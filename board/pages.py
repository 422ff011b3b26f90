"""View models of the board's page."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from accounts.models import Owner
from board import arrangement
from board.likenesses import looks_of
from board.links import analysis_href, board_href, editor_href, question_href
from board.plays import PlayableCard, choices_of
from board.samples import all_samples
from board.services import BoardAddress, Resolved, address_of
from board.traces import Row, rows_of
from cards.abilities import ability_name, ability_text
from cards.faces import Badge, Face, badge_of
from cards.icons import FURNITURE, icon_of_ability
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import write
from engine.decks.rules.board import Board
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.kernel.errors import EngineError


@dataclass(frozen=True, slots=True)
class LineOfBoard:
    """A line: its name and the zones on both sides of the Bridge, with the letters of their seats."""

    name: str
    left: str
    left_seat: str
    right: str
    right_seat: str

    @property
    def seats(self) -> str:
        return self.left_seat + self.right_seat


def lines_of(board: Board) -> list[LineOfBoard]:
    """The lines from top to bottom; A's Kingdom (and C's) is on the left."""
    lines = []
    for seat in range(0, board.mode.seats, 2):
        for line, name in enumerate(LINE_NAMES):
            row = 2 * seat + line
            facing = board.mode.facing[row]
            lines.append(
                LineOfBoard(
                    name,
                    arrangement.row_zone(row),
                    SEAT_NAMES[seat],
                    arrangement.row_zone(facing),
                    SEAT_NAMES[facing >> 1],
                )
            )
    return lines


class DrawnBoard:
    """A board at one of its steps, ready for the templates: what its page adds are the addresses of the steps.

    ``arrangements`` are the board after each step; ``faces`` those of the cards that are shown, by their ids as the
    arrangements name them (``t7``); ``rows`` tell the steps. Where somebody must not see all cards, ``unseen`` has the
    ids of those that lie face down in some step, and ``absent`` of those that are not there in the step that is shown.
    """

    unseen: Collection[str] = ()
    absent: Collection[str] = ()
    own = ""  # the letter of the seat from which cards are played; its hand stays in sight

    def __init__(
        self,
        arrangements: list[arrangement.Arrangement],
        faces: dict[str, Face],
        board: Board,
        step: int,
        language: str,
    ) -> None:
        self.language = language
        self.arrangements = arrangements
        self.faces = faces
        self.last = len(self.arrangements) - 1
        self.step = min(max(step, 0), self.last)
        self.now = self.arrangements[self.step]
        self.edition = board.edition
        self.rows: list[Row] = []
        self.lines = lines_of(board)
        seats = SEAT_NAMES[: board.mode.seats]
        self.seats_above = seats[1::2]
        self.seats_below = seats[0::2]
        self.four = len(seats) > 2

    def _ability_name(self, slug: str) -> str:
        return ability_name(slug, self.language)

    # Addresses

    def href(self, step: int) -> str:
        raise NotImplementedError

    @property
    def first_href(self) -> str:
        return self.href(0)

    @property
    def before_href(self) -> str:
        return self.href(max(self.step - 1, 0))

    @property
    def after_href(self) -> str:
        return self.href(min(self.step + 1, self.last))

    @property
    def last_href(self) -> str:
        return self.href(self.last)

    # What goes to the browser

    @property
    def badges(self) -> dict[str, Badge]:
        """Every ability that may be seen on this board: those of the cards, and what their Auras give."""
        slugs = {badge.slug for face in self.faces.values() for badge in face.abilities}
        slugs |= {slug.removeprefix("aura:") for slug in slugs}
        return {slug: badge_of(slug, self._ability_name) for slug in sorted(slugs)}

    @property
    def legend(self) -> list[tuple[Badge, str]]:
        """Every ability that may be seen on this board, with what it does."""
        return [(badge, ability_text(slug, self.language, self.edition)) for slug, badge in self.badges.items()]

    @property
    def icons(self) -> set[str]:
        names = set(FURNITURE.values())
        for face in self.faces.values():
            names.update(face.icons)
        names.update(badge.icon for badge in self.badges.values())
        names.update(row.icon for row in self.rows if row.icon)
        names.update(icon_of_ability(sample.icon) for sample in all_samples() if sample.icon not in FURNITURE)
        return names

    @property
    def data(self) -> dict[str, Any]:
        """For the script: each step with the zones and seats that differ from the step before."""
        steps: list[dict[str, Any]] = []
        zones: dict[str, Any] = {}
        seats: dict[str, Any] = {}
        for arranged in self.arrangements:
            step: dict[str, Any] = {"status": arranged.status}
            changed = {name: items for name, items in arranged.zones.items() if zones.get(name) != items}
            panels = {name: panel for name, panel in arranged.seats.items() if seats.get(name) != panel}
            if changed:
                step["zones"] = changed
            if panels:
                step["seats"] = panels
            if arranged.aim:
                step["aim"] = arranged.aim
            zones, seats = arranged.zones, arranged.seats
            steps.append(step)
        abilities = {
            slug: {
                "name": badge.name,
                "icon": badge.icon,
                "text": ability_text(slug, self.language, self.edition),
            }
            for slug, badge in self.badges.items()
        }
        return {"step": self.step, "steps": steps, "abilities": abilities}


class BoardPage(DrawnBoard):
    """A resolved position at one of its steps.

    Cards like those that ``owner`` made have their pictures: of the reader on a board of their own, of the author on a
    page.
    """

    def __init__(
        self, resolved: Resolved, address: BoardAddress, step: int, language: str, owner: Owner | None = None
    ) -> None:
        self.resolved = resolved
        self.address = address
        scenes = list(resolved.scenes())
        faces = faces_of(scenes[0].cards, [hand.champion for hand in scenes[0].hands], language, owner)
        super().__init__(arrangement.arrange(scenes), faces, resolved.start, step, language)
        self.rows = list(rows_of(resolved.events, language, self.href, resolved.start.mode.ai_seats))

    # Addresses

    def href(self, step: int) -> str:
        return self.address.href(step)

    @property
    def ask_href(self) -> str:
        """Where a question can be asked about it: the form, with this position and its actions if they fit."""
        try:
            address = address_of(self.resolved)
        except EngineError:
            return question_href({})
        return question_href(address.query() if address.fits else {})

    @property
    def seats_of_people(self) -> list[str]:
        """The letters of the seats that no AI plays."""
        seats = self.resolved.start.seats
        return [name for name, seat in zip(SEAT_NAMES, seats, strict=False) if not seat.is_ai]

    @property
    def address_fields(self) -> list[tuple[str, str]]:
        """What names the position and its actions in a form, also where they are too long for an address."""
        if self.address.sample or self.address.packed:
            return list(self.address.query().items())
        return [("position_text", self.json_text), ("a", ";".join(self.resolved.actions))]

    @property
    def edit_href(self) -> str:
        """The address of the editor with the position as this step has it."""
        return editor_href({**self.address.query(), "step": str(self.step)})

    @property
    def analysis_href(self) -> str:
        """Where an analysis begins that has the actions as its main line, at this step."""
        return analysis_href({**self.address.query(), "step": str(self.step)})

    def href_with(self, *more: str) -> str:
        actions = (*self.resolved.actions, *more)
        return board_href({**self.address.query(), "a": ";".join(actions), "step": str(self.last + 1)})

    @property
    def choices(self) -> list[PlayableCard]:
        """The cards that could be played at the end."""
        if self.resolved.stop or self.resolved.cut:
            return []
        return choices_of(self.resolved.end, self.href_with)

    @property
    def assault_href(self) -> str:
        return self.href_with("assault")

    @property
    def end_turn_href(self) -> str:
        return self.href_with("end-turn")

    @property
    def mana_href(self) -> str:
        return self.href_with("mana")

    # What can be taken along

    @property
    def json_text(self) -> str:
        """The position at the start as JSON, a card or Creature to a line."""
        return pretty(write_position(self.resolved.start))

    @property
    def notation(self) -> str:
        return write(self.resolved.start)

    @property
    def actions_text(self) -> str:
        return "\n".join(self.address.actions if self.address.actions is not None else self.resolved.actions)

    @property
    def next_actions(self) -> list[str]:
        """Actions that may come next without playing a card: the Assault, the end of the turn, the next one's Mana."""
        if self.resolved.stop or self.resolved.cut:
            return []
        simple = {"mana", "assault", "end-turn"}
        return [str(action) for action in self.resolved.end.legal_actions() if str(action) in simple]


def faces_of(cards: list[Any], champions: list[int | None], language: str, owner: Owner | None) -> dict[str, Face]:
    looks = looks_of(cards, owner, champions=any(token is not None for token in champions))
    return {f"t{token}": looks.face(card, token in champions, language) for token, card in enumerate(cards)}


def pretty(data: Any, indent: int = 0) -> str:
    """JSON for reading: what is short stands in one line."""
    flat = json.dumps(data, ensure_ascii=False)
    if len(flat) + indent <= 110 or not isinstance(data, dict | list) or not data:
        return flat
    inner = " " * (indent + 2)
    if isinstance(data, dict):
        parts = [f"{inner}{json.dumps(key)}: {pretty(value, indent + 2)}" for key, value in data.items()]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + pretty(value, indent + 2) for value in data) + "\n" + " " * indent + "]"
