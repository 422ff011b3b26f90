"""Creating a game, and joining one."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.begun import SENT_TWICE, token_for
from accounts.locks import lock_name, lock_row
from accounts.models import Owner, new_token
from contract.adapter import TableConfig
from contract.clocks import clock_again
from contract.registry import character_of, level_of
from contract.seating import BOT, ME, OPEN, names_in
from tables import tokens
from tables.answers import bot_keys
from tables.models import GameSeat, LiveGame
from tables.services import bots
from tables.services.idempotency import INVITATION_LINK, SEAT_LINK, SEAT_TOKEN, KeyedRequest, fill
from tables.services.log import Kind, NewEntry, StaleVersion, apply_entries, glued, notify, write_entries
from tables.services.people_messages import are_apart
from tables.services.timeout_jobs import arm
from tables.services.turn_messages import tell_begun
from tables.states import initial, state_of
from web.idempotency import SecretPlaces
from web.json_bodies import to_text
from web.refusals import RequestRefused, not_found


@transaction.atomic
def new_game(
    arrangement: TableConfig,
    creator: Owner | None,
    owners: Mapping[str, Owner | None] | None = None,
    apart: Collection[str] = (),
    listed: str = "",
    token: str = "",
    names: Mapping[str, str] | None = None,
    rated: bool = False,
) -> LiveGame:
    """A new game with its seats.

    ``owners`` are those of the seats that are taken from the beginning, else the creator; ``apart`` are those of them
    that other clients hold. ``listed`` are the names of the open seats that the lobby is to offer. ``token`` is
    the game's, where a link has named it before: raises ``IntegrityError`` if there is such a game already.
    ``names`` are what people are called, by seat, where that is not what their owner is called now.
    ``rated``: see ``tables.ratings``, which says what may be.
    """
    now, offered = timezone.now(), names_in(listed, arrangement.seats)
    game = LiveGame(
        token=token or new_token(),
        creator=creator,
        game=arrangement.game,
        mode=arrangement.mode_name,
        format=arrangement.format_name,
        setup=arrangement.written(),
        nonce=tokens.new_nonce(),
        spectators=arrangement.spectators,
        listed=",".join(name for name, (kind, _) in arrangement.seats.items() if kind == OPEN and name in offered),
        deadline=arrangement.deadline,
        clock=None if arrangement.clock is None else arrangement.clock.written(),
        rated=rated,
        created=now,
        updated=now,
    )
    seats = []
    for seat_name, (kind, level) in arrangement.seats.items():
        is_open = kind == OPEN
        holder = (owners or {}).get(seat_name, creator) if kind == ME else None
        seats.append(
            GameSeat(
                game=game,
                seat_name=seat_name,
                kind=GameSeat.Kind.BOT if kind == BOT else GameSeat.Kind.PERSON,
                level=level_of(level),
                character=level if character_of(level) else None,
                owner=holder,
                player_name=_name_kept(holder, (names or {}).get(seat_name, "")) if kind == ME else "",
                token_hash=tokens.hash_of(tokens.seat_token(game, seat_name)) if kind == ME else "",
                invitation_hash=tokens.hash_of(tokens.invitation(game, seat_name)) if is_open else "",
                is_taken=not is_open,
                is_apart=is_open or seat_name in apart,
            )
        )
    state = initial(game, seats)
    game.status, game.acting, game.turn_began = state.status, state.to_act(), state.since
    game.to_act = glued(game.acting)
    game.save(force_insert=True)
    for seat in seats:
        seat.game = game
    GameSeat.objects.bulk_create(seats)
    bots.queue_with(game, state, seats)
    arm(game, state)
    tell_begun(game, state)
    notify(game)  # for streams of accounts
    return game


def _name_kept(owner: Owner | None, said: str) -> str:
    """The name that a seat keeps; an account's own is read from the account as long as there is one."""
    return said or (owner.player_name if owner is not None else "")


def begin(arrangement: TableConfig, owner: Owner | None, page: str, listed: str = "", rated: bool = False) -> LiveGame:
    """Begins the game of a form. The same form sent again within moments leads to the game that it began.

    ``page`` is the form's token (``accounts.begun``), "" for one without.
    """
    with transaction.atomic():
        game = begun_before(arrangement, owner, page)
        if game is None or game.rated != rated:
            game = new_game(arrangement, owner, listed=listed, token=token_for(LiveGame, page), rated=rated)
    bots.run(game)
    return game


