"""The near misses that an author pins to a puzzle: readers see them first, with the author's words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils import timezone

from accounts.text_cleaning import readable
from board.services import site_cards
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from grimoire.authoring.checks import Frozen, is_frozen
from grimoire.models import Proof, Puzzle
from grimoire.proving.near_misses import TryJson, explained_try, read_line

MAX_PINS: Final = 6
WHY_LENGTH: Final = 300  # characters
WORDS: Final = ("why", "why_fr")


class TooManyPins(Exception):
    """There is room for ``MAX_PINS``."""


def set_pins(*, puzzle: Puzzle, pins: Sequence[Mapping[str, Any]]) -> None:
    """Pins tries in this order: each its ``line`` as ``clash-position/1`` writes it, and the author's words.

    Raises ``TooManyPins``, ``Frozen``.
    """
    if is_frozen(puzzle):
        raise Frozen
    if len(pins) > MAX_PINS:
        raise TooManyPins
    pinned: list[TryJson] = []
    is_written = False
    while not is_written:  # searched for before anything is locked, and again where the page has changed meanwhile
        now = Puzzle.objects.select_related("proof").get(pk=puzzle.pk)
        pinned = renewed_pins(_without_repeats(pins), now.position, now.proof)
        same = Puzzle.objects.filter(pk=now.pk, revision=now.revision, proof=now.proof_id)
        is_written = pinned == now.pinned_tries or bool(same.update(pinned_tries=pinned, updated=timezone.now()))
    puzzle.pinned_tries = pinned


def _without_repeats(pins: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [pin for place, pin in enumerate(pins) if all(pin["line"] != other["line"] for other in pins[:place])]


def renewed_pins(
    pins: Sequence[Mapping[str, Any]], position: dict[str, Any], proof: Proof | None, known: Sequence[TryJson] = ()
) -> list[TryJson]:
    """The pins of a page with this position and proof: each with what it lacks; ``is_stale`` where it does not fail.

    That is searched for, for seconds where it is hard, so not in a transaction: there ``known`` are the pins that were
    renewed before it, and only what was pinned since is searched for.
    """
    if not pins:
        return []
    start = read_position(position, site_cards())
    proven = proof.answer.get("tries", []) if proof is not None else []
    return [_renewed(start, pin, [*proven, *map(_without_words, known)]) for pin in pins]


def _without_words(pin: TryJson) -> TryJson:
    return {name: value for name, value in pin.items() if name not in WORDS}


def _renewed(position: Position, pin: Mapping[str, Any], known: Sequence[TryJson]) -> TryJson:
    words = {name: str(pin.get(name, ""))[:WHY_LENGTH] for name in WORDS if pin.get(name)}
    attempt = next((attempt for attempt in known if attempt["line"] == pin["line"]), None)
    if attempt is None:
        try:
            attempt = explained_try(position, read_line(position, pin["line"]))
        except EngineError:
            attempt = None
    return {**attempt, **words} if attempt is not None else {"line": pin["line"], **words, "is_stale": True}


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
