"""A game begins from a form: rated or not, for anybody or as a challenge to somebody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from accounts.begun import token_in
from accounts.models import Owner
from accounts.requests import SiteRequest
from contract.adapter import TableConfig
from tables.models import LiveGame, Relation
from tables.naming import PlayerNameForm
from tables.people import services as people
from tables.ratings.services import check_rated
from tables.services import tables

FIELD: Final = "challenge"  # the name of the account that a game is for
MAX_NAME: Final = 150


@dataclass(frozen=True, slots=True)
class ChallengeField:
    """What the form says of whom the game is for: the name that was sent, and the players whom one knows."""

    name: str
    known: list[str]


def challenge_field(request: SiteRequest) -> ChallengeField | None:
    """None for guests, who challenge nobody."""
    owner = request.owner
    if not request.user.is_authenticated or owner is None:
        return None
    following = people.relations_of(owner, Relation.Kind.FOLLOW)
    known = dict.fromkeys(other.name for other in (*people.latest_opponents(owner), *following))
    return ChallengeField(_asked(request), list(known))


def is_challenge(request: SiteRequest) -> bool:
    return bool(_asked(request))


def _asked(request: SiteRequest) -> str:
    sent = request.POST if request.method == "POST" else request.GET
    return sent.get(FIELD, "").strip()[:MAX_NAME]


def begin(
    request: SiteRequest, naming: PlayerNameForm, owner: Owner, asked: Any, arrangement: TableConfig, listed: str
) -> LiveGame:
    """Begins the game that a form asks for. ``asked`` is it as *Create* reads it; ``listed`` are the seats that the
    lobby offers, none where the game is for somebody. Raises ``RequestRefused``."""
    if naming.is_rated:
        check_rated(asked, arrangement, owner)
    name = _asked(request)
    other = people.challenged_account(name, owner, arrangement) if name else None
    game = tables.begin(arrangement, owner, token_in(request), "" if other else listed, naming.is_rated)
    if other is not None:
        people.challenge(game, owner, other)
    return game
