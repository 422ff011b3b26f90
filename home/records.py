"""What a player's finished games come to: how many of each mode, won, drawn and lost, and the deck that they favour."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Concat
from django.urls import reverse

from accounts.models import Owner
from cards.sets import read_set
from contract.registry import GAMES
from tables.models import CountedGame, GameSeat, LiveGame

LATEST: Final = 200  # finished games in which a favourite deck is looked for


@dataclass(frozen=True, slots=True)
class ModeRecord:
    """Finished games of a mode against others; the rest of ``count`` were lost."""

    title: str
    count: int
    won: int
    drawn: int

    @property
    def not_lost(self) -> int:
        return self.won + self.drawn

    @property
    def lost(self) -> int:
        return self.count - self.won - self.drawn


@dataclass(frozen=True, slots=True)
class FavouriteDeck:
    """A ready-made deck of the site, and in how many of the latest games it was played."""

    name: str
    href: str
    games: int


def records_of(owner: Owner) -> list[ModeRecord]:
    """Finished games by what was played, the most first."""
    titles = {(game.name, mode.name): f"{game.title}: {mode.title}" for game in GAMES.values() for mode in game.modes}
    titles |= {(game.name, ""): game.title for game in GAMES.values()}
    winners = Cast(KeyTextTransform("winners", "game__result"), TextField())
    seats = _finished(owner).alias(winners=winners, quoted=Concat(Value('"'), F("seat_name"), Value('"')))
    sums = seats.order_by().values("game__game", "game__mode")
    sums = sums.annotate(
        count=Count("game", distinct=True),
        won=Count("game", distinct=True, filter=Q(winners__contains=F("quoted"))),
        drawn=Count("game", distinct=True, filter=Q(winners="[]")),
    )
    rows = [
        ModeRecord(
            titles.get((row["game__game"], row["game__mode"]), row["game__game"]),
            row["count"],
            row["won"],
            row["drawn"],
        )
        for row in sums
    ]
    return sorted(rows, key=lambda row: (-row.count, row.title))


def favourite_deck_of(owner: Owner, language: str) -> FavouriteDeck | None:
    """The ready-made deck somebody played most in their latest games; None for who played none of the site's.

    Decks that players made have no part in it: their names may be private.
    """
    players = {
        mode.name: [seat for seat in mode.seats if seat not in mode.ai_seats]
        for game in GAMES.values()
        for mode in game.modes
    }
    latest = _finished(owner).order_by("-game__updated", "pk")
    seats = list(latest.values_list("game__token", "game__mode", "seat_name")[:LATEST])
    counted = CountedGame.objects.filter(token__in=[token for token, _mode, _seat in seats])
    decks_by_game = {token: [seat["deck"] for seat in kept] for token, kept in counted.values_list("token", "seats")}
    played: Counter[str] = Counter()
    for token, mode, seat_name in seats:
        decks, names = decks_by_game.get(token, []), players.get(mode, [])
        if seat_name in names and len(decks) == len(names) and (deck := decks[names.index(seat_name)]):
            played[deck] += 1
    for reference, games in played.most_common():
        set_slug, _slash, deck_slug = reference.partition("/")
        try:
            deck = next(deck for deck in read_set(set_slug).decks if deck.slug == deck_slug)
        except (KeyError, StopIteration):  # the site does not have it any more
            continue
        return FavouriteDeck(deck.name.in_language(language), reverse("cards:set", args=[set_slug]), games)
    return None


def _finished(owner: Owner) -> QuerySet[GameSeat]:
    """A player's seats in finished games, without moments of first games and without those against themselves."""
    with_ai = {mode.name for game in GAMES.values() for mode in game.modes if mode.ai_seats}
    others = GameSeat.objects.filter(game=OuterRef("game")).exclude(owner=owner)
    own = GameSeat.objects.filter(owner=owner, kind=GameSeat.Kind.PERSON, game__status=LiveGame.Status.OVER)
    own = own.filter(game__first_game_moment=None)
    return own.filter(Exists(others) | Q(game__mode__in=with_ai))
