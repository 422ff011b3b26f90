"""One stream: what it sends when it is opened, and what is new whenever something may have happened.

Everything here waits for the database and for nothing else; how the waiting for news is done differs by server.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.request_rate import is_signed_in
from contract.seating import rotated
from engine.kernel.numbers import whole_number
from tables.answers import open_streams, presences_of, serialize_game
from tables.clocks import write_clocks, write_moment
from tables.history import kept_steps, steps_since
from tables.models import GameNotice, GameSeat, LiveGame, StreamPresence
from tables.notices import CLOCKS, CONNECTIONS, GONE, PHRASE, PRESENCE, REMATCH, offered, sent
from tables.phrases.services import recent_phrases
from tables.services import bots
from tables.services.consent import rematch_notice
from tables.services.log import add_notice
from tables.states import game_of, state_of
from tables.stream_limits import GONE_AFTER, MAX_STREAMS, MAX_STREAMS_OF_ADDRESS
from tables.streams.answering import StreamOver, event
from tables.streams.hub import Bell, hub
from tables.streams.presence import PROCESS, StreamClient, client_of, sweep_dead
from tables.viewers import Viewer, is_still_held, seats_of
from web.json_bodies import to_text
from web.refusals import RequestRefused, too_many
from web.statements import PreparedRows

_newest: Final = PreparedRows(lambda game: GameNotice.objects.filter(game=game).order_by("-pk")[:1], int)
_notices: Final = PreparedRows(
    lambda game, since: GameNotice.objects.filter(game=game, pk__gt=since).order_by("pk"), *(int, int)
)


class SeatLost(StreamOver):
    """The seat of a stream is another's now."""


class StreamSession:
    """A stream of a game for a viewer, from after version ``since`` on; None or a version that there is not begins with
    the state."""

    def __init__(
        self, viewer: Viewer, since: int | None, client: StreamClient | None = None, last_phrase: int | None = None
    ) -> None:
        self.viewer = viewer
        self.game = viewer.game
        self.seat_name = viewer.seat_name
        self.since = since
        self.client = client or StreamClient()
        self.last_phrase = last_phrase  # the key of the last one that a page shows; None for other clients
        self.presence: StreamPresence | None = None
        self.version = 0
        self.changes = -1
        self.notice = 0
        self.tells_offers = False  # whoever resumes gets no state, which has them
        self.presences: dict[str, str] | None = None  # as the stream has told them; None before it has told any

    @property
    def name(self) -> str:
        return f"game {self.game.token}"

    def watch(self, bell: Bell) -> Callable[[], None]:
        """Has a bell rung, from another thread, whenever the game goes on; what it answers ends that."""
        return hub.watch(self.game, self.seat_name, bell)

    def open(self) -> list[str]:
        """Counts the stream, and answers what it begins with."""
        self.presence = StreamPresence.objects.create(
            game=self.game,
            seat=self.seat_name,
            client=self.client.client,
            address=self.client.address,
            process=PROCESS,
            heartbeat_at=timezone.now(),
        )
        self.notice = max((notice.pk for notice in _newest(self.game.pk)), default=0)
        self._say("connected")
        self.game = game_of(self.game.pk)
        state = state_of(self.game)
        bots.resume(self.game, state, self.viewer.seats)
        chunks = []
        if self.since is None or self.since > self.game.version:
            state = state_of(self.game)
            seats = seats_of(self.game)
            self.presences = presences_of(self.game, seats)
            body = to_text(serialize_game(self.game, seats, state, self.seat_name))
            chunks.append(event("state", body, state.version))
            self.version = state.version
        else:
            self.version = self.since
            self.tells_offers = True
        if self.game.rematch_id is not None:
            chunks.append(self._rematch(self.game.rematch))
        if self.last_phrase is not None:  # what was said since the page was made
            for pk, seat_name, phrase in recent_phrases(self.game, self.last_phrase):
                if pk <= self.notice:
                    chunks.append(event("notice", to_text({"kind": PHRASE, "seat": seat_name, "phrase": phrase})))
        if self.game.clock is not None:
            chunks.append(event("notice", to_text(self._clocks())))
        chunks += self.collect()
        return chunks

    def _clocks(self) -> dict[str, Any]:
        """The clocks with the moment of now, so that a page can tick whatever its own clock says."""
        clocks = write_clocks(self.game, seats_of(self.game), state_of(self.game))
        return {"kind": CLOCKS, "now": write_moment(timezone.now()), "clocks": clocks}

    def collect(self) -> list[str]:
        """The events since the last call.

        Raises ``LiveGame.DoesNotExist`` when the game is gone, ``SeatLost`` when others hold the seat now.
        """
        self.game = game_of(self.game.pk)
        chunks = self._go_on(steps_since(self.game, self.seat_name, self.version))
        if self.tells_offers:  # before the notices, which may say that one of them has ended
            chunks += [event("notice", to_text(offered(offer))) for offer in self.game.offers]
            self.tells_offers = False
        seats = seats_of(self.game)
        if self.changes != self.game.changes and not is_still_held(self.viewer, seats):
            raise SeatLost
        self.changes = self.game.changes  # as it was before the notices are read: one too many is only looked for again
        for notice in _notices(self.game.pk, self.notice):
            self.notice = notice.pk
            if notice.data.get("kind") == REMATCH:
                chunks.append(self._rematch(LiveGame.objects.filter(token=notice.data.get("game", "")).first()))
            elif notice.data.get("process") != PROCESS or notice.data.get("stream") != self._number():
                shown = sent(notice.data)
                chunks += [] if shown is None else [event("notice", to_text(shown))]
                if self.presences is not None and (told := CONNECTIONS.get(notice.data.get("kind", ""))):
                    self.presences[notice.data["seat"]] = told
        return chunks + list(self._tell_presences(seats))

    def _tell_presences(self, seats: Iterable[GameSeat]) -> Iterator[str]:
        """Of the others who play, what has changed: that somebody came or went is told already."""
        before, self.presences = self.presences, presences_of(self.game, seats)
        for seat in self.viewer.seats:
            if not seat.is_person or seat.seat_name == self.seat_name:
                continue
            presence = self.presences.get(seat.seat_name, GONE)
            if before is None or before.get(seat.seat_name, GONE) != presence:
                yield event("notice", to_text({"kind": PRESENCE, "seat": seat.seat_name, "presence": presence}))

    def collect_kept(self) -> list[str] | None:
        """The news up to the version that the hub has seen, as this process has them; None where the database has to
        be asked."""
        version, changes = hub.seen(self.game.pk)
        if changes != self.changes:
            return None
        steps = kept_steps(self.game.token, self.seat_name, self.version, version)
        return None if steps is None else self._go_on(steps)

    def _go_on(self, steps: list[tuple[int, str]]) -> list[str]:
        if steps:
            self.version = steps[-1][0]
        return [event("step", text, version) for version, text in steps]

    def close(self) -> None:
        if self.presence is None:
            return
        presence, self.presence = self.presence, None
        StreamPresence.objects.filter(pk=presence.pk).delete()
        self._say("disconnected")

    def _number(self) -> int | None:
        return None if self.presence is None else self.presence.pk

    def _say(self, kind: str) -> None:
        """Tells the others that somebody came or went, unless another stream of the seat is open."""
        if not self.seat_name:
            return
        is_there = any(
            stream.seat == self.seat_name and stream.pk != self._number() for stream in open_streams(self.game)
        )
        if not is_there and LiveGame.objects.filter(pk=self.game.pk).exists():
            with transaction.atomic():
                add_notice(
                    self.game, {"kind": kind, "seat": self.seat_name, "process": PROCESS, "stream": self._number()}
                )

    def _rematch(self, again: LiveGame | None) -> str:
        if again is None:
            return ""
        seats = rotated(seat.seat_name for seat in self.viewer.seats)
        return event("notice", to_text(rematch_notice(self.game, again, seats, self.seat_name)))


