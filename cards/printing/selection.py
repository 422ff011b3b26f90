"""Which cards are to be printed, from what an address or a command says: cards, a deck, a set, a search, one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar
from urllib.parse import urlencode

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import Owner
from cards.decks.drafts import draft_of
from cards.decks.mutations import MutatedDeck, MutationsError, mutated, read
from cards.models import Card, CardSet, Deck, Picture
from cards.printing.changes import changed_of
from cards.printing.options import MAX_CARDS
from cards.printing.pieces import Piece, PrintProblem, back_of, piece_of
from cards.printing.reference import reference_pairs
from cards.queries import Order, cards_by_reference, cards_of_set, reference_of, search, visible_sets, vocabulary_of
from cards.searching import LONGEST, QueryError, understand
from engine.kernel.numbers import whole_number
from web.languages import current_language

T = TypeVar("T")

# How an address may say which cards; "m" are the mutations of a deck (``cards.decks.mutations``), "reference" the
# abilities on cards of their own, "part" which part of more cards than fit into one file, "copies" how often each is
# printed (``copies_of``), "back" a picture of one's own, "changed" only what changed of a set of one's own since it was
# printed.
SOURCES: Final = ("cards", "deck", "m", "set", "q", "own", "reference", "part", "copies", "back", "changed")
MOST_COPIES: Final = 99  # of one card
MAX_PARTS: Final = 10  # that are printed in one go
_COPIES: Final = re.compile(r"(\d{1,5})x(\d{1,2})")
_LONGEST_LIST: Final = 80_000  # letters of references


@dataclass(frozen=True)
class Selection:
    """Cards to print, in order, and what they are called together. ``missing`` are references that lead to nothing
    which the reader may see; ``source`` is how an address says all this. ``mutant`` is the deck that the first cards
    are, if it has mutated. ``copies`` says how often each card is printed, by its place from 1; those that it does not
    name once. ``is_reference`` are the cards that explain the abilities, which are none of these. ``back`` is a
    picture of the owner's that is behind all cards without another side. Of more cards than fit into one file they are
    the ``part``th part of ``parts``, from 1, and ``whole`` is what all of them are called; places go on from part to
    part, so that ``copies`` are those of all."""

    title: str
    cards: Sequence[Card]
    source: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = field(default=())
    mutant: MutatedDeck | None = None
    copies: Mapping[int, int] = field(default_factory=dict)
    is_reference: bool = False
    back: Picture | None = None
    part: int = 1
    parts: int = 1
    whole: str = ""

    @property
    def picked(self) -> Iterator[tuple[int, Card, int]]:
        """(place from 1, card, how often it is printed) for each card."""
        for place, card in enumerate(self.cards, 1 + (self.part - 1) * MAX_CARDS):
            yield place, card, self.copies.get(place, 1)

    @property
    def count(self) -> int:
        return sum(count for _place, _card, count in self.picked)

    @property
    def printed(self) -> list[Card]:
        """The cards that are printed at least once."""
        return [card for _place, card, count in self.picked if count]

    @property
    def query(self) -> str:
        """For an address."""
        return urlencode(self.source, safe=",/")

    @property
    def references(self) -> list[str]:
        """The cards by name, as often as they are printed."""
        return [reference for _place, card, count in self.picked for reference in [reference_of(card)] * count]

    def pieces(self, language: str) -> list[Piece]:
        """The printed pieces of the cards in a language. Raises ``PrintProblem``."""
        if self.is_reference:
            return [Piece(front.name, front, back) for front, back in reference_pairs(language)]
        with translation.override(language):
            each = ((self._piece(place, card), count) for place, card, count in self.picked if count)
            return [piece for item, count in each for piece in [item] * count]

    def _piece(self, place: int, card: Card) -> Piece:
        language = current_language()
        piece = piece_of(card, language)
        if self.mutant is not None and place <= len(self.mutant.draft.deck) and self.mutant.done_on(place):
            piece = replace(piece, front=self.mutant.face(place, language, paper=True))
        return piece if piece.behind is not None or self.back is None else replace(piece, behind=back_of(self.back))

    def check(self) -> None:
        """Raises ``PrintProblem`` for a number of cards that cannot be printed at once."""
        if self.count > MAX_CARDS:
            raise PrintProblem(
                _(
                    "%(count)d cards are too many: you can print up to %(most)d at once. Choose fewer, or print set by "
                    "set."
                )
                % {"count": self.count, "most": MAX_CARDS}
            )
        if not self.count and not self.is_reference:
            raise PrintProblem(_("No cards to print. Choose some from the catalogue, a deck, a set or your workshop."))


def selection_of(data: Mapping[str, str], owner: Owner | None) -> Selection:
    """The cards that ``data`` names and this owner may see. Raises ``PrintProblem`` for a number of cards that cannot
    be printed at once, and for a deck, a set or a query that is none."""
    selection = chosen_of(data, owner)
    selection.check()
    return selection


def chosen_of(data: Mapping[str, str], owner: Owner | None) -> Selection:
    """``selection_of`` before its cards are counted: to choose from. Raises ``PrintProblem`` for a source that is none
    and for more cards than can be chosen from."""
    part = whole_number(data.get("part", "1"), 3)
    selection = _found(data, owner, max(1, part or 1))
    places = len(selection.cards) if selection.parts == 1 else selection.parts * MAX_CARDS
    copies = copies_of(data.get("copies", ""), places)
    back = _back(data.get("back", ""), owner)
    source = (*selection.source, ("copies", written(copies))) if copies else selection.source
    source = (*source, ("back", back.token)) if back is not None else source
    return replace(selection, copies=copies, source=source, back=back)


def selections_of_all(source: Mapping[str, str], owner: Owner | None) -> list[Selection]:
    """All parts of a selection that has several, without those of which nothing is printed. Raises ``PrintProblem``."""
    first = chosen_of({**source, "part": "1"}, owner)
    if first.parts > MAX_PARTS:
        text = _("%(count)d parts are too many for one file: up to %(most)d can be printed together.")
        raise PrintProblem(text % {"count": first.parts, "most": MAX_PARTS})
    others = (chosen_of({**source, "part": str(part)}, owner) for part in range(2, first.parts + 1))
    selections = [selection for selection in (first, *others) if selection.count]
    if not selections:
        first.check()
    for selection in selections:
        selection.check()
    return selections


def _back(token: str, owner: Owner | None) -> Picture | None:
    """A picture of the owner's for the backs, unless a moderator has hidden it."""
    return Picture.objects.owned_by(owner).filter(token=token, hidden_at__isnull=True).first() if token else None


