"""Cards have an article where a sentence names them, and none where a list or a button does."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.armies.words import KIND_NAMES, KIND_OBJECTS, action_words, card, event_words


@pytest.mark.parametrize(
    ("event", "english", "french"),
    [
        (
            {"kind": "guard", "seat": "A", "card": "wild"},
            "A saves a Wild with a Guardian.",
            "A sauve un Joker avec un Gardien.",
        ),
        ({"kind": "draw", "seat": "A", "card": "7.3"}, "A draws the 7 of strength 3.", "A pioche le 7 de force 3."),
        ({"kind": "draw", "seat": "A", "card": None}, "A draws a card.", "A pioche une carte."),
        (
            {"kind": "lose", "seat": "A", "card": "death"},
            "A loses their champion, Death.",
            "A perd son champion, la Mort.",
        ),
        (
            {"kind": "win", "seat": "A", "cards": ["wild", "7.3"]},
            "A wins a Wild, the 7 of strength 3.",
            "A gagne un Joker, le 7 de force 3.",
        ),
        (
            {"kind": "place", "seat": "A", "cards": ["7.1", "7.3"]},
            "A puts into the prize pile: 7 of strength 1, 7 of strength 3.",
            "A met dans la pile de butin : 7 de force 1, 7 de force 3.",
        ),
    ],
)
def test_an_event_names_cards_with_an_article(event: dict[str, object], english: str, french: str) -> None:
    assert event_words(event, {}) == english
    with translation.override("fr"):
        assert event_words(event, {}).replace("\u202f", " ").replace("\xa0", " ") == french


def test_a_button_too() -> None:
    assert action_words("give wild") == "Give a Wild"
    assert action_words("champion wild") == "Champion: Wild"
    assert card("wild") == "Wild"


def test_every_kind_has_both_names() -> None:
    assert set(KIND_OBJECTS) == set(KIND_NAMES)
