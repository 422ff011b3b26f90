"""Faces of a session's cards: as printed, and as they stand with their patches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from board.likenesses import Looks, looks_of
from cards.abilities import ability_name
from cards.faces import Face, Patch, face_of, patched_face
from engine.decks.rules.cards import Card
from engine.decks.sessions.document import SessionHeader
from engine.decks.sessions.ledger_state import MutatingCard
from mutation.models import MutationSession

MAX_DRAWN: Final = 2048  # faces that a process keeps, of some 8 kB each


@dataclass(frozen=True)
class ShownCard:
    """A card on a page: its id, its name in the reader's language, its face."""

    id: str
    face: Face

    @property
    def name(self) -> str:
        return self.face.name

    @property
    def html(self) -> SafeString:
        """The face, drawn once for what it shows."""
        return _drawn(self.face)


@lru_cache(maxsize=MAX_DRAWN)
def _drawn(face: Face) -> SafeString:
    return mark_safe(render_to_string("cards/face.html", {"face": face}).strip())  # escaped by the template


class SessionFaces:
    """The faces of a session in a language, which must be that of the moment."""

    def __init__(self, session: MutationSession, header: SessionHeader, language: str) -> None:
        self.header = header
        self.language = language
        self._session = session
        self._looks: Looks | None = None
        self._printed: dict[str, ShownCard] = {}

    @property
    def looks(self) -> Looks:
        """The looks that the organiser's own sets give to their cards."""
        if self._looks is None:
            self._looks = looks_of([entry.card for entry in self.header.cards.values()], self._session.owner)
        return self._looks

    def printed(self, card_id: str) -> ShownCard:
        if card_id not in self._printed:
            face = self.looks.face(self.header.card(card_id), False, self.language)
            self._printed[card_id] = ShownCard(card_id, face)
        return self._printed[card_id]

    def many(self, ids: Iterable[str]) -> list[ShownCard]:
        return [self.printed(card_id) for card_id in ids]

    def name(self, card_id: str) -> str:
        """A card's name in the reader's language; the id of one that there is not."""
        return self.printed(card_id).name if card_id in self.header.cards else card_id

    def mutated(self, card: MutatingCard) -> ShownCard:
        """A card of a deck as it stands, its patches on it."""
        base = self.printed(card.id).face
        stands = self._as_it_stands(base, card.mutant.card)
        patches = [Patch(patch.element, self.name(patch.source), patch.covers) for patch in card.patches]
        return ShownCard(card.id, patched_face(stands, patches, card.printed.slugs))

    def deck(self, cards: Sequence[MutatingCard]) -> list[ShownCard]:
        return [self.mutated(card) for card in cards]

    def _as_it_stands(self, base: Face, card: Card) -> Face:
        name_of = partial(ability_name, language=self.language)
        face = face_of(card, name_of, art=base.art, emblem=base.emblem, flavour=base.flavour, name=base.name)
        return replace(face, language=base.language)