def begin(request: Any, viewer: Viewer, since: int | None) -> StreamSession:
    """A stream for a request.

    Raises ``RequestRefused`` where its client has too many already, and where the game can't be read: a stream that
    ends at once would be opened again for ever.
    """
    client = client_of(request, viewer)
    if settings.LIMITS and not is_signed_in(request):
        if (refusal := _too_many_of(client)) is not None:
            sweep_dead()
            refusal = _too_many_of(client)
        if refusal is not None:
            raise refusal
    state_of(viewer.game)
    if since is not None:
        steps_since(viewer.game, viewer.seat_name, since)
    last_phrase = whole_number(request.GET.get("phrase", ""), 18)
    return StreamSession(viewer, since, client, last_phrase)


def _too_many_of(client: StreamClient) -> RequestRefused | None:
    """The refusal where a client, or all at its address, have no stream left to open."""
    alive = StreamPresence.objects.filter(heartbeat_at__gt=timezone.now() - GONE_AFTER)
    if alive.filter(client=client.client).count() >= MAX_STREAMS:
        return too_many(f"{MAX_STREAMS} streams at a time are allowed", 15)
    if alive.filter(address=client.address).count() >= MAX_STREAMS_OF_ADDRESS:
        return too_many(f"{MAX_STREAMS_OF_ADDRESS} streams at a time are allowed to one address", 15)
    return None


def since_of_stream(request: Any) -> int | None:
    """The version after which a stream goes on: the last one that its client has seen, else the address's.

    A browser comes back to the address that it first opened. What is no version begins anew.
    """
    text = request.headers.get("Last-Event-ID") or request.GET.get("since")
    if text is None:
        return None
    version = whole_number(text, 9)
    if version is not None:
        return version
    if "Last-Event-ID" in request.headers:
        return None
    raise RequestRefused(400, "bad-request", "'since' is a version, a whole number", "/since", faults=[])
