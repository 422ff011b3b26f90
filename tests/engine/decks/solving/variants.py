"""Seeded variants of a puzzle: some of its cards with another ability, value or place, another goal."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.position import Position
from engine.decks.solving.objective import read
from engine.kernel.errors import EngineError
from tests.engine.decks.solving.positions import ACTING, ALONG

Json = dict[str, Any]
LINES = ("upper", "lower")
MODES = {"ffa": "teams", "teams": "ffa"}


def variant(position: Position, rng: random.Random, edits: int) -> Position | None:
    """The puzzle after so many random edits; None when they make a position that cannot be."""
    data = copy.deepcopy(write_position(position))
    for _ in range(edits):
        rng.choice(EDITS)(data, rng)
    try:
        return read_position(data)
    except EngineError:
        return None


def means_something(position: Position) -> bool:
    """Whether the objective still does: the Creature to destroy may have gone."""
    try:
        read(position)
    except EngineError:
        return False
    return True


def _cards(data: Json) -> Iterator[Json]:
    """All cards, wherever they lie."""
    for player in data["players"].values():
        for place in ("hand", "pile", "discard"):
            yield from (card for card in player.get(place, ()) if isinstance(card, dict))
        for line in LINES:
            for creature in player.get(line, ()):
                yield from (creature[key] for key in ("card", "symbiote", "enchained") if key in creature)
        if "champion" in player:
            yield player["champion"]["card"]


def _ability(data: Json, rng: random.Random) -> None:
    card = rng.choice(list(_cards(data)))
    slug = rng.choice(ACTING + ALONG)
    if rng.random() < 0.2:
        slug = f"aura:{slug}"
    if card["abilities"] and rng.random() < 0.5:
        card["abilities"].remove(rng.choice(card["abilities"]))
    if slug not in card["abilities"]:
        card["abilities"].append(slug)


def _value(data: Json, rng: random.Random) -> None:
    card = rng.choice(list(_cards(data)))
    key = rng.choice(["cost", "av", "hp"] if "hp" in card else ["cost", "av"])
    card[key] = max(1 if key == "hp" else 0, card[key] + rng.choice((-2, -1, 1, 2)))


def _creature(data: Json, rng: random.Random) -> None:
    """One more Creature: a copy of a card that there is."""
    card = rng.choice([card for card in _cards(data) if "hp" in card])
    player = data["players"][rng.choice(sorted(data["players"]))]
    row = player.setdefault(rng.choice(LINES), [])
    row.insert(rng.randint(0, len(row)), {"card": copy.deepcopy(card)})


def _move(data: Json, rng: random.Random) -> None:
    """A Creature to another place of the same player's."""
    player = data["players"][rng.choice(sorted(data["players"]))]
    row = player.get(rng.choice(LINES))
    if row:
        creature = row.pop(rng.randrange(len(row)))
        other = player.setdefault(rng.choice(LINES), [])
        other.insert(rng.randint(0, len(other)), creature)


def _hand(data: Json, rng: random.Random) -> None:
    """A card more or less in a hand, or the Stronghold elsewhere."""
    hand = data["players"][rng.choice(sorted(data["players"]))].get("hand")
    if hand is None:
        return
    cards = [card for card in hand if isinstance(card, dict)]
    if cards and len(hand) > 2 and rng.random() < 0.4:
        hand.remove(rng.choice(cards))
    elif len(hand) < 6:
        hand.insert(rng.randint(0, len(hand)), copy.deepcopy(rng.choice(list(_cards(data)))))
    if rng.random() < 0.3:
        side = next(card for card in hand if not isinstance(card, dict))
        hand.remove(side)
        hand.insert(rng.randint(0, max(len(hand) - 1, 0)), rng.choice(("bastion", "fort")))


def _goal(data: Json, rng: random.Random) -> None:
    goals: list[Any] = ["win", "bastion", {"damage": rng.randint(1, 6)}]
    if data["mode"] == "duel":
        goals.append("survive")
    places = [
        {"player": seat, "line": line, "position": at}
        for seat in data["players"]
        for line in LINES
        for at in range(len(data["players"][seat].get(line, ())))
    ]
    goals += [{"destroy": place} for place in rng.sample(places, min(2, len(places)))]
    data["objective"]["goal"] = rng.choice(goals)


def _mode(data: Json, rng: random.Random) -> None:
    data["mode"] = MODES.get(data["mode"], data["mode"])


def _mana(data: Json, rng: random.Random) -> None:
    data["mana"] = rng.randint(0, 3)


EDITS = (_ability, _ability, _ability, _value, _value, _creature, _move, _hand, _goal, _goal, _mode, _mana)
