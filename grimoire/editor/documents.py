"""The editor's document: a position as ``clash-position/1`` writes it, whole or half-finished.

What is edited has the shape of a position: every key is there, every card is written out, and nothing stands where the
format has no place for it. What is wrong beyond that (no card to the right of a Stronghold, a Champion in play that
stands nowhere) can be mended on the board, so such a document is taken in and its faults are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from board.services import site_cards
from cards.sets import decks
from engine.decks.formats.interchange import BASTION, FORMAT, FORT, Catalogue, faults_of, read_position, write_position
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.board import PHASE_NAMES
from engine.decks.rules.modes import LINE_NAMES, MODES, SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.solving.objective import written_goals
from engine.kernel.errors import BadPosition, Fault

Document = dict[str, Any]

# Faults that can be mended on the board; with any other one there is no board to mend them on.
MENDABLE: Final = frozenset(
    {
        "ability-of-other-edition",
        "no-stronghold",
        "two-strongholds",
        "stronghold-fallen",
        "pile-empty",
        "ai-phase",
        "not-a-creature",
        "not-a-symbiote",
        "host-is-symbiote",
        "mark-not-allowed",
        "damage-too-high",
        "champion-not-in-play",
        "champion-not-on-board",
        "two-champions",
        "champion-differs",
        "champion-not-on-top",
        "too-many-cards",
        "result-without-over",
    }
)
STARTING_CARDS: Final = 5
MAX_CARDS: Final = 400  # that the editor shows; a position has fewer
QUICK_AI: Final = {"fixed_mana": 6, "variable_mana": 1, "resistance": False, "abilities": []}  # ruling 7.2


class NotADocument(BadPosition):
    """The data has not even the shape of a position; ``faults`` say where."""


@dataclass(frozen=True, slots=True)
class Read:
    """A document with what is wrong with it; ``position`` is there when nothing is."""

    document: Document
    faults: tuple[Fault, ...]
    position: Position | None


def read_document(data: Any) -> Read:
    """Takes JSON into the editor. Raises ``NotADocument`` when it has not the shape of a position."""
    faults = faults_of(data, site_cards())
    hopeless = [fault for fault in faults if fault.name not in MENDABLE]
    if hopeless:
        raise NotADocument(hopeless)
    document = settled(data, site_cards())
    if _count_cards(document) > MAX_CARDS:
        raise NotADocument([Fault("too-many-cards", "/players", str(_count_cards(document)))])
    position = None if faults else read_position(document)
    return Read(document, (*faults, *_remarks(document)), position)


def document_of(position: Position) -> Document:
    return settled(write_position(position), site_cards())


# Making it whole


def settled(data: Mapping[str, Any], catalogue: Catalogue) -> Document:
    """A document from data with the shape of a position, with every key in its place and every card written out."""
    mode = MODES[data.get("mode", "duel")]
    document: Document = {
        "format": FORMAT,
        "edition": data.get("edition", SEASON_2),
        "mode": mode.name,
        "first": data.get("first", "A"),
        "exhaustion": data.get("exhaustion", False),
        "active": data["active"],
        "phase": data["phase"],
        "mana": data.get("mana", 0),
        "players": {
            name: _seat(data["players"][name], seat in mode.ai_seats, catalogue)
            for seat, name in enumerate(SEAT_NAMES[: mode.seats])
        },
    }
    for key in ("result", "objective"):
        if data.get(key) is not None:
            document[key] = data[key]
    if "conditions" in document.get("objective", {}):
        document["objective"] = _conditioned(document["objective"], catalogue)
    if "hidden" in document.get("objective", {}):
        hidden = document["objective"]["hidden"]
        cards = [_card(card, catalogue) for card in hidden["cards"]]
        document["objective"] = {**document["objective"], "hidden": {**hidden, "cards": cards}}
    return document


def _conditioned(objective: Mapping[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """An objective with the cards of its conditions written out."""
    conditions = dict(objective["conditions"])
    for key in conditions.keys() & {"with", "without"}:
        conditions[key] = [_card(card, catalogue) for card in conditions[key]]
    return {**objective, "conditions": conditions}


def _seat(data: Mapping[str, Any], is_ai: bool, catalogue: Catalogue) -> dict[str, Any]:
    def cards(name: str) -> list[Any]:
        return [_card(card, catalogue) for card in data.get(name, ())]

    seat: dict[str, Any] = {"turn": data.get("turn", 0)}
    if is_ai:
        seat["ai"] = {**QUICK_AI, **data["ai"]}
        seat["side"] = data.get("side", BASTION)
        seat["pile"], seat["discard"] = cards("pile"), cards("discard")
    else:
        seat["hand"] = cards("hand")
    for line in LINE_NAMES:
        seat[line] = [_creature(creature, catalogue) for creature in data.get(line, ())]
    if data.get("champion") is not None:
        seat["champion"] = {**data["champion"], "card": _card(data["champion"]["card"], catalogue)}
    return seat


def _creature(data: Mapping[str, Any], catalogue: Catalogue) -> dict[str, Any]:
    """A Creature in play, without what has its default."""
    creature = {key: value for key, value in data.items() if value not in (None, False, 0)}
    for key in ("card", "symbiote", "enchained"):
        if key in creature:
            creature[key] = _card(creature[key], catalogue)
    return creature


def _card(data: Any, catalogue: Catalogue) -> Any:
    """A card written out; the word for a Stronghold as it is."""
    if data in (BASTION, FORT):
        return data
    card = dict(catalogue[data] if isinstance(data, str) else data)
    card.setdefault("abilities", [])
    card["abilities"] = list(card["abilities"])
    if not card.get("sharpened"):
        card.pop("sharpened", None)
    return card


def _count_cards(document: Document) -> int:
    names = ("hand", "pile", "discard", *LINE_NAMES)
    return sum(len(seat.get(name, ())) for seat in document["players"].values() for name in names)


def _remarks(document: Document) -> list[Fault]:
    """Faults of a puzzle that the format allows: an objective that names a Creature which is not there."""
    faults = []
    goals = written_goals(document["objective"]) if "objective" in document else []
    for number, goal in enumerate(goals):
        if isinstance(goal, dict) and "destroy" in goal:
            target = goal["destroy"]
            row = document["players"][target["player"]][target["line"]]
            if target["position"] >= len(row):
                at = f"and/{number - 1}" if number else "goal"
                faults.append(Fault("no-target", f"/objective/{at}/destroy"))
    return faults


# Where everybody begins


def starter() -> Document:
    """A Duel that is about to be set up: two hands of beginners' cards, nobody in play, A to summon."""
    catalogue = site_cards()
    seats = {
        name: {"turn": turn, "hand": [BASTION, *(catalogue[card.reference] for card in deck.cards[:STARTING_CARDS])]}
        for name, turn, deck in zip("AB", (2, 1), decks(), strict=False)
    }
    mana = STARTING_CARDS + 1
    return settled({"active": "A", "phase": PHASE_NAMES[1], "mana": mana, "players": seats}, catalogue)