def copies_of(text: str, cards: int) -> dict[int, int]:
    """Place from 1 to number of copies, of so many cards: ``3x0,7x2`` leaves the third card out and has the seventh
    twice. What is nothing of the sort, and what says no more than 1, is left out."""
    copies = {}
    for part in text[:_LONGEST_LIST].split(","):
        if (match := _COPIES.fullmatch(part)) and 1 <= int(match[1]) <= cards and int(match[2]) != 1:
            copies[int(match[1])] = min(int(match[2]), MOST_COPIES)
    return copies


def written(copies: Mapping[int, int]) -> str:
    """Copies as ``copies_of`` reads them."""
    return ",".join(f"{place}x{count}" for place, count in sorted(copies.items()) if count != 1)


def _found(data: Mapping[str, str], owner: Owner | None, part: int) -> Selection:
    if data.get("deck"):
        return _of_deck(data["deck"], data.get("m", ""), owner)
    if data.get("set"):
        return _of_set(data["set"], owner, part, bool(data.get("changed")))
    if data.get("cards"):
        return _of_references(data["cards"], owner, part)
    if data.get("own"):
        own = Card.objects.owned_by(owner).with_set().order_by("name", "pk")
        part, parts = _of_parts(part, own.count())
        cards = list(own[(part - 1) * MAX_CARDS : part * MAX_CARDS])
        return _in_part(Selection(_("My cards"), cards, (("own", "1"),)), part, parts)
    if data.get("q"):
        return _of_query(data["q"], owner, part)
    if data.get("reference"):
        return Selection(_("The abilities"), (), (("reference", "1"),), is_reference=True)
    return Selection("", ())


