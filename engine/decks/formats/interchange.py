"""``clash-position/1``: the JSON that positions, actions and requests are exchanged in (the one way in and out)."""

from __future__ import annotations

from engine.decks.formats.action_json import read_action, write_action
from engine.decks.formats.card_reading import MAX_NAME
from engine.decks.formats.position_reading import MAX_CARDS, REASONS, Catalogue, faults_of, read_position
from engine.decks.formats.position_writing import (
    BASTION,
    FORMAT,
    FORT,
    write_creature,
    write_hand,
    write_position,
    write_result,
)

__all__ = [
    "BASTION",
    "FORMAT",
    "FORT",
    "MAX_CARDS",
    "MAX_NAME",
    "REASONS",
    "Catalogue",
    "faults_of",
    "read_action",
    "read_position",
    "write_action",
    "write_creature",
    "write_hand",
    "write_position",
    "write_result",
]
