"""What somebody may be about to type into the search of cards: names of cards, abilities, values of keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.db.models import Q

from accounts.models import Owner
from cards.abilities import ability_name
from cards.credits import credits_by_author
from cards.folding import folded
from cards.icon_words import pictured_words
from cards.models import Card, Kind
from cards.queries import visible_cards
from cards.searching import Vocabulary
from cards.searching.conditions import QUESTIONS
from cards.searching.keys import key_called
from cards.searching.number_values import MEASURES, PARITIES
from cards.searching.word_values import HAD, ORDERS, QUESTION_WORDS
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import FLAG_OF_SLUG

MOST: Final = 8
MOST_NAMES: Final = 5
SHORTEST: Final = 2  # letters from which names are looked for
LONGEST: Final = 60  # letters of what is completed
_TERM: Final = re.compile(r"(?:^|[\s(])(-?)([^\W\d_][\w-]*)([:=])([\w-]*)\Z")
_WORDS: Final = re.compile(r"(?:^|\s)([^\W\d_][^\"():<>=!*|]*)\Z")


@dataclass(frozen=True, slots=True)
class Completion:
    """A suggestion: what is shown, and where it leads; ``is_card`` is the page of a card."""

    text: str
    href: str
    is_card: bool = False


def completions(
    query: str, owner: Owner | None, language: str, vocabulary: Vocabulary, to: Callable[[str], str]
) -> list[Completion]:
    """At most ``MOST``, the likeliest first. ``to`` makes the address of a query."""
    if term := _TERM.search(query[-LONGEST:]):
        before = query[: len(query) - len(term[4])]
        values = _values(term[2], term[4], vocabulary)
        return [Completion(f"{term[2]}{term[3]}{value}", to(f"{before}{value}")) for value in islice(values, MOST)]
    words = _WORDS.search(query[-LONGEST:])
    if words is None or len(folded(words[1]).strip()) < SHORTEST:
        return []
    found = [
        Completion(card.name_fr if language == "fr" and card.name_fr else card.name, card.get_absolute_url(), True)
        for card in _cards(folded(words[1]).strip(), owner)
    ]
    last = query.split()[-1]
    before = query[: len(query.rstrip()) - len(last)]
    terms = (f"a:{slug}" for slug in _abilities(folded(last)) if len(last) >= SHORTEST)
    return [*found, *(Completion(term, to(f"{before}{term}")) for term in islice(terms, MOST - len(found)))]


def _cards(start: str, owner: Owner | None) -> list[Card]:
    """Cards whose name begins so; then those with a word that does."""
    cards = visible_cards(owner).with_set()
    first = list(
        cards.filter(Q(by_name__startswith=start) | Q(by_name_fr__startswith=start)).order_by("by_name")[:MOST]
    )
    found = list({card.name: card for card in first}.values())[:MOST_NAMES]
    if len(found) < MOST_NAMES and len(start) > SHORTEST:
        within = cards.filter(Q(by_name__contains=f" {start}") | Q(by_name_fr__contains=f" {start}"))
        names = {card.name for card in found}
        found += [card for card in within.order_by("by_name")[:MOST] if card.name not in names]
    return found[:MOST_NAMES]


def _values(key: str, start: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The values of a key that begin so; none for keys whose values are numbers or texts."""
    usual, wanted = key_called(key), folded(start)
    kinds = [kind.value for kind in Kind]
    properties = (*QUESTIONS, *(word for word, _question in QUESTION_WORDS), "aura", "symbiote", *kinds)
    values: Iterable[str] = {
        "t": kinds,
        "set": [card_set.slug for card_set in vocabulary.sets],
        "is": properties,
        "not": properties,
        "has": HAD,
        "order": (*(name for _word, name in ORDERS), *(word for word, _name in ORDERS)),
        "edition": ("1", "2"),
    }.get(usual, ())
    if wanted and usual in MEASURES:
        values = PARITIES
    elif usual == "art" and len(wanted) >= SHORTEST:
        values = pictured_words()
    yield from (value for value in dict.fromkeys(values) if value.startswith(wanted) and value != wanted)
    if usual in ("a", "aura", "has"):
        yield from _abilities(wanted)
    elif usual == "artist" and len(wanted) >= SHORTEST:
        yield from _artists(wanted)


def _artists(wanted: str) -> Iterator[str]:
    for author, _icons in credits_by_author():
        name = folded(author.name)
        if f" {wanted}" in f" {name}" and name != wanted:
            yield f'"{name}"' if " " in name or "." in name else name


def _abilities(start: str) -> Iterator[str]:
    for slug in FLAG_OF_SLUG:
        names = (folded(ability_name(slug, language)) for language in LANGUAGES)
        if slug != start and (slug.startswith(start) or any(name.startswith(start) for name in names)):
            yield slug
