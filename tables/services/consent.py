"""Services that need the others' consent: take-backs, draws, rematches; and leaving: resigning, turns that are late.

An offer is open until all others have accepted it, one has refused, or who made it withdraws it; one to take back or of
a draw lapses with the next entry of the log. What was refused twice is not offered again in the same turn. Each change
is made in a transaction that holds the game's row.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.locks import lock_row
from contract.registry import GAMES
from contract.seating import rotated
from tables import tokens
from tables.answers import due_at
from tables.models import FirstGame, GameNotice, LiveGame, Told
from tables.notices import ACCEPTED, OFFER_ENDED, REFUSED, REMATCH, WITHDRAWN, offer_ended, offered
from tables.occasions import ways_back
from tables.services import bots
from tables.services.acting import claim_seat, stale
from tables.services.leaving import leave
from tables.services.log import Kind, NewEntry, StaleVersion, add_notice, apply_entries, notify, write_entries
from tables.services.people_messages import tell_person
from tables.services.tables import new_game
from tables.states import GameState, state_of
from tables.viewers import Viewer
from web.refusals import RequestRefused

TAKE_BACK: Final = "take-back"
DRAW: Final = "draw"
MAX_REFUSALS: Final = 2  # of one kind that a seat has offered, in one turn
KINDS: Final = (TAKE_BACK, DRAW, REMATCH)


def _consistently(viewer: Viewer, change: Callable[[], None]) -> None:
    """Makes a change with the game's row held and read anew. What goes on meanwhile is waited for, or done again."""
    while True:
        try:
            with transaction.atomic():
                lock_row(LiveGame, viewer.game.pk)
                viewer.game.refresh_from_db()
                for seat in viewer.seats:
                    seat.refresh_from_db()
                change()
        except StaleVersion:
            continue
        bots.run(viewer.game)
        return


# Offers


def take_back(viewer: Viewer, version: int, *, with_help: bool = False) -> None:
    """Asks to go back to before the seat's last turn; alone it happens at once. Raises ``RequestRefused``.

    ``with_help``: whoever plays against bots alone goes back over what was shown since, too; the game says so.
    """

    def change() -> None:
        _going_on(viewer)
        if version != viewer.game.version:
            raise stale(viewer)
        seat = claim_seat(viewer)
        if viewer.game.rated:
            raise RequestRefused(409, "rated-game", "nothing is taken back in a rated game")
        if with_help and is_against_bots(viewer):
            _go_back_with_help(viewer, seat.seat_name)
        else:
            _back_to(viewer, seat.seat_name)
            _offer(viewer, TAKE_BACK)

    _consistently(viewer, change)


def draw(viewer: Viewer) -> None:
    """Offers a draw. Raises ``RequestRefused``."""

    def change() -> None:
        _begun(viewer)
        _offer(viewer, DRAW)

    _consistently(viewer, change)


def rematch(viewer: Viewer) -> None:
    """Offers to play again, sides swapped. Raises ``RequestRefused``."""

    def change() -> None:
        claim_seat(viewer)
        if state_of(viewer.game).result is None:
            raise RequestRefused(409, "not-over", "the game is not over")
        if viewer.game.rematch_id is not None:
            raise RequestRefused(409, "rematch-made", "the rematch already exists")
        _offer(viewer, REMATCH)

    _consistently(viewer, change)


def answer(viewer: Viewer, kind: str, accept: bool) -> None:
    """Accepts an offer or refuses it; who made it withdraws it by that. Raises ``RequestRefused``."""

    def change() -> None:
        seat, game = claim_seat(viewer), viewer.game
        offer = next((offer for offer in game.offers if offer["kind"] == kind), None)
        is_withdrawn = offer is not None and offer["by"] == seat.seat_name and not accept
        if offer is None or (not is_withdrawn and offer["answers"].get(seat.seat_name, True) is not None):
            raise RequestRefused(409, "no-offer", "no such offer awaits this seat's answer", "/offer")
        if not accept:
            _end_offer(game, offer, WITHDRAWN if is_withdrawn else REFUSED)
            return
        offer["answers"][seat.seat_name] = True
        if all(offer["answers"].values()):
            _end_offer(game, offer, ACCEPTED)
            _carry_out(viewer, kind, offer["by"])
        else:
            _set_offers(game, game.offers)
            add_notice(game, offered(offer))

    _consistently(viewer, change)


