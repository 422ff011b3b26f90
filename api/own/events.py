"""One stream of all that happens to an account: turns, games that begin and end, offers, sessions that wait, answers to
questions.

Nothing is written down for it: what has happened is read from the games, their logs and notices, and the ledgers of
sessions, each event with a name of its own. Whoever comes back is told of everything since their last event and of the
half minute before it, since what is dated in a transaction may be committed later than what came after: an event may
come twice, by the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.http.response import HttpResponseBase
from django.utils import timezone

from accounts.models import ApiToken
from accounts.requests import SiteRequest
from api.own.doors import Caller, admitted
from api.own.games import played_games, seats_to_act, serialize_game
from api.own.problems import problem
from api.writing import root_of
from engine.kernel.numbers import whole_number
from rulings.models import Question
from tables.api import stream as pages
from tables.models import GameNotice, GameSeat, LiveGame, LogEntry
from tables.notices import OFFER, OFFER_ENDED
from tables.occasions import SESSION_WAITS, Happening, occasions
from tables.stream_limits import MAX_STREAMS
from tables.streams import live
from tables.streams.answering import StreamOver, event
from tables.streams.hub import hub
from tables.webhooks.kinds import GAME_BEGAN, TURN_BEGAN
from web.commits import COMMIT_TIME
from web.json_bodies import to_text
from web.refusals import RequestRefused, too_many

SCOPE: Final = "games"
GAME_ENDED: Final = "game.ended"
OFFER_MADE: Final = "offer.made"
OFFER_OVER: Final = "offer.ended"
QUESTION_ANSWERED: Final = "question.answered"
KINDS: Final = (TURN_BEGAN, GAME_BEGAN, GAME_ENDED, OFFER_MADE, OFFER_OVER, SESSION_WAITS, QUESTION_ANSWERED)
MAX_GAMES: Final = 200  # that a state names, and of which whoever comes back is told
RESUMED_WITHIN: Final = timedelta(days=1)  # notices are kept for so long


class AccountStream:
    """The stream of an account, from after a moment on; None begins with the games that go on."""

    def __init__(self, caller: Caller, root: str, since: datetime | None) -> None:
        self.owner, self.token, self.root, self.since = caller.owner, caller.token, root, since
        self.name = f"account {caller.owner.user_id}"
        self.looked = timezone.now()
        self.last = since or self.looked  # the latest moment that was told
        self.told: dict[str, datetime] = {}

    def watch(self, bell: Callable[[], None]) -> Callable[[], None]:
        return hub.watch_account(self.owner.pk, bell)

    def open(self) -> list[str]:
        self.looked = timezone.now()
        if self.since is not None:
            games = list(self._games_since(self.since - COMMIT_TIME)[: MAX_GAMES + 1])
            if len(games) <= MAX_GAMES:
                return self._told_of(games, self.since - COMMIT_TIME)
        # Before the state, which has whatever these have: else what is committed in between is never told.
        self._told_of(list(self._games_since(self.looked - COMMIT_TIME)), self.looked - COMMIT_TIME)
        self.last = self.looked
        return [event("state", to_text(self._state()), _number(self.last))]

    def collect(self) -> list[str]:
        """The events since the last call. Raises ``StreamOver`` when the token has ended."""
        token = ApiToken.objects.filter(pk=self.token.pk, owner=self.owner, owner__user__is_active=True).first()
        if token is None or token.is_over:
            raise StreamOver
        since, self.looked = self.looked - COMMIT_TIME, timezone.now()
        return self._told_of(list(self._games_since(since)), since)

    def collect_kept(self) -> None:
        """Nothing of it is kept: the database is always asked."""

    def close(self) -> None:
        """Nobody was told that it is open."""

    def _state(self) -> dict[str, Any]:
        running = played_games(self.owner).exclude(status=LiveGame.Status.OVER).order_by("-updated", "-pk")
        games = list(running.prefetch_related("seats__owner__user")[: MAX_GAMES + 1])
        sessions = [session for occasion in occasions for session in occasion.waiting(self.owner, self.root)]
        written = [self._written(game) for game in games[:MAX_GAMES]]
        return {"games": written, "more": len(games) > MAX_GAMES, "sessions": sessions}

    def _games_since(self, since: datetime) -> Any:
        """The games that have gone on since; by the status too, which the index of what is new begins with."""
        games = played_games(self.owner).filter(status__in=LiveGame.Status.values, updated__gte=since)
        return games.order_by("updated", "pk").prefetch_related("seats__owner__user")

    def _told_of(self, games: list[LiveGame], since: datetime) -> list[str]:
        """What has happened since in these games and elsewhere, without what this stream has told already."""
        found = [*self._in_games(games, since), *self._answers(since)]
        for occasion in occasions:
            found += occasion.happened(self.owner, self.root, since)
        self.told = {name: at for name, at in self.told.items() if at >= since}
        chunks = []
        for happening in sorted(found, key=lambda happening: happening.at):
            written = happening.to_json()
            if happening.at >= since and written["id"] not in self.told:
                self.told[written["id"]] = happening.at
                self.last = max(self.last, happening.at)
                chunks.append(event(happening.kind, to_text(written), _number(self.last)))
        return chunks

    def _in_games(self, games: Iterable[LiveGame], since: datetime) -> Iterator[Happening]:
        named = {game.pk: game for game in games}
        joined: dict[int, datetime] = {}
        if not named:
            return
        entries = LogEntry.objects.filter(game__in=named, at__gte=since, kind__in=(LogEntry.Kind.JOINED, "over"))
        for pk, kind, at in entries.order_by("at").values_list("game", "kind", "at"):
            if kind == LogEntry.Kind.JOINED:
                joined[pk] = at
            else:
                yield self._of(named[pk], GAME_ENDED, "", at)
        for pk, game in named.items():
            if game.status != LiveGame.Status.WAITING:
                yield self._of(game, GAME_BEGAN, "", joined.get(pk, game.created))
            turn, seats = game.turn_began, seats_to_act(game, self.owner)
            if seats and turn is not None:
                yield self._of(game, TURN_BEGAN, f"{_number(turn)}:{','.join(seats)}", turn)
        offers = GameNotice.objects.filter(game__in=named, at__gte=since, data__kind__in=(OFFER, OFFER_ENDED))
        for notice in offers.order_by("pk"):
            yield from self._of_offer(named[notice.game_id], notice)

    def _of_offer(self, game: LiveGame, notice: GameNotice) -> Iterator[Happening]:
        if notice.data["kind"] == OFFER_ENDED:
            offer = {"kind": notice.data["offer"], "why": notice.data["why"]}
            yield self._of(game, OFFER_OVER, str(notice.pk), notice.at, offer=offer)
        elif not any(notice.data["offer"]["answers"].values()):  # else somebody has accepted one that was told
            yield self._of(game, OFFER_MADE, str(notice.pk), notice.at, offer=notice.data["offer"])

    def _of(self, game: LiveGame, kind: str, name: str, at: datetime, **more: Any) -> Happening:
        """``seats`` are one's own: of a turn those that are to act."""
        own = [seat.seat_name for seat in game.seats.all() if _is_of(seat, self.owner.pk)]
        seats = seats_to_act(game, self.owner) if kind == TURN_BEGAN else own
        data = {"game": self._written(game), "seats": seats, **more}
        return Happening(kind, f"{game.token}:{name}".rstrip(":"), at, data)

    def _written(self, game: LiveGame) -> dict[str, Any]:
        return serialize_game(game, self.owner, self.root, is_turn=bool(seats_to_act(game, self.owner)))

    def _answers(self, since: datetime) -> Iterator[Happening]:
        """Answers to questions, for a token that may read more than games."""
        if ApiToken.Scope.READ not in self.token.scopes:
            return
        answered = Question.objects.owned_by(self.owner).exclude(status=Question.Status.OPEN).filter(seen=False)
        for question in answered.filter(updated__gte=since):
            data = {"token": question.token, "status": question.status, "url": self.root + question.get_absolute_url()}
            yield Happening(QUESTION_ANSWERED, question.token, question.updated, {"question": data})


