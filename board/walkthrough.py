"""A position resolved before the reader's eyes: the board after every step, small, beside what the step says.

It needs no script: every step's board is on the page, and the choice of a step shows its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache, cached
from django.utils.translation import gettext as _

from board.arrangement import Arrangement, arrange, champion_zone, discard_zone, hand_zone, row_zone
from board.links import analysis_address, board_address, editor_address, question_address
from board.naming import looks_of_card
from board.traces import Row, rows_of
from cards.abilities import ability_name
from cards.colours import TINTS, Tint
from cards.icons import FURNITURE, icon_of_ability
from engine.decks.formats.notation import write
from engine.decks.formats.objectives import BACK
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.actions import parse_action
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import LINE_NAMES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace
from engine.decks.rules.trace.scenes import Scene, scenes
from engine.kernel.errors import EngineError

MAX_STEPS: Final = 60  # steps that are shown in place; static/css/rulings.css has a rule for each
MAX_CACHE_BYTES: Final = 48 * 2**20  # bytes of resolved positions that a process keeps
# About, of each moment of it, chip in those and mark on these.
BYTES_OF_MOMENT, BYTES_OF_CHIP, BYTES_OF_MARK = 5000, 350, 120


@dataclass(frozen=True, slots=True)
class Mark:
    """An ability on a chip: its icon and name, whether it is an Aura itself, and whether an Aura gives it."""

    icon: str
    name: str
    aura: bool = False
    is_granted: bool = False


@dataclass(frozen=True, slots=True)
class Chip:
    """A card, Creature or Stronghold on a small board.

    ``kind`` is ``creature``, ``incantation``, ``bastion``, ``fort`` or ``back``, a card that is hidden; ``av`` and
    ``hp`` are those of the moment (of a Stronghold ``hp`` is what is left); ``mark`` and ``word`` say what the step
    does to it; ``window`` whether its player could play it; ``holds`` names the card face down under it; ``icon`` and
    ``tint`` are those of its picture, empty for a Stronghold.
    """

    kind: str
    name: str
    cost: int = 0
    av: int = 0
    hp: int = 0
    hurt: bool = False
    abilities: tuple[Mark, ...] = ()
    mark: str = ""
    word: str = ""
    window: bool = False
    holds: str = ""
    icon: str = ""
    tint: str = ""

    @property
    def colours(self) -> Tint:
        """The colours of its picture."""
        return TINTS[self.tint]


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A named place of a small board with its chips in order."""

    name: str
    chips: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class SeatPanel:
    """A seat: its letter, the panel of ``board.arrangement``, and its places: hand or pile, discard pile, Champion."""

    letter: str
    panel: dict[str, Any]
    places: tuple[BoardPlace, ...]


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A line: its name, the seats on both sides, and their Kingdoms from the Bridge outwards."""

    name: str
    left_seat: str
    left: tuple[Chip, ...]
    right_seat: str
    right: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """The board after a step: ``row`` tells it, None before anything happens."""

    row: Row | None
    status: str
    above: tuple[SeatPanel, ...]
    lines: tuple[BattleLine, ...]
    below: tuple[SeatPanel, ...]
    limbo: tuple[Chip, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A resolved position: its ``moments``, its addresses on the board, in the editor, where to ask about it and to
    analyze it, and its icons.

    ``more`` counts the steps that are left out here; ``stop`` is the engine's code for why it did not go on.
    """

    moments: tuple[Moment, ...]
    href: str
    edit_href: str
    ask_href: str
    analysis_href: str
    icons: tuple[str, ...]
    more: int = 0
    stop: str = ""


def _bytes_of(shown: Shown) -> int:
    """About how much memory a resolved position takes."""
    chips = [chip for moment in shown.moments for chip in _all_chips(moment)]
    marks = sum(len(chip.abilities) for chip in chips)
    return BYTES_OF_MOMENT * len(shown.moments) + BYTES_OF_CHIP * len(chips) + BYTES_OF_MARK * marks


def _key(position: Position, actions: Sequence[str], language: str) -> tuple[str, tuple[str, ...], str]:
    return write(position), tuple(actions), language


@cached(LRUCache(MAX_CACHE_BYTES, _bytes_of), _key, Lock())
def show(position: Position, actions: Sequence[str], language: str) -> Shown:
    """A position and what some actions do to it; kept for its content, so that it is resolved once."""
    return _show(position, actions, language)


def _show(begin: Position, actions: Sequence[str], language: str) -> Shown:
    end, trace, stop = begin.copy(), Trace(), ""
    for action in actions:
        try:
            end.apply(parse_action(action), trace)
        except (EngineError, ValueError) as wrong:
            stop = getattr(wrong, "code", "bad-action")
            break
    events = trace.events
    shown_events = events[:MAX_STEPS]
    drawn = list(scenes(begin, shown_events))
    href = board_address(begin, actions)
    rows = list(rows_of(shown_events, language, lambda step: f"{href}&step={step}", begin.mode.ai_seats))
    moments = tuple(_moments(drawn, rows, language))
    return Shown(
        moments,
        href,
        editor_address(begin),
        question_address(begin, actions),
        analysis_address(begin, actions),
        _icons(moments),
        len(events) - len(shown_events),
        stop,
    )


