"""Cards by their names: exactly, or nearly, as people type them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from django.db.models import F, Q

from accounts.models import Owner
from cards.folding import folded
from cards.models import FOLDED_LENGTH, Card
from cards.queries import visible_cards
from cards.searching.vocabulary import likeliest, nearest

MAX_AT_ONCE: Final = 4000  # names that are looked up with one query
MAX_FOUND: Final = 1000  # cards of these names that are read; more than one of a name is a question anyway
MAX_COMPARED: Final = 10_000  # cards among which one that is alike is looked for, the site's own first
MAX_MEANT: Final = 12  # cards of which a part of their names may be one
SHORTEST_PART: Final = 4  # letters of a part of a name that is taken for the name
_BETWEEN: Final = re.compile(r"[\W_]+")
_WORD: Final = re.compile(r"[^\W_]+")


def plain_name(name: str) -> str:
    """A name as names are compared, whatever its spaces."""
    return folded(" ".join(name.split()))


def squeezed(name: str) -> str:
    """A name without what stands between its letters: ``coinflip`` for "Coin-Flip"."""
    return _BETWEEN.sub("", folded(name))


def cards_named(names: Iterable[str], owner: Owner | None) -> dict[str, list[Card]]:
    """The cards that this owner finds which have one of these names in either language, by the plain names."""
    wanted = sorted(names)
    by_name: dict[str, list[Card]] = defaultdict(list)
    for start in range(0, len(wanted), MAX_AT_ONCE):
        some = {name[:FOLDED_LENGTH] for name in wanted[start : start + MAX_AT_ONCE]}
        cards = visible_cards(owner).filter(Q(by_name__in=some) | Q(by_name_fr__in=some))
        for card in cards.with_set().order_by("pk")[:MAX_FOUND]:
            for name in {plain_name(name) for name in (card.name, card.name_fr) if name}:
                by_name[name].append(card)
    return by_name


class KnownNames:
    """The names of all cards that somebody finds, to look for those that are alike."""

    def __init__(self, owner: Owner | None) -> None:
        names = visible_cards(owner).order_by(F("owner").asc(nulls_first=True), "pk")
        rows = names.values_list("pk", "by_name", "by_name_fr")[:MAX_COMPARED]
        self.rows = [(key, name if name == french else f"{name}\n{french}") for key, name, french in rows]

    @cached_property
    def _squeezed(self) -> dict[str, list[int]]:
        keys_by_name: dict[str, list[int]] = defaultdict(list)
        for key, names in self.rows:
            for name in {_BETWEEN.sub("", name) for name in names.split("\n")}:  # they are folded already
                keys_by_name[name].append(key)
        return keys_by_name

    @cached_property
    def _by_first_word(self) -> dict[str, list[tuple[list[str], int]]]:
        keys_by_word: dict[str, list[tuple[list[str], int]]] = defaultdict(list)
        for key, names in self.rows:
            for name in names.split("\n"):
                if len(name) > 2 and (words := _WORD.findall(name)):
                    keys_by_word[words[0]].append((words, key))
        return keys_by_word

    def inside(self, text: str) -> list[tuple[int, int, Card]]:
        """Where in a text the names of cards stand, whole words and the longest first, with the card of each."""
        words = [(folded(word[0]), *word.span()) for word in _WORD.finditer(text)]
        places: list[tuple[int, int, int]] = []
        at = 0
        while at < len(words):
            fitting = [
                (len(name), key)
                for name, key in self._by_first_word.get(words[at][0], ())
                if name == [word for word, _start, _end in words[at : at + len(name)]]
            ]
            if fitting:
                length, key = max(fitting, key=lambda candidate: candidate[0])
                places.append((words[at][1], words[at + length - 1][2], key))
                at += length
            else:
                at += 1
        cards = Card.objects.with_set().in_bulk([key for _start, _end, key in places])
        return [(start, end, cards[key]) for start, end, key in places if key in cards]

    def same(self, name: str) -> Card | None:
        """The one card whose name is this but for what stands between the letters: "widows driver", "coinflip"."""
        keys = self._squeezed.get(squeezed(name), [])
        return Card.objects.with_set().filter(pk__in=keys).first() if len(keys) == 1 else None

    def _with_part(self, name: str) -> list[int]:
        """The cards in whose names all these words stand, the last perhaps begun only, the shortest names first:
        "plongeur", "brine d"."""
        *whole, begun = _WORD.findall(folded(name)) or [""]
        if len(begun) + sum(map(len, whole)) < SHORTEST_PART:
            return []
        found = []
        for place, (key, names) in enumerate(self.rows):
            if begun not in names:
                continue
            for plain in names.split("\n"):
                words = _WORD.findall(plain)
                if set(whole) <= set(words) and any(word.startswith(begun) for word in words):
                    found.append((len(plain), place, key))
        return [key for _length, _place, key in sorted(found)]

    def like(self, name: str) -> Card | None:
        """The card whose name looks most like this one; None where none does."""
        return next(iter(self.meant(name)), None)

    def meant(self, name: str) -> list[Card]:
        """The cards that this may mean, of each name one, the likest first: several where it is a part of their names,
        one where it is a whole name but for signs or slips."""
        if keys := self._squeezed.get(squeezed(name), [])[:1] or self._with_part(name):
            spelt = dict(self.rows)
            of_names: dict[str, int] = {}
            for key in keys:
                of_names.setdefault(spelt[key], key)
            wanted = list(of_names.values())[:MAX_MEANT]
            cards = Card.objects.with_set().in_bulk(wanted)
            return [cards[key] for key in wanted if key in cards]
        by_name = {
            plain: card
            for card in Card.objects.filter(pk__in=likeliest(plain_name(name), self.rows)).with_set()
            for plain in {plain_name(spelling) for spelling in (card.name, card.name_fr) if spelling}
        }
        near = nearest(name, by_name)
        return [by_name[near]] if near else []
