"""Who sees how much of a proof. It shows solutions: whoever asked for it sees it, and nobody by its address alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.http import Http404, HttpRequest

from accounts.models import Owner, Visibility
from accounts.owners import owner_of
from engine.interchange import read_position
from grimoire.keys import position_key
from grimoire.models import Proof, Puzzle

ASKED: Final = "proofs"  # in the session: keys of the proofs that somebody asked for, the latest last
MOST_ASKED: Final = 40


@dataclass(frozen=True, slots=True)
class Sight:
    """A proof as somebody may see it: with ``sealed_by``, a page that has to be solved or given up first, the verdict
    alone.
    """

    proof: Proof
    sealed_by: Puzzle | None = None

    @property
    def is_whole(self) -> bool:
        return self.sealed_by is None


def remember_asked(request: HttpRequest, proof: Proof) -> None:
    """Notes that this visitor has asked for a proof."""
    keys = [key for key in request.session.get(ASKED, []) if key != proof.key]
    request.session[ASKED] = [*keys, proof.key][-MOST_ASKED:]


def sight_of(request: HttpRequest, key: str) -> Sight:
    """A proof for somebody who asked for it, or who has a page with it. Raises ``Http404`` for all others."""
    proof = Proof.objects.filter(key=key).first()
    owner = owner_of(request)
    if proof is None:
        raise Http404
    if key not in request.session.get(ASKED, []) and not Puzzle.objects.owned_by(owner).filter(proof=proof).exists():
        raise Http404
    return Sight(proof, sealing_page(position_key(read_position(proof.position)), owner))


def sealing_page(key: str, owner: Owner | None) -> Puzzle | None:
    """The published page of somebody else's with this ``position_key`` whose solution this owner has not earned yet.

    None when there is no such page, when another page of the same position is open for them, and when they published
    the position first. Unlisted pages count for those who have begun to solve them: others are not to learn that there
    is one.
    """
    from grimoire.secrecy import gate_for

    pages = Puzzle.objects.filter(position_key=key, published_at__isnull=False, hidden_at__isnull=True)
    begun = Q(visibility=Visibility.UNLISTED, attempts__owner=owner) if owner else Q(pk__in=[])
    pages = pages.filter(Q(visibility=Visibility.PUBLIC) | begun).distinct().order_by("published_at")
    if owner is not None:
        pages = pages.exclude(owner=owner)
    found = list(pages[:20])
    if not found or any(gate_for(page, owner).is_open for page in found):
        return None
    first = found[0]
    own = Puzzle.objects.owned_by(owner).filter(position_key=key, published_at__lt=first.published_at)
    return None if own.exists() else first
