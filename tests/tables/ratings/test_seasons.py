"""Seasons of the ladders: what is kept of a quarter, once, however late; who is shown; what pages say."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Owner, User
from background.meters import forget_notes
from background.upkeep import sweep_all
from tables.models import LadderSeason, PlayerProfile, PlayerRating, RatedGame, SeasonPlace
from tables.ratings import seasons
from tables.ratings.seasons import Quarter, keep, keep_due, seasons_of

pytestmark = pytest.mark.django_db
Q4, NEXT_YEAR = Quarter(2025, 4), datetime(2026, 1, 1, tzinfo=UTC)


def rated(name: str = "", bot: str = "", **more: Any) -> PlayerRating:
    owner = Owner.objects.create(user=User.objects.create_user(name)) if name else None
    return PlayerRating.objects.create(owner=owner, bot=bot, game="clash-of-decks", mode="duel", played=1, **more)


def game(player: PlayerRating, at: datetime, after: float, score: float = 1, deviation: float = 80) -> RatedGame:
    token = f"g{RatedGame.objects.count()}"
    return RatedGame.objects.create(
        player=player, token=token, score=score, before=1500, after=after, deviation=deviation, at=at
    )


def places() -> dict[str, tuple[int, int, int]]:
    rows = SeasonPlace.objects.select_related("player__owner__user")
    return {row.player.bot or row.player.owner.name: (row.place, row.of, round(row.rating)) for row in rows}


def test_quarters() -> None:
    last = datetime(2025, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)
    assert Quarter.of(last) == Q4 and Quarter.of(NEXT_YEAR) == Quarter(2026, 1) == Q4.next()
    assert (Q4.starts, Q4.ends, Q4.name) == (datetime(2025, 10, 1, tzinfo=UTC), NEXT_YEAR, "2025-4")
    assert [str(day) for day in (Q4.first_day, Q4.last_day)] == ["2025-10-01", "2025-12-31"]
    assert Quarter.named("2025-4") == Q4
    for wrong in ("2025-5", "2025-04", "25-4", "0000-1", "\uff12025-4", "", "x", "2025-4-4"):
        assert Quarter.named(wrong) is None


def test_a_season_is_kept_once_as_it_was_at_its_end() -> None:
    moment = Q4.ends - timedelta(days=1)
    ada, bo, cy, dee, bot = rated("ada"), rated("bo"), rated("cy"), rated("dee"), rated(bot="greedy")
    hidden, eve = rated("hidden"), rated("eve")
    PlayerProfile.objects.create(owner=hidden.owner, shows_ratings=False)
    game(ada, moment, 1550)
    game(ada, moment, 1620, score=0)
    game(ada, NEXT_YEAR, 1900)  # of the next one
    game(bo, Q4.starts, 1700, score=0.5)
    game(cy, Q4.starts - timedelta(seconds=1), 2000)  # of the one before, and none of this
    game(dee, moment, 1800, deviation=111)  # provisional: in no place
    game(hidden, moment, 2500)
    game(bot, moment, 1650)
    game(eve, moment, 1500)
    assert not keep_due(Q4.starts + timedelta(minutes=5))
    assert keep_due(Q4.ends + timedelta(minutes=5)) == 1, "the one before; this one settles for an hour"
    assert places() == {"cy": (1, 1, 2000)}
    assert keep_due(Q4.ends + timedelta(hours=2)) == 1
    kept = {"bo": (1, 4, 1700), "greedy": (2, 4, 1650), "ada": (3, 4, 1620), "eve": (4, 4, 1500)}
    assert places() == {"cy": (1, 1, 2000), **kept}
    row = SeasonPlace.objects.get(player=ada)
    assert (row.won, row.drawn, row.lost) == (1, 0, 1)
    PlayerRating.objects.update(rating=3000)
    game(ada, moment, 2222)
    assert not keep(Q4) and not keep_due(Q4.ends + timedelta(days=1)) and places()["ada"] == kept["ada"]
    eve.owner.delete()
    assert "eve" not in places() and places()["ada"] == kept["ada"]


def test_a_broken_attempt_leaves_nothing_and_a_late_one_catches_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = rated("ada")
    game(ada, Q4.starts, 1600)
    game(ada, Q4.next().ends, 1700)
    with monkeypatch.context() as broken:
        broken.setattr(seasons, "_places", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            keep_due(Q4.ends + timedelta(days=1))
    assert not LadderSeason.objects.exists()
    sweep_all()  # today: all that is over since then
    starts = list(LadderSeason.objects.order_by("starts").values_list("starts", flat=True))
    assert starts[:3] == [Q4.starts, Q4.ends, Q4.next().ends] and len(starts) == len(set(starts))
    assert starts[-1] < Quarter.of(timezone.now()).starts
    assert SeasonPlace.objects.count() == 2, "a season in which nobody played has no table"
    assert [entry.quarter for entry in seasons_of(ada.owner)] == [Q4.next().next(), Q4]


def test_pages_of_seasons(django_assert_max_num_queries: Any) -> None:
    for number in range(30):
        game(rated(f"player{number}"), Q4.starts, 1500 + number)
    keep_due(Q4.ends + timedelta(days=1))
    names = "October 2025 \u2013 December 2025", "Octobre 2025 \u2013 décembre 2025"
    for language, name in zip(("", "/fr"), names, strict=True):
        page = Client().get(f"{language}/play/ladder/seasons/").text
        assert name in " ".join(page.split()) and "player29" in page and "player20" not in page
        path = f"{language}/play/ladder/seasons/2025-4/"
        forget_notes()
        with django_assert_max_num_queries(8):
            table = Client().get(path).text
        assert table.count("<tr") == 31 and path in page
        assert "/play/ladder/seasons/" in Client().get(f"{language}/play/ladder/").text
    for missing in ("2025-3/", "2025-9/", "x/", "2025-4/?of=clash-of-decks/none"):
        assert Client().get(f"/play/ladder/seasons/{missing}").status_code == 404
    assert "of 30" in Client().get("/players/player7/").text
    owner = Owner.objects.get(user__username="player7")
    PlayerProfile.objects.create(owner=owner, shows_ratings=False)
    assert "player7<" not in Client().get("/play/ladder/seasons/2025-4/").text
    assert "of 30" not in Client().get("/players/player7/").text


def test_of_workers_at_once_one_keeps_it(race: Callable[[str], Any]) -> None:
    done, rows = race(
        """
from tests.tables.ratings.test_seasons import *
game(rated("ada"), Q4.starts, 1600)
def work(number):
    return keep_due(Q4.ends + timedelta(days=1))
print(json.dumps([sum(at_once(work, range(4))), SeasonPlace.objects.count()]))
"""
    )
    assert (done, rows) == (1, 1)
