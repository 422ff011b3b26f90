"""Following, muting, blocking and challenging. Who makes puzzles is followed like who plays: it is one list.

A challenge is a game with an open seat that one account alone is asked to take; its link is still there for others.
Who blocks somebody, or is blocked by them, is not challenged by them, paired with them, or shown their open games.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from accounts.locks import lock_name
from accounts.models import Owner, User
from contract.adapter import TableConfig
from contract.seating import OPEN
from tables import tokens
from tables.models import Challenge, GameSeat, LiveGame, Relation, Told
from tables.services import tables
from tables.services.idempotency import UNKEYED
from tables.services.log import notify
from tables.services.people_messages import are_apart, tell_person
from web.refusals import RequestRefused

MAX_RELATIONS: Final = 500  # of an account
MAX_WAITING: Final = 20  # challenges of one account that nobody has answered
OPPONENTS: Final = 12  # latest ones that are listed
_LATEST_SEATS: Final = 60


def account_called(name: str) -> Owner | None:
    """The account of that name, however it is written; None where there is none."""
    if not name.isprintable():  # PostgreSQL takes no NUL
        return None
    user = User.objects.filter(username__iexact=name, is_active=True).select_related("owner").first()
    return getattr(user, "owner", None)


def relation_to(owner: Owner | None, other: Owner) -> str:
    """What an account has to do with another one: a ``Relation.Kind``, "" for nothing."""
    if owner is None:
        return ""
    return Relation.objects.filter(owner=owner, other=other).values_list("kind", flat=True).first() or ""


def relate(owner: Owner, other: Owner, kind: str) -> None:
    """Follows (``follow``), mutes (``mute``) or blocks (``block``) another account, or nothing of that (""). Who blocks
    somebody is no longer followed by them, and their challenges to one another end. Guests can be muted alone.

    Raises ``RequestRefused`` for guests who block, for oneself, for who is blocked and follows (``follow-refused``),
    and more than ``MAX_RELATIONS``.
    """
    is_for_accounts = kind in (Relation.Kind.FOLLOW, Relation.Kind.BLOCK)
    is_wrong = (is_for_accounts and other.user_id is None) or (kind == Relation.Kind.BLOCK and owner.user_id is None)
    if is_wrong or owner.pk == other.pk:
        raise RequestRefused(403, "not-a-player", "only accounts block others, and nobody follows themselves")
    with transaction.atomic():
        _lock_relations(owner, other)
        blocks = Relation.objects.filter(kind=Relation.Kind.BLOCK, owner=other, other=owner)
        if kind == Relation.Kind.FOLLOW and blocks.exists():
            raise RequestRefused(403, "follow-refused", "who is blocked does not follow")
        own = Relation.objects.filter(owner=owner)
        if own.filter(other=other, kind=kind).exists():
            return
        own.filter(other=other).delete()
        if not kind:
            return
        if own.count() >= MAX_RELATIONS:
            raise RequestRefused(409, "too-many-relations", f"at most {MAX_RELATIONS} players")
        Relation.objects.create(owner=owner, other=other, kind=kind)
        if kind == Relation.Kind.BLOCK:
            Relation.objects.filter(owner=other, other=owner, kind=Relation.Kind.FOLLOW).delete()
            between = Q(challenger=owner, challenged=other) | Q(challenger=other, challenged=owner)
            Challenge.objects.filter(between).delete()


def _lock_relations(one: Owner, other: Owner) -> None:
    """Of both, in one order: what each may do depends on the other's."""
    for key in sorted((one.pk, other.pk)):
        lock_name(f"relations {key}")


def followers(other: Owner | UUID) -> QuerySet[Relation]:
    """By whom somebody is followed."""
    return Relation.objects.filter(other=other, kind=Relation.Kind.FOLLOW)


def followed_by(owner: Owner | UUID) -> QuerySet[Relation]:
    """Whom somebody follows."""
    return Relation.objects.filter(owner=owner, kind=Relation.Kind.FOLLOW)


def relations_of(owner: Owner | None, kind: str) -> list[Owner]:
    """The accounts that one follows, mutes or blocks, the latest first."""
    if owner is None:
        return []
    rows = Relation.objects.filter(owner=owner, kind=kind, other__user__isnull=False).select_related("other__user")
    return [row.other for row in rows]


def unheard_by(owner: Owner) -> set[UUID]:
    """The keys of all owners of whom one wants to read nothing: muted or blocked."""
    unheard = Relation.objects.filter(owner=owner, kind__in=(Relation.Kind.MUTE, Relation.Kind.BLOCK))
    return set(unheard.values_list("other", flat=True))


def blocked_with(owner: Owner | None) -> set[UUID]:
    """The keys of all owners whom one blocks or who block one."""
    if owner is None:
        return set()
    pairs = Relation.objects.filter(kind=Relation.Kind.BLOCK).filter(Q(owner=owner) | Q(other=owner))
    return {key for pair in pairs.values_list("owner", "other") for key in pair if key != owner.pk}


