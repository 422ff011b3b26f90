"""Chat at a private table: its creator switches it on, who has a seat there writes and reads, and nobody else.

What is written is text and nothing more: no address in it becomes a link, and it goes neither into the log nor through
the API. A stream says only that there is something new, and the page fetches what its reader may see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.locks import lock_row
from accounts.models import Owner
from tables.models import ChatLine, GameSeat, LiveGame, Relation
from tables.notices import CHAT
from tables.people.services import relate, relation_to, unheard_by
from tables.services.log import add_notice
from tables.summaries import holder_name
from tables.tokens import hash_of
from tables.viewers import CREATOR, Viewer, holder_of
from web.refusals import RequestRefused

SHOWN: Final = 100  # lines, the latest
MAX_LINES: Final = 1000  # of a table
_SECRETS: Final = re.compile(r"(?=([\w-]{32}))")  # as ``tokens`` writes them, whatever stands before and after


@dataclass(frozen=True, slots=True)
class ChatPlayer:
    """Another person at the table, and whether the reader reads what they write."""

    seat_name: str
    name: str
    is_muted: bool


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat as somebody with a seat sees it; with a refused line and what is wrong with it."""

    is_on: bool
    may_switch: bool
    lines: list[ChatLine]
    players: list[ChatPlayer]
    owner: Owner | None
    problem: str = ""
    text: str = ""


def may_switch(viewer: Viewer) -> bool:
    """Whether the viewer switches the chat of this table on and off: they made it, the lobby neither offers it nor
    has brought anybody, and whoever else plays came by a link that they were given. A rematch takes over what the table
    before it had."""
    game, seat = viewer.game, viewer.seat
    if seat is None or seat.owner_id is None or seat.owner_id != game.creator_id or game.listed:
        return False
    others = [other for other in viewer.seats if other.is_person and holder_of(game, other) != CREATOR]
    is_of_friends = bool(others) and all(other.was_open for other in others)
    return game.has_chat or is_of_friends or LiveGame.objects.filter(rematch=game, has_chat=True).exists()


def chat_of(viewer: Viewer, problem: str = "", text: str = "") -> ChatView | None:
    """The chat for whoever has a seat, with a cookie or an account; None for others, and where there is none."""
    owner = None if viewer.seat is None else viewer.seat.owner
    can_switch = may_switch(viewer)
    if owner is None or not (viewer.game.has_chat or can_switch):
        return None
    if not viewer.game.has_chat:
        return ChatView(False, can_switch, [], [], owner, problem)
    unheard = unheard_by(owner)
    readable = ChatLine.objects.filter(game=viewer.game, hidden_at=None).exclude(owner__in=unheard)
    lines = list(readable.order_by("-pk")[:SHOWN])[::-1]
    for line in lines:
        line.name = line.name or _("Guest")  # in the reader's language
    players = [
        ChatPlayer(seat.seat_name, holder_name(seat), seat.owner_id in unheard)
        for seat in viewer.seats
        if seat.is_person and seat.owner_id is not None and seat.owner_id != owner.pk
    ]
    return ChatView(True, can_switch, lines, players, owner, problem, text)


def switch(viewer: Viewer, *, is_on: bool) -> None:
    """Switches the chat on or off; what was written stays. Raises ``RequestRefused``."""
    if not may_switch(viewer):
        raise RequestRefused(403, "not-your-table", "the chat is switched by whoever made a private table")
    with transaction.atomic():
        LiveGame.objects.filter(pk=viewer.game.pk).update(has_chat=is_on)
        add_notice(viewer.game, {"kind": CHAT})
    viewer.game.has_chat = is_on


def write(viewer: Viewer, text: str) -> None:
    """Adds a line of the viewer's seat. ``text`` is tidied, of one line, and not empty.

    Raises ``RequestRefused``: ``no-seat``, ``no-chat``, ``chat-secret`` for what gives a seat of this table away, and
    ``chat-full``.
    """
    seat = _own_seat(viewer)
    if _gives_away(viewer, text):
        raise RequestRefused(422, "chat-secret", "this is the secret of a seat")
    with transaction.atomic():
        lock_row(LiveGame, viewer.game.pk)
        if not LiveGame.objects.filter(pk=viewer.game.pk, has_chat=True).exists():
            raise RequestRefused(409, "no-chat", "this table has no chat")
        if ChatLine.objects.filter(game=viewer.game).count() >= MAX_LINES:
            raise RequestRefused(409, "chat-full", f"at most {MAX_LINES} lines")
        name = seat.name_of_person
        ChatLine.objects.create(game=viewer.game, owner=seat.owner, seat_name=seat.seat_name, name=name, text=text)
        add_notice(viewer.game, {"kind": CHAT})


def mute(viewer: Viewer, seat_name: str, *, is_muted: bool) -> None:
    """Hides what the holder of another seat writes, at this and every other table, or shows it again.

    Raises ``RequestRefused``.
    """
    owner = _own_seat(viewer).owner
    other = next((seat.owner for seat in viewer.seats if seat.seat_name == seat_name and seat.is_person), None)
    if owner is None or other is None or not viewer.game.has_chat:
        raise RequestRefused(422, "no-player", "nobody to mute has this seat")
    kind = relation_to(owner, other)
    if is_muted and kind != Relation.Kind.BLOCK:
        relate(owner, other, Relation.Kind.MUTE)
    elif not is_muted and kind == Relation.Kind.MUTE:
        relate(owner, other, "")


def _own_seat(viewer: Viewer) -> GameSeat:
    if viewer.seat is None or viewer.seat.owner_id is None:
        raise RequestRefused(403, "no-seat", "spectators can't write")
    return viewer.seat


def _gives_away(viewer: Viewer, text: str) -> bool:
    """Whether a text has the token of a seat of this table in it, as its own link has."""
    hashes = {seat.token_hash for seat in viewer.seats if seat.token_hash}
    return any(hash_of(word) in hashes for word in _SECRETS.findall(text))
