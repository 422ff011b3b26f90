"""Deck lists as other programs write them, a file each: every card that one names arrives."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.decks.drafts import DeckDraft
from cards.decks.text import read_deck
from cards.models import Card
from tests.cards.factories import make_card, make_set

pytestmark = pytest.mark.django_db
LISTS = sorted((Path(__file__).parent / "decklists").iterdir())
NAMES = {
    "Ferry Pike": "Brochet du bac",
    "Brine Diver": "Plongeur de saumure",
    **dict.fromkeys(
        ("Shell on Guard", "Sudden Moon", "Spring Tide", "Surf Piper", "Harbour Seal", "Lantern Eel", "Kettle Burst"),
        "",
    ),
}


@pytest.fixture
def cast() -> list[Card]:
    pack = make_set("ini")
    return [make_card(name, pack, name_fr=french) for name, french in NAMES.items()]


def names_of(draft: DeckDraft) -> set[str]:
    leader = [draft.champion] if draft.champion is not None else []
    return {card.name for card in (*draft.deck, *draft.laboratory, *leader)}


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_card_arrives(cast: list[Card], path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wanted = {name for name, french in NAMES.items() if name in text or (french and french in text)}
    assert len(wanted) >= 2
    read = read_deck(text, None)
    considered = {name for name in NAMES for note in read.notes if note.startswith("Only considered") and name in note}
    assert names_of(read) | considered == wanted and not names_of(read) & considered


def test_a_commander_is_the_champion_and_no_part_that_was_skipped(cast: list[Card]) -> None:
    draft = read_deck("1x Ferry Pike *CMDR*\n1x Brine Diver\n", None)
    assert draft.champion is not None and draft.champion.name == "Ferry Pike"
    assert draft.notes == ()