def _is_of(seat: GameSeat, owner: Any) -> bool:
    return seat.owner_id == owner and seat.is_person and seat.is_taken


def _number(moment: datetime) -> int:
    """A moment as the id of an event: microseconds since 1970."""
    return (moment - datetime.fromtimestamp(0, UTC)) // timedelta(microseconds=1)


def begin(request: SiteRequest, caller: Caller) -> AccountStream:
    """Raises ``RequestRefused`` where the account has too many streams open, or the address makes no sense."""
    if settings.LIMITS and hub.streams_of(caller.owner.pk) >= MAX_STREAMS:
        raise too_many(f"{MAX_STREAMS} event streams of an account at a time are allowed", 15)
    return AccountStream(caller, root_of(request), _since_of(request))


def _since_of(request: SiteRequest) -> datetime | None:
    """The moment of the last event that a client has seen, else the address's; None begins with the state, as for a
    moment that is too long ago, and for an id that this site does not give."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("since")
    if text is None:
        return None
    number = whole_number(text, 17)
    if number is None and "Last-Event-ID" not in request.headers:
        raise RequestRefused(400, "bad-request", "'since' is the id of an event", "/since", faults=[])
    if number is None:
        return None
    moment, now = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=number), timezone.now()
    return moment if now - RESUMED_WITHIN <= moment <= now + COMMIT_TIME else None


def stream(request: SiteRequest, caller: Caller) -> HttpResponseBase:
    """From the process of pages."""
    return pages.answer(begin(request, caller))


async def streamed(request: SiteRequest) -> HttpResponseBase:
    """From the process of streams."""
    return await live.answer(request, lambda: begin(request, admitted(request, SCOPE)), "an account", problem)
