"""The words that values may be: types, abilities and sets, by slug or by a name in either language."""

from __future__ import annotations

import difflib
import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, TypeVar

from cards.abilities import AURA, ability_name
from cards.folding import folded, slug_from
from cards.models import Kind
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import FLAG_OF_SLUG

T = TypeVar("T")
MAX_COMPARED: Final = 50  # names that are compared closely with a word
LONGEST_COMPARED: Final = 80  # letters of a word

Names = tuple[tuple[str, str], ...]  # (folded name, what it stands for)

# Further words for the types; their names and their plurals are found by prefix.
KIND_WORDS: Final[Names] = (
    ("creature", Kind.CREATURE),
    ("creatures", Kind.CREATURE),
    ("incantation", Kind.INCANTATION),
    ("incantations", Kind.INCANTATION),
    ("spell", Kind.INCANTATION),
    ("sort", Kind.INCANTATION),
    ("champion", Kind.CHAMPION),
    ("champions", Kind.CHAMPION),
    ("stronghold", Kind.STRONGHOLD),
    ("strongholds", Kind.STRONGHOLD),
    ("forteresse", Kind.STRONGHOLD),
    ("forteresses", Kind.STRONGHOLD),
    ("bridge", Kind.BRIDGE),
    ("bridges", Kind.BRIDGE),
    ("pont", Kind.BRIDGE),
    ("ponts", Kind.BRIDGE),
)


@dataclass(frozen=True, slots=True)
class SetName:
    """A set that may be asked for."""

    slug: str
    name: str
    name_fr: str = ""

    @property
    def names(self) -> Iterator[str]:
        return (folded(name) for name in (self.slug, self.name, self.name_fr) if name)

    def usual(self, french: bool) -> str:
        """How it is asked for in French or in English, as one word; empty where its name has no letters."""
        return slug_from(self.name_fr if french and self.name_fr else self.name)


@dataclass(frozen=True)
class Vocabulary:
    """The names in queries apart from those that the game fixes: the sets that the reader may see."""

    sets: tuple[SetName, ...] = ()
    set_names: Names = field(init=False)

    def __post_init__(self) -> None:
        names = tuple((name, card_set.slug) for card_set in self.sets for name in card_set.names)
        object.__setattr__(self, "set_names", names)

    def set_called(self, slug: str) -> SetName | None:
        return next((card_set for card_set in self.sets if card_set.slug == slug), None)


@cache
def ability_names() -> Names:
    """The abilities by slug and by name in every language; Aura itself is not one of them."""
    return tuple(
        (name, slug)
        for slug in FLAG_OF_SLUG
        for name in dict.fromkeys((slug, *(folded(ability_name(slug, language)) for language in LANGUAGES)))
    )


def is_aura(word: str) -> bool:
    return folded(word) in (AURA, "auras")


def meant(word: str, names: Names) -> tuple[str, ...]:
    """The meanings of a word: that of the very name, else of all names that begin so, else of parts of names.

    In the order of ``names``, each once; nothing when no name fits.
    """
    wanted = folded(word).strip()
    if not wanted:
        return ()
    for fits in (
        lambda name: name == wanted or name.replace("-", " ") == wanted.replace("-", " "),
        lambda name: name.startswith(wanted),
        lambda name: any(part.startswith(wanted) for part in name.replace("-", " ").split()),
    ):
        if meanings := tuple(dict.fromkeys(meaning for name, meaning in names if fits(name))):
            return meanings
    return ()


def nearest(word: str, names: Iterable[str]) -> str:
    """The name that looks most like a word; empty when none does.

    Of many names only those are compared closely that share the most pairs of letters with the word, as comparing is
    slow; words that are too long to be a name are compared with none.
    """
    wanted = folded(word)
    if len(wanted) > LONGEST_COMPARED:
        return ""
    known = likeliest(wanted, ((name, name) for name in dict.fromkeys(names)))
    return next(iter(difflib.get_close_matches(wanted, known, n=1, cutoff=0.6)), "")


def likeliest(word: str, names: Iterable[tuple[T, str]]) -> list[T]:
    """The meanings of the names that share the most pairs of letters with a folded word, at most ``MAX_COMPARED``."""
    if len(word) > LONGEST_COMPARED:
        return []
    pairs = {word[at : at + 2] for at in range(len(word) - 1)}

    def share(item: tuple[T, str]) -> float:
        name = item[1]
        return sum(pair in name for pair in pairs) / (len(name) + len(word))

    return [meaning for meaning, _name in heapq.nlargest(MAX_COMPARED, names, key=share)]
