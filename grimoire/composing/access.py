"""Who sees a search: whoever asked for it, and of what was found nothing that a puzzle keeps from them."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404

from accounts.requests import SiteRequest
from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from grimoire import fair_play
from grimoire.composing.searching import proof_for, proof_of
from grimoire.gate import sealing_puzzles
from grimoire.keys import position_key
from grimoire.models import Composition, Puzzle
from grimoire.proving.access import sight_of
from grimoire.proving.counting import count

SESSION_KEY: Final = "compositions"  # in the session: tokens of the searches that somebody asked for, the latest last
MAX_ASKED: Final = 10


def remember_asked(request: SiteRequest, row: Composition) -> None:
    request.session[SESSION_KEY] = [*request.session.get(SESSION_KEY, []), row.token][-MAX_ASKED:]


def latest_token(request: SiteRequest) -> str:
    """The token of somebody's last search; empty without one."""
    tokens = request.session.get(SESSION_KEY, [])
    return tokens[-1] if tokens else ""


def get_own(request: SiteRequest, token: str) -> Composition:
    """A search of somebody's own. Raises ``Http404`` for any other."""
    row = Composition.objects.filter(token=token).first()
    if row is None or token not in request.session.get(SESSION_KEY, []):
        raise Http404("no search of one's own")
    return row


def sealing_at_once(request: SiteRequest, position: Position) -> Puzzle | None:
    """The puzzle that whoever asks has to solve before a search of this position, as far as a count of it tells.

    Raises ``GameRunning`` for the position of a game of theirs, ``EngineError`` for one without an objective.
    """
    fair_play.check(request.owner, position)
    return sight_of(request, count(position)).sealed_by


def open_part(request: SiteRequest, row: Composition) -> tuple[Puzzle | None, list[dict[str, Any]]]:
    """The puzzle that seals the search's own position, if there is one, and what was found that none seals."""
    proofs = [proof_of(entry) for entry in row.found]
    if row.position is not None:
        proofs.append(proof_for(row.position, row.base))
    asked = [(position_key(read_position(proof.position)), proof) for proof in proofs]
    sealing = sealing_puzzles(asked, request.owner)
    sealed_by = sealing.pop() if row.position is not None else None
    if sealed_by is not None:
        return sealed_by, []
    return None, [entry for entry, by in zip(row.found, sealing, strict=True) if by is None]
