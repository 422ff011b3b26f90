"""A saved object of Tabletop Simulator: a deck of cards whose pictures the game fetches from this site.

A card with another side of its own (a Stronghold, whose Fort is behind its Bastion) has that as its back; all others
have the back that they share. The game fetches as nobody: it gets what everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from cards.abilities import ability_name
from cards.models import Card, Kind
from cards.printing.pieces import PrintProblem
from cards.printing.selection import Selection

DPI: Final = 300
_APART: Final = 2.4  # between what lies beside the deck, in the game's own measure
_CARD: Final = "CardCustom"
Whole = Callable[[str], str]  # an address of the site, written out with its host


def saved_object(selection: Selection, language: str, whole: Whole) -> dict[str, Any]:
    """The object as the game keeps it, with cards in this language. Raises ``PrintProblem`` for cards that the game
    could not fetch: such as not everybody may see, and such as have mutated."""
    if selection.mutant is not None or selection.is_reference:
        raise PrintProblem(_("Only cards as printed have pictures the game can fetch. Use the ZIP."))
    with translation.override(language):
        hidden = next((card for card in selection.cards if not card.is_readable_by(None)), None)
        if hidden is not None:
            raise PrintProblem(
                _("Only you can see “%(card)s”, so the game can't fetch it. Make it unlisted first.")
                % {"card": hidden.title}
            )
        looks, listed = _looks(selection, language, whole)
        piled = [_card(card, number, looks[number]) for number, card in listed if not _is_apart(card)]
        apart = [_card(card, number, looks[number]) for number, card in listed if _is_apart(card)]
        things = [_deck(selection.title, piled)] if len(piled) > 1 else piled
        for place, thing in enumerate([*things, *apart]):
            thing["Transform"]["posX"] = place * _APART
        return {"SaveName": selection.title, "ObjectStates": [*things, *apart]}


def _looks(
    selection: Selection, language: str, whole: Whole
) -> tuple[dict[int, dict[str, Any]], list[tuple[int, Card]]]:
    """Each different card's pictures by a number, and every card that is printed with its number."""
    back = whole(reverse("files:back"))
    looks: dict[int, dict[str, Any]] = {}
    listed: list[tuple[int, Card]] = []
    numbers: dict[int, int] = {}
    for _place, card, count in selection.picked:
        number = numbers.setdefault(card.pk, len(numbers) + 1)
        behind = reverse("files:face_behind", args=[card.token, language, DPI]) if _is_apart(card) else ""
        looks[number] = {
            "FaceURL": whole(reverse("files:face", args=[card.token, language, DPI])),
            "BackURL": whole(behind) if behind else back,
            "NumWidth": 1,
            "NumHeight": 1,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        listed += [(number, card)] * count
    return looks, listed


def _is_apart(card: Card) -> bool:
    """Whether it has another side of its own, and so does not lie in the deck."""
    return card.kind == Kind.STRONGHOLD


def _card(card: Card, number: int, look: dict[str, Any]) -> dict[str, Any]:
    abilities = ", ".join(ability_name(slug, translation.get_language() or "en") for slug in card.abilities)
    return {
        "Name": _CARD,
        "Nickname": card.title,
        "Description": abilities,
        "CardID": 100 * number,
        "CustomDeck": {str(number): look},
        "Transform": _transform(),
    }


def _deck(title: str, cards: list[dict[str, Any]]) -> dict[str, Any]:
    looks = {number: look for card in cards for number, look in card["CustomDeck"].items()}
    return {
        "Name": "DeckCustom",
        "Nickname": title,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": looks,
        "ContainedObjects": cards,
        "Transform": _transform(),
    }


def _transform() -> dict[str, float]:
    """Where a thing lies and how large it is: face down cards are turned over, these are not."""
    where = {"posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0}
    return where | {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
