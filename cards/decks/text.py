"""Decks as text: a card a line, by reference or by a name in either language.

    Deck: Tide Watch
    About: Hold the Bridge.
    Stronghold: initiation/keep-of-first-light
    Champion: own/Ab3dEf6hIj9k

    initiation/shell-on-guard  # Shell on Guard
    Ferry Pike
    1x Plongeur de saumure

What follows ``#`` is for people. The heads are understood in English and French, whatever their capitals. So are the
lists of other programs (``cards.decks.listing``): what they say beside a card is left out, and the deck says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Owner
from accounts.pasted_addresses import SiteAddress, address_in
from cards.decks.drafts import (
    ABOUT_LENGTH,
    CHAMPIONS,
    DECK_SIZE,
    MAX_CARDS,
    NAME_LENGTH,
    DeckDraft,
    draft_of,
    read_draft,
)
from cards.decks.list_lines import (
    ABOUT,
    CHAMPION,
    CODE,
    DECK,
    LABORATORY,
    MAYBE,
    NAME,
    OTHER,
    STRONGHOLD,
    ListedLine,
    ListedName,
    sentence_of,
    skipped_of,
    stands_alone,
    texts_of,
)
from cards.decks.listing import listed_in
from cards.folding import folded
from cards.models import PLAYABLE, Card, Deck, Kind
from cards.names import KnownNames, cards_named, plain_name
from cards.queries import cards_by_reference, reference_of

LONGEST: Final = 20_000  # characters
MAX_SUGGESTIONS: Final = 6  # unknown names of a text for which one that is alike is looked for
OWN_HEADS: Final = ("champion", "stronghold", "forteresse")  # behind which this site itself writes a card
MAX_TOLD: Final = 12  # things of one sort that a note names
SLIP: Final = 0.78  # how much a heading must be like a card's name to be taken for one that is misspelt
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


def read_deck(text: str, owner: Owner | None) -> DeckDraft:
    """The deck that a text stands for, of cards that this owner may see. Raises ``DeckTextError``: all or nothing."""
    if len(text) > LONGEST:
        message = _("Too long: a deck's text has at most %(count)d characters.") % {"count": LONGEST}
        raise DeckTextError([LineFault(1, "", message)])
    return _DeckTextReader(text, owner).read()


@dataclass
class _DeckTextReader:
    text: str
    owner: Owner | None
    faults: list[LineFault] = field(default_factory=list)
    cards: dict[Card, int] = field(default_factory=dict)  # with the line where each stands
    laboratory: dict[Card, int] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    roles: dict[str, Card] = field(default_factory=dict)
    section: str = DECK
    skipped: list[str] = field(default_factory=list)
    several: list[str] = field(default_factory=list)
    considered: list[str] = field(default_factory=list)
    suggested: int = 0
    counted: str = ""

    def read(self) -> DeckDraft:
        if (address := address_in(self.text)) and (draft := _deck_at(address, self.owner)):
            return draft
        lines = listed_in(self.text)
        self.find_cards(lines)
        self.counted = self.usual_place_of_counts(lines)
        for line in lines:
            self.read_line(line)
        if not (self.faults or self.cards or self.laboratory or self.heads or self.roles):
            self.faults.append(LineFault(1, "", _("No cards found in this text.")))
        every = {**self.cards, **self.laboratory}
        if len(every) > MAX_CARDS:
            number = list(every.values())[MAX_CARDS]
            self.fault(number, "", _("More than %(count)d cards.") % {"count": MAX_CARDS})
        if self.faults:
            raise DeckTextError(self.faults)
        roles = self.roles
        draft = DeckDraft(tuple(every), roles.get(STRONGHOLD), roles.get(CHAMPION), self.heads.get(NAME, ""))
        return replace(draft, about=self.heads.get(ABOUT, ""), notes=tuple(self.notes()))

    def notes(self) -> Iterable[str]:
        """What was left out or taken otherwise than it was written."""
        if self.several:
            yield _("Duplicates counted once: %(cards)s.") % {"cards": _some(self.several)}
        if self.considered:
            yield _("Only considered, not in the deck: %(cards)s.") % {"cards": _some(self.considered)}
        if self.skipped:
            yield _("Skipped: %(parts)s.") % {"parts": _some(self.skipped)}
        if self.laboratory and len(self.cards) < DECK_SIZE:
            yield _("The deck has fewer than %(count)d cards: filled up from the Laboratory.") % {"count": DECK_SIZE}

    def find_cards(self, lines: list[ListedLine]) -> None:
        """Looks up everything at once: references, and the names of all cards that may be seen."""
        texts = texts_of(lines)
        self.addresses = {text: reference for text in texts if (reference := _reference_at(text))}
        references = {text for text in texts if _REFERENCE.fullmatch(text)}
        self.by_reference = cards_by_reference({*references, *self.addresses.values()}, self.owner)
        wanted = {plain_name(text) for text in texts if text not in self.by_reference}
        self.by_name = cards_named(wanted, self.owner)

    def usual_place_of_counts(self, lines: list[ListedLine]) -> str:
        """Where the counts stand in most lines of cards (``ListedLine.counted``); empty if most have none."""
        places = Counter(line.counted for line in lines if any(map(self.known, line.names)))
        place, times = max(places.items(), key=lambda item: item[1], default=("", 0))
        return place if times * 2 > places.total() else ""

    def known(self, named: ListedName) -> list[Card]:
        """The cards that this may name."""
        card = self.by_reference.get(named.name) or self.by_reference.get(self.addresses.get(named.name, ""))
        return [card] if card else self.by_name.get(plain_name(named.name), [])

    def read_line(self, line: ListedLine) -> None:
        if line.head in (NAME, ABOUT):
            self.read_words(line)
            return
        if line.begins and not (line.names and self.known(line.names[0])):
            self.section = line.begins
            return
        cells = [cell for cell in line.cells if any(map(self.known, cell.names))]
        if len(cells) > 1 and len(cells) == len(line.cells) and not self.known(line.names[0]):
            for cell in cells:
                self.read_line(cell)
            return
        named = next((named for named in line.names if self.known(named)), None) or self.nearly(line)
        if named is None or (not line.head and len(skipped_of(line, named).split()) > 1):
            cards = self.inside(line)
            if len(cards) > (named is not None):
                for inner in cards:
                    self.put(line, inner, 1)
                return
        if named is None:
            self.read_unknown(line)
            return
        card = self.chosen(line, named)
        if card is not None:
            if skipped := skipped_of(line, named):
                self.skipped.append(skipped)
            self.put(line, card, named.count)

    def nearly(self, line: ListedLine) -> ListedName | None:
        """The first name that is a card's but for apostrophes, hyphens and spaces."""
        for named in line.names if not line.is_silent else ():
            if card := self.names.same(named.name):
                self.by_name[plain_name(named.name)] = [card]
                return named
        return None

    def inside(self, line: ListedLine) -> list[Card]:
        """The cards that a line names among other words: those that no longer name can hold, and beside one of them
        those of several words. What else it says is left out."""
        if line.is_silent or line.head:
            return []
        text = sentence_of(line)
        matches = self.names.inside(text)
        alone = [stands_alone(text[:start], text[end:]) for start, end, _card in matches]
        if not any(alone):
            return []
        return [
            card
            for (start, end, card), is_alone in zip(matches, alone, strict=True)
            if is_alone or (len(matches) > 1 and len(text[start:end].split()) > 1)
        ]

    def fault(self, number: int, line: str, message: str) -> None:
        self.faults.append(LineFault(number, line.strip()[:200], message))

    def read_words(self, line: ListedLine) -> None:
        limit = NAME_LENGTH if line.head == NAME else ABOUT_LENGTH
        if line.head in self.heads:
            self.fault(line.number, line.line, _("Duplicate line."))
        elif len(line.words) > limit:
            text = _("Too long: at most %(count)d characters.") % {"count": limit}
            self.fault(line.number, line.line, text)
        else:
            self.heads[line.head] = line.words.strip()

    def read_unknown(self, line: ListedLine) -> None:
        """A line that names no card: left out if it says nothing of any, a fault if it may be meant as one."""
        if line.is_silent:
            return
        named = line.words or (line.names[-1].name if line.is_heading and line.names else _shown(line))
        alike = self.alike(line)
        is_beside = self.section in (OTHER, MAYBE) or line.section == MAYBE or CODE.fullmatch(named) is not None
        if alike is not None and (is_beside or not _is_slip(named, alike)):
            alike = None if is_beside or line.is_heading or self.is_beside_counted(line) else alike
        is_own_head = folded(line.line.strip()).startswith(OWN_HEADS) and bool(line.head)
        is_part = self.is_beside_counted(line) or (line.is_heading and not line.head)
        if alike is None and (is_beside or (is_part and not is_own_head)):
            place = _("line %(number)d: %(text)s") % {"number": line.number, "text": line.line.strip()[:80]}
            self.skipped.append(place)
            return
        message = _("No card is called “%(card)s”.") % {"card": named[:120]}
        if alike is not None:
            message += " " + _("Did you mean “%(card)s”?") % {"card": alike.title}
        self.fault(line.number, line.line, message)

    def is_beside_counted(self, line: ListedLine) -> bool:
        """Whether most cards of the list have a count or a bullet where this line has none."""
        return bool(self.counted) and line.counted != self.counted

    def chosen(self, line: ListedLine, named: ListedName) -> Card | None:
        """The one card that a name stands for there; several are a fault."""
        cards = self.known(named)
        kinds = {CHAMPION: CHAMPIONS, STRONGHOLD: (Kind.STRONGHOLD,)}.get(line.head or self.section, tuple(Kind))
        fitting = [card for card in cards if card.kind in kinds] or cards
        if len(fitting) > 1 and not line.head:
            fitting = [card for card in fitting if card.kind in PLAYABLE] or fitting
        if len(fitting) == 1:
            return fitting[0]
        references = ", ".join(sorted(map(reference_of, fitting))[:6])
        text = _("Several cards have this name. Write one of %(cards)s.") % {"cards": references}
        self.fault(line.number, line.line, text)
        return None

    def put(self, line: ListedLine, card: Card, count: int) -> None:
        """Puts a card where it belongs: by the head of its line, else by its type and the part that it stands in."""
        if MAYBE in (line.section, self.section):
            self.considered.append(card.title)
            return
        role = line.head or {Kind.STRONGHOLD: STRONGHOLD, Kind.CHAMPION: CHAMPION}.get(Kind(card.kind), "")
        if (
            not role
            and CHAMPION in (line.section, self.section)
            and card.kind in CHAMPIONS
            and CHAMPION not in self.roles
        ):
            role = CHAMPION
        if role in (CHAMPION, STRONGHOLD):
            allowed = CHAMPIONS if role == CHAMPION else (Kind.STRONGHOLD,)
            if card.kind not in allowed:
                text = _("“%(card)s” isn't allowed there.") % {"card": card.title}
                self.fault(line.number, line.line, text)
            elif role in self.roles:
                self.fault(line.number, line.line, _("Duplicate line."))
            else:
                self.roles[role] = card
            return
        if card.kind not in PLAYABLE:  # a Bridge
            self.skipped.append(card.title)
            return
        place = self.laboratory if LABORATORY in (line.section, self.section) else self.cards
        if count > 1 or card in self.cards or card in self.laboratory:
            self.several.append(card.title)
        if card not in self.cards and card not in self.laboratory:
            place[card] = line.number

    def alike(self, line: ListedLine) -> Card | None:
        """A card whose name is like this one: looked for a few times only, for that takes a while."""
        if self.suggested >= MAX_SUGGESTIONS or not line.names:
            return None
        self.suggested += 1
        return self.names.like(line.names[-1].name)

    @cached_property
    def names(self) -> KnownNames:
        """The names of all cards that may be seen."""
        return KnownNames(self.owner)


