"""How a process learns that something has gone on: one thread that looks for all its streams, those of games and those
of all that happens to an account.

A ``tables.streams.notifiers.ChangeNotifier`` says that there may be something. The thread then asks the database which
games have gone on, and writes their steps for all who watch them here: a stream has only to pass them on. Now and then
it looks in any case.
"""

from __future__ import annotations

import logging
import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from threading import Condition, Thread
from typing import Final
from uuid import UUID

from django.db import DatabaseError, Error, connection

from background.outages import is_away
from background.pulse import STREAMS, beats
from operations.figures import look_seconds
from tables.history import write_steps
from tables.models import LiveGame
from tables.states import game_of
from tables.streams import presence
from tables.streams.accounts import AccountWatch
from tables.streams.notifiers import ChangeNotifier, make_notifier
from web.refusals import RequestRefused

logger = logging.getLogger(__name__)

Bell = Callable[[], None]
NEVER: Final = (-1, -1)  # of a game that is gone
ANYWAY: Final = 2.0  # seconds between two looks where nothing was heard
HEARTBEAT_EVERY: Final = 12.0
AFTER_FAILURE: Final = 1.0
BATCH_SIZE: Final = 500  # games in one question to the database


class Hub:
    """The streams of this process, by game and seat; each has a bell that is rung when its game may have gone on."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._bells: dict[int, list[tuple[str, Bell]]] = defaultdict(list)
        self._seen: dict[int, tuple[int, int]] = {}
        self._accounts: dict[UUID, list[Bell]] = defaultdict(list)
        self._thread: Thread | None = None
        self._process = 0
        self._is_ending = False

    def watch(self, game: LiveGame, seat_name: str, bell: Bell) -> Callable[[], None]:
        """Has a bell rung, from another thread, whenever a game goes on; what it answers ends that.

        ``seat_name`` is the seat's whose steps will be asked for then, "" for a spectator's.
        """
        watching = (seat_name, bell)
        with self._changed:
            self._bells[game.pk].append(watching)
            self._start()
        return lambda: self._forget(game.pk, watching)

    def watch_account(self, owner: UUID, bell: Bell) -> Callable[[], None]:
        """The same whenever any game in which an owner has a seat goes on, and now and then."""
        with self._changed:
            self._accounts[owner].append(bell)
            self._start()
        return lambda: self._forget_account(owner, bell)

    def streams_of(self, owner: UUID) -> int:
        """How many streams of all that happens to an account are open in this process."""
        with self._changed:
            return len(self._accounts.get(owner, ()))

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive() or self._process != os.getpid():
            self._process = os.getpid()
            self._thread = Thread(target=self._run, name="play-hub", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def seen(self, game: int) -> tuple[int, int]:
        """A game's version and changes, as they were when it was last looked at."""
        return self._seen.get(game, NEVER)

    def end(self) -> None:
        """Ends the thread if nobody watches, and waits for it: afterwards nothing looks into the database."""
        with self._changed:
            thread, self._is_ending = self._thread, True
            self._changed.notify_all()
        if thread is not None and not self._is_watched():
            thread.join()
        self._is_ending = False

    def _forget(self, game: int, watching: tuple[str, Bell]) -> None:
        with self._changed:
            bells = self._bells.get(game, [])
            if watching in bells:
                bells.remove(watching)
            if not bells:
                self._bells.pop(game, None)
                self._seen.pop(game, None)

    def _forget_account(self, owner: UUID, bell: Bell) -> None:
        with self._changed:
            bells = self._accounts.get(owner, [])
            if bell in bells:
                bells.remove(bell)
            if not bells:
                self._accounts.pop(owner, None)

    def _is_watched(self) -> bool:
        return bool(self._bells or self._accounts)

    def _run(self) -> None:
        beaten = looked = 0.0
        watch = AccountWatch()
        notifier = make_notifier()
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._is_watched() or self._is_ending, timeout=60)
                    if not self._is_watched():
                        self._thread = None
                        return
                try:
                    now = time.monotonic()
                    if now - beaten >= HEARTBEAT_EVERY:
                        presence.send_heartbeat()
                        beaten = now
                    beats.beat(STREAMS)
                    games = notifier.wait(ANYWAY)
                    now = time.monotonic()
                    if games is None or now - looked >= ANYWAY:
                        looked = now
                        self._look(None)
                        self._look_for_accounts(watch, None)
                    elif games:
                        self._look(games)
                        self._look_for_accounts(watch, games)
                except Error as wrong:
                    logger.warning("Streams cannot look into the database", exc_info=not is_away(wrong))
                    self._begin_anew(notifier)
                except Exception:  # whoever watches would wait for ever
                    logger.exception("Streams cannot look for what is new")
                    self._begin_anew(notifier)
        finally:
            notifier.close()
            connection.close()

    def _begin_anew(self, notifier: ChangeNotifier) -> None:
        connection.close()
        notifier.close()
        time.sleep(AFTER_FAILURE)

    @look_seconds.time()
    def _look(self, named: Collection[int] | None) -> None:
        """Looks at the games that are named, or at all, and rings for those that have gone on."""
        with self._changed:
            watched = [pk for pk in (self._bells if named is None else named) if pk in self._bells]
        states: dict[int, tuple[int, int]] = dict.fromkeys(watched, NEVER)
        for at in range(0, len(watched), BATCH_SIZE):
            rows = LiveGame.objects.filter(pk__in=watched[at : at + BATCH_SIZE]).order_by()
            states |= {pk: (version, changes) for pk, version, changes in rows.values_list("pk", "version", "changes")}
        with self._changed:
            before = {pk: self._seen.get(pk) for pk in watched}
            rung = [pk for pk in watched if before[pk] != states[pk]]
            seat_names = {pk: {seat_name for seat_name, _ in self._bells.get(pk, ())} for pk in rung}
        gone_on = {pk for pk in rung if 0 <= (before[pk] or NEVER)[0] < states[pk][0]}
        self._ring({pk: states[pk] for pk in rung if pk not in gone_on})
        for pk in sorted(gone_on):
            with suppress(LiveGame.DoesNotExist):
                game = game_of(pk)
                self._write(game, (before[pk] or NEVER)[0], seat_names[pk])
                states[pk] = (game.version, game.changes)  # it may have gone on since: else that is written twice
            self._ring({pk: states[pk]})  # at once: nobody waits for the steps of other games

    def _look_for_accounts(self, watch: AccountWatch, named: Collection[int] | None) -> None:
        """Rings for the accounts that have a seat in what has gone on."""
        with self._changed:
            owners = list(self._accounts)
        concerned = watch.look(owners, named) if owners else ()
        with self._changed:
            bells = [bell for owner in concerned for bell in self._accounts.get(owner, ())]
        for bell in bells:
            bell()

    def _write(self, game: LiveGame, since: int, seat_names: Collection[str]) -> None:
        """Writes the steps of a game after a version, for the seats that watch it."""
        try:
            write_steps(game, since, seat_names)
        except DatabaseError:
            raise
        except RequestRefused:
            pass  # its log can't be read, which is noted already
        except Exception:  # each of its streams finds out by itself, and the others go on
            logger.warning("Steps of game %s cannot be written", game.pk, exc_info=True)

    def _ring(self, states: Mapping[int, tuple[int, int]]) -> None:
        """Rings for all who watch games that are now at these versions."""
        with self._changed:
            self._seen |= {pk: seen for pk, seen in states.items() if pk in self._bells}
            bells = [bell for pk in states for _, bell in self._bells.get(pk, ())]
        for bell in bells:
            bell()


hub: Final = Hub()