def latest_opponents(owner: Owner) -> list[Owner]:
    """The accounts one played with last, the latest first."""
    own = GameSeat.objects.filter(owner=owner, kind=GameSeat.Kind.PERSON, game__first_game_moment=None)
    games = own.order_by("-game__updated").values_list("game", flat=True)[:_LATEST_SEATS]
    seats = GameSeat.objects.filter(game__in=list(games), owner__user__is_active=True).exclude(owner=owner)
    latest = seats.values_list("owner").annotate(at=Max("game__updated")).order_by("-at")[:OPPONENTS]
    owners = Owner.objects.select_related("user").in_bulk([key for key, _at in latest])
    return [owners[key] for key, _at in latest if key in owners]


def have_played(owner: Owner, other: Owner) -> bool:
    """Whether both have had seats in one game."""
    games = GameSeat.objects.filter(owner=owner, kind=GameSeat.Kind.PERSON, is_taken=True).values("game")
    return GameSeat.objects.filter(owner=other, game__in=games, game__first_game_moment=None).exists()


def challenged_account(name: str, owner: Owner | None, arrangement: TableConfig) -> Owner:
    """Whom a new game is for, by the name of the account. Raises ``RequestRefused`` where they cannot be asked."""
    if owner is None or owner.user_id is None:
        raise RequestRefused(403, "challenge-account", "a challenge needs an account: sign in")
    other = account_called(name)
    if other is None or other.pk == owner.pk:
        raise RequestRefused(422, "challenge-unknown", "there is no such player to challenge")
    if Relation.objects.filter(kind=Relation.Kind.BLOCK, owner=other, other=owner).exists():
        raise RequestRefused(403, "challenge-refused", "this player takes no challenges from you")
    if Relation.objects.filter(kind=Relation.Kind.BLOCK, owner=owner, other=other).exists():
        raise RequestRefused(409, "challenge-blocked", "you have blocked this player")
    if OPEN not in (kind for kind, _level in arrangement.seats.values()):
        raise RequestRefused(422, "challenge-seat", "a challenge needs an open seat")
    if _open().filter(challenger=owner, is_declined=False).count() >= MAX_WAITING:
        raise RequestRefused(409, "challenge-many", f"at most {MAX_WAITING} challenges can wait for an answer")
    return other


def challenge(game: LiveGame, challenger: Owner, other: Owner) -> None:
    """Offers an account the first open seat of a game that has just been made; sent twice, it is one challenge. None
    where one of both has blocked the other meanwhile."""
    with transaction.atomic():
        _lock_relations(challenger, other)
        seat = game.seats.filter(is_taken=False).order_by("pk").first()
        if seat is None or are_apart(challenger, other):
            return
        asked = {"challenger": challenger, "challenged": other}
        _one, is_new = Challenge.objects.get_or_create(seat=seat, defaults=asked)
        if is_new:
            tell_person(Told.CHALLENGE, game, other, challenger)


def _open() -> QuerySet[Challenge]:
    """The challenges whose seat can still be taken, refused ones among them."""
    return Challenge.objects.filter(seat__is_taken=False).exclude(seat__game__status=LiveGame.Status.OVER)


def challenges_to(owner: Owner | None) -> list[Challenge]:
    """The challenges that wait for an account's answer, the latest first."""
    if owner is None or owner.user_id is None:
        return []
    own = _open().filter(challenged=owner, is_declined=False)
    return list(own.select_related("seat__game", "challenger__user"))


def challenge_of(game: LiveGame, owner: Owner) -> Challenge | None:
    """The challenge that an account waits for at a table, or that was refused there."""
    return _open().filter(seat__game=game, challenger=owner).select_related("challenged__user").first()


def challenges_by(owner: Owner | None) -> list[Challenge]:
    """The challenges of an account that wait, and those that were refused."""
    if owner is None or owner.user_id is None:
        return []
    return list(_open().filter(challenger=owner).select_related("seat__game", "challenged__user"))


def answer(number: int, owner: Owner, *, accept: bool) -> LiveGame | None:
    """Takes the seat of a challenge, or refuses it: the game, None where it was refused.

    Raises ``RequestRefused``: ``not-found`` for what is no challenge to this account, or none any more, and what
    ``tables.join`` raises.
    """
    own = _open().filter(challenged=owner, is_declined=False)
    challenge = own.filter(pk=number).select_related("seat__game", "challenger__user").first()
    if challenge is None:
        raise RequestRefused(404, "not-found", "there is no such challenge any more")
    game = challenge.seat.game
    if not accept:
        if own.filter(pk=number).update(is_declined=True):
            tell_person(Told.DECLINED, game, challenge.challenger, owner)
        notify(game)
        return None
    tables.join(game, tokens.invitation(game, challenge.seat.seat_name), owner, UNKEYED)
    tell_person(Told.ACCEPTED, game, challenge.challenger, owner)
    return game


def withdraw(number: int, owner: Owner) -> None:
    """Takes one's challenge back, or forgets that it was refused; the game and its link stay."""
    Challenge.objects.filter(pk=number, challenger=owner).delete()