def _of_parts(part: int, count: int) -> tuple[int, int]:
    """(which part of so many cards it is, how many parts there are)"""
    parts = max(1, -(-count // MAX_CARDS))
    return min(part, parts), parts


def _in_part(selection: Selection, part: int, parts: int) -> Selection:
    """A selection that is one part of several, as its title says."""
    if parts == 1:
        return selection
    title = _("%(title)s, part %(part)d of %(parts)d") % {"title": selection.title, "part": part, "parts": parts}
    source = (*selection.source, ("part", str(part)))
    return replace(selection, title=title, whole=selection.title, source=source, part=part, parts=parts)


def _of_deck(token: str, mutations: str, owner: Owner | None) -> Selection:
    deck = Deck.objects.readable_by(owner).filter(token=token).first()
    if deck is None:
        raise PrintProblem(_("This deck doesn't exist, or you can't see it."))
    draft = draft_of(deck, owner)
    beside = [card for card in (draft.stronghold, draft.champion) if card is not None]
    cards = [*draft.deck, *beside, *draft.laboratory]
    if not mutations:
        return Selection(deck.title, cards, (("deck", token),), draft.missing)
    try:
        mutant = mutated(draft, read(mutations))
    except MutationsError as wrong:
        parts = {"number": wrong.number, "why": wrong}
        raise PrintProblem(_("Mutation %(number)d isn't allowed: %(why)s.") % parts) from wrong
    return Selection(deck.title, cards, (("deck", token), ("m", mutant.text)), draft.missing, mutant)


def _of_set(slug: str, owner: Owner | None, part: int, changed: bool) -> Selection:
    card_set = CardSet.objects.readable_by(owner).filter(slug=slug).first()
    if card_set is None:
        raise PrintProblem(_("The set “%(slug)s” doesn't exist, or you can't see it.") % {"slug": slug[:60]})
    cards = cards_of_set(card_set, owner)
    source: tuple[tuple[str, str], ...] = (("set", slug),)
    if changed and card_set.is_owned_by(owner):
        return _of_changed(card_set, cards, owner, part)
    part, parts = _of_parts(part, len(cards))
    return _in_part(Selection(card_set.title, _part_of(cards, part), source), part, parts)


def _of_changed(card_set: CardSet, cards: Sequence[Card], owner: Owner | None, part: int) -> Selection:
    """What of a set has changed. In parts it is what has changed in each part of the whole set: whatever of it is
    printed, the others stay what they are. A part without any gives the first that has some."""
    changed = changed_of(cards, owner)
    if not changed:
        raise PrintProblem(_("No card has changed since you printed this set."))
    part, parts = _of_parts(part, len(cards)) if len(changed) > MAX_CARDS else (1, 1)
    if parts > 1:
        in_parts = {number: changed_of(_part_of(cards, number), owner) for number in range(1, parts + 1)}
        part = part if in_parts[part] else next(number for number in in_parts if in_parts[number])
        changed = in_parts[part]
    return _in_part(Selection(card_set.title, changed, (("set", card_set.slug), ("changed", "1"))), part, parts)


def _part_of(things: Sequence[T], part: int) -> Sequence[T]:
    return things[(part - 1) * MAX_CARDS : part * MAX_CARDS]


def _of_references(text: str, owner: Owner | None, part: int) -> Selection:
    if len(text) > _LONGEST_LIST:
        raise PrintProblem(_("The list of cards is too long. Print set by set."))
    listed = [reference.strip()[:120] for reference in text.split(",") if reference.strip()]
    part, parts = _of_parts(part, len(listed))
    references = _part_of(listed, part)
    by_reference = _by_reference(references, owner)
    cards = [by_reference[reference] for reference in references if reference in by_reference]
    missing = tuple(dict.fromkeys(reference for reference in references if reference not in by_reference))
    names = list(dict.fromkeys(card.title for card in cards))
    is_one = len(names) == 1 and (parts == 1 or len(set(listed)) == 1)
    title = names[0] if is_one else _("%(count)d cards") % {"count": len(cards) if parts == 1 else len(listed)}
    return _in_part(Selection(title, cards, (("cards", ",".join(listed)),), missing), part, parts)


def _by_reference(references: Sequence[str], owner: Owner | None) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    for start in range(0, len(references), 100):  # a query has room for so many conditions
        cards |= cards_by_reference(references[start : start + 100], owner)
    return cards


def _of_query(text: str, owner: Owner | None, part: int) -> Selection:
    text = " ".join(text[: 2 * LONGEST].replace("\0", " ").split())
    try:
        query = understand(text, vocabulary_of(visible_sets(owner)))
    except QueryError as error:
        raise PrintProblem(_("Can't read the search: %(problem)s") % {"problem": error}) from error
    results = search(query, owner, Order(), part, current_language(), MAX_CARDS)
    selection = Selection(_("Search: %(query)s") % {"query": text}, results.cards, (("q", text),))
    return _in_part(selection, results.page, results.pages)
