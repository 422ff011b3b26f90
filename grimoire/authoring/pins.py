"""The near misses that an author pins to a puzzle: readers see them first, with the author's words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.text_cleaning import readable
from board.services import site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire.models import Puzzle
from grimoire.proving.near_misses import TryJson, explained_try, read_line

MAX_PINS: Final = 6
WHY_LENGTH: Final = 300  # characters
WORDS: Final = ("why", "why_fr")


class TooManyPins(Exception):
    """There is room for ``MAX_PINS``."""


@transaction.atomic
def set_pins(*, puzzle: Puzzle, pins: Sequence[Mapping[str, Any]]) -> None:
    """Pins tries in this order: each its ``line`` as ``clash-position/1`` writes it, and the author's words.

    Raises ``TooManyPins``.
    """
    if len(pins) > MAX_PINS:
        raise TooManyPins
    now = Puzzle.objects.select_for_update(of=("self",)).select_related("proof").get(pk=puzzle.pk)
    position = read_position(now.position, site_cards())
    proven = [] if now.proof is None else now.proof.answer.get("tries", [])
    pinned: list[TryJson] = []
    for pin in pins:
        if not any(other["line"] == pin["line"] for other in pinned):
            pinned.append(_renewed(position, pin, proven))
    if pinned != now.pinned_tries:
        Puzzle.objects.filter(pk=now.pk).update(pinned_tries=pinned, updated=timezone.now())
    puzzle.pinned_tries = pinned


def renewed_pins(puzzle: Puzzle) -> list[TryJson]:
    """The pins of a puzzle that has another position or proof now: each with what it lacks; ``is_stale`` where it does
    not fail any more."""
    if not puzzle.pinned_tries:
        return []
    position = read_position(puzzle.position, site_cards())
    proven = puzzle.proof.answer.get("tries", []) if puzzle.proof is not None else []
    return [_renewed(position, pin, proven) for pin in puzzle.pinned_tries]


def _renewed(position: Position, pin: Mapping[str, Any], proven: Sequence[TryJson]) -> TryJson:
    words = {name: str(pin.get(name, ""))[:WHY_LENGTH] for name in WORDS if pin.get(name)}
    known = next((attempt for attempt in proven if attempt["line"] == pin["line"]), None)
    if known is None:
        try:
            known = explained_try(position, read_line(position, pin["line"]))
        except EngineError:
            known = None
    return {**known, **words} if known is not None else {"line": pin["line"], **words, "is_stale": True}


def pins_after(pins: Sequence[TryJson], near_misses: Sequence[TryJson], params: Mapping[str, str]) -> list[TryJson]:
    """The pins with what the author's form says of them: ``why-KEY`` the words, ``do`` what is to be done: ``pin-KEY``,
    ``unpin-KEY``, ``up-KEY`` or ``down-KEY``."""
    pins = [dict(pin) for pin in pins]
    for pin in pins:
        for name in WORDS:
            text = params.get(f"{name}-{key_of(pin['line'])}")
            if text is not None:
                pin[name] = readable(text)[:WHY_LENGTH]
    command, _sign, key = params.get("do", "").partition("-")
    if command == "pin":
        pins += [dict(attempt) for attempt in near_misses if key_of(attempt["line"]) == key]
    place = next((place for place, pin in enumerate(pins) if key_of(pin["line"]) == key), None)
    if place is None or command == "pin":
        return pins
    pin = pins.pop(place)
    if command != "unpin":
        pins.insert(max(0, place + {"up": -1, "down": 1}.get(command, 0)), pin)
    return pins


def key_of(line: Sequence[Any]) -> str:
    """Short, and equal for the same line: what forms call it by."""
    return hashlib.sha256(json.dumps(line, sort_keys=True).encode()).hexdigest()[:12]
