"""Choices before there is a board: the cards or decks of a draft, one's Champion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import Owner
from board.likenesses import Looks, looks_of
from cards.decks.preconstructed import DIFFICULTIES, preconstructed_deck
from cards.faces import Face
from cards.models import Card as SiteCard
from cards.models import Kind
from cards.queries import reference_of
from engine.decks.game.decks import in_order
from engine.decks.game.drafts import RowDraft
from engine.decks.game.stages import AT_DRAFT, AT_TERMS
from engine.decks.game.terms import faults_of_champion
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.cardpool import site_champions
from games.decks.state import DecksState

GALLERY: Final = "gallery:"  # before the name of a Champion of the site's own


@dataclass(frozen=True, slots=True)
class Parcel:
    """A card or a deck that is taken in one go: its name, its faces, and the action that takes it, "" for none.

    Of a preconstructed deck also its plan and its difficulty, in words.
    """

    name: str
    faces: tuple[Face, ...]
    action: str = ""
    is_gone: bool = False
    about: str = ""
    difficulty: str = ""


@dataclass(frozen=True, slots=True)
class Heap:
    """The cards or decks that a seat has taken: its letter, "" for those that nobody took."""

    letter: str
    parcels: tuple[Parcel, ...]


@dataclass(frozen=True, slots=True)
class ChampionChoice:
    """A Champion that may be named: its face, and what names it."""

    face: Face
    reference: str
    is_own: bool = False


class Choosing:
    """A draft or the terms as everybody may see them; ``letter`` is the seat that chooses now, "" for none.

    ``own`` are the cards that the seat of the viewer has so far.
    """

    def __init__(self, state: DecksState, letter: str, own_letter: str, owner: Owner | None, language: str) -> None:
        engine = state.engine
        assert engine is not None
        self.language = language
        self.edition = engine.setup.edition
        self.owner = owner
        self.is_draft = engine.stage == AT_DRAFT
        self.round, self.rounds = 0, 0
        self.row: list[Parcel] = []
        self.taken: list[Heap] = []
        draft = engine.draft
        if self.is_draft and isinstance(draft, RowDraft):
            self._read_draft(state, draft, letter)
        elif engine.stage == AT_TERMS:
            self.taken = revealed_decks(state, owner, language)
        own_heaps = [heap for heap in self.taken if own_letter and heap.letter == own_letter]
        self.own = [face for heap in own_heaps for parcel in heap.parcels for face in parcel.faces]
        if self.is_draft:
            self.taken = [heap for heap in self.taken if heap not in own_heaps]
        self.of_decks = any(len(parcel.faces) > 1 for parcel in self.row)
        self.offers_card = not self.of_decks and any(parcel.action for parcel in self.row)
        self.champions: list[ChampionChoice] = []
        if engine.stage == AT_TERMS and letter:
            deck = engine.decks.players[state.players().index(SEAT_NAMES.index(letter))]
            self.champions = list(_champions(deck, engine.setup.edition, owner, language))

    def _read_draft(self, state: DecksState, draft: RowDraft, letter: str) -> None:
        assert state.engine is not None
        heaps = [(SEAT_NAMES[seat], draft.taken[seat]) for seat in state.players()]
        heaps.append(("", draft.left))
        parcels = [parcel for parcel in draft.row if parcel is not None]
        looks = _looks([*parcels, *(parcel for _letter, taken in heaps for parcel in taken)], self.owner)
        seat = SEAT_NAMES.index(letter) if letter else None
        actions = {} if seat is None else {pick.at: str(pick) for pick in draft.legal_actions(seat)}
        self.round, self.rounds = draft.round + 1, len(draft.plan.rounds)
        for place, parcel in enumerate(draft.row):
            if parcel is None:
                self.row.append(Parcel("", (), is_gone=True))
            else:
                self.row.append(_parcel(parcel, looks, self.language, actions.get(place, "")))
        for whose, taken in heaps:
            if taken:
                self.taken.append(Heap(whose, tuple(_parcel(parcel, looks, self.language) for parcel in taken)))


def revealed_decks(state: DecksState, owner: Owner | None, language: str) -> list[Heap]:
    """The decks as they are revealed before they are shuffled, of all seats and of the AI ("AI" in words); none while
    they are not chosen yet."""
    engine = state.engine
    if engine is None or engine.stage == AT_DRAFT:
        return []
    decks = [(SEAT_NAMES[seat], deck) for seat, deck in zip(state.players(), engine.decks.players, strict=True)]
    if engine.decks.ai:
        decks.append((_("AI"), engine.decks.ai))
    looks = _looks([deck for _letter, deck in decks], owner)
    return [Heap(letter, (_parcel(tuple(in_order(deck)), looks, language),)) for letter, deck in decks]


def _looks(parcels: Iterable[Sequence[Card]], owner: Owner | None) -> Looks:
    return looks_of([card for parcel in parcels for card in parcel], owner)


def _parcel(cards: Sequence[Card], looks: Looks, language: str, action: str = "") -> Parcel:
    faces = tuple(looks.face(card, False, language) for card in cards)
    if len(faces) == 1:
        return Parcel(faces[0].name, faces, action)
    deck = preconstructed_deck(cards)
    if deck is None:
        return Parcel("", faces, action)
    about, difficulty = deck.about.in_language(language), str(DIFFICULTIES[deck.difficulty])
    return Parcel(deck.name.in_language(language), faces, action, about=about, difficulty=difficulty)


def gallery_champion(name: str, edition: str) -> Card | None:
    """The site's own Champion that a choice of the page stands for; None where it stands for none."""
    wanted = name.removeprefix(GALLERY)
    if wanted == name:
        return None
    return next((card for card in site_champions(edition) if card.name == wanted), None)


def _champions(deck: Sequence[Card], edition: str, owner: Owner | None, language: str) -> Iterable[ChampionChoice]:
    """The Champions that a deck may have: one's own first, then the gallery's."""
    fit = [card for card in site_champions(edition) if not any(faults_of_champion(card, tuple(deck), edition, ""))]
    own_champions = (
        SiteCard.objects.filter(owner=owner, kind=Kind.CHAMPION) if owner is not None else SiteCard.objects.none()
    )
    newest = list(own_champions.with_set().select_related("picture").order_by("-updated")[:24])
    looks = looks_of([*fit, *(champion.printed for champion in newest)], owner, champions=True)
    for champion in newest:
        if not any(faults_of_champion(champion.printed, tuple(deck), edition, "")):
            yield ChampionChoice(looks.face(champion.printed, True, language), reference_of(champion), is_own=True)
    for card in fit:
        yield ChampionChoice(looks.face(card, True, language), f"{GALLERY}{card.name}")
