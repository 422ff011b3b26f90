"""Lists of decks as the programs of other games write them: cards are read, and what is no card is named."""

from __future__ import annotations

import json

import pytest

from cards.decks.text import DeckTextError, read_deck
from cards.models import Card
from tests.cards.factories import make_card, make_set

pytestmark = pytest.mark.django_db
_KEYFORGE = {
    "data": {"name": "Lucifer, the Scholar", "_links": {"cards": ["a", "b"], "houses": ["Dis"]}},
    "_linked": {
        "houses": [{"id": "Dis", "name": "Dis"}],
        "cards": [{"id": "a", "card_title": "Ferry Pike", "house": "Dis"}, {"id": "b", "card_title": "Brine Diver"}],
    },
}
_UNLIMITED = {
    "metadata": {"name": "Mine", "author": "Ada"},
    "leader": {"id": "SOR_005", "count": 1},
    "base": {"id": "SOR_029", "count": 1},
    "deck": [{"id": "Ferry Pike", "count": 3}, {"id": "Brine Diver", "count": 1}],
}


@pytest.fixture
def fish() -> list[Card]:
    pack = make_set("fish")
    make_card("House Cat", pack)  # names that headings look like
    make_card("Sally Out", pack)
    return [make_card("Ferry Pike", pack), make_card("Brine Diver", pack)]


@pytest.mark.parametrize(
    ("text", "skipped"),
    [
        ("Lucifer, the Scholar\nHouse Brobnar\n* Ferry Pike\n\nHouse Dis\n* Brine Diver\n", "line 2: House Brobnar"),
        ("Brobnar\n001 Ferry Pike Common\nDis\n002 Brine Diver (Rare)\n", "line 3: Dis"),
        ("house,card_title,count\nBrobnar,Ferry Pike,1\nDis,Brine Diver,2\n", "Brobnar"),
        (json.dumps(_KEYFORGE), ""),
        (json.dumps(_UNLIMITED), "line 1: SOR_005"),
        ("Base\n1 | Harbour\n\nDeck\n3 | Ferry Pike | Traitor\n2 | Brine Diver\n", "Traitor"),
        (
            "Pokémon: 1\n3 Ferry Pike SUM 29\n\nTrainer: 1\n1 Brine Diver SUM 3\n\nTotal Cards: 60\n",
            "line 4: Trainer: 1",
        ),
        ("Class: Guardian\nWeapons: Ferry Pike\n\n(3) Brine Diver (red)\n", "line 1: Class: Guardian"),
        ("Ally (1)\n1x Ferry Pike (Core)\n3x Brine Diver (Core)\n", "line 1: Ally (1)"),
        ("Dice:\n5x Natural\nDeck:\n1x Ferry Pike\n3x Brine Diver\n", "line 2: 5x Natural"),
        ("4 Ferry Pike BT1-001\n4 Brine Diver    BT1-002\n", "BT1-001"),
        ("1 ALT_CORE_B_AX_01_C Ferry Pike\n3 ALT_CORE_B_AX_08_C Brine Diver\n", "ALT_CORE_B_AX_01_C"),
        ("🔵 Ferry Pike\n🔥x2 Brine Diver\n", ""),
        ('name = "Mine"\n[deck]\ncards = ["Ferry Pike", "Brine Diver"]\n', ""),
        (
            '<?xml version="1.0"?>\n<deck game="a"><section name="Main" shared="False">\n<card qty="1">Ferry Pike'
            '</card>\n<card qty="2" id="y">Brine Diver</card></section><notes><![CDATA[fish]]></notes></deck>',
            "",
        ),
        (
            '<deck version="0.8"><meta><game>fish</game></meta><superzone name="Deck">\n<card><name id="1">Ferry Pike'
            "</name><set>INI</set></card>\n<card><name>Brine Diver</name><set>INI</set></card></superzone></deck>",
            "",
        ),
        ("sep=,\nFolder Name,Quantity,Card Name,Set Code\nMine,1,Ferry Pike,INI\nMine,1,Brine Diver,INI\n", ""),
        ("deck:\n  cards:\n    - name: Ferry Pike\n      count: 1\n    - name: Brine Diver\n", ""),
    ],
)
def test_what_is_no_card_is_named_and_left_out(fish: list[Card], text: str, skipped: str) -> None:
    read = read_deck(text, None)
    assert list(read.cards) == fish
    assert f"“{skipped}”" in " ".join(read.notes) if skipped else True
    assert "House Cat" not in " ".join(read.notes)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("House Dis\n* Ferry Pike\n* Brine Diver\nFerry Pkie", 4),
        ("Trainer: 1\n3 Ferry Pike\n1 Brine Diver\nFerry Pkie: 3", 4),
        ("Ferry Pkie (2)\n1 Brine Diver", 1),
        ("1 Natural\n1 Ferry Pike", 1),
    ],
)
def test_a_card_that_is_misspelt_is_a_fault_whatever_heading_it_looks_like(
    fish: list[Card], text: str, line: int
) -> None:
    with pytest.raises(DeckTextError) as raised:
        read_deck(text, None)
    assert [fault.number for fault in raised.value.faults] == [line]


def test_numbers_of_cards_are_no_counts(fish: list[Card]) -> None:
    assert not any("once" in note for note in read_deck("001 Ferry Pike\n012 Brine Diver", None).notes)
