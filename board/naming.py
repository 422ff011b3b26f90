"""The cards of a position: written out whole, named in the reader's language, with their own pictures.

The rules care for no name. A card in a position is one of the site's own when its name, in either language, and all its
values are those of the set's card: somebody's own "Lamp Bat" with another cost stays as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from board.samples import english_name
from cards.abilities import ability_name
from cards.art import art_by_name, composed_from
from cards.faces import GRIMOIRE, Emblem, Face, face_of
from cards.sets import SetCard, all_cards, all_sets, catalogue
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position

CARD_TYPES: Final = ("creature", "incantation")
CARD_KEYS: Final = ("card", "symbiote", "enchained")  # where ``clash-position/1`` has a card,
CARD_LISTS: Final = ("hand", "pile", "discard")  # and where it has several
Likeness = tuple[object, ...]


def written_out(data: Any) -> Any:
    """A copy of a position's JSON, or of a seat or a Creature of it, in which no card is named by its reference alone.

    Positions are kept like this, so that they stay what they are when a card of the set changes. A reference counts
    where the format has a card and nowhere else: somebody's own card may be called like one.
    """
    if isinstance(data, Mapping):
        return {key: _written_part(key, value) for key, value in data.items()}
    return [written_out(part) for part in data] if isinstance(data, list) else data


def _written_part(key: Any, value: Any) -> Any:
    if key in CARD_KEYS:
        return _written_card(value)
    if key in CARD_LISTS and isinstance(value, list):
        return [_written_card(card) for card in value]
    return written_out(value)


def _written_card(card: Any) -> Any:
    return dict(_references()[card]) if isinstance(card, str) and card in _references() else written_out(card)


def localised(data: Any, language: str) -> Any:
    """A copy of a position's JSON, or of a part of it, in which the site's own cards have the names of a language.

    ``language`` is ``en`` or ``fr``. Whatever is not a card of the site's is left as it is, wrong input too.
    """
    if isinstance(data, Mapping):
        copied = {key: localised(value, language) for key, value in data.items()}
        known = _known_as_written(data)
        return {**copied, "name": known.name.in_language(language)} if known else copied
    return [localised(part, language) for part in data] if isinstance(data, list) else data


def in_language(position: Position, language: str) -> Position:
    """The same position with the site's own cards named in ``en`` or ``fr``."""
    return read_position(localised(written_out(write_position(position)), language))


def own_card(card: Card) -> SetCard | None:
    """The card of the site's sets that this is, or None."""
    return _known().get(_likeness(card.name, card.is_creature, card.cost, card.av, card.hp, card.slugs))


def face_on_board(card: Card, champion: bool, language: str) -> Face:
    """The face of a card on a board: with its own picture, name and set where it is the site's own."""
    known = None if champion else own_card(card)
    if known is None:
        art = art_by_name(english_name(card.name), card.is_creature)
        return face_of(card, lambda slug: ability_name(slug, language), champion=champion, art=art)
    return face_of(
        card,
        lambda slug: ability_name(slug, language),
        art=composed_from(known.art.to_json()),
        emblem=_emblems()[known.set, language],
        name=known.name.in_language(language),
        language=language,
    )


def _likeness(name: str, is_creature: bool, cost: int, av: int, hp: int, slugs: Iterable[str]) -> Likeness:
    return (name, is_creature, cost, av, hp, frozenset(slugs))


@cache
def _known() -> dict[Likeness, SetCard]:
    return {
        _likeness(name, card.is_creature, card.cost, card.av, card.hp, card.abilities): card
        for card in all_cards()
        for name in (card.name.en, card.name.fr)
    }


@cache
def _references() -> dict[str, dict[str, Any]]:
    return catalogue()


@cache
def _emblems() -> dict[tuple[str, str], Emblem]:
    return {
        (file.slug, language): _emblem(file.accent, file.symbol, file.name.in_language(language))
        for file in all_sets()
        for language in ("en", "fr")
    }


def _emblem(accent: str, symbol: str, name: str) -> Emblem:
    try:
        return Emblem(accent, symbol, name)
    except ValueError:
        return GRIMOIRE


def _known_as_written(data: Mapping[str, Any]) -> SetCard | None:
    name, kind = data.get("name"), data.get("type")
    if not isinstance(name, str) or kind not in CARD_TYPES:
        return None
    values = [data.get(key, 0) for key in ("cost", "av", "hp")]
    slugs = data.get("abilities", [])
    if not all(isinstance(value, int) for value in values) or not isinstance(slugs, list):
        return None
    if not all(isinstance(slug, str) for slug in slugs):
        return None
    return _known().get(_likeness(name, kind == "creature", values[0], values[1], values[2], slugs))


def looks_of_card(card: Card) -> tuple[str, str]:
    """The icon and the tint of a card's picture, by their names."""
    known = own_card(card)
    art = known.art if known else art_by_name(english_name(card.name), card.is_creature)
    return art.icon, art.tint
