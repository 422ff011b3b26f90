"""Accounts with ratings, and tournaments that they have played in, made up as rows: a part of ``make_crowd``."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import Final

from accounts.models import Owner, User, Visibility, new_token
from engine.decks.rules.modes import DUEL
from tables.models import PlayerProfile, PlayerRating, RatedGame
from tournaments.models import MAX_ENTRANTS, Entrant, Match, Tournament
from tournaments.rules.matches import DRAW, FIRST, SECOND
from tournaments.services.games import asked_for

BATCH: Final = 1000
DECKS: Final = "clash-of-decks"
GAMES_OF_ONE: Final = 500  # of a tournament: an arena of an hour with many
OUTCOMES: Final = (FIRST, FIRST, SECOND, SECOND, DRAW)
SCORES: Final = {FIRST: 1.0, SECOND: 0.0, DRAW: 0.5}
SURE: Final = 80.0  # points of deviation of who has played much

Moment = Callable[[random.Random], datetime]


def make_profiles(count: int, chance: random.Random, moment: Moment) -> list[PlayerRating]:
    """So many accounts with a profile and a rating in Duels."""
    past = User.objects.filter(username__startswith="crowd-").count()
    users = [User(username=f"crowd-{past + at}", password="!") for at in range(count)]
    owners = Owner.objects.bulk_create(
        [Owner(user=user) for user in User.objects.bulk_create(users, batch_size=BATCH)], batch_size=BATCH
    )
    PlayerProfile.objects.bulk_create([PlayerProfile(owner=owner) for owner in owners], batch_size=BATCH)
    rows = [
        PlayerRating(
            owner=owner,
            game=DECKS,
            mode=DUEL.name,
            rating=chance.gauss(1500, 250),
            deviation=SURE,
            played=20,
            won=10,
            lost=8,
            rated_at=moment(chance),
        )
        for owner in owners
    ]
    return PlayerRating.objects.bulk_create(rows, batch_size=BATCH)


def make_matches(count: int, chance: random.Random, players: list[PlayerRating], moment: Moment) -> int:
    """So many games of tournaments that are over, each of which moved two ratings."""
    left = count if len(players) > 1 else 0
    while left:
        left -= _make_tournament(min(left, GAMES_OF_ONE), chance, players, moment)
    return count if len(players) > 1 else 0


def _make_tournament(count: int, chance: random.Random, players: list[PlayerRating], moment: Moment) -> int:
    at = moment(chance)
    playing = chance.sample(players, min(len(players), MAX_ENTRANTS))
    tournament = Tournament.objects.create(
        owner_id=playing[0].owner_id,
        name=f"Crowd {at:%Y-%m-%d}",
        kind=Tournament.Kind.ARENA,
        asked=asked_for(DECKS, mode=DUEL.name),
        rated=True,
        phase=Tournament.Phase.OVER,
        round=count,
        began=at,
        ends=at,
        visibility=Visibility.PUBLIC,
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, owner_id=player.owner_id, name=f"Player {number}")
        for number, player in enumerate(playing, 1)
    )
    matches, rated = [], []
    for number in range(1, count + 1):
        (one, first), (other, second) = chance.sample(list(zip(playing, entrants, strict=True)), 2)
        outcome, token = chance.choice(OUTCOMES), new_token()
        matches.append(
            Match(
                tournament=tournament,
                round=number,
                table=1,
                first=first,
                second=second,
                game_token=token,
                outcome=outcome,
                source=Match.Source.SITE,
                opened=at,
                settled=at,
            )
        )
        for player, opponent, score in ((one, other, SCORES[outcome]), (other, one, 1 - SCORES[outcome])):
            change = 16 * (score - 0.5)
            rated.append(
                RatedGame(
                    player=player,
                    opponent=opponent,
                    token=token,
                    score=score,
                    before=player.rating,
                    after=player.rating + change,
                    deviation=SURE,
                    at=at,
                )
            )
    Match.objects.bulk_create(matches, batch_size=BATCH)
    RatedGame.objects.bulk_create(rated, batch_size=BATCH)
    return count
