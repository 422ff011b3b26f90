"""How strong players are in a game and mode, and the games that said so."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from contract.glicko import MIDDLE, Rating

DEVIATION, VOLATILITY = 350.0, 0.06  # of somebody nobody knows anything of


class PlayerRating(models.Model):
    """An account's rating in a mode of a game, or a bot's: ``bot`` is its level or its character.

    ``played`` counts rated games; the rest of them were drawn. ``rated_at`` is when it last moved.
    """

    part_of = "owner"  # goes along when its owner takes everything
    names: ClassVar = (_("rating"), _("ratings"))

    owner = models.ForeignKey(Owner, models.CASCADE, null=True, blank=True, related_name="player_ratings")
    bot = models.CharField(max_length=24, blank=True, default="")
    game = models.CharField(max_length=24)
    mode = models.CharField(max_length=24, blank=True)
    rating = models.FloatField(default=MIDDLE)
    deviation = models.FloatField(default=DEVIATION)
    volatility = models.FloatField(default=VOLATILITY)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, blank=True)

    if TYPE_CHECKING:
        owner_id: str | None

    class Meta:
        ordering = ("game", "mode", "-rating", "pk")
        constraints = (
            models.UniqueConstraint(fields=("owner", "game", "mode"), condition=Q(bot=""), name="one_rating_a_player"),
            models.UniqueConstraint(fields=("bot", "game", "mode"), condition=~Q(bot=""), name="one_rating_a_bot"),
            models.CheckConstraint(condition=Q(owner=None) ^ Q(bot=""), name="rating_of_an_account_or_a_bot"),
        )
        indexes = (models.Index(fields=("game", "mode", "-rating", "id"), name="the_ladder"),)

    def __str__(self) -> str:
        return f"{self.bot or self.owner_id}, {self.game}, {self.mode}: {self.rating:.0f}"

    @property
    def value(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)

    @property
    def drawn(self) -> int:
        return self.played - self.won - self.lost


class RatedGame(models.Model):
    """What a game did to one rating. It stays when the game itself is swept away: ``token`` is the game's.

    ``score`` is 1, 0.5 or 0; ``opponent`` is who the other was, None once that account is gone.
    """

    part_of = "player"
    stays_here: ClassVar = ("opponent",)  # who may hide their rating

    player = models.ForeignKey(PlayerRating, models.CASCADE, related_name="games")
    opponent = models.ForeignKey(PlayerRating, models.SET_NULL, null=True, blank=True, related_name="+")
    token = models.CharField(max_length=16)
    score = models.FloatField()
    before = models.FloatField()
    after = models.FloatField()
    deviation = models.FloatField()  # after it
    at = models.DateTimeField()

    if TYPE_CHECKING:
        player_id: int

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (models.UniqueConstraint(fields=("player", "token"), name="a_game_rates_once"),)
        indexes = (models.Index(fields=("token",), name="rated_games_by_token"),)

    def __str__(self) -> str:
        return f"{self.player_id}, {self.token}: {self.before:.0f} to {self.after:.0f}"

    @property
    def shown(self) -> int:
        """The rating after it, as it is shown."""
        return round(self.after)

    @property
    def change(self) -> int:
        """By how many whole points, as both are shown."""
        return round(self.after) - round(self.before)


class PlayerProfile(models.Model):
    """What everybody may see of an account on its page; an account without one shows what is chosen at first."""

    part_of = "owner"
    names: ClassVar = (_("profile"), _("profiles"))

    owner = models.OneToOneField(Owner, models.CASCADE, primary_key=True, related_name="profile")
    shows_ratings = models.BooleanField(_("My ratings and rated games, and me on the ladder"), default=True)
    shows_games = models.BooleanField(_("How many games I have played, won and lost"), default=False)
    shows_deck = models.BooleanField(_("My favourite deck"), default=False, db_default=False)
    shows_solving = models.BooleanField(_("My puzzle rating and how many puzzles I have solved"), default=False)
    shows_cards = models.BooleanField(_("How many public cards I have made"), default=False)

    def __str__(self) -> str:
        return str(self.owner)


class LadderSeason(models.Model):
    """A quarter whose tables are kept; ``starts`` is its first moment."""

    starts = models.DateTimeField(unique=True)

    class Meta:
        ordering = ("-starts",)

    def __str__(self) -> str:
        return f"{self.starts:%Y-%m-%d}"


class SeasonPlace(models.Model):
    """Where a rating stood on its ladder at the end of a season: at ``place`` among ``of`` who had one.

    ``won``, ``drawn`` and ``lost`` are rated games of that season.
    """

    part_of = "player"
    names: ClassVar = (_("place in a season"), _("places in seasons"))

    season = models.ForeignKey(LadderSeason, models.CASCADE, related_name="places")
    player = models.ForeignKey(PlayerRating, models.CASCADE, related_name="seasons")
    place = models.PositiveIntegerField()
    of = models.PositiveIntegerField()
    rating = models.FloatField()
    deviation = models.FloatField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()

    if TYPE_CHECKING:
        player_id: int

    class Meta:
        verbose_name = _("place in a season")
        verbose_name_plural = _("places in seasons")
        ordering = ("season", "place")
        constraints = (models.UniqueConstraint(fields=("season", "player"), name="one_place_a_season"),)
        indexes = (models.Index(fields=("season", "place"), name="places_of_a_season"),)

    def __str__(self) -> str:
        return f"{self.season_id}, {self.player_id}: {self.place} of {self.of}"
