"""Seasons of the ladders: a quarter each. When one is over its tables are kept; ratings go on as they are.

A table is worked out of the rated games of its quarter, and so comes out the same whenever that is done: after a
restart, late, or by two workers at once, of whom one keeps it.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.locks import lock_name
from accounts.models import Owner
from background.upkeep import register
from tables.models import LadderSeason, RatedGame, SeasonPlace
from tables.ratings.ladder import SURE, Ladder, ladders, named, shown_ratings

logger = logging.getLogger(__name__)
MONTHS: Final = 3
SETTLES: Final = timedelta(hours=1)  # after its end, for games that were being written down then
MAX_SHOWN: Final = 100
BATCH: Final = 500
BEST: Final = 3


@dataclass(frozen=True, slots=True, order=True)
class Quarter:
    """A quarter of a year, in UTC: ``number`` from 1 to 4."""

    year: int
    number: int

    @classmethod
    def of(cls, at: datetime) -> Quarter:
        month = at.astimezone(UTC).month
        return cls(at.astimezone(UTC).year, (month - 1) // MONTHS + 1)

    @classmethod
    def named(cls, name: str) -> Quarter | None:
        """Of its name in addresses, as "2026-4"; None for what is none."""
        year, _dash, number = name.partition("-")
        fits = len(year) == 4 and year.isascii() and year.isdigit() and number in ("1", "2", "3", "4")
        return cls(int(year), int(number)) if fits and int(year) else None

    @property
    def name(self) -> str:
        return f"{self.year:04}-{self.number}"

    @property
    def starts(self) -> datetime:
        return datetime(self.year, (self.number - 1) * MONTHS + 1, 1, tzinfo=UTC)

    @property
    def ends(self) -> datetime:
        """When the next one starts."""
        return self.next().starts

    @property
    def first_day(self) -> date:
        return self.starts.date()

    @property
    def last_day(self) -> date:
        return (self.ends - timedelta(days=1)).date()

    def next(self) -> Quarter:
        return Quarter(self.year, self.number + 1) if self.number < 4 else Quarter(self.year + 1, 1)


# Keeping


def keep_due(now: datetime | None = None) -> int:
    """Keeps the tables of all quarters that are over and not kept yet; how many those were."""
    now = now or timezone.now()
    count = 0
    for quarter in _due(now):
        if keep(quarter):
            count += 1
            logger.info("Season %s of the ladders is kept", quarter.name)
    return count


def _due(now: datetime) -> Iterator[Quarter]:
    """The quarters that are over, from the one after the last that was kept, or from that of the first rated game."""
    last = LadderSeason.objects.order_by("-starts").first()
    if last is not None:
        quarter = Quarter.of(last.starts).next()
    else:
        first = RatedGame.objects.order_by("at").values_list("at", flat=True).first()
        if first is None:
            return
        quarter = Quarter.of(first)
    while quarter.ends + SETTLES <= now:
        yield quarter
        quarter = quarter.next()


@transaction.atomic
def keep(quarter: Quarter) -> bool:
    """Keeps the tables of a quarter, all of them or none; False where that was done before."""
    lock_name("seasons of the ladders")
    season, is_new = LadderSeason.objects.get_or_create(starts=quarter.starts)
    if not is_new:
        return False
    by_ladder: defaultdict[tuple[str, str], list[SeasonPlace]] = defaultdict(list)
    for place in _places(season, quarter):
        by_ladder[place.player.game, place.player.mode].append(place)
    for rows in by_ladder.values():
        rows.sort(key=lambda row: (-row.rating, row.player_id))
        for number, row in enumerate(rows, 1):
            row.place, row.of = number, len(rows)
        SeasonPlace.objects.bulk_create(rows, batch_size=BATCH)
    return True


def _places(season: LadderSeason, quarter: Quarter) -> Iterator[SeasonPlace]:
    """Whoever played a rated game in the quarter and was on the ladder after the last one, without their places."""
    games = RatedGame.objects.filter(at__gte=quarter.starts, at__lt=quarter.ends).order_by()
    totals = list(
        games.values("player").annotate(
            last=Max("pk"), count=Count("pk"), won=Count("pk", filter=Q(score=1)), lost=Count("pk", filter=Q(score=0))
        )
    )
    for at in range(0, len(totals), BATCH):
        part = totals[at : at + BATCH]
        players = shown_ratings().in_bulk([row["player"] for row in part])
        last = RatedGame.objects.in_bulk([row["last"] for row in part])
        for row in part:
            game, player = last[row["last"]], players.get(row["player"])
            if player is None or game.deviation > SURE:
                continue
            drawn = row["count"] - row["won"] - row["lost"]
            figures = {"won": row["won"], "drawn": drawn, "lost": row["lost"]}
            rated = {"rating": game.after, "deviation": game.deviation}
            yield SeasonPlace(season=season, player=player, **rated, **figures)


def start() -> None:
    register("seasons of the ladders", _keep_daily)


def _keep_daily() -> int:
    keep_due()
    return 0  # nothing is swept away


# Showing


@dataclass(frozen=True, slots=True)
class KeptPlace:
    """A row of a table of the past, as ``play/_places.html`` shows it."""

    number: int
    name: str
    href: str
    is_bot: bool
    is_own: bool
    rating: int
    deviation: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class OwnSeason:
    """A player's place in a season: the ``place`` of so many (``of``)."""

    quarter: Quarter
    title: str
    place: int
    of: int
    rating: int
    href: str


