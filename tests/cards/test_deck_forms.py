"""Decks as the other programs write them, with what stands in them beside cards."""

from __future__ import annotations

import json

import pytest

from cards.decks.text import DeckTextError, read_deck
from tests.cards.factories import make_card, make_set

pytestmark = pytest.mark.django_db

NAMES = ("Ferry Pike", "Brine Diver", "Shell on Guard", "Sudden Moon")


def each(pattern: str, between: str = "\n") -> str:
    return between.join(pattern.replace("NAME", name) for name in NAMES)


FORMS = {
    "arkham": f"Tide Deck\n\nInvestigator\n\nPack: Core\n\nAsset (4)\n{each('1x NAME (Core Set)')}\n\n4 cards, 0 XP",
    "netrunner": f"Tide\n\nIdentity: Foo\n\n{each('1x NAME (Core) ●●')}\n12 influence spent (max 15)",
    "fab": f"Class: X\nHero: Foo\n\n{each('(1) NAME (red)')}\n\nSee https://example.com/decks/x",
    "pokemon": f"Pokémon (4)\n{each('1 NAME SUB 7 PH')}\n\nTotal Cards: 4",
    "delver": "QuantityX,Name\n" + each("1x,NAME"),
    "emoji": "🌊 Deck 🌊\n" + each("🐟 NAME ⭐"),
    "forge": "[metadata]\nName=Tide\nDeck Type=constructed\n[Main]\n" + each("1 NAME|SUB|1"),
    "html": "<ul>" + each("<li>1x <b>NAME</b></li>", "") + "</ul>",
    "html table": "<table>\n" + each("<tr><td>1</td><td>NAME</td></tr>") + "\n</table>",
    "yaml": "name: Tide\ncards:\n" + each("  - name: NAME\n    count: 1"),
    "words": each("1 copy of NAME"),
    "json lines": each('{"name": "NAME", "count": 1}'),
    "tabletop": json.dumps(
        {
            "ObjectStates": [
                {
                    "Name": "DeckCustom",
                    "Nickname": "Tide",
                    "Transform": {"posX": 0},
                    "ContainedObjects": [{"Name": "Card", "Nickname": name, "CardID": 100} for name in NAMES],
                }
            ]
        }
    ),
    "archidekt": json.dumps(
        {
            "name": "Tide",
            "categories": [{"name": "Ramp"}],
            "cards": [
                {"quantity": 1, "card": {"oracleCard": {"name": name}}, "categories": ["Ramp"]} for name in NAMES
            ],
        }
    ),
    "slots": json.dumps({"id": 1, "name": "Tide", "slots": dict.fromkeys(NAMES, 1), "meta": ""}),
}


@pytest.mark.parametrize("form", FORMS)
def test_cards_are_found_among_what_else_a_program_writes(form: str) -> None:
    pack = make_set("pack")
    cards = [make_card(name, pack) for name in NAMES]
    assert set(read_deck(FORMS[form], None).cards) == set(cards)


def test_what_is_no_card_is_told_with_its_line_and_a_missing_card_is_a_fault() -> None:
    pack = make_set("pack")
    for name in NAMES:
        make_card(name, pack)
    draft = read_deck("Tide Deck\n\n" + each("1 NAME"), None)
    assert draft.notes == ("Skipped: “line 1: Tide Deck”.",)
    for text in (each("1 NAME") + "\n1 Rain of Anvils", each("NAME") + "\nRain of Anvils"):
        with pytest.raises(DeckTextError) as refused:
            read_deck(text, None)
        assert [fault.number for fault in refused.value.faults] == [5]
