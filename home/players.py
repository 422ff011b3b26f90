"""A player's page: ratings and rated games, games, puzzles and cards, as far as the player lets others see them."""

from __future__ import annotations

from dataclasses import dataclass, field

from django import forms

from accounts.models import Owner, User
from cards.models import Card
from grimoire.browsing.fronts import AuthorFigures, figures_of
from grimoire.community.contexts import Standing
from grimoire.community.ratings import rating_of
from grimoire.models import Attempt
from home.records import FavouriteDeck, ModeRecord, favourite_deck_of, records_of
from tables.models import PlayerProfile
from tables.people.services import have_played, relation_to
from tables.ratings.ladder import ModeRating, RatedRow, rated_games_of, ratings_of
from tables.ratings.seasons import OwnSeason, seasons_of


class ProfileForm(forms.ModelForm[PlayerProfile]):
    """What others may see."""

    class Meta:
        model = PlayerProfile
        fields = ("shows_ratings", "shows_games", "shows_deck", "shows_solving", "shows_cards")


@dataclass(frozen=True)
class PlayerPage:
    """What one may see of a player; parts that the player hides are empty, but for themselves.

    ``games`` are finished games by mode, with what came of them; ``solved`` counts puzzles; ``author`` is None for who
    has published nothing.
    """

    name: str
    is_me: bool
    profile: PlayerProfile
    ratings: list[ModeRating] = field(default_factory=list)
    rated_games: list[RatedRow] = field(default_factory=list)
    games: list[ModeRecord] = field(default_factory=list)
    deck: FavouriteDeck | None = None
    solving: Standing | None = None
    solved: int = 0
    cards: int = 0
    author: AuthorFigures | None = None
    relation: str = ""  # of whoever looks to the player
    seasons: list[OwnSeason] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        games = self.ratings or self.games or self.deck
        return not (games or self.solving or self.solved or self.cards or self.author)


def profile_of(owner: Owner) -> PlayerProfile:
    """What an account shows; one that is not kept, of what is shown at first, where nothing was chosen."""
    return PlayerProfile.objects.filter(owner=owner).first() or PlayerProfile(owner=owner)


def player_page(name: str, viewer: Owner | None, language: str) -> PlayerPage | None:
    """The page of an account; None where there is none, or nothing to see for who does not know it."""
    user = User.objects.filter(username=name, is_active=True).select_related("owner").first()
    owner = getattr(user, "owner", None)
    if owner is None:
        return None
    is_me, profile = viewer is not None and viewer.pk == owner.pk, profile_of(owner)
    rates = profile.shows_ratings or is_me
    solver = getattr(owner, "solver", None) if profile.shows_solving or is_me else None
    page = PlayerPage(
        owner.name,
        is_me,
        profile,
        ratings_of(owner) if rates else [],
        rated_games_of(owner, viewer) if rates else [],
        records_of(owner) if profile.shows_games or is_me else [],
        favourite_deck_of(owner, language) if profile.shows_deck or is_me else None,
        Standing.of(rating_of(solver)) if solver is not None and solver.rated_count else None,
        _solved(owner) if profile.shows_solving or is_me else 0,
        Card.objects.listed().filter(owner=owner).count() if profile.shows_cards or is_me else 0,
        figures_of(name),
        relation_to(viewer, owner),
        seasons_of(owner) if rates else [],
    )
    is_known = is_me or bool(page.relation) or (viewer is not None and page.is_empty and have_played(viewer, owner))
    return None if page.is_empty and not is_known else page


def _solved(owner: Owner) -> int:
    return Attempt.objects.filter(owner=owner, state=Attempt.State.SOLVED).count()
