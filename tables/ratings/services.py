"""What a game that has ended does to its players' ratings: Glicko-2, every game a rating period of its own.

A game counts that two sat down to as a rated one, each with an account, and in which both did something. Bots are
rated by games against accounts and against one another; a game against a bot never moves an account's rating, for
whoever likes can play it a hundred times. docs/player/ratings.md says so to players.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from accounts.models import Owner
from contract import glicko
from contract.adapter import TableConfig
from contract.glicko import Rating, rate
from contract.registry import GAMES
from contract.seating import BOT
from tables.models import GameSeat, LiveGame, PlayerRating, RatedGame, SeatMove
from tables.services.log import game_ended
from tables.states import GameState
from web.refusals import RequestRefused

PERIOD: Final = timedelta(days=4.67)  # a year without play takes a deviation of 60 to about 110
SUREST, LEAST_SURE = 45.0, 350.0  # deviations: a rating stays able to move
LOWEST, HIGHEST = 100.0, 3500.0
PLAYERS: Final = 2
# What would give one side an advantage that the other does not see, or chance that somebody knows.
NOT_RATED: Final = ("seed", "first", "decks", "custom", "champions")


def start() -> None:
    """Has games rated that end from now on."""
    game_ended.connect(rate_game, dispatch_uid="tables.ratings")


def check_rated(asked: Any, arrangement: TableConfig, owner: Owner | None) -> None:
    """Raises ``RequestRefused`` where a game that is asked for cannot be a rated one."""
    if owner is None or owner.user_id is None:
        raise RequestRefused(422, "rated-account", "a rated game needs an account: sign in", "/rated")
    kinds = [kind for kind, _level in arrangement.seats.values()]
    modes = {mode.name: mode for mode in GAMES[arrangement.game].modes}
    has_ai = arrangement.mode_name in modes and modes[arrangement.mode_name].ai_seats
    if len(kinds) != PLAYERS or BOT in kinds or has_ai:
        raise RequestRefused(422, "rated-players", "a rated game is one of two people", "/rated")
    own_terms = [name for name in NOT_RATED if isinstance(asked, dict) and asked.get(name)]
    if own_terms:
        raise RequestRefused(
            422, "rated-terms", f"a rated game has no {own_terms[0]!r} of one's own", f"/{own_terms[0]}"
        )


def rate_game(game: LiveGame, state: GameState, **_: Any) -> None:
    """A receiver of ``game_ended``, in the transaction that ends the game: moves each rating at most once."""
    seats = list(game.seats.select_related("owner"))
    if not _counts(game, seats, state):
        return
    players = _players(game, seats)
    if len(players) != PLAYERS:
        return
    scores = [_score(state, seat.seat_name) for seat in seats]
    now = timezone.now()
    done = RatedGame.objects.filter(token=game.token)
    if done.exists():
        return
    before = [player.value for player in players]
    rows = []
    for number, (player, seat) in enumerate(zip(players, seats, strict=True)):
        if seat.is_person and not game.rated:
            continue
        after = _after(player, before[1 - number], scores[number], now)
        rows.append(
            RatedGame(
                player=player,
                opponent=players[1 - number],
                token=game.token,
                score=scores[number],
                before=player.rating,
                after=after.value,
                deviation=after.deviation,
                at=now,
            )
        )
        _keep(player, after, scores[number], now)
    RatedGame.objects.bulk_create(rows)


def _counts(game: LiveGame, seats: Sequence[GameSeat], state: GameState) -> bool:
    """Whether a game says anything of how strong its two players are."""
    if len(seats) != PLAYERS or game.helped or state.setup.get("guide") or state.setup.get("imported"):
        return False
    acted = {done.seat for done in state.done if done.version}
    if not acted.issuperset(state.seat_number(seat.seat_name) for seat in seats):
        return False
    people = [seat for seat in seats if seat.is_person]
    if any(seat.owner is None or seat.owner.user_id is None for seat in people):
        return False
    if len(people) == PLAYERS and (not game.rated or people[0].owner_id == people[1].owner_id):
        return False
    return not SeatMove.objects.filter(seat__in=people).exists()  # somebody else may have played a part of it


def _players(game: LiveGame, seats: Sequence[GameSeat]) -> list[PlayerRating]:
    """The ratings of the seats in their order, held until the transaction ends; new ones where there are none."""
    kinds = [
        {"owner": seat.owner, "bot": ""} if seat.is_person else {"owner": None, "bot": seat.player} for seat in seats
    ]
    of_mode = {"game": game.game, "mode": game.mode}
    new = [PlayerRating(**kind, **of_mode) for kind in kinds]
    new.sort(key=lambda row: (row.bot, str(row.owner_id)))  # in one order, so that two games never wait for each other
    PlayerRating.objects.bulk_create(new, ignore_conflicts=True)
    keys = [PlayerRating.objects.only("pk").get(**kind, **of_mode).pk for kind in kinds]
    held = {row.pk: row for row in PlayerRating.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    return [held[key] for key in dict.fromkeys(keys)]


def _score(state: GameState, seat_name: str) -> float:
    winners = (state.result or {}).get("winners", [])
    if len(winners) != 1:
        return 0.5
    return float(seat_name in winners)


def _after(player: PlayerRating, opponent: Rating, score: float, now: datetime) -> Rating:
    rested = (now - player.rated_at) / PERIOD if player.rated_at else 0.0
    after = rate(player.value, [glicko.RatedGame(opponent, score)], max(rested, 0.0))
    return Rating(
        min(max(after.value, LOWEST), HIGHEST), min(max(after.deviation, SUREST), LEAST_SURE), after.volatility
    )


def _keep(player: PlayerRating, after: Rating, score: float, now: datetime) -> None:
    player.rating, player.deviation, player.volatility = after.value, after.deviation, after.volatility
    player.played += 1
    player.won += score == 1
    player.lost += score == 0
    player.rated_at = now
    player.save(update_fields=["rating", "deviation", "volatility", "played", "won", "lost", "rated_at"])
