"""What the board's page shows, put together for its templates."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from cards.abilities import ability_name, ability_text
from cards.faces import Badge, Face, badge_of
from cards.icons import FURNITURE, icon_of_ability
from engine.board import Board
from engine.errors import EngineError
from engine.interchange import write_position
from engine.modes import LINE_NAMES, SEAT_NAMES
from engine.notation import write
from grimoire.naming import face_on_board
from grimoire.plays import Choice, choices_of
from grimoire.samples import all_samples
from grimoire.services import Address, Resolved, address_of
from rulings import boards
from rulings.traces import Row, rows_of


@dataclass(frozen=True, slots=True)
class LineOfBoard:
    """A line: its name and the zones on both sides of the Bridge, with the letters of their seats."""

    name: str
    left: str
    left_seat: str
    right: str
    right_seat: str


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
                    boards.row_zone(row),
                    SEAT_NAMES[seat],
                    boards.row_zone(facing),
                    SEAT_NAMES[facing >> 1],
                )
            )
    return lines


class BoardPage:
    """A resolved position at one of its steps, ready for the templates.

    Tokens are the ids of cards as the arrangements name them: ``t7``.
    """

    def __init__(self, resolved: Resolved, address: Address, step: int, language: str) -> None:
        self.resolved = resolved
        self.address = address
        self.language = language
        scenes = list(resolved.scenes())
        self.arrangements = boards.arrange(scenes)
        self.last = len(self.arrangements) - 1
        self.step = min(max(step, 0), self.last)
        self.now = self.arrangements[self.step]
        self.edition = resolved.start.edition
        self.faces = self._faces(scenes[0].cards, [hand.champion for hand in scenes[0].hands])
        self.rows: list[Row] = list(rows_of(resolved.events, language, self.href, resolved.start.mode.ai_seats))
        self.lines = lines_of(resolved.start)
        seats = SEAT_NAMES[: resolved.start.mode.seats]
        self.seats_above = seats[1::2]
        self.seats_below = seats[0::2]
        self.four = len(seats) > 2

    def _faces(self, cards: list[Any], champions: list[int | None]) -> dict[str, Face]:
        return {f"t{token}": face_on_board(card, token in champions, self.language) for token, card in enumerate(cards)}

    def _ability_name(self, slug: str) -> str:
        return ability_name(slug, self.language)

    # Addresses

    def href(self, step: int) -> str:
        """The address of a step of this page."""
        return f"{reverse('grimoire:board')}?{urlencode({**self.address.query(), 'step': step}, safe=';')}"

    @property
    def ask_href(self) -> str:
        """Where a question can be asked about it: the form, with this position and its actions if they fit."""
        href = reverse("rulings:questions")
        try:
            address = address_of(self.resolved)
        except EngineError:
            return href
        return f"{href}?{urlencode(address.query(), safe=';')}" if address.fits else href

    @property
    def edit_href(self) -> str:
        """The address of the editor with the position as this step has it."""
        return f"{reverse('grimoire:editor')}?{urlencode({**self.address.query(), 'step': self.step}, safe=';')}"

    def href_with(self, *more: str) -> str:
        """The address of this position after further actions."""
        actions = (*self.resolved.actions, *more)
        query = {**self.address.query(), "a": ";".join(actions), "step": str(self.last + 1)}
        return f"{reverse('grimoire:board')}?{urlencode(query, safe=';')}"

    @property
    def choices(self) -> list[Choice]:
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
    def icons(self) -> set[str]:
        """The icons that the page needs."""
        found = set(FURNITURE.values())
        for face in self.faces.values():
            found.update(face.icons)
        found.update(badge.icon for badge in self.badges.values())
        found.update(row.icon for row in self.rows if row.icon)
        found.update(icon_of_ability(sample.icon) for sample in all_samples() if sample.icon not in FURNITURE)
        return found

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

    # What can be taken along

    @property
    def json_text(self) -> str:
        """The position at the start as JSON, a card or Creature to a line."""
        return pretty(write_position(self.resolved.start))

    @property
    def notation(self) -> str:
        """The position at the start as one line."""
        return write(self.resolved.start)

    @property
    def actions_text(self) -> str:
        return "\n".join(self.address.actions if self.address.actions is not None else self.resolved.actions)

    @property
    def next_actions(self) -> list[str]:
        """What could be done next without playing a card: the Assault, the end of the turn, the next one's Mana."""
        if self.resolved.stop or self.resolved.cut:
            return []
        simple = {"mana", "assault", "end-turn"}
        return [str(action) for action in self.resolved.end.legal_actions() if str(action) in simple]


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