def _is_slip(name: str, card: Card) -> bool:
    """Whether a name is one of the card's but for a letter or two."""
    names = (plain_name(spelling) for spelling in (card.name, card.name_fr) if spelling)
    return any(SequenceMatcher(None, plain_name(name)[:80], spelling).ratio() >= SLIP for spelling in names)


def _shown(line: ListedLine) -> str:
    """A line as it is named where no card is: without the note behind it, a count and a bullet."""
    return next((named.name for named in line.names if named.name[:1].isalpha()), line.line.strip())


def _some(things: Iterable[str]) -> str:
    """Things in a row, each once; of many the first ones."""
    each = list(dict.fromkeys(f"“{thing}”" for thing in things))
    return ", ".join(each[:MAX_TOLD]) + (" …" if len(each) > MAX_TOLD else "")


def _reference_at(text: str) -> str:
    """The reference of the card whose page an address leads to; empty for other texts."""
    address = address_in(text) if "/" in text else None
    if address and address.name == "cards:card":
        return f"{address.path['set_slug']}/{address.path['slug']}".casefold()
    if address and address.name == "cards:own_card":
        return f"own/{address.path['token']}"
    return ""


def _deck_at(address: SiteAddress, owner: Owner | None) -> DeckDraft | None:
    """The deck that an address of a deck, or of one that is being composed, leads to."""
    if not address.name.startswith("cards:") or "deck" not in address.name:
        return None
    if "token" in address.path:
        deck = Deck.objects.readable_by(owner).filter(token=address.path["token"]).first()
        return draft_of(deck, owner) if deck else None
    return read_draft(address.query, owner) if "cards" in address.query else None
