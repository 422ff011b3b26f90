"""Decks as text: a card a line, by reference or by a name in either language.

    Deck: Tide Watch
    About: Hold the Bridge.
    Stronghold: initiation/keep-of-first-light
    Champion: own/Ab3dEf6hIj9k

    initiation/shell-on-guard  # Shell on Guard
    Ferry Pike
    1x Plongeur de saumure

What follows ``#`` is for people. The heads are understood in English and French, whatever their capitals.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.decks.drafts import ABOUT_LENGTH, CHAMPIONS, MAX_CARDS, NAME_LENGTH, DeckDraft
from cards.folding import folded
from cards.models import PLAYABLE, Card, Kind
from cards.queries import cards_by_reference, reference_of, visible_cards
from cards.searching.vocabulary import likeliest, nearest

LONGEST: Final = 8000  # characters
MAX_SUGGESTIONS: Final = 6  # unknown names of a text for which one that is alike is looked for
MAX_NAMESAKES: Final = 100  # cards of one name that are read; more than one is a fault anyway
MAX_AT_ONCE: Final = 500  # cards that are read with one query
_HEADS: Final = {
    "deck": "name",
    "name": "name",
    "jeu": "name",
    "nom": "name",
    "about": "about",
    "description": "about",
    "a propos": "about",
    "stronghold": "stronghold",
    "forteresse": "stronghold",
    "champion": "champion",
}
_HEAD: Final = re.compile(r"([^\W\d_][^:/]{1,15}?)\s*:\s*(.*)")
_COUNT: Final = re.compile(r"(\d{1,3})\s*(?:[xX×]\s*|\s)(?=\S)(.*)")
_SPACES: Final = re.compile(r"[^\S\u00a0\u2007\u202f]+")  # those that do not break a line stay
_REFERENCE: Final = re.compile(r"[\w-]+/[\w-]+")


@dataclass(frozen=True, slots=True)
class LineFault:
    """A fault of a line: its ``number`` from 1, how it reads, and what would be right."""

    number: int
    line: str
    message: str


class DeckTextError(Exception):
    """A text that is no deck; ``faults`` are all that was found, by line."""

    def __init__(self, faults: list[LineFault]) -> None:
        super().__init__("; ".join(f"{fault.number}: {fault.message}" for fault in faults))
        self.faults = faults


def write_deck(draft: DeckDraft) -> str:
    """A deck as text, which ``read_deck`` reads again to the same."""
    lines = []
    if name := _one_line(draft.name):
        lines.append(f"Deck: {name}")
    if about := _one_line(draft.about):
        lines.append(f"About: {about}")
    for head, card in (("Stronghold", draft.stronghold), ("Champion", draft.champion)):
        if card is not None:
            lines.append(f"{head}: {reference_of(card)}  # {_one_line(card.title)}")
    if lines:
        lines.append("")
    lines += [f"{reference_of(card)}  # {_one_line(card.title)}" for card in draft.cards]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return _SPACES.sub(" ", text).strip()


def _plain(name: str) -> str:
    """A name as names are compared, whatever its spaces."""
    return folded(" ".join(name.split()))


def read_deck(text: str, owner: Owner | None) -> DeckDraft:
    """The deck that a text stands for, of cards that this owner may see. Raises ``DeckTextError``: all or nothing."""
    if len(text) > LONGEST:
        message = _("This is too long: a deck's text has at most %(count)d characters.") % {"count": LONGEST}
        raise DeckTextError([LineFault(1, "", message)])
    return _DeckTextReader(text, owner).read()


@dataclass
class _DeckTextReader:
    text: str
    owner: Owner | None
    faults: list[LineFault] = field(default_factory=list)
    cards: dict[Card, int] = field(default_factory=dict)  # with the line where each stands
    heads: dict[str, str] = field(default_factory=dict)
    roles: dict[str, Card] = field(default_factory=dict)
    by_name: dict[str, list[Card]] = field(default_factory=dict)
    suggested: int = 0

    def read(self) -> DeckDraft:
        lines = list(enumerate(self.text.replace("\0", " ").splitlines(), 1))
        self.find_cards([line for _number, line in lines])
        for number, line in lines:
            self.read_line(number, line)
        if not self.faults and not self.cards and not self.heads and not self.roles:
            self.faults.append(LineFault(1, "", _("There is no card in this text.")))
        if self.faults:
            raise DeckTextError(self.faults)
        roles = self.roles
        name, about = self.heads.get("name", ""), self.heads.get("about", "")
        return DeckDraft(tuple(self.cards), roles.get("stronghold"), roles.get("champion"), name, about=about)

    def find_cards(self, lines: list[str]) -> None:
        """Looks up everything at once: references, and the names of all cards that may be seen."""
        references = {match for line in lines for match in _REFERENCE.findall(line)}
        self.by_reference = cards_by_reference(references, self.owner)
        wanted = {_plain(name) for line in lines for name in _named_on(line) if name not in self.by_reference}
        if wanted:
            self.by_name = self.cards_named(wanted)

    def cards_named(self, wanted: set[str]) -> dict[str, list[Card]]:
        """The cards that have one of these names. Of all others no more is read than what searches compare."""
        keys: dict[str, list[int]] = defaultdict(list)
        for key, text in self.all_names:
            for name in wanted.intersection(_names_in(text)):
                if len(keys[name]) < MAX_NAMESAKES:
                    keys[name].append(key)
        return _by_name(key for some in keys.values() for key in some)

    @cached_property
    def all_names(self) -> list[tuple[int, str]]:
        """The key of each card that may be seen, with its names in both languages, folded, in one text."""
        rows = visible_cards(self.owner).order_by("pk").values_list("pk", "search_text")
        return [(key, text.partition("\n")[0]) for key, text in rows]

    def read_line(self, number: int, line: str) -> None:
        match = _HEAD.fullmatch(line.strip())
        head = _HEADS.get(folded(match.group(1))) if match else None
        if match and head in ("name", "about"):
            self.read_words(number, line, head, match.group(2))
            return
        body = re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()
        if not body:
            return
        if match and head:
            self.read_role(number, line, head, re.split(r"\s#", match.group(2), maxsplit=1)[0].strip())
        else:
            self.read_card(number, line, body)

    def fault(self, number: int, line: str, message: str) -> None:
        self.faults.append(LineFault(number, line.strip()[:200], message))

    def read_words(self, number: int, line: str, head: str, words: str) -> None:
        most = NAME_LENGTH if head == "name" else ABOUT_LENGTH
        if head in self.heads:
            self.fault(number, line, _("This has already been said further up."))
        elif len(words) > most:
            self.fault(number, line, _("This is too long: at most %(count)d characters.") % {"count": most})
        else:
            self.heads[head] = words.strip()

    def read_role(self, number: int, line: str, role: str, named: str) -> None:
        if role in self.roles:
            self.fault(number, line, _("This has already been said further up."))
            return
        kinds = (Kind.STRONGHOLD,) if role == "stronghold" else CHAMPIONS
        card = self.card_called(number, line, named, kinds)
        if card is None:
            return
        if card.kind not in kinds:
            self.fault(number, line, _("“%(card)s” is not allowed there.") % {"card": card.title})
            return
        self.roles[role] = card

    def read_card(self, number: int, line: str, body: str) -> None:
        named = body
        if _plain(body) not in self.by_name and (match := _COUNT.fullmatch(body)):
            count, named = int(match.group(1)), match.group(2)
            if count != 1:
                self.fault(number, line, _("Each card is in a deck once: write 1, or nothing."))
                return
        card = self.card_called(number, line, named, PLAYABLE)
        if card is None:
            return
        if card.kind not in PLAYABLE:
            text = _("“%(card)s” is neither Creature nor Incantation. For a Stronghold write “Stronghold: …”.")
            self.fault(number, line, text % {"card": card.title})
        elif card in self.cards:
            text = _("“%(card)s” is already there, on line %(line)d.")
            self.fault(number, line, text % {"card": card.title, "line": self.cards[card]})
        elif len(self.cards) == MAX_CARDS:
            self.fault(number, line, _("That is more than %(count)d cards.") % {"count": MAX_CARDS})
        else:
            self.cards[card] = number

    def card_called(self, number: int, line: str, named: str, kinds: tuple[Kind, ...]) -> Card | None:
        """The card of a reference or a name; when there is none, or more than one, that is a fault."""
        if card := self.by_reference.get(named):
            return card
        called = self.by_name.get(_plain(named), [])
        fitting = [card for card in called if card.kind in kinds] or called
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            references = ", ".join(sorted(map(reference_of, fitting))[:6])
            self.fault(number, line, _("Several cards have this name: write one of %(cards)s.") % {"cards": references})
            return None
        message = _("There is no card “%(card)s”.") % {"card": named}
        if like := self.like(named):
            message += " " + _("Did you mean “%(card)s”?") % {"card": like.title}
        self.fault(number, line, message)
        return None

    def like(self, named: str) -> Card | None:
        """A card whose name is like this one: looked for a few times only, for that takes a while."""
        if self.suggested >= MAX_SUGGESTIONS:
            return None
        self.suggested += 1
        cards = _by_name(likeliest(_plain(named), self.all_names))
        near = nearest(named, cards)
        return cards[near][0] if near else None


def _by_name(keys: Iterable[int]) -> dict[str, list[Card]]:
    """Cards by each of their names, as names are compared."""
    found: dict[str, list[Card]] = defaultdict(list)
    wanted = sorted(set(keys))
    for start in range(0, len(wanted), MAX_AT_ONCE):
        for card in Card.objects.filter(pk__in=wanted[start : start + MAX_AT_ONCE]).with_set():
            for name in {_plain(name) for name in (card.name, card.name_fr) if name}:
                found[name].append(card)
    return found


def _named_on(line: str) -> Iterator[str]:
    """The parts of a line that may be the name of a card."""
    match = _HEAD.fullmatch(line.strip())
    for text in (line, match.group(2) if match else ""):
        body = re.split(r"(?:^|\s)#", text, maxsplit=1)[0].strip()
        if body:
            yield body
            if counted := _COUNT.fullmatch(body):
                yield counted.group(2)


def _names_in(text: str) -> Iterator[str]:
    """All that may be a name in a text of two: what it begins and what it ends with, in whole words."""
    words = text.split(" ")
    for end in range(1, len(words) + 1):
        yield " ".join(words[:end])
        yield " ".join(words[-end:])
