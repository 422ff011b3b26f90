"""A day's deal, a try at it, what became of it.

Decks, chance and bot of a day follow from the server's secret and the day, in UTC: nobody can know them before, and
everybody gets the same; nor does anybody else watch a game of it before the day is over. Whoever played it as a guest
first knows more: tables have accounts alone, and what a person does under two names no table can tell.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.dispatch import receiver
from django.utils.crypto import salted_hmac

from accounts.locks import lock_row
from accounts.models import Owner
from accounts.services import guest_adopted
from contract.characters import BotCharacter
from contract.seating import BOT, ME
from engine.decks.game.setup import PRECONSTRUCTED, SetUp
from engine.decks.rules.modes import DUEL, SEAT_NAMES
from engine.kernel.chance import SEED_BITS
from games.decks.cardpool import DEFAULT_SETS, decks_of_sets
from games.decks.characters import CHARACTERS
from games.decks.deal.models import DealTry
from games.decks.setups import GameSetup
from games.decks.state import DecksState
from tables.models import LiveGame
from tables.services import bots
from tables.services.log import game_ended
from tables.services.tables import new_game
from tables.states import GameState

PLAYER: Final = 0  # the seat of whoever tries it
MAX_PLACES: Final = 50
DRAWN: Final = 0.5  # a score
DAYS: Final = 14  # that can be looked back


def today() -> date:
    return datetime.now(UTC).date()


def is_shown(day: date) -> bool:
    """Whether a day's deal can be looked at: today's and those of the last days."""
    return timedelta() <= today() - day <= timedelta(days=DAYS)


def bot_of(day: date) -> BotCharacter:
    """Whom a day's deal is played against: all in turn."""
    characters = list(CHARACTERS.values())
    return characters[day.toordinal() % len(characters)]


def deal_of(day: date) -> GameSetup:
    """The game that everybody gets on a day."""
    digest = salted_hmac("games.decks.deal", day.isoformat(), algorithm="sha256").digest()
    seed = int.from_bytes(digest) % (1 << SEED_BITS)
    seats = {SEAT_NAMES[PLAYER]: (ME, ""), SEAT_NAMES[1]: (BOT, bot_of(day).slug)}
    setup = SetUp(DUEL, PRECONSTRUCTED, seed, decks=decks_of_sets(DEFAULT_SETS), first=PLAYER)
    return GameSetup(setup, champions=False, custom=None, seats=seats, sets=DEFAULT_SETS, spectators=False)


def begin(owner: Owner) -> LiveGame | None:
    """Begins today's deal, or leads to the game that was begun; None where that is gone. Once for each owner."""
    with transaction.atomic():
        lock_row(Owner, owner.pk)
        day = today()
        tried = DealTry.objects.filter(day=day, owner=owner).select_related("game").first()
        if tried is None:
            tried = DealTry.objects.create(day=day, owner=owner, game=new_game(deal_of(day), owner))
    if tried.game is not None:
        bots.run(tried.game)
    return tried.game


def start() -> None:
    """Has tries noted that end from now on."""
    game_ended.connect(note_result, dispatch_uid="games.decks.deal")


def note_result(game: LiveGame, state: GameState, **_: Any) -> None:
    """A receiver of ``game_ended``: what became of a try."""
    if not isinstance(state, DecksState) or state.result is None:
        return
    winners, engine = state.result["winners"], state.engine
    score = float(SEAT_NAMES[PLAYER] in winners) if winners else 0.5
    result: dict[str, Any] = {"score": score, "helped": game.helped}
    if engine is not None and engine.position is not None:
        seat = engine.position.seats[PLAYER]
        result |= {"turns": seat.turn, "hp": max(seat.hp, 0), "has_bastion": not seat.fort}
    DealTry.objects.filter(game=game, score=None).update(**result)


def open_games_of_the_past() -> int:
    """Lets others watch the games of days that are over, which nobody can try any more; how many those were."""
    past = DealTry.objects.filter(day__lt=today(), game__spectators=False).values("game")
    return LiveGame.objects.filter(pk__in=past).update(spectators=True)


@receiver(guest_adopted)
def adopt_tries(sender: type[Owner], guest: Owner, owner: Owner, **_: Any) -> None:
    """An account that has tried a day's deal itself keeps its own try."""
    days = DealTry.objects.filter(owner=owner).values("day")
    DealTry.objects.filter(owner=guest).exclude(day__in=list(days.values_list("day", flat=True))).update(owner=owner)


@dataclass(frozen=True, slots=True)
class DealRow:
    """A finished try of an account; ``place`` is shared by those who fared alike."""

    place: int
    name: str
    is_own: bool
    tried: DealTry


@dataclass(frozen=True, slots=True)
class DealDay:
    """A day's deal for a reader: ``own`` is their try. Counts are of all who have finished, guests too.

    ``own_place`` is the try's place among ``compared`` tries, which are those of guests too; 0 where it has none.
    """

    day: date
    bot: BotCharacter
    is_today: bool
    own: DealTry | None
    rows: list[DealRow]
    finished: int
    won: int
    own_place: int
    compared: int
    before: date | None
    after: date | None


def deal_day(day: date, owner: Owner | None) -> DealDay:
    """What is to be seen of a day's deal."""
    tries = DealTry.objects.filter(day=day, score__isnull=False)
    counts = tries.aggregate(
        finished=Count("pk"), won=Count("pk", filter=Q(score=1)), compared=Count("pk", filter=Q(helped=False))
    )
    ranked = tries.filter(owner__user__isnull=False, helped=False).select_related("owner__user")
    best = ranked.order_by("-score", *_by_turns(), "-has_bastion", "-hp", "pk")[:MAX_PLACES]
    own = None if owner is None else DealTry.objects.filter(day=day, owner=owner).select_related("game").first()
    now = today()
    return DealDay(
        day,
        bot_of(day),
        day == now,
        own,
        _placed(list(best), owner),
        counts["finished"],
        counts["won"],
        _own_place(own, tries),
        counts["compared"],
        day - timedelta(days=1) if now - day < timedelta(days=DAYS) else None,
        day + timedelta(days=1) if day < now else None,
    )


def _by_turns() -> tuple[Any, ...]:
    """Winning sooner is better; so is losing later, which a win's score tells apart."""
    return (F("turns") * (1 - 2 * F("score")) * -1,)


def _own_place(own: DealTry | None, tries: QuerySet[DealTry]) -> int:
    """One more than there are better tries; 0 for one that has no place."""
    if own is None or own.score is None or own.helped:
        return 0
    alike = Q(score=own.score)
    better = Q(score__gt=own.score)
    if own.score != DRAWN:
        better |= alike & (Q(turns__lt=own.turns) if own.score == 1 else Q(turns__gt=own.turns))
        alike &= Q(turns=own.turns)
    if not own.has_bastion:
        better |= alike & Q(has_bastion=True)
    better |= alike & Q(has_bastion=own.has_bastion, hp__gt=own.hp)
    return 1 + tries.filter(better, helped=False).count()


def _placed(tries: list[DealTry], owner: Owner | None) -> list[DealRow]:
    rows: list[DealRow] = []
    for number, tried in enumerate(tries, 1):
        last = rows[-1] if rows else None
        place = last.place if last is not None and _fared(last.tried) == _fared(tried) else number
        rows.append(DealRow(place, tried.owner.name, owner is not None and tried.owner_id == owner.pk, tried))
    return rows


def _fared(tried: DealTry) -> tuple[float | None, int, bool, int]:
    turns = 0 if tried.score == DRAWN else tried.turns  # which do not count in a draw
    return tried.score, turns, tried.has_bastion, tried.hp
