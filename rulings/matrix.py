"""The matrix: abilities against abilities, each cell with what is true of the two and the smallest example of it.

The cells are data, ``text/matrix.jsonl``, made by ``manage.py make_matrix``; what each says of all positions of its
family (``tools.matrix.families``) is looked at in all of them by ``manage.py check_matrix``.
The words are in ``text/LANGUAGE/matrix.toml``.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from cards.abilities import ability_name
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import parse_to_json
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Event
from rulings.catalogue import Ruling, all_rulings, rulings_about
from rulings.matrix_runs import AURA, deeds, run
from rulings.orders import acts_in, step_title
from rulings.texts import FOLDER, find, rename_cards

PATH: Final = FOLDER / "matrix.jsonl"

# The groups: both on one card, or on two; an Aura and what it lends.
ONE_CARD: Final = "one-card"
APART: Final = "apart"
LENT: Final = "lent"

# What is said of a group.
STOPS: Final = "stops"  # the first keeps the second from acting, always
STOPPED: Final = "stopped"
CAN_STOP: Final = "can-stop"
CAN_BE_STOPPED: Final = "can-be-stopped"
EACH_CAN_STOP: Final = "each-can-stop"
CHANGES: Final = "changes"
BOTH: Final = "both"  # both act and neither ever changes what the other does
LENDS: Final = "lends"
IDLE: Final = "idle"  # what an Aura lends never acts
ALWAYS: Final = (STOPS, STOPPED, BOTH, IDLE)

# Of a cell, by what is said of it.
STOPPING: Final = "stopping"
TOUCHING: Final = "touching"
BESIDE: Final = "beside"
NEVER: Final = "never"
_KINDS: Final = {
    **dict.fromkeys((STOPS, STOPPED, CAN_STOP, CAN_BE_STOPPED, EACH_CAN_STOP), STOPPING),
    **dict.fromkeys((CHANGES, LENDS), TOUCHING),
    BOTH: BESIDE,
    IDLE: NEVER,
}
_TURNED: Final = {STOPPED: STOPS, CAN_BE_STOPPED: CAN_STOP}  # the same, said of the second ability
_MOST_RULINGS: Final = 3
_MOST_WAYS: Final = 2
_OWN_PART: Final = 5  # of the rulings of single abilities
_SEASON_1_PART: Final = 10
_LONGEST_LIST: Final = 6  # abilities that a ruling names which is about how they meet; one of more lists them
_OTHER_WAYS: Final = (6, 7, 9)  # parts that settle nothing between two abilities: Champions, Solo, Mutation
_AURA_EVENTS: Final = ("aura", "aura-ends")


@dataclass(frozen=True, slots=True)
class Cell:
    """Two abilities: ``claims`` is what is true of them by group (both on one card, on two cards, lent by an Aura).

    ``positions`` counts those of each group in which it is so, ``ways`` those in which the two change one another in
    each way (``tools.matrix.ways``), the most frequent way first; ``position`` is a line of notation, which shows the
    first claim, ``without`` the same without the first or the second ability; all empty where they cannot meet.
    ``written`` is the entry of a cell written by hand (``text/matrix_hand.toml``), which has facts in place of claims.
    """

    edition: str
    first: str
    second: str
    claims: Mapping[str, str] = field(default_factory=dict)
    positions: Mapping[str, int] = field(default_factory=dict)
    ways: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    position: str = ""
    actions: tuple[str, ...] = ()
    without: tuple[str, str] = ("", "")
    written: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """One can stop the other, they interact, they act side by side, or they never meet."""
        if self.written:
            return str(self.written["kind"])
        return next((_KINDS[claim] for claim in self.claims.values()), NEVER)

    @property
    def group(self) -> str:
        return next(iter(self.claims), "")

    def start(self, language: str, position: str = "") -> Position:
        """The position, or another line of notation, with the cards named in a language."""
        return read_position(rename_cards(parse_to_json(position or self.position), find(language, "matrix", "names")))


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
    by_pair: dict[tuple[str, str], Cell] = {}
    for line in PATH.read_text(encoding="utf-8").splitlines():
        entry: dict[str, Any] = json.loads(line)
        if entry["edition"] == edition:
            cell = _by_hand().get((edition, entry["first"], entry["second"])) or _cell(entry)
            by_pair[cell.first, cell.second] = by_pair[cell.second, cell.first] = cell
    return by_pair


@cache
def _by_hand() -> dict[tuple[str, str, str], Cell]:
    with (FOLDER / "matrix_hand.toml").open("rb") as file:
        entries = tomllib.load(file)["cell"]
    return {
        (entry["edition"], entry["first"], entry["second"]): Cell(
            entry["edition"],
            entry["first"],
            entry["second"],
            position=entry["position"],
            actions=tuple(entry["actions"]),
            written=entry,
        )
        for entry in entries
    }


def _cell(entry: dict[str, Any]) -> Cell:
    return Cell(
        entry["edition"],
        entry["first"],
        entry["second"],
        entry["claims"],
        entry.get("positions", {}),
        entry.get("ways", {}),
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
    first = _first(events, cell.first, events_of(cell, cell.without[0]))
    second = _first(events, cell.second, events_of(cell, cell.without[1]))
    return (first, second) if first.number <= second.number else (second, first)


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
    deeds_with, deeds_without = list(deeds(events)), list(deeds(without))
    deeds_without += [()] * max(0, len(deeds_with) - len(deeds_without))
    return zip(deeds_with, deeds_without, strict=False)


def settling(cell: Cell, language: str) -> tuple[Ruling, ...]:
    """The rulings that settle the pair: those about both abilities, those foremost about one of them first; else the
    own ruling of each."""
    single = [rulings_about(slug, language)[0] for slug in (cell.first, cell.second)]
    return tuple(dict.fromkeys(_about_both(cell, language) or single))[:_MOST_RULINGS]


def is_settled_together(cell: Cell, language: str) -> bool:
    """Whether there is a ruling that says something of both."""
    return bool(_about_both(cell, language))


def _about_both(cell: Cell, language: str) -> list[Ruling]:
    pair = {cell.first, cell.second}
    known = (ruling for ruling in all_rulings(language) if ruling.part not in _OTHER_WAYS)
    both = [ruling for ruling in known if pair <= set(ruling.abilities) and len(pair) > 1 and _is_about(ruling, cell)]
    return sorted(both, key=lambda ruling: min(ruling.abilities.index(slug) for slug in pair))


def _is_about(ruling: Ruling, cell: Cell) -> bool:
    """Whether a ruling that names both is about them: not a list of abilities, not what is the own of a third one."""
    if ruling.part == _SEASON_1_PART and cell.edition != SEASON_1:
        return False
    if ruling.part == _OWN_PART:
        return ruling.abilities[0] in (cell.first, cell.second)
    return len(ruling.abilities) <= _LONGEST_LIST


# Words


def headline(cell: Cell, language: str) -> str:
    """What is true of the two, in one piece."""
    return " ".join(_claims(cell, language))


def sentences(cell: Cell, language: str) -> list[str]:
    """What is true of the two, where each acts, and what happens in the example."""
    lines, claims = brief(cell, language), len(_claims(cell, language))
    acts = " ".join(_acts(slug, language) for slug in dict.fromkeys((cell.first, cell.second)))
    return [*lines[:claims], acts, *lines[claims:]]


def brief(cell: Cell, language: str) -> list[str]:
    """What is true of the two, and what happens in the example."""
    lines = _claims(cell, language)
    if cell.position and cell.kind != NEVER and not cell.written:
        lines.append(_word("example", language, told=_example(cell, language)))
    return lines


def _claims(cell: Cell, language: str) -> list[str]:
    if cell.written:
        return [str(cell.written[language])]
    twins = "-twins" if cell.first == cell.second else ""
    lines = []
    for group, claim in cell.claims.items():
        first, second = (cell.second, cell.first) if claim in _TURNED else (cell.first, cell.second)
        words = {"first": ability_name(first, language), "second": ability_name(second, language)}
        words["where"] = "" if group == LENT else _word(f"group-{group}", language)
        words["count"] = str(cell.positions[group])
        if claim in ALWAYS:
            words["shown"] = _word("always", language, **words)
        else:
            words["shown"] = _word("shown", language) if group == cell.group else ""
        if claim == CHANGES:
            words["ways"] = _ways(cell, group, twins, language)
        lines.append(_word(f"claim-{_TURNED.get(claim, claim)}{twins}", language, **words))
    return lines or [
        _word("never", language, first=ability_name(cell.first, language), second=ability_name(cell.second, language))
    ]


def _ways(cell: Cell, group: str, twins: str, language: str) -> str:
    """How the two change one another: the most frequent ways, each with the number of positions that show it."""
    names = {"first": ability_name(cell.first, language), "second": ability_name(cell.second, language)}
    text = ""
    for way, count in list(cell.ways[group].items())[:_MOST_WAYS]:
        phrase = _word(f"way-{way}{twins if way.endswith('-first') else ''}", language, **names)
        if text:
            text = _word("way-and", language, first=text, second=phrase, count=count)
        else:
            shown = _word("way-shown", language) if group == cell.group and count > 1 else ""
            text = _word("way-one" if count == 1 else "way", language, way=phrase, count=count, shown=shown)
    return text


def _acts(slug: str, language: str) -> str:
    where = f"{_word('and', language)} ".join(_places(slug, language))
    return _word("acts", language, ability=ability_name(slug, language), where=where)


def _example(cell: Cell, language: str) -> str:
    """What happens in the example: who is stopped, or who acts first and who follows."""
    stopped = stopped_in_example(cell)
    if stopped:
        stopper = cell.second if stopped == cell.first else cell.first
        return _word("stopped", language, first=ability_name(stopper, language), second=ability_name(stopped, language))
    return _order(*first_deeds(cell), language)


def stopped_in_example(cell: Cell) -> str:
    """The ability that the other keeps from acting in the example, "" where neither does."""
    claim = cell.claims.get(cell.group, "")
    if claim in (STOPS, CAN_STOP):
        return cell.second
    if claim in (STOPPED, CAN_BE_STOPPED):
        return cell.first
    if claim != EACH_CAN_STOP:
        return ""
    whole, without_first, without_second = (list(deeds(events_of(cell, position))) for position in ("", *cell.without))
    return cell.second if whole == without_second else cell.first if whole == without_first else ""


def _order(first: Deed, second: Deed, language: str) -> str:
    facts = {"first": ability_name(first.slug, language), "second": ability_name(second.slug, language)}
    for number, deed in (("", first), ("2", second)):
        facts[f"step{number}"] = _where(deed, language)
    if first.slug == second.slug:
        return _word("twins", language, **facts)
    if first.number == second.number or (first.phase, first.step) == (second.phase, second.step):
        key = "together" if first.number == second.number else "same"
        return _word(key, language, **facts)
    later = first.phase == second.phase and 0 < second.step < first.step
    return _word("later" if later else "order", language, **facts)


def _where(deed: Deed, language: str) -> str:
    if not deed.step:
        return _word(f"outside-{deed.phase}", language)
    phase = _word(f"phase-{deed.phase}", language)
    name = step_title(deed.phase, deed.step, deed.slug, language)
    return _word("step", language, number=deed.step, phase=phase, name=name)


def _places(slug: str, language: str) -> Iterator[str]:
    for phase, step in acts_in(slug):
        yield _where(Deed(slug, 0, phase, step), language)


def _word(key: str, language: str, **facts: Any) -> str:
    pattern: str = find(language, "matrix", key)
    return pattern.format(**facts)
