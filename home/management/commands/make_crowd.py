"""``manage.py make_crowd``: a database as it would be after years, to look at what becomes slow."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from copy import copy
from itertools import islice
from typing import Any, Final, TypeVar

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import models, transaction
from django.utils import timezone

from accounts.models import Owner, Visibility, new_token
from cards.folding import folded
from cards.models import Card, Kind
from grimoire.models import Attempt, Puzzle
from play.models import GameSeat, LiveGame
from play.services.tables import new_game
from play.setups import read_arrangement

BATCH: Final = 2000
SOLVES: Final = 1000  # attempts of one guest
WORDS: Final = [
    "amber",
    "brook",
    "cinder",
    "dusk",
    "ember",
    "fallow",
    "glade",
    "heron",
    "ivory",
    "jasper",
    "kestrel",
    "lantern",
    "marsh",
    "north",
    "oak",
]

Row = TypeVar("Row", bound=models.Model)


class Command(BaseCommand):
    help = "Fills a database with made-up cards, pages, attempts and games. Not for a site that people use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name, usual in (("cards", 100_000), ("puzzles", 100_000), ("attempts", 1_000_000), ("games", 100_000)):
            parser.add_argument(f"--{name}", type=int, default=usual, metavar="N")
        parser.add_argument("--seed", type=int, default=1, help="the same one makes the same words and figures")

    def handle(self, *_args: Any, seed: int, **how_many: Any) -> None:
        """Says what was made."""
        if settings.PRODUCTION:
            raise CommandError("This is a site that people use.")
        page = Puzzle.objects.published().order_by("pk").first()
        if page is None:
            raise CommandError("There is no page to make others of. Run load_sets and load_books first.")
        if any(how_many[name] < 0 for name in ("cards", "puzzles", "attempts", "games")):
            raise CommandError("Numbers are from 0.")
        chance = random.Random(seed)
        owners = self._owners(max(1, -(-how_many["attempts"] // SOLVES)))
        if how_many["attempts"] > len(owners) * max(1, how_many["puzzles"]):
            raise CommandError("More attempts than guests could make at so many pages.")
        self._made("cards", _kept(Card, how_many["cards"], lambda _: _card(chance, owners)))
        self._made("puzzles", _kept(Puzzle, how_many["puzzles"], lambda at: _page(chance, page, at, owners)))
        pages = list(Puzzle.objects.order_by("-pk").values_list("pk", flat=True)[: how_many["puzzles"]])
        attempts = _kept(Attempt, how_many["attempts"], lambda at: _attempt(chance, at, owners, pages))
        self._made("attempts", attempts)
        self._made("games", self._games(how_many["games"], chance, owners))

    def _made(self, name: str, count: int) -> None:
        self.stdout.write(f"{name}: {count:,}")

    def _owners(self, count: int) -> list[Owner]:
        return Owner.objects.bulk_create([Owner() for _ in range(count)], batch_size=BATCH)

    def _games(self, count: int, chance: random.Random, owners: list[Owner]) -> int:
        if not count:
            return 0
        seats = {"A": {"kind": "me"}, "B": {"kind": "me"}}
        first = new_game(read_arrangement({"mode": "duel", "seats": seats}, owners[0]), owners[0])
        made = _kept(LiveGame, count - 1, lambda _: _game(chance, first, owners))
        whole = list(LiveGame.objects.order_by("-pk")[:made])
        _kept(GameSeat, 2 * len(whole), lambda at: _seat(whole[at // 2], "AB"[at % 2], owners[at % len(owners)]))
        return made + 1


def _kept(model: type[Row], count: int, make: Callable[[int], Row]) -> int:
    """Makes so many rows, some thousands at a time."""
    rows: Iterator[Row] = (make(number) for number in range(count))
    while batch := list(islice(rows, BATCH)):
        with transaction.atomic():
            model._default_manager.bulk_create(batch)
    return count


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count)).title()


def _card(chance: random.Random, owners: list[Owner]) -> Card:
    values = {"cost": chance.randint(0, 9), "av": chance.randint(0, 6), "hp": chance.randint(1, 9)}
    card = Card(
        owner=chance.choice(owners),
        kind=Kind.CREATURE,
        name=_words(chance, 2),
        abilities=chance.choice([[], ["rage"], ["regeneration"]]),
        visibility=Visibility.PUBLIC,
        **values,
    )
    card.index()
    return card


def _page(chance: random.Random, page: Puzzle, at: int, owners: list[Owner]) -> Puzzle:
    made = copy(page)
    made._state = copy(page._state)
    made.pk, made._state.adding = None, True
    made.token, made.owner, made.title = new_token(), chance.choice(owners), _words(chance, 3)
    made.title_fr, made.showpiece = "", False
    made.position_key = f"crowd {at:x}"
    made.search_text = folded(made.title)
    made.level, made.score = chance.randint(1, 5), chance.randint(-5, 40)
    made.rating, made.deviation = chance.uniform(1000, 2200), 80.0
    made.published_at = timezone.now()
    return made


def _attempt(chance: random.Random, at: int, owners: list[Owner], pages: list[int]) -> Attempt:
    state = chance.choice(Attempt.State.values)
    owner, page = owners[at % len(owners)], pages[at // len(owners) % len(pages)]
    return Attempt(owner=owner, puzzle_id=page, state=state, tries=chance.randint(0, 4))


def _game(chance: random.Random, first: LiveGame, owners: list[Owner]) -> LiveGame:
    made = copy(first)
    made._state = copy(first._state)
    made.pk, made._state.adding = None, True
    made.token, made.creator = new_token(), chance.choice(owners)
    made.status = chance.choice([LiveGame.Status.OVER] * 9 + [LiveGame.Status.PLAY])
    made.listed = ""
    return made


def _seat(game: LiveGame, letter: str, owner: Owner) -> GameSeat:
    return GameSeat(game=game, letter=letter, kind=GameSeat.Kind.PERSON, owner=owner)
