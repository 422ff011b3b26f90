"""Who sees how much of a proof. It shows solutions: whoever asked for it sees it, and nobody by its address alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.shortcuts import get_object_or_404

from accounts.models import Owner
from accounts.requests import SiteRequest
from engine.decks.formats.interchange import read_position
from grimoire.gate import sealing_puzzle
from grimoire.keys import position_key
from grimoire.models import Proof, Puzzle

SESSION_KEY: Final = "proofs"  # in the session: keys of the proofs that somebody asked for, the latest last
MAX_ASKED: Final = 40


@dataclass(frozen=True, slots=True)
class Sight:
    """A proof as somebody may see it: with ``sealed_by``, a page that has to be solved or given up first, the verdict
    alone. ``owner`` is whoever looks at it.
    """

    proof: Proof
    sealed_by: Puzzle | None = None
    owner: Owner | None = None

    @property
    def is_whole(self) -> bool:
        return self.sealed_by is None


def remember_asked(request: SiteRequest, proof: Proof) -> None:
    keys = [key for key in request.session.get(SESSION_KEY, []) if key != proof.key]
    request.session[SESSION_KEY] = [*keys, proof.key][-MAX_ASKED:]


def get_visible_proof(request: SiteRequest, key: str) -> Sight:
    """A proof for somebody who asked for it, or who has a page with it. Raises ``Http404`` for all others."""
    keys = request.session.get(SESSION_KEY, [])
    return sight_of(request, get_object_or_404(Proof.objects.open_to(request.owner, keys), key=key))


def sight_of(request: SiteRequest, proof: Proof) -> Sight:
    """A proof, saved or not, as whoever asked for it may see it."""
    sealed_by = sealing_puzzle(position_key(read_position(proof.position)), request.owner, proof)
    return Sight(proof, sealed_by, request.owner)
