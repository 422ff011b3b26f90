"""Patches to cut out and glue, in true size: each as large as what it covers on the face of its card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from django.utils.translation import gettext as _

from cards.faces import Badge, Face
from cards.rendering.pdf import card_html
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.sessions.ledger_events import VALUES
from engine.decks.sessions.ledger_state import GluedPatch, MutatingCard, SessionState
from engine.decks.sessions.schedule import GAMES_OF_SEAT, SCHEDULE, SEATS
from mutation.bench.wording import change_text, covered_text
from mutation.faces import SessionFaces

PLAIN: Final = "plain"
AURA: Final = "aura"  # over an Aura, or one itself: its rays reach further
WIDE: Final = "wide"  # an Aura over two places side by side
CROWDED: Final = 5  # abilities, between which there is less room


@dataclass(frozen=True)
class PaperPatch:
    """A piece of paper: its ``shape`` as the style sheet has its size, what is drawn on it (nothing on a blank one),
    what it is, and where it is glued: on which card, over what, at which place of its abilities (from 1)."""

    shape: str
    html: str
    words: str
    onto: str
    source: str
    place: int = 0


@dataclass(frozen=True)
class PatchPhase:
    """The patches of a Mutation Phase."""

    game: int
    round: int
    opponent: str
    patches: tuple[PaperPatch, ...]


@dataclass(frozen=True)
class _Scissors:
    """A card with its face as it stands, to cut patches for it."""

    card: MutatingCard
    face: Face
    faces: SessionFaces

    def cut(self, patch: GluedPatch) -> Iterator[PaperPatch]:
        """The piece of a mutation, and one without anything on it for a place that is covered elsewhere."""
        words = change_text(patch, self.faces.language)
        onto, source = self.faces.name(self.card.id), self.faces.name(patch.source)
        if patch.element in VALUES:
            only = {patch.element: patch.after}
            yield PaperPatch(patch.element, self._drawn(**only), words, onto, source)
            return
        row, badge = next((row, badge_at) for row, badge_at in self.face.rows if badge_at.slug == patch.element)
        html = self._drawn(abilities=(replace(badge, after_blank=False),))
        yield PaperPatch(self._shape(patch, badge), html, words, onto, source, row)
        if len(patch.covers) > 1 and not badge.two:
            hidden = sorted(patch.covers, key=self.card.printed.slugs.index)[1]
            words = _("blank, over %(ability)s") % {"ability": covered_text([hidden], self.faces.language)}
            yield PaperPatch(PLAIN, "", words, onto, "", self.face.blank)

    def _shape(self, patch: GluedPatch, badge: Badge) -> str:
        if badge.two:
            return f"{WIDE} crowded" if self.face.row_count >= CROWDED else WIDE
        return AURA if any(slug.startswith(AURA_PREFIX) for slug in (patch.element, *patch.covers)) else PLAIN

    def _drawn(self, **only: Any) -> str:
        bare = {"cost": None, "av": None, "hp": None, "abilities": (), "flavour": "", "patches": (), "blank": 0}
        return card_html(replace(self.face, **{**bare, **only}), bare=True)


def patches_of(state: SessionState, letter: str, faces: SessionFaces, rounds: Sequence[int]) -> list[PatchPhase]:
    """The patches of a seat in these rounds, by Mutation Phases; those of phases without any are left out."""
    seat = SEATS.index(letter)
    glued = [(patch, card) for card in state.seats[seat].deck for patch in card.patches]
    glued.sort(key=_number)
    phases = []
    for game in GAMES_OF_SEAT[seat]:
        pairing = SCHEDULE[game - 1]
        own = [(patch, card) for patch, card in glued if patch.game == game and pairing.round in rounds]
        if own:
            cut = (_Scissors(card, faces.mutated(card).face, faces).cut(patch) for patch, card in own)
            opponent = state.header.players[pairing.opponent(seat)]
            phases.append(PatchPhase(game, pairing.round, opponent, tuple(chain.from_iterable(cut))))
    return phases


def _number(glued: tuple[GluedPatch, MutatingCard]) -> int:
    return glued[0].n
