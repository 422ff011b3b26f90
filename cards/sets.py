"""The site's own cards, unofficial fan cards: the eleven sets of ``sets/*.toml``, each read once, and the Champions.

``python -m cards.sets`` prints them as a catalogue that ``python -m engine ... --catalogue FILE`` reads.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_1, SEASON_2, flags_of
from engine.decks.rules.cards import CREATURE, Card

FOLDER: Final = Path(__file__).resolve().parent / "sets"
# In the order in which the site lists them: the Initiation set, then the expansions as the rulebook names them.
SLUGS: Final = (
    "initiation",
    "treachery",
    "submersion",
    "breaching-in",
    "deliquescence",
    "elusive",
    "resistance",
    "discord",
    "belligerency",
    "slyness",
    "bogging-down",
)
CHAMPIONS: Final = FOLDER / "champions.toml"
EDITIONS: Final = {1: SEASON_1, 2: SEASON_2}


@dataclass(frozen=True, slots=True)
class BilingualText:
    """A text in both languages."""

    en: str
    fr: str

    def in_language(self, language: str) -> str:
        """The text in ``en`` or ``fr``. Raises ``KeyError`` for another language."""
        return {"en": self.en, "fr": self.fr}[language]


@dataclass(frozen=True, slots=True)
class Art:
    """The art of a card of the site: an icon of game-icons.net before a landscape, by the names of the drawing code.

    Of a Creature the icon is a being; what it holds, or what is behind it, are smaller icons: ``hand``, ``back``.
    ``band`` is how many of it are drawn.
    """

    icon: str
    scene: str
    tint: str
    hand: str = ""
    back: str = ""
    band: int = 1

    def to_json(self) -> dict[str, Any]:
        written = {"icon": self.icon, "scene": self.scene, "tint": self.tint, "hand": self.hand, "back": self.back}
        return {key: name for key, name in written.items() if name} | ({"band": self.band} if self.band > 1 else {})


@dataclass(frozen=True)
class SetCard:
    """A Creature or an Incantation of a set.

    ``number`` counts from 1 in its set; ``hp`` is 0 on an Incantation; ``abilities`` are slugs, ``aura:SLUG`` for an
    Aura, in the order of the face; ``deck`` is the slug of the preconstructed deck that it belongs to, or empty.
    """

    set: str
    number: int
    slug: str
    name: BilingualText
    is_creature: bool
    cost: int
    av: int
    hp: int
    abilities: tuple[str, ...]
    flavour: BilingualText
    art: Art
    deck: str

    @property
    def reference(self) -> str:
        """``set/card`` as positions name it."""
        return f"{self.set}/{self.slug}"

    @cached_property
    def card(self) -> Card:
        """The card as the engine knows it, by its English name."""
        return Card(self.name.en, self.is_creature, self.cost, self.av, self.hp, self.abilities, self.reference)

    @property
    def editions(self) -> tuple[int, ...]:
        """The editions, 1 or 2, in which all its abilities exist (rulings 10.2 and 10.3)."""
        own, auras = flags_of(self.abilities)
        return tuple(
            number for number, edition in EDITIONS.items() if not (own | auras) & ~ABILITIES_OF_EDITION[edition]
        )


@dataclass(frozen=True, slots=True)
class Scenic:
    """A Bridge or a Stronghold: a name and a picture. A Stronghold's two sides bear the same name."""

    slug: str
    name: BilingualText
    art: Art


@dataclass(frozen=True, slots=True)
class ChampionCard:
    """A Champion of the site's: as a Creature of a set, but of none."""

    slug: str
    name: BilingualText
    cost: int
    av: int
    hp: int
    abilities: tuple[str, ...]
    flavour: BilingualText
    art: Art


@dataclass(frozen=True, slots=True)
class PreconstructedDeck:
    slug: str
    name: BilingualText
    difficulty: str  # easy, medium or hard
    about: BilingualText
    cards: tuple[SetCard, ...]


@dataclass(frozen=True, slots=True)
class SetFile:
    """A set: 32 Creatures and Incantations, 2 Bridges, 2 Strongholds.

    ``season`` is the edition whose rules all its cards keep, 1 or 2; ``abilities`` are the slugs of those that it
    brings to the fore; ``accent`` is ``#rrggbb``; ``symbol`` an icon's name; ``pattern`` the rhythm on its frames, of
    ``cards.ornaments``; ``decks`` are the preconstructed ones.
    """

    slug: str
    season: int
    name: BilingualText
    about: BilingualText
    abilities: tuple[str, ...]
    accent: str
    symbol: str
    pattern: str
    cards: tuple[SetCard, ...]
    bridges: tuple[Scenic, ...]
    strongholds: tuple[Scenic, ...]
    decks: tuple[PreconstructedDeck, ...]


