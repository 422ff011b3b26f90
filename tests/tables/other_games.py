"""Requests for games of Clash of Magic Schools and Clash of the Cards, as a client of the API makes them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tests.tables.clients import Seat

SCHOOLS = ("dragombre", "blancgriffon")


def schools_body(**more: Any) -> dict[str, Any]:
    """A game of Clash of Magic Schools, all seats of which are its creator's."""
    return {"game": "magic-schools", "seats": {seat: {"kind": "me"} for seat in SCHOOLS}, **more}


def to_a_free_turn(seats: Mapping[str, Seat]) -> str:
    """Plays Clash of Magic Schools until a turn begins that may be ended at once; answers whose it is."""
    has_acted = False
    while True:
        look = next(iter(seats.values())).look()
        letter: str = look["waiting_for"][0]
        actions = seats[letter].look()["view"]["actions"]
        if "end" in actions and not has_acted:
            return letter
        ways = [way for verb in ("pass", "assign", "move") for way in actions if way.startswith(verb)]
        action = "end" if "end" in actions else (ways or actions)[0]
        seats[letter].act(look["version"], action)
        has_acted = action != "end"


def cards_body(count: int, options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A game of Clash of the Cards with so many seats, all of them its creator's."""
    body: dict[str, Any] = {"game": "clash-of-the-cards", "seats": {seat: {"kind": "me"} for seat in "ABCDEF"[:count]}}
    return {**body, **({} if options is None else {"options": options}), **more}


KIDS: dict[str, Any] = {"specials": []}
VARIANTS: list[tuple[str, dict[str, Any] | None]] = [
    ("all", None),
    ("kids", KIDS),
    ("god", {"god": True}),
    ("reverse", {"reverse": True}),
    ("some", {"specials": ["wild", "spy", "thief", "castle", "guardian"], "god": True, "reverse": True}),
]


def eagerly(actions: list[str], rng: random.Random) -> str:
    """One of some actions: armies are laid down as soon as they may be, so that games end."""
    return "lay-down" if "lay-down" in actions else rng.choice(actions[:1] if rng.random() < 0.4 else actions)