def _offer(viewer: Viewer, kind: str) -> None:
    game, seat = viewer.game, claim_seat(viewer)
    if any(offer["kind"] == kind for offer in game.offers):
        raise RequestRefused(409, "offer-open", "already offered")
    others = viewer.all_others() if kind == REMATCH else viewer.others()  # who gave up is seated anew as well
    seat_names = [other.seat_name for other in others]
    if not seat_names:
        _carry_out(viewer, kind, seat.seat_name)
        return
    if is_refused(game, seat.seat_name, kind):
        raise RequestRefused(409, "offer-refused", f"this was refused {MAX_REFUSALS} times in this turn")
    offer = {"kind": kind, "by": seat.seat_name, "answers": dict.fromkeys(seat_names)}
    _set_offers(game, [*game.offers, offer])
    add_notice(game, offered(offer))
    if kind == REMATCH:
        owners = {other.owner for other in others if other.is_person}
        for owner in owners:
            tell_person(Told.REMATCH, game, owner, seat.owner)


def is_refused(game: LiveGame, seat_name: str, kind: str) -> bool:
    """Whether a seat has offered something so often in this turn that it may not any more."""
    ended = {"data__kind": OFFER_ENDED, "data__offer": kind, "data__why": REFUSED, "data__by": seat_name}
    refusals = GameNotice.objects.filter(game=game, at__gte=game.turn_began or game.created, **ended)
    return refusals.count() >= MAX_REFUSALS


def _end_offer(game: LiveGame, offer: dict[str, Any], why: str) -> None:
    _set_offers(game, [other for other in game.offers if other is not offer])
    add_notice(game, offer_ended(offer, why))


def _set_offers(game: LiveGame, offers: list[dict[str, Any]]) -> None:
    game.offers = offers
    game.changes += 1
    game.updated = timezone.now()
    game.save(update_fields=["offers", "changes", "updated"])
    notify(game)


def _carry_out(viewer: Viewer, kind: str, by: str) -> None:
    if kind == TAKE_BACK:
        _add(viewer, [NewEntry(Kind.TAKEN_BACK, by, data={"to": _back_to(viewer, by)})])
    elif kind == DRAW:
        result = {"winners": [], "reason": "agreed"}
        _add(viewer, [NewEntry(Kind.DRAW, by), NewEntry(Kind.OVER, data={"result": result})])
    else:
        _play_again(viewer)


def _add(viewer: Viewer, entries: list[NewEntry]) -> None:
    before = state_of(viewer.game)
    after, rows = apply_entries(viewer.game, before, entries)
    write_entries(viewer.game, before, after, rows)
    bots.queue_with(viewer.game, after, viewer.seats)


def _going_on(viewer: Viewer) -> GameState:
    """The state of a game that is not over. Raises ``RequestRefused``."""
    claim_seat(viewer)
    state = state_of(viewer.game)
    if state.result is not None:
        raise RequestRefused(409, "game-over", "the game is over")
    return state


def _begun(viewer: Viewer) -> GameState:
    """The state of a game that has begun and is not over, for a seat that has not left. Raises ``RequestRefused``."""
    state = _going_on(viewer)
    if state.engine is None:
        raise RequestRefused(409, "not-begun", "not all seats are taken")
    if viewer.seat_name in state.left:
        raise RequestRefused(409, "has-left", "this seat has left the game")
    return state


# Taking back


def may_take_back(viewer: Viewer) -> bool:
    """Whether asking to take back the last turn, with help where that is possible, would not be refused."""
    if viewer.seat is None or viewer.game.rated or not may_offer(viewer, TAKE_BACK):
        return False
    try:
        if is_against_bots(viewer):
            _check_final(viewer, _last_turn(viewer, viewer.seat_name))
        else:
            _back_to(viewer, viewer.seat_name)
    except RequestRefused:
        return False
    return True


def may_offer_draw(viewer: Viewer) -> bool:
    """Whether offering a draw would not be refused."""
    try:
        _begun(viewer)
    except RequestRefused:
        return False
    return may_offer(viewer, DRAW)


def may_offer(viewer: Viewer, kind: str) -> bool:
    """Whether an offer of that kind is not open, nor was refused too often in this turn."""
    is_open = any(offer["kind"] == kind for offer in viewer.game.offers)
    return not is_open and not is_refused(viewer.game, viewer.seat_name, kind)


def is_against_bots(viewer: Viewer) -> bool:
    """Whether the seat's player is the only person in a game that counts for nothing beyond itself."""
    people = [seat for seat in viewer.seats if seat.is_person]
    return people == [viewer.seat] and not ways_back(viewer)


