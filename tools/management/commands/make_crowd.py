"""``manage.py make_crowd``: a database as it would be after years, to look at what becomes slow."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, models, transaction
from django.utils import timezone

from accounts.models import Owner, User, Visibility, new_token
from cards.folding import folded
from cards.models import Card, Kind
from engine.decks.rules.abilities import FLAG_OF_SLUG
from games.decks.setups import read_arrangement
from grimoire.models import Attempt, Puzzle, PuzzleAbility
from tables.models import GameSeat, LiveGame
from tables.services.tables import new_game
from tools.crowd_of_players import make_matches, make_profiles

BATCH: Final = 10_000
SOLVES: Final = 1000  # attempts of one guest
DAYS: Final = 1000  # over which it has come together
NAME: Final = "crowd"  # of the account that the first guest has, to look at it as one of them
ABILITIES: Final = tuple(FLAG_OF_SLUG)
GOALS: Final = ("win", "bastion", "destroy", "damage", "survive", "predict")
KINDS: Final = (*[Kind.CREATURE] * 7, *[Kind.INCANTATION] * 2, Kind.CHAMPION)
STATUSES: Final = (*[LiveGame.Status.OVER] * 17, *[LiveGame.Status.PLAY] * 2, LiveGame.Status.WAITING)
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


class Command(BaseCommand):
    help = "Fills a development database with made-up cards, pages, attempts and games, to test speed. Takes minutes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name, usual in (("cards", 100_000), ("puzzles", 100_000), ("attempts", 1_000_000), ("games", 100_000)):
            parser.add_argument(f"--{name}", type=int, default=usual, metavar="N")
        parser.add_argument("--profiles", type=int, default=1000, metavar="N", help="accounts with ratings")
        parser.add_argument("--matches", type=int, default=10_000, metavar="N", help="games of tournaments")
        parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same texts and numbers")

    def handle(self, *_args: Any, seed: int, **how_many: Any) -> None:
        """Says what was made."""
        if settings.PRODUCTION:
            raise CommandError("Not on a production site. Run it with GRIMOIRE_ENV=development.")
        page = Puzzle.objects.of_decks().published().order_by("pk").first()
        if page is None:
            raise CommandError("There are no puzzles to copy. Run load_sets and load_books first.")
        if any(how_many[name] < 0 for name in ("cards", "puzzles", "attempts", "games", "profiles", "matches")):
            raise CommandError("Numbers cannot be negative.")
        chance = random.Random(seed)
        owners = self._owners(max(1, -(-how_many["attempts"] // SOLVES)))
        if how_many["attempts"] > len(owners) * max(1, how_many["puzzles"]):
            raise CommandError("Too many attempts for so few puzzles: raise --puzzles or lower --attempts.")
        card = Card(visibility=Visibility.PUBLIC)
        self._made("cards", _kept(card, how_many["cards"], lambda _: _card(chance, owners)))
        self._made("puzzles", self._pages(how_many["puzzles"], chance, page, owners))
        pages = list(Puzzle.objects.order_by("-pk").values_list("pk", flat=True)[: how_many["puzzles"]])
        tried = _kept(Attempt(), how_many["attempts"], lambda at: _attempt(chance, at, owners, pages))
        self._made("attempts", tried)
        self._made("games", self._games(how_many["games"], chance, owners))
        players = make_profiles(how_many["profiles"], chance, _moment)
        self._made("profiles", len(players))
        self._made("matches", make_matches(how_many["matches"], chance, players, _moment))

    def _made(self, name: str, count: int) -> None:
        self.stdout.write(f"{name}: {count:,}")

    def _pages(self, count: int, chance: random.Random, page: Puzzle, owners: list[Owner]) -> int:
        """Pages with the position and the proof of one that is there, but abilities, levels and titles of their own."""
        page.title_fr, page.featured, page.deviation = "", False, 80.0
        _kept(page, count, lambda at: _page(chance, at, owners))
        keys = Puzzle.objects.order_by("-pk").values_list("pk", flat=True)[:count]
        rows = [row for pk in list(keys) for row in _abilities(chance, pk)]
        _kept(PuzzleAbility(), len(rows), rows.__getitem__)
        return count

    def _owners(self, count: int) -> list[Owner]:
        """So many guests, the first of which has an account, the same each time."""
        known = Owner.objects.filter(user__username=NAME).first()
        first = known or Owner.objects.create(user=User.objects.create_user(NAME))
        return [first, *Owner.objects.bulk_create([Owner() for _ in range(count - 1)], batch_size=BATCH)]

    def _games(self, count: int, chance: random.Random, owners: list[Owner]) -> int:
        if not count:
            return 0
        seats = {"A": {"kind": "me"}, "B": {"kind": "me"}}
        first = new_game(read_arrangement({"mode": "duel", "seats": seats}, owners[0]), owners[0])
        added = _kept(first, count - 1, lambda _: _game(chance, owners))
        whole = list(LiveGame.objects.order_by("-pk").values_list("pk", "listed")[:added])
        empty = GameSeat(kind=GameSeat.Kind.PERSON)
        _kept(empty, 2 * len(whole), lambda at: _seat(*whole[at // 2], "AB"[at % 2], owners[at % len(owners)]))
        return added + 1


def _kept(template: models.Model, count: int, changes: Callable[[int], dict[str, Any]]) -> int:
    """Makes so many rows, thousands at a time: each is the template with other values in some columns, by attribute."""
    fields = [field for field in template._meta.concrete_fields if not field.primary_key]
    base = [field.get_db_prep_save(field.pre_save(template, add=True), connection) for field in fields]
    places = {field.attname: (place, field) for place, field in enumerate(fields)}

    def row(at: int) -> list[Any]:
        values = base.copy()
        for name, value in changes(at).items():
            place, field = places[name]
            values[place] = field.get_db_prep_save(value, connection)
        return values

    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    into = f"{connection.ops.quote_name(template._meta.db_table)} ({columns})"
    rows = (row(at) for at in range(count))
    while batch := list(islice(rows, BATCH)):
        with transaction.atomic(), connection.cursor() as cursor:
            _write(cursor, into, batch)
    return count


def _write(cursor: Any, into: str, rows: list[list[Any]]) -> None:
    if connection.vendor == "postgresql":
        with cursor.copy(f"COPY {into} FROM STDIN") as copying:
            for row in rows:
                copying.write_row(row)
    else:
        places = ", ".join(["%s"] * len(rows[0]))
        cursor.executemany(f"INSERT INTO {into} VALUES ({places})", rows)


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count)).title()


def _card(chance: random.Random, owners: list[Owner]) -> dict[str, Any]:
    values = {"cost": chance.randint(0, 9), "av": chance.randint(0, 6), "hp": chance.randint(1, 9)}
    card = Card(
        owner=chance.choice(owners),
        kind=chance.choice(KINDS),
        name=_words(chance, 2),
        flavour=_words(chance, 4),
        abilities=chance.sample(ABILITIES, chance.randint(0, 3)),
        **values,
    )
    card.index()
    written = ("owner_id", "token", "kind", "name", "flavour", "abilities", "cost", "av", "hp")
    derived = ("search_text", "search_abilities", "by_name", "by_name_fr", "fair", "seasons")
    return {name: getattr(card, name) for name in (*written, *derived)}


def _page(chance: random.Random, at: int, owners: list[Owner]) -> dict[str, Any]:
    title = _words(chance, 3)
    return {
        "token": new_token(),
        "owner_id": chance.choice(owners).pk,
        "title": title,
        "position_key": f"crowd {new_token()} {at:x}",
        "search_text": folded(f"{title} {_words(chance, 8)}"),
        "level": chance.randint(1, 5),
        "score": chance.randint(-5, 40),
        "rating": chance.uniform(1000, 2200),
        "goal": chance.choice(GOALS),
        "turns": chance.randint(1, 4),
        "published_at": _moment(chance),
    }


def _moment(chance: random.Random) -> datetime:
    return timezone.now() - timedelta(days=DAYS * chance.random() ** 2)


def _abilities(chance: random.Random, puzzle: int) -> list[dict[str, Any]]:
    """What a page shows, and what its solution turns on."""
    slugs = chance.sample(ABILITIES, chance.randint(3, 8))
    return [{"puzzle_id": puzzle, "slug": slug, "at_work": at < 2} for at, slug in enumerate(slugs)]


def _attempt(chance: random.Random, at: int, owners: list[Owner], pages: list[int]) -> dict[str, Any]:
    return {
        "owner_id": owners[at % len(owners)].pk,
        "puzzle_id": pages[at // len(owners) % len(pages)],
        "state": chance.choice(Attempt.State.values),
        "tries": chance.randint(0, 4),
        "first_try": chance.choice((None, True, False)),
    }


def _game(chance: random.Random, owners: list[Owner]) -> dict[str, Any]:
    status, moment = chance.choice(STATUSES), _moment(chance)
    if status == LiveGame.Status.WAITING:
        moment = timezone.now() - timedelta(days=10 * chance.random())
    return {
        "token": new_token(),
        "creator_id": chance.choice(owners).pk,
        "status": status,
        "listed": "B" if status == LiveGame.Status.WAITING else "",
        "created": moment,
        "updated": moment,
    }


def _seat(game: int, listed: str, name: str, owner: Owner) -> dict[str, Any]:
    is_taken = name not in listed
    return {"game_id": game, "seat_name": name, "owner_id": owner.pk if is_taken else None, "is_taken": is_taken}