def path_of(slug: str) -> Path:
    return FOLDER / f"{slug}.toml"


@cache
def read_set(slug: str) -> SetFile:
    """A set by its slug. Raises ``KeyError`` when there is none, and for what its file lacks."""
    if slug not in SLUGS:
        raise KeyError(slug)
    with path_of(slug).open("rb") as file:
        data = tomllib.load(file)
    cards = tuple(_card(slug, number, entry) for number, entry in enumerate(data["cards"], 1))
    return SetFile(
        slug=data["slug"],
        season=data["season"],
        name=_words(data["name"]),
        about=_words(data["about"]),
        abilities=tuple(data["abilities"]),
        accent=data["accent"],
        symbol=data["symbol"],
        pattern=data["pattern"],
        cards=cards,
        bridges=tuple(_scenic(entry) for entry in data["bridges"]),
        strongholds=tuple(_scenic(entry) for entry in data["strongholds"]),
        decks=tuple(_deck(entry, cards) for entry in data.get("decks", ())),
    )


def all_sets() -> tuple[SetFile, ...]:
    return tuple(read_set(slug) for slug in SLUGS)


@cache
def pattern_of(symbol: str) -> str:
    """The pattern of a set's frames by its symbol; of a set that is not the site's one of the same patterns."""
    patterns = {card_set.symbol: card_set.pattern for card_set in all_sets()}
    return patterns.get(symbol) or sorted(patterns.values())[crc32(symbol.encode()) % len(patterns)]


def all_cards() -> tuple[SetCard, ...]:
    return tuple(card for card_set in all_sets() for card in card_set.cards)


@cache
def card_of(reference: str) -> SetCard:
    """A card by its reference, ``set/card``. Raises ``KeyError`` when there is none."""
    for card in read_set(reference.partition("/")[0]).cards:
        if card.reference == reference:
            return card
    raise KeyError(reference)


def decks() -> tuple[PreconstructedDeck, ...]:
    return tuple(deck for card_set in all_sets() for deck in card_set.decks)


@cache
def champions() -> tuple[ChampionCard, ...]:
    """The site's own Champions, in the order of their file."""
    with CHAMPIONS.open("rb") as file:
        entries = tomllib.load(file)["champions"]
    return tuple(
        ChampionCard(
            slug=entry["slug"],
            name=_words(entry["name"]),
            cost=entry["cost"],
            av=entry["av"],
            hp=entry["hp"],
            abilities=tuple(entry["abilities"]),
            flavour=_words(entry["flavour"]),
            art=_art(entry["art"]),
        )
        for entry in entries
    )


def catalogue(sets: Iterable[str] = SLUGS) -> dict[str, dict[str, Any]]:
    """``set/card`` to the card written out, as ``clash-position/1`` and the engine's command line read it."""
    written: dict[str, dict[str, Any]] = {}
    for slug in sets:
        for card in read_set(slug).cards:
            plain = Card(card.name.en, card.is_creature, card.cost, card.av, card.hp, card.abilities).to_json()
            assert isinstance(plain, dict)
            written[card.reference] = plain
    return written


def _card(slug: str, number: int, entry: Mapping[str, Any]) -> SetCard:
    is_creature = entry["type"] == CREATURE
    return SetCard(
        set=slug,
        number=number,
        slug=entry["slug"],
        name=_words(entry["name"]),
        is_creature=is_creature,
        cost=entry["cost"],
        av=entry["av"],
        hp=entry["hp"] if is_creature else 0,
        abilities=tuple(entry["abilities"]),
        flavour=_words(entry["flavour"]),
        art=_art(entry["art"]),
        deck=entry.get("deck", ""),
    )


def _scenic(entry: Mapping[str, Any]) -> Scenic:
    return Scenic(entry["slug"], _words(entry["name"]), _art(entry["art"]))


def _deck(entry: Mapping[str, Any], cards: tuple[SetCard, ...]) -> PreconstructedDeck:
    slug = entry["slug"]
    own_cards = tuple(card for card in cards if card.deck == slug)
    return PreconstructedDeck(slug, _words(entry["name"]), entry["difficulty"], _words(entry["about"]), own_cards)


def _words(entry: Mapping[str, str]) -> BilingualText:
    return BilingualText(entry["en"], entry["fr"])


def _art(entry: Mapping[str, Any]) -> Art:
    return Art(**entry)


if __name__ == "__main__":
    print(json.dumps(catalogue(), ensure_ascii=False, indent=1))
