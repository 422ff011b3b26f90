"""The matches that are played: each kind of game by its number, the same on every machine."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from itertools import combinations
from typing import Final, NamedTuple

from cards.sets import all_cards, all_sets, decks
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, INCANTATION_ABILITIES, SEASON_1, SEASON_2
from engine.decks.rules.cards import Card

SEED: Final = 20
DECK: Final = 8
MADE: Final = "made"
SETS: Final = "sets"
ALTERED: Final = "altered"
DECKS: Final = "decks"
EDITIONS: Final = {1: SEASON_1, 2: SEASON_2}
NO_AURA: Final = ("focus", "lucidity", "price-of-blood", "symbiote")  # such an Aura does nothing


class Match(NamedTuple):
    """The terms of a game: an edition, two decks (the first one's player begins), and their names, if any."""

    edition: str
    first: tuple[Card, ...]
    second: tuple[Card, ...]
    names: tuple[str, str] = ("", "")


def made_match(number: int) -> Match:
    """A game of the kind ``made``: values by chance, on abilities that a card of the sets has or on made-up ones."""
    rng = random.Random(f"{SEED} {MADE} {number}")
    edition = SEASON_1 if number % 4 == 0 else SEASON_2
    known = [card for card in all_cards() if edition in [EDITIONS[season] for season in card.editions]]
    cards = []
    for place in range(2 * DECK):
        like = rng.choice(known)
        creature, borne = like.is_creature, like.abilities
        if rng.random() < 0.5:
            creature, borne = _made_up(rng, edition)
        cost = rng.randint(0, 7)
        av = max(round(rng.gauss(cost / 2 + 0.8, 1.4)), 0 if creature else 1)
        hp = max(round(rng.gauss(cost * 0.6 + 1.6, 1.5)), 1) if creature else 0
        cards.append(Card(str(place), creature, cost, av, hp, borne))
    return Match(edition, tuple(cards[:DECK]), tuple(cards[DECK:]))


def _made_up(rng: random.Random, edition: str) -> tuple[bool, tuple[str, ...]]:
    creature = rng.random() < 0.75
    allowed = ABILITIES_OF_EDITION[edition] & (~0 if creature else INCANTATION_ABILITIES)
    slugs = [slug for slug, flag in FLAG_OF_SLUG.items() if flag & allowed]
    number = min(len(slugs), rng.choice((0, 1, 1, 1, 2, 2, 3) if creature else (0, 0, 1, 1, 2)))
    borne = []
    for slug in rng.sample(slugs, number):
        aura = creature and slug not in NO_AURA and rng.random() < 0.25
        borne.append(f"aura:{slug}" if aura else slug)
    return creature, tuple(borne)


def sets_match(number: int) -> Match:
    """A game of the kind ``sets``: sixteen different cards as printed.

    Every second game takes them out of one set, as a draft of one pack does, the others out of all sets; one in eight
    of these is played by the rules of season 1.
    """
    return _of_sets(random.Random(f"{SEED} {SETS} {number}"), number)


def altered_match(number: int) -> Match:
    """A game of the kind ``altered``: as in ``sets_match``, but every cost is 1 less, 1 more or the same by chance."""
    rng = random.Random(f"{SEED} {ALTERED} {number}")
    match = _of_sets(rng, number)

    def altered(card: Card) -> Card:
        cost = max(0, card.cost + rng.choice((-1, 0, 1)))
        return Card(card.name, card.is_creature, cost, card.av, card.hp, card.slugs, card.reference)

    return match._replace(first=tuple(map(altered, match.first)), second=tuple(map(altered, match.second)))


def _of_sets(rng: random.Random, number: int) -> Match:
    if number % 2:
        card_set = all_sets()[number // 2 % len(all_sets())]
        season, pool = card_set.season, list(card_set.cards)
    else:
        season = 1 if number % 16 == 0 else 2
        pool = [card for card in all_cards() if season in card.editions]
    cards = [card.card for card in rng.sample(pool, 2 * DECK)]
    return Match(EDITIONS[season], tuple(cards[:DECK]), tuple(cards[DECK:]))


def decks_match(number: int) -> Match:
    """A game of the kind ``decks``: the pairs by turns, and by turns who begins."""
    pairs = list(combinations(decks(), 2))
    first_deck, second_deck = pairs[number % len(pairs)]
    if number // len(pairs) % 2:
        first_deck, second_deck = second_deck, first_deck
    first, second = (tuple(card.card for card in deck.cards) for deck in (first_deck, second_deck))
    return Match(SEASON_2, first, second, (first_deck.slug, second_deck.slug))


MATCHES: Final[dict[str, Callable[[int], Match]]] = {
    MADE: made_match,
    SETS: sets_match,
    ALTERED: altered_match,
    DECKS: decks_match,
}


def games_for(kind: str, games: int) -> int:
    """How many games so many are, which for preconstructed decks are meant for each pair."""
    return games * len(list(combinations(decks(), 2))) if kind == DECKS else games


def mark_of(match: Match) -> str:
    """A short name for all that a game is played with: a game that was played with other cards has another one."""
    spelled_decks = [[(card.reference or "", card.key) for card in deck] for deck in (match.first, match.second)]
    return hashlib.sha256(repr((match.edition, spelled_decks)).encode()).hexdigest()[:8]
