"""The ladders, and what a player's page says of their rated games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import Owner
from contract.registry import GAMES, character_of
from tables.models import LiveGame, PlayerProfile, PlayerRating, RatedGame
from tables.ratings.services import PLAYERS
from tables.summaries import bot_name
from tables.viewers import Viewer

SURE: Final = 110.0  # points of deviation above which a rating is provisional, and in no place on the ladder
MAX_PLACES = 100
MAX_PROVISIONAL = 30
MAX_GAMES = 20
MAX_CURVE = 200  # rated games that a curve goes back


@dataclass(frozen=True, slots=True)
class Ladder:
    """A game and mode for two, as addresses and people call it."""

    game: str
    mode: str
    title: str


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody on a ladder: ``number`` is the place, 0 for a provisional rating; ``href`` "" for a bot without a
    name."""

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


def ladders() -> list[Ladder]:
    """All games and modes in which two people play each other."""
    made = []
    for game in GAMES.values():
        modes = [mode for mode in game.modes if len(mode.seats) == PLAYERS and not mode.ai_seats]
        made += [Ladder(game.name, mode.name, f"{game.title}: {mode.title}") for mode in modes]
        if not game.modes:
            made.append(Ladder(game.name, "", game.title))
    return made


def shown_ratings() -> QuerySet[PlayerRating]:
    """Ratings that everybody may see: of bots, and of accounts that do not hide theirs."""
    return PlayerRating.objects.filter(played__gt=0).exclude(owner__profile__shows_ratings=False)


def places(ladder: Ladder, owner: Owner | None) -> tuple[list[Place], list[Place]]:
    """The places of a ladder, and those whose rating is still provisional; at most so many of both."""
    rows = shown_ratings().filter(game=ladder.game, mode=ladder.mode).select_related("owner__user")
    rows = rows.order_by("-rating", "pk")
    sure = rows.filter(deviation__lte=SURE)[:MAX_PLACES]
    unsure = rows.filter(deviation__gt=SURE)[:MAX_PROVISIONAL]
    ranked = [_place(row, number, owner) for number, row in enumerate(sure, 1)]
    return ranked, [_place(row, 0, owner) for row in unsure]


def _place(row: PlayerRating, number: int, owner: Owner | None) -> Place:
    name, href = named(row)
    is_own = owner is not None and row.owner_id == owner.pk
    figures = round(row.rating), round(row.deviation), row.won, row.drawn, row.lost
    return Place(number, name, href, bool(row.bot), is_own, *figures)


def named(row: PlayerRating) -> tuple[str, str]:
    """Whose rating it is, and the address of their page."""
    if row.owner is None:
        page = reverse(settings.BOTS_URL)
        return bot_name(row.bot), f"{page}#{row.bot}" if character_of(row.bot) else ""
    return row.owner.name, reverse(settings.PLAYER_URL, args=[row.owner.name])


@dataclass(frozen=True, slots=True)
class ModeRating:
    """A player's rating in one mode, and what became of it: points of a curve in an area of 100 by 100."""

    title: str
    rating: int
    deviation: int
    is_provisional: bool
    played: int
    won: int
    drawn: int
    lost: int
    lowest: int
    highest: int
    curve: str


@dataclass(frozen=True, slots=True)
class RatedRow:
    """A rated game of a player: ``opponent`` is "" for one who hides, ``href`` "" for a game that is not to be seen."""

    when: datetime
    title: str
    opponent: str
    opponent_href: str
    score: float
    rating: int
    change: int
    href: str

    @property
    def change_text(self) -> str:
        """With the sign that typesetters use."""
        return f"{self.change:+d}".replace("-", "\N{MINUS SIGN}")


def rating_changes(viewer: Viewer) -> dict[str, RatedGame]:
    """What a game did to the ratings of its seats, for those who played it."""
    if not viewer.game.rated or viewer.seat is None:
        return {}
    seats = {seat.owner_id: seat.seat_name for seat in viewer.seats if seat.owner_id}
    rows = RatedGame.objects.filter(token=viewer.game.token, player__bot="").select_related("player")
    return {seats[row.player.owner_id]: row for row in rows if row.player.owner_id in seats}


def ratings_of(owner: Owner) -> list[ModeRating]:
    """A player's ratings, the most played mode first."""
    rows = PlayerRating.objects.filter(owner=owner, played__gt=0).order_by("-played", "pk")
    titles = {(ladder.game, ladder.mode): ladder.title for ladder in ladders()}
    return [_mode_rating(row, titles.get((row.game, row.mode), row.game)) for row in rows]


def _mode_rating(row: PlayerRating, title: str) -> ModeRating:
    latest = list(row.games.order_by("-at", "-pk").values_list("after", "before")[:MAX_CURVE])
    values = [latest[-1][1], *(after for after, _before in reversed(latest))] if latest else [row.rating]
    lowest, highest = min(values), max(values)
    return ModeRating(
        title,
        round(row.rating),
        round(row.deviation),
        row.deviation > SURE,
        row.played,
        row.won,
        row.drawn,
        row.lost,
        round(lowest),
        round(highest),
        _curve(values, lowest, highest),
    )


def _curve(values: list[float], lowest: float, highest: float) -> str:
    height, width = max(highest - lowest, 1.0), max(len(values) - 1, 1)
    return " ".join(
        f"{100 * at / width:.1f},{97 - 94 * (value - lowest) / height:.1f}" for at, value in enumerate(values)
    )


def rated_games_of(owner: Owner, viewer: Owner | None) -> list[RatedRow]:
    """A player's latest rated games."""
    rows = list(
        RatedGame.objects.filter(player__owner=owner)
        .select_related("player", "opponent__owner__user", "opponent__owner__profile")
        .order_by("-at", "-pk")[:MAX_GAMES]
    )
    titles = {(ladder.game, ladder.mode): ladder.title for ladder in ladders()}
    open_games = _open(rows, viewer)
    shown = []
    for row in rows:
        name, href = ("", "") if row.opponent is None or _hides(row.opponent, viewer) else named(row.opponent)
        title = titles.get((row.player.game, row.player.mode), row.player.game)
        href_of_game = reverse("play:game", args=[row.token]) if row.token in open_games else ""
        shown.append(RatedRow(row.at, title, name, href, row.score, round(row.after), row.change, href_of_game))
    return shown


def _hides(rating: PlayerRating, viewer: Owner | None) -> bool:
    profile = None if rating.owner is None else getattr(rating.owner, "profile", None)
    is_own = viewer is not None and rating.owner_id == viewer.pk
    return isinstance(profile, PlayerProfile) and not profile.shows_ratings and not is_own


def _open(rows: Iterable[RatedGame], viewer: Owner | None) -> set[str]:
    """The games that whoever looks may open."""
    games = LiveGame.objects.filter(token__in=[row.token for row in rows])
    allowed = Q(spectators=True) if viewer is None else Q(spectators=True) | Q(seats__owner=viewer)
    return set(games.filter(allowed).values_list("token", flat=True))