def seasons() -> list[Quarter]:
    """The seasons that have places, the latest first."""
    rows = LadderSeason.objects.filter(places__isnull=False).distinct().order_by("-starts")
    return [Quarter.of(starts) for starts in rows.values_list("starts", flat=True)]


def _shown() -> QuerySet[SeasonPlace]:
    """Places that everybody may see: not of accounts that hide their ratings today."""
    return SeasonPlace.objects.exclude(player__owner__profile__shows_ratings=False)


def table_of(quarter: Quarter, ladder: Ladder, owner: Owner | None) -> list[KeptPlace]:
    """The table of a ladder at the end of a season, and below its best the own place, wherever that is."""
    rows = _shown().filter(season__starts=quarter.starts, player__game=ladder.game, player__mode=ladder.mode)
    rows = rows.select_related("player__owner__user").order_by("place")
    places = list(rows[:MAX_SHOWN])
    if owner is not None and not any(row.player.owner_id == owner.pk for row in places):
        places += rows.filter(player__owner=owner)
    return [_kept(row, owner) for row in places]


def ladders_of(quarter: Quarter) -> list[Ladder]:
    """The ladders that have places in a season."""
    rows = SeasonPlace.objects.filter(season__starts=quarter.starts).order_by()
    played = set(rows.values_list("player__game", "player__mode").distinct())
    return [ladder for ladder in ladders() if (ladder.game, ladder.mode) in played]


def _kept(row: SeasonPlace, owner: Owner | None) -> KeptPlace:
    name, href = named(row.player)
    is_own = owner is not None and row.player.owner_id == owner.pk
    figures = round(row.rating), round(row.deviation), row.won, row.drawn, row.lost
    return KeptPlace(row.place, name, href, bool(row.player.bot), is_own, *figures)


def best_of(quarters: list[Quarter]) -> list[tuple[Quarter, list[tuple[Ladder, list[KeptPlace]]]]]:
    """Of each season the best of each ladder."""
    rows = _shown().filter(season__starts__in=[quarter.starts for quarter in quarters], place__lte=BEST)
    rows = rows.select_related("season", "player__owner__user").order_by("place")
    best: defaultdict[tuple[Quarter, str, str], list[KeptPlace]] = defaultdict(list)
    for row in rows:
        best[Quarter.of(row.season.starts), row.player.game, row.player.mode].append(_kept(row, None))
    return [
        (
            quarter,
            [
                (ladder, best[quarter, ladder.game, ladder.mode])
                for ladder in ladders()
                if (quarter, ladder.game, ladder.mode) in best
            ],
        )
        for quarter in quarters
    ]


def seasons_of(owner: Owner) -> list[OwnSeason]:
    """A player's places, the latest first. Whether others may see them is for who asks."""
    titles = {(ladder.game, ladder.mode): ladder.title for ladder in ladders()}
    rows = SeasonPlace.objects.filter(player__owner=owner).select_related("season", "player")
    seasons = []
    for row in rows.order_by("-season__starts", "place")[:MAX_SHOWN]:
        quarter, key = Quarter.of(row.season.starts), (row.player.game, row.player.mode)
        href = f"{reverse('play:season', args=[quarter.name])}?of={'/'.join(key)}"
        seasons.append(OwnSeason(quarter, titles.get(key, key[0]), row.place, row.of, round(row.rating), href))
    return seasons
