"""Counting games that are over.

``count`` is called in the transaction that ends a game (``tables.services.log.game_ended``); a row of ``CountedGame``
says that it was done, so that nothing is counted twice, and holds what was counted, so that the sums can be made anew
when the game has been swept away.
Only what is the site's own is counted by name: its cards, its preconstructed decks, its Champions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from django.db import connection, transaction

from cards.sets import all_cards, champions
from cards.sets import decks as preconstructed
from engine.decks.game.decks import Deck, face
from engine.decks.rules.cards import Card
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.state import DecksState
from tables.models import CountedGame, GameSeat, LiveGame, OutcomeCount
from tables.states import GameState, state_of

Kind = OutcomeCount.Kind
ROWS: Final = 60  # that are written with one statement
_ADD: Final = """
INSERT INTO play_outcomecount (kind, name, mode, format, edition, people_only, seats, wins, draws) VALUES {rows}
ON CONFLICT (kind, name, mode, format, edition, people_only) DO UPDATE SET
    seats = play_outcomecount.seats + excluded.seats,
    wins = play_outcomecount.wins + excluded.wins,
    draws = play_outcomecount.draws + excluded.draws
"""


class OutcomeKey(NamedTuple):
    """The key of a count: a thing by its kind and name, in games of one sort."""

    kind: str
    name: str
    mode: str
    format: str
    edition: str
    people_only: bool


def count(game: LiveGame, state: GameState, **_: Any) -> None:
    """A receiver of ``game_ended``: counts a game that is over, unless it has been counted or does not count.

    One that ended before the decks were dealt does not, nor does one that went on from a moment of another, nor what
    belongs to somebody's first game.
    """
    counted = counted_game(game, state)
    if counted is None:
        return
    with transaction.atomic():
        _row, is_new = CountedGame.objects.get_or_create(token=counted.token, defaults=_values(counted))
        if is_new:
            _add([counted])


def counted_game(game: LiveGame, state: GameState) -> CountedGame | None:
    """A finished game as the statistics know it, not yet saved; None for one that does not count.

    They know cards, decks and Champions, which only Clash of Decks has.
    """
    if not isinstance(state, DecksState):
        return None
    engine = state.engine
    is_apart = bool(state.setup.get("imported") or state.setup.get("guide") or game.helped)
    if state.result is None or engine is None or engine.position is None or is_apart:
        return None
    kinds = dict(GameSeat.objects.filter(game=game).values_list("seat_name", "kind"))
    winners, terms = state.result["winners"], engine.terms
    seats = []
    for number, seat in enumerate(state.players()):
        champion = terms.champions[number] if terms is not None and terms.champions else None
        score = 0.5 if not winners else float(SEAT_NAMES[seat] in winners)
        seats.append({"score": score, **names_of(engine.decks.players[number], champion)})
    return CountedGame(
        token=game.token,
        mode=game.mode,
        format=game.format,
        edition=game.setup["edition"],
        people_only=all(kind == GameSeat.Kind.PERSON for kind in kinds.values()),
        seats=seats,
    )


def names_of(deck: Deck, champion: Card | None) -> dict[str, Any]:
    """The names of a deck's cards, of the deck and of the Champion, those of the site; else they are left out."""
    cards = sorted({name for card in deck if (name := _cards().get(face(card))) is not None})
    own = frozenset(face(card) for card in deck)
    return {
        "cards": cards,
        "deck": _decks().get(own) if len(own) == len(deck) else None,
        "champion": None if champion is None else _champions().get(face(champion)) or _cards().get(face(champion)),
    }


def recount() -> int:
    """Counts all finished games anew; how many there are. What was swept away since counts as it was counted."""
    with transaction.atomic():
        for game in LiveGame.objects.filter(status=LiveGame.Status.OVER).iterator(200):
            counted = counted_game(game, state_of(game))
            if counted is not None:
                CountedGame.objects.update_or_create(token=counted.token, defaults=_values(counted))
        OutcomeCount.objects.all().delete()
        games = CountedGame.objects.order_by("pk")
        batch: list[CountedGame] = []
        for counted_row in games.iterator(500):
            batch.append(counted_row)
            if len(batch) == 500:
                _add(batch)
                batch = []
        _add(batch)
        return games.count()


def _values(counted: CountedGame) -> dict[str, Any]:
    names = ("mode", "format", "edition", "people_only", "seats")
    return {name: getattr(counted, name) for name in names}


def _add(games: Iterable[CountedGame]) -> None:
    """Adds games to the sums. Rows come in one order, so that two who add at once do not wait for each other."""
    seats: Counter[OutcomeKey] = Counter()
    wins: Counter[OutcomeKey] = Counter()
    draws: Counter[OutcomeKey] = Counter()
    for game in games:
        for key, score in _scores(game):
            seats[key] += 1
            wins[key] += score == 1
            draws[key] += score == 0.5
    rows = [(*key, seats[key], wins[key], draws[key]) for key in sorted(seats)]
    for start in range(0, len(rows), ROWS):
        _write(rows[start : start + ROWS])


def _scores(game: CountedGame) -> Iterator[tuple[OutcomeKey, float]]:
    for seat in game.seats:
        things = [(str(Kind.CARD), name) for name in seat["cards"]]
        things += [(str(kind), seat[kind]) for kind in (Kind.DECK, Kind.CHAMPION) if seat[kind]]
        for kind, name in things:
            yield OutcomeKey(kind, name, game.mode, game.format, game.edition, game.people_only), seat["score"]


def _write(rows: Sequence[tuple[Any, ...]]) -> None:
    places = ", ".join(["(" + ", ".join(["%s"] * 9) + ")"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(_ADD.format(rows=places), [value for row in rows for value in row])


@cache
def _cards() -> dict[tuple[object, ...], str]:
    return {face(card.card): card.reference for card in all_cards()}


@cache
def _decks() -> dict[frozenset[tuple[object, ...]], str]:
    return {
        frozenset(face(card.card) for card in deck.cards): f"{deck.cards[0].set}/{deck.slug}"
        for deck in preconstructed()
    }


@cache
def _champions() -> dict[tuple[object, ...], str]:
    return {
        face(Card(champion.name.en, True, champion.cost, champion.av, champion.hp, champion.abilities)): champion.slug
        for champion in champions()
    }
