"""Which accounts are concerned by what has gone on, of those that have a stream open in this process."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils import timezone

from tables.models import GameSeat, LiveGame
from web.commits import COMMIT_TIME

ROUND_EVERY: Final = 20.0  # seconds until all look anew: nothing is heard of what is no game's
BATCH_SIZE: Final = 500  # accounts in one question to the database


class AccountWatch:
    """What was seen of the games of some accounts. One thread alone asks it."""

    def __init__(self) -> None:
        self._seen: dict[tuple[UUID, int], tuple[int, int]] = {}
        self._looked: datetime = timezone.now()
        self._round = time.monotonic()

    def look(self, owners: Sequence[UUID], named: Collection[int] | None) -> Collection[UUID]:
        """The owners in whose games something has happened since the last look, of the games that are named or all."""
        now = timezone.now()
        found = dict(self._rows(owners, named))
        concerned = {owner for (owner, game), state in found.items() if self._seen.get((owner, game)) != state}
        if named is not None:
            self._seen |= found
            return concerned
        self._seen, self._looked = found, now
        if time.monotonic() - self._round >= ROUND_EVERY:
            self._round = time.monotonic()
            return owners
        return concerned

    def _rows(
        self, owners: Sequence[UUID], named: Collection[int] | None
    ) -> Iterator[tuple[tuple[UUID, int], tuple[int, int]]]:
        for at in range(0, len(owners), BATCH_SIZE):
            part = owners[at : at + BATCH_SIZE]
            seats = GameSeat.objects.filter(owner__in=part, kind=GameSeat.Kind.PERSON, is_taken=True).order_by()
            if named is not None:
                seats = seats.filter(game__in=named)
            else:  # by the status too, which the index of what is new begins with
                since = self._looked - COMMIT_TIME
                seats = seats.filter(game__status__in=LiveGame.Status.values, game__updated__gte=since)
            for owner, game, version, changes in seats.values_list("owner", "game", "game__version", "game__changes"):
                yield (owner, game), (version, changes)
