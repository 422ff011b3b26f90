"""Every mode is in all the tables that have a line for each; CONTRIBUTING.md says what else a new one takes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from board.mode_names import MODE_NAMES
from engine.decks.bots.outlook import MODE_WEIGHTS
from engine.decks.game.drafts import PLANS
from engine.decks.game.setup import CARDS_OF_DRAFT, MODES_OF_FORMAT
from engine.decks.rules.modes import MODES, SEAT_NAMES
from games.decks.forms import MODE_HINTS
from games.decks.statistics.views import EVEN
from tests.engine.decks import strategies

TABLES = {
    "engine.decks.bots.outlook.MODE_WEIGHTS": MODE_WEIGHTS,
    "engine.decks.game.drafts.PLANS": PLANS,
    "engine.decks.game.setup.CARDS_OF_DRAFT": CARDS_OF_DRAFT,
    "board.mode_names.MODE_NAMES": MODE_NAMES,
    "games.decks.forms.MODE_HINTS": MODE_HINTS,
}


def test_what_is_even_is_known_of_every_mode_without_an_ai() -> None:
    assert set(EVEN) == {name for name, mode in MODES.items() if not mode.ai_seats}


@pytest.mark.parametrize("table", TABLES)
def test_every_mode_is_in_the_table(table: str) -> None:
    lines: dict[str, Any] = dict(TABLES[table])
    assert set(lines) == set(MODES)


def test_some_position_of_every_mode_is_tried() -> None:
    assert set(strategies.MODES) == set(MODES)


def test_every_mode_can_be_played_in_some_format() -> None:
    assert {mode.name for modes in MODES_OF_FORMAT.values() for mode in modes} == set(MODES)


def test_the_editor_s_script_knows_the_seats_of_every_mode() -> None:
    script = Path(__file__).parent.parent / "static" / "js" / "editor" / "document.js"
    table = script.read_text("utf-8").partition("const MODES = {")[2].partition("};")[0]
    seats = {name: (all_of, ai) for name, all_of, ai in re.findall(r'(\w+): \["(\w+)", "(\w*)"\]', table)}
    letters = {name: SEAT_NAMES[: mode.seats] for name, mode in MODES.items()}
    ai_letters = {name: "".join(SEAT_NAMES[seat] for seat in mode.ai_seats) for name, mode in MODES.items()}
    assert seats == {name: ("".join(letters[name]), ai_letters[name]) for name in MODES}