def begun_before(arrangement: TableConfig, owner: Owner | None, page: str) -> LiveGame | None:
    """The game that the same form has begun, if it goes on and is as this one is to be. To be asked in a transaction.

    Whoever asks for the same form at the same moment waits until that transaction has ended.
    """
    if not page:
        return None
    lock_name(f"begun {page}")
    latest = LiveGame.objects.filter(creator=owner, token=page, created__gte=timezone.now() - SENT_TWICE)
    game = latest.exclude(status=LiveGame.Status.OVER).first()
    if game is None:
        return None
    existing = (game.game, game.mode, game.format, game.deadline, clock_again(game.clock), game.spectators)
    wanted = (arrangement.game, arrangement.mode_name, arrangement.format_name, arrangement.deadline)
    wanted_setup = _but_chance(json.loads(json.dumps(arrangement.written())))
    if existing != (*wanted, arrangement.clock, arrangement.spectators) or _but_chance(game.setup) != wanted_setup:
        return None
    kinds = {seat_name: (kind == BOT, kind == OPEN, level) for seat_name, (kind, level) in arrangement.seats.items()}
    seats = game.seats.all()
    return (
        game if kinds == {seat.seat_name: (not seat.is_person, seat.was_open, seat.player) for seat in seats} else None
    )


def _but_chance(setup: dict[str, Any]) -> dict[str, Any]:
    return {key: part for key, part in setup.items() if key not in ("seed", "redeals")}


def create(
    arrangement: TableConfig,
    owner: Owner | None,
    attempt: KeyedRequest,
    listed: str = "",
    token: str = "",
    name: str = "",
    rated: bool = False,
) -> tuple[LiveGame, str]:
    """Creates a game; and the answer as JSON, with its secrets. ``name`` is what its creator is called.

    Raises ``ReplayedResponse``.
    """
    attempt.look()
    with transaction.atomic():
        names = dict.fromkeys(arrangement.seats, name)
        game = new_game(arrangement, owner, listed=listed, token=token, names=names, rated=rated)
        body, secrets = created_body(game, arrangement)
        attempt.note(game, 201, body, secrets, location_of(game))
    bots.run(game)
    return game, fill(game, body, secrets)


def location_of(game: LiveGame) -> dict[str, str]:
    """The header that says where a game is that was made over the API."""
    return {"Location": reverse("play-api:game", args=[game.token])}


def created_body(game: LiveGame, arrangement: TableConfig) -> tuple[str, SecretPlaces]:
    """The answer to *Create* without its secrets, and where they belong."""
    seats: dict[str, Any] = {}
    secrets: dict[str, tuple[str, str]] = {}
    for seat_name, (kind, level) in arrangement.seats.items():
        seats[seat_name] = {"kind": kind}
        if kind == ME:
            seats[seat_name] |= {"token": None, "url": None}
            secrets[f"/seats/{seat_name}/token"] = SEAT_TOKEN, seat_name
            secrets[f"/seats/{seat_name}/url"] = SEAT_LINK, seat_name
        elif kind == OPEN:
            seats[seat_name]["url"] = None
            secrets[f"/seats/{seat_name}/url"] = INVITATION_LINK, seat_name
        else:
            seats[seat_name] |= bot_keys(level)
    first = next((seat_name for seat_name, (kind, _) in arrangement.seats.items() if kind == ME), "")
    state = initial(game)
    body = {
        "id": game.token,
        "url": reverse("play:game", args=[game.token]),
        "version": 0,
        "seats": seats,
        "view": state.view(state.seat_number(first)),
    }
    return to_text(body), secrets


def invited(game: LiveGame, invitation: str) -> GameSeat:
    """The seat of an invitation. Raises ``RequestRefused`` when there is none."""
    seat = game.seats.filter(invitation_hash=tokens.hash_of(invitation)).first() if invitation else None
    if seat is None:
        raise not_found()
    return seat