def _moments(drawn: list[Scene], rows: list[Row], language: str) -> Iterator[Moment]:
    rows_of_scenes: list[Row | None] = [None, *rows]
    for scene, arranged, row in zip(drawn, arrange(drawn), rows_of_scenes, strict=True):
        yield _ScenePen(scene, arranged, language).moment(row)


def moment_of(scene: Scene, language: str, hidden: Collection[int] = ()) -> Moment:
    """The board of one scene; the cards behind the ``hidden`` tokens are backs."""
    return _ScenePen(scene, arrange([scene])[0], language, hidden).moment(None)


def _icons(moments: tuple[Moment, ...]) -> tuple[str, ...]:
    icons = {moment.row.icon for moment in moments if moment.row is not None and moment.row.icon}
    for moment in moments:
        icons.update(mark.icon for chip in _all_chips(moment) for mark in chip.abilities)
    return tuple(sorted({*icons, FURNITURE["bridge"]}))


def _all_chips(moment: Moment) -> Iterator[Chip]:
    for seat in (*moment.above, *moment.below):
        for place in seat.places:
            yield from place.chips
    for line in moment.lines:
        yield from (*line.left, *line.right)
    yield from moment.limbo


class _ScenePen:
    """Draws one scene small."""

    def __init__(self, scene: Scene, arranged: Arrangement, language: str, hidden: Collection[int] = ()) -> None:
        self.scene = scene
        self.arranged = arranged
        self.language = language
        self.hidden = {f"t{token}" for token in hidden}

    def moment(self, row: Row | None) -> Moment:
        seats = range(self.scene.mode.seats)
        return Moment(
            row=row,
            status=self.arranged.status,
            above=tuple(self.seat(seat) for seat in seats if seat % 2),
            lines=tuple(self.lines()),
            below=tuple(self.seat(seat) for seat in seats if seat % 2 == 0),
            limbo=self.chips("limbo"),
        )

    def lines(self) -> Iterator[BattleLine]:
        names = {"upper": _("Upper line"), "lower": _("Lower line")}
        for seat in range(0, self.scene.mode.seats, 2):
            for line, name in enumerate(LINE_NAMES):
                row = 2 * seat + line
                facing = self.scene.mode.facing[row]
                left, right = self.chips(row_zone(row)), self.chips(row_zone(facing))
                yield BattleLine(names[name], SEAT_NAMES[seat], left, SEAT_NAMES[facing >> 1], right)

    def seat(self, seat: int) -> SeatPanel:
        letter = SEAT_NAMES[seat]
        is_ai = self.scene.hands[seat].ai is not None
        places = [BoardPlace(_("Pile, top card first") if is_ai else _("Hand"), self.chips(hand_zone(seat)))]
        if is_ai:
            places.append(BoardPlace(_("Discard pile"), self.chips(discard_zone(seat))))
        champion = self.chips(champion_zone(seat))
        if champion:
            places.append(BoardPlace(_("Champion"), champion))
        return SeatPanel(letter, self.arranged.seats[letter], tuple(places))

    def chips(self, zone: str) -> tuple[Chip, ...]:
        return tuple(self._chip(item) for item in self.arranged.zones.get(zone, ()))

    def _chip(self, item: dict[str, Any]) -> Chip:
        key: str = item["t"]
        about = {"mark": item.get("m", ""), "word": item.get("x", ""), "window": "w" in item}
        if key.startswith("s"):
            kind, name = ("fort", _("Fort")) if item["fort"] else ("bastion", _("Bastion"))
            return Chip(kind, name, hp=item["left"], **about)
        if key in self.hidden:
            return Chip("back", _("a hidden card"), window="w" in item)
        card = self._card(key)
        if card.key == BACK.key:
            return Chip("back", _("a hidden card"), window="w" in item)
        symbiote = self._card(item["y"]) if "y" in item else None
        slugs = list(card.slugs) + [slug for slug in (symbiote.slugs if symbiote else ()) if slug not in card.slugs]
        marks = [self._mark(slug) for slug in slugs] + [self._mark(slug, True) for slug in item.get("given", ())]
        icon, tint = looks_of_card(symbiote or card)
        return Chip(
            kind="creature" if card.is_creature else "incantation",
            name=f"{card.name} + {symbiote.name}" if symbiote else card.name,
            cost=card.cost,
            av=item.get("av", card.av),
            hp=item.get("hp", card.hp),
            hurt="hurt" in item,
            abilities=tuple(marks),
            holds=self._card(item["e"]).name if "e" in item else "",
            icon=icon,
            tint=tint,
            **about,
        )

    def _card(self, token: str) -> Card:
        return self.scene.cards[int(token[1:])]

    def _mark(self, slug: str, is_granted: bool = False) -> Mark:
        return Mark(icon_of_ability(slug), ability_name(slug, self.language), slug.startswith(AURA_PREFIX), is_granted)
