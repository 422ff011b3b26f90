"""The matrix: abilities against abilities, each cell with the smallest example in which the two meet.

The examples are data, ``text/matrix.jsonl``, made by ``manage.py make_matrix`` (see ``meeting``). Who acts first is
read off their traces; the words are in ``text/LANGUAGE/matrix.toml``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from cards.abilities import ability_name
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import parse_to_json
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.position import Position
from engine.decks.trace.events import Event
from rulings.matrix_positions import AURA, deeds, run
from rulings.orders import acts_in, step_title
from rulings.texts import FOLDER, find

PATH: Final = FOLDER / "matrix.jsonl"
TOUCHING: Final = "touching"
BESIDE: Final = "beside"
NEVER: Final = "never"
_AURA_EVENTS: Final = ("aura", "aura-ends")


@dataclass(frozen=True, slots=True)
class Cell:
    """Two abilities: ``kind`` is ``touching``, ``beside``, or ``never`` where they cannot meet.

    ``position`` is a line of notation, ``without`` the same without the first or the second ability.
    """

    edition: str
    first: str
    second: str
    kind: str
    position: str = ""
    actions: tuple[str, ...] = ()
    without: tuple[str, str] = ("", "")

    def start(self, language: str) -> Position:
        """The position, with the cards named in a language."""
        return read_position(_named(parse_to_json(self.position), find(language, "matrix", "names")))


@dataclass(frozen=True, slots=True)
class Deed:
    """The first thing that an ability does in a trace: the number of the event, its phase and step (0: none)."""

    slug: str
    number: int
    phase: str
    step: int
    silent: bool = False


@cache
def cells(edition: str) -> dict[tuple[str, str], Cell]:
    """Every cell of an edition, under both orders of its abilities."""
    found: dict[tuple[str, str], Cell] = {}
    for line in PATH.read_text(encoding="utf-8").splitlines():
        entry: dict[str, Any] = json.loads(line)
        if entry["edition"] == edition:
            cell = _cell(entry)
            found[cell.first, cell.second] = found[cell.second, cell.first] = cell
    return found


def _cell(entry: dict[str, Any]) -> Cell:
    kind = NEVER if "position" not in entry else TOUCHING if entry["touching"] else BESIDE
    return Cell(
        entry["edition"],
        entry["first"],
        entry["second"],
        kind,
        entry.get("position", ""),
        tuple(entry.get("actions", ())),
        tuple(entry.get("without", ("", ""))),
    )


def find_cell(first: str, second: str, edition: str = SEASON_2) -> Cell | None:
    """The cell of two abilities, in whatever order."""
    return cells(edition).get((first, second))


def events_of(cell: Cell, position: str = "") -> tuple[Event, ...]:
    """The trace of a cell's example, or of another position with the same actions as far as they can be done."""
    for last in range(len(cell.actions), 0, -1):
        ran = run(position or cell.position, cell.actions[:last])
        if ran is not None:
            return ran.events
    return ()


def first_deeds(cell: Cell) -> tuple[Deed, Deed]:
    """The first effects of each of the two, in the order in which it happens."""
    events = events_of(cell)
    one = _first(events, cell.first, events_of(cell, cell.without[0]))
    two = _first(events, cell.second, events_of(cell, cell.without[1]))
    return (one, two) if one.number <= two.number else (two, one)


def _first(events: tuple[Event, ...], slug: str, without: tuple[Event, ...]) -> Deed:
    """The first event that names the ability, else the first that is another without it, else where it acts at all."""
    named = next((number for number, event in enumerate(events) if _names(event, slug)), None)
    if named is None:
        named = next((n for n, (a, b) in enumerate(_paired(events, without)) if a != b), None)
        if named is None or named >= len(events):
            phase, step = acts_in(slug)[0]
            return Deed(slug, -1, phase, step, silent=True)
        return Deed(slug, named, events[named].phase, events[named].step or 0, silent=True)
    return Deed(slug, named, events[named].phase, events[named].step or 0)


def _names(event: Event, slug: str) -> bool:
    if slug == AURA:
        return event.kind in _AURA_EVENTS
    return event.ability == slug and event.kind not in _AURA_EVENTS


def _paired(events: tuple[Event, ...], without: tuple[Event, ...]) -> Iterator[tuple[Any, Any]]:
    ones, others = list(deeds(events)), list(deeds(without))
    others += [()] * max(0, len(ones) - len(others))
    return zip(ones, others, strict=False)


# Words


def sentences(cell: Cell, language: str) -> list[str]:
    """Who acts first and why, and whether the two change one another."""
    if cell.kind == NEVER:
        return [_never(cell, language)]
    one, two = first_deeds(cell)
    twins = "-twins" if cell.first == cell.second else ""
    return [_order(one, two, language), _word(f"{cell.kind}{twins}", language)]


def headline(cell: Cell, language: str) -> str:
    """What a cell says, in one piece."""
    return " ".join(sentences(cell, language))


def _order(one: Deed, two: Deed, language: str) -> str:
    facts = {"first": ability_name(one.slug, language), "second": ability_name(two.slug, language)}
    for number, deed in (("", one), ("2", two)):
        facts[f"step{number}"] = _where(deed, language)
    if one.slug == two.slug:
        return _word("twins", language, **facts)
    if one.number == two.number or (one.phase, one.step) == (two.phase, two.step):
        key = "together" if one.number == two.number else "same"
        return _word(key, language, **facts)
    later = one.phase == two.phase and 0 < two.step < one.step
    return _word("later" if later else "order", language, **facts)


def _where(deed: Deed, language: str) -> str:
    if not deed.step:
        return _word(f"outside-{deed.phase}", language)
    phase = _word(f"phase-{deed.phase}", language)
    name = step_title(deed.phase, deed.step, deed.slug, language)
    return _word("step", language, number=deed.step, phase=phase, name=name)


def _never(cell: Cell, language: str) -> str:
    places = [f"{_word('and', language)} ".join(_places(slug, language)) for slug in (cell.first, cell.second)]
    names = {"first": ability_name(cell.first, language), "second": ability_name(cell.second, language)}
    key = "never-twins" if cell.first == cell.second else "never"
    return _word(key, language, where=places[0], where2=places[1], **names)


def _places(slug: str, language: str) -> Iterator[str]:
    for phase, step in acts_in(slug):
        yield _where(Deed(slug, 0, phase, step), language)


def _word(key: str, language: str, **facts: Any) -> str:
    pattern: str = find(language, "matrix", key)
    return pattern.format(**facts)


def _named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_named(one, names) for one in value]
    if isinstance(value, dict):
        return {
            key: names.get(one, one) if key == "name" and isinstance(one, str) else _named(one, names)
            for key, one in value.items()
        }
    return value