def _go_back_with_help(viewer: Viewer, seat_name: str) -> None:
    to = _last_turn(viewer, seat_name)
    _check_final(viewer, to)
    is_helped = viewer.game.helped or _is_barred(viewer, to)
    _add(viewer, [NewEntry(Kind.TAKEN_BACK, seat_name, data={"to": to})])
    LiveGame.objects.filter(pk=viewer.game.pk).update(helped=is_helped)
    viewer.game.helped = is_helped


def _back_to(viewer: Viewer, seat_name: str) -> int:
    """The version to go back to. Raises ``RequestRefused``: ``nothing-to-take-back``, ``barrier``."""
    to = _last_turn(viewer, seat_name)
    if _is_barred(viewer, to):
        raise _barrier()
    return to


def _is_barred(viewer: Viewer, to: int) -> bool:
    state = state_of(viewer.game)
    persons = {state.seat_names.index(person.seat_name) for person in viewer.persons()}
    return GAMES[state.game].adapter.is_barred(state, to, persons)


def _check_final(viewer: Viewer, to: int) -> None:
    state = state_of(viewer.game)
    if GAMES[state.game].adapter.is_final(state, to):
        raise _barrier()


def _barrier() -> RequestRefused:
    return RequestRefused(409, "barrier", "hidden cards were revealed since, or something random happened")


def _last_turn(viewer: Viewer, seat_name: str) -> int:
    """The version before the first action of the last turn in which a seat did anything.

    Raises ``RequestRefused``: ``nothing-to-take-back``.
    """
    state = _begun(viewer)
    seat = state.seat_number(seat_name)
    own = [done for done in state.done if done.version and done.seat == seat]
    if not own:
        raise RequestRefused(409, "nothing-to-take-back", "this seat has nothing to undo")
    turn = own[-1].turn
    return min(done.version for done in own if done.turn == turn) - 1


# Leaving


def resign(viewer: Viewer) -> None:
    """Gives up. Raises ``RequestRefused``."""

    def change() -> None:
        _begun(viewer)
        leave(viewer.game, viewer.seats, [claim_seat(viewer)], Kind.RESIGNED, "resigned")

    _consistently(viewer, change)


def claim(viewer: Viewer) -> None:
    """Claims a turn that was not ended in time. Raises ``RequestRefused``."""

    def change() -> None:
        state, seat = _begun(viewer), claim_seat(viewer)
        due = due_at(viewer.game, viewer.seats, state)
        own = viewer.persons()
        late = [other for other in own if other.seat_name in state.to_act() and other.seat_name != seat.seat_name]
        if due is None or timezone.now() < due or not late:
            raise RequestRefused(409, "not-late", "no other player's turn is late")
        leave(viewer.game, viewer.seats, late, Kind.DEADLINE, "deadline")

    _consistently(viewer, change)


# Playing again


def _play_again(viewer: Viewer) -> None:
    game = viewer.game
    seats = {seat.seat_name: seat for seat in viewer.seats}
    to = rotated(seats)
    back = {new: old for old, new in to.items()}
    sits = {seat_name: seats[back[seat_name]] for seat_name in seats}
    arrangement = GAMES[game.game].adapter.again(game, sits, back)
    owners = {seat_name: seat.owner for seat_name, seat in sits.items()}
    apart = {seat_name for seat_name, seat in sits.items() if seat.is_apart}
    names = {seat_name: seat.player_name for seat_name, seat in sits.items()}
    again = new_game(arrangement, game.creator, owners, apart, names=names, rated=game.rated)
    LiveGame.objects.filter(pk=game.pk).update(rematch=again)
    if game.has_chat:
        LiveGame.objects.filter(pk=again.pk).update(has_chat=True)
    if again.setup.get("guide"):
        FirstGame.objects.filter(game=game).update(game=again)
    game.rematch = again
    add_notice(game, {"kind": REMATCH, "game": again.token, "seats": to})
    transaction.on_commit(lambda: bots.run(again))


def rematch_notice(game: LiveGame, again: LiveGame, seats: dict[str, str], seat_name: str) -> dict[str, Any]:
    """The notice of a rematch for a seat or a spectator: its own link into it."""
    new = seats.get(seat_name)
    url = reverse("play:game", args=[again.token])
    if new is not None:
        url = reverse("play:take", args=[again.token, tokens.seat_token(again, new)])
    return {"kind": REMATCH, "game": again.token, "seat": new, "url": url}