def join(
    game: LiveGame,
    invitation: str,
    owner: Owner | None,
    attempt: KeyedRequest,
    from_lobby: bool = False,
    name: str = "",
) -> str:
    """Takes an open seat; the answer as JSON, with the seat's token. ``name`` is what whoever comes is called.

    ``from_lobby``: only if the lobby still offers it, and to whoever has no seat in the game yet.
    Raises ``RequestRefused`` (``not-found``, ``seat-taken``) and ``ReplayedResponse``.
    """
    seat = invited(game, invitation)
    attempt.look()
    check_sitter(game, owner)
    secrets = {"/token": (SEAT_TOKEN, seat.seat_name)}
    while True:
        before = state_of(game)
        if seat.seat_name not in before.open or before.result is not None:
            attempt.look()
            raise RequestRefused(409, "seat-taken", f"seat {seat.seat_name} is already taken")
        state, rows = apply_entries(game, before, [NewEntry(Kind.JOINED, seat.seat_name)])
        view = state.view(state.seat_number(seat.seat_name))
        body = to_text({"seat": seat.seat_name, "token": None, "version": state.version, "view": view})
        try:
            with transaction.atomic():
                write_entries(game, before, state, rows)
                if from_lobby:
                    _check_offer(game, seat, owner)
                hashed = tokens.hash_of(tokens.seat_token(game, seat.seat_name))
                taken = {"owner": owner, "token_hash": hashed, "player_name": _name_kept(owner, name)}
                game.seats.filter(pk=seat.pk).update(is_taken=True, **taken)
                attempt.note(game, 200, body, secrets)
                bots.queue_with(game, state, game.seats.all())
        except StaleVersion:
            game.refresh_from_db()
            continue
        bots.run(game)
        return fill(game, body, secrets)


def check_sitter(game: LiveGame, owner: Owner | None) -> None:
    """Raises ``RequestRefused`` where a guest, or who plays in it already, would join a rated game."""
    if not game.rated:
        return
    if owner is None or owner.user_id is None:
        raise RequestRefused(403, "rated-account", "a rated game needs an account: sign in")
    if game.seats.filter(owner=owner).exists():
        raise RequestRefused(409, "rated-players", "a rated game is one of two people")


def take_listed_seat(game: LiveGame, owner: Owner | None, attempt: KeyedRequest, name: str = "") -> str:
    """Takes the first free seat that the lobby offers; the answer as ``join`` gives it.

    Raises ``RequestRefused``: ``not-found`` for a game that is not in the lobby, ``seat-taken`` where none is free, the
    owner has one, or one of the owner and the game's creator blocks the other. Raises ``ReplayedResponse``.
    """
    attempt.look()
    if not game.listed:
        raise not_found()
    check_sitter(game, owner)
    if owner is not None and game.creator_id is not None and are_apart(owner, game.creator_id):
        raise RequestRefused(409, "seat-taken", "the lobby offers no seat of this game to you")
    seats = list(game.seats.all())
    listed = names_in(game.listed, [seat.seat_name for seat in seats])
    for seat in seats:
        if seat.seat_name not in listed or seat.is_taken:
            continue
        try:
            return join(game, tokens.invitation(game, seat.seat_name), owner, attempt, from_lobby=True, name=name)
        except RequestRefused:  # another client was faster
            game.refresh_from_db()
    raise RequestRefused(409, "seat-taken", "the lobby offers no seat of this game to you")


def withdraw_offer(game: LiveGame, owner: Owner) -> None:
    """Takes a game that its creator has opened out of the lobby. Seats that were taken there stay listed: who has them
    came as a stranger."""
    with transaction.atomic():
        lock_row(LiveGame, game.pk)
        own = LiveGame.objects.filter(pk=game.pk, creator=owner)
        is_taken = dict(game.seats.values_list("seat_name", "is_taken"))
        for listed in own.values_list("listed", flat=True):
            own.update(listed=",".join(name for name in names_in(listed, is_taken) if is_taken[name]))


def _check_offer(game: LiveGame, seat: GameSeat, owner: Owner | None) -> None:
    """Inside the transaction that takes a seat, which holds the game: its creator may have taken it out of the lobby
    this moment, and a press that came twice takes one seat."""
    listed = LiveGame.objects.values_list("listed", flat=True).get(pk=game.pk)
    is_offered = seat.seat_name in names_in(listed, game.seats.values_list("seat_name", flat=True))
    if not is_offered or (owner is not None and game.seats.filter(owner=owner).exists()):
        raise RequestRefused(409, "seat-taken", f"the lobby does not offer seat {seat.seat_name} any more")
