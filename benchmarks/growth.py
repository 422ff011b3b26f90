"""What lists, searches and pages cost in a crowd: ``python benchmarks/growth.py [--times 5] [--only WORDS]``.

Fill a database first: ``GRIMOIRE_DATABASE=FILE manage.py migrate``, ``load_sets``, ``load_books``, ``make_crowd``; or a
server's by ``GRIMOIRE_DATABASE_URL``. Asked are all addresses without parts of their own that answer a GET, as a
stranger and as somebody who has made and tried much, those of moderators, and below these the searches, orders, filters
and far pages of every list, with one page of each thing. Of each: the median of the processor's milliseconds in this
process (SQLite's are among them) and in PostgreSQL's (told where it runs on this machine), and the number of queries,
in a process that has answered the same twice before. What leads elsewhere is asked for where it leads. The machine's
own speed, for runs at other times to be compared with, is told by a peer: some Python that has nothing to do with the
site, measured before and after.
"""

from __future__ import annotations

import argparse
import base64
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")
# What another process does for a query would be missing in the figures.
os.environ.setdefault("PGOPTIONS", "-c max_parallel_workers_per_gather=0")

GOAL: Final = 100.0  # milliseconds
LONG: Final = 3.0  # seconds: what takes longer, which are whole files, is asked for once more and not again and again
CARDS: Final = (
    *("", "page=800", "page=4000", "view=table", "sort=-number", "sort=name", "sort=-name&page=900", "sort=cost"),
    *("sort=cost&page=900", "sort=-av", "sort=hp", "sort=newest", "sort=newest&page=900", "sort=fair", "sort=-fair"),
    *(
        "sort=wins",
        "sort=likes",
        "q=cost%3E5",
        "q=cost%3E5&sort=name&page=300",
        "q=t:creature",
        "q=t:creature&page=900",
    ),
    *("q=a:rage", "q=a:rage+a:aim", "q=aura:any", "q=abilities%3E%3D2", "q=av%3Ehp", "q=fair%3Ecost", "q=fair%3E6"),
    *("q=fair%3Ecost+order:-fair", "q=wins%3E50", "q=is:community", "q=is:site", "q=is:remix", "q=edition:1"),
    *("q=set:none", "q=set:initiation", "q=by:crowd", "q=heron", "q=heron&page=100", "q=heron&sort=name"),
    *("q=heron+amber", "q=%22heron+amber+dusk%22", "q=quetzal", "q=he", "q=x", "q=name:heron", "q=f:heron"),
    *("q=-heron", "q=heron+or+cost%3E8", "q=t:creature,incantation+cost%3C%3D3+heron", "q=cost%3D20"),
    *("q=heron&sort=likes", "q=a:rage&sort=name&page=34", "q=name:he", "q=f:x", "q=he+am+x", "q=edition:1+a:rage"),
    *(
        "q=edition:2+cost%3D20",
        "q=-edition:1+is:remix",
        "q=heron+quetzal",
        "q=set:initiation+heron",
        "q=t:bridge+heron",
    ),
    *(
        "q=t:bridge+heron",
        "q=is:unofficial&sort=wins",
        "q=is:plain&sort=-hp&page=30",
        "q=abilities%3D3+heron+cost%3D9",
        "q=number%3E900",
    ),
)
PAGES: Final = (
    *("", "page=2", "page=2000", "page=4000", "sort=easiest", "sort=easiest&page=2000", "sort=easiest&page=4000"),
    *(
        "sort=hardest",
        "sort=liked",
        "sort=liked&page=2000",
        "sort=liked&page=4000",
        "sort=rating",
        "sort=book",
        "sort=book&page=900",
        "q=heron",
        "q=heron&sort=hardest",
    ),
    *("q=heron&page=700", "q=heron+amber", "q=quetzal", "q=he", "q=x", "goal=win", "goal=win&goal=survive&level=3"),
    *("level=3", "level=5&sort=liked", "turns=2", "mode=duel", "edition=season-2", "a=rage", "a=rage&a=aim"),
    *("on=rage", "on=rage&on=aim", "least=1500", "least=1500&most=1510", "by=crowd", "book=basics"),
    *("q=heron&sort=rating&page=83", "q=heron&a=rage&on=aim", "q=heron+quetzal", "q=he+x", "a=rage&sort=liked&page=83"),
    *("goal=bastion&q=heron&level=1", "turns=9", "mode=teams", "sort=rating&page=4000", "q=heron&sort=book"),
    *("a=rage&a=aim&a=splash&a=aura&a=venom", "q=heron&sort=easiest&page=83", "level=1&level=2&sort=easiest&page=900"),
)
STATES: Final = ("new", "open", "solved", "unsolved", "failed", "shown", "favourite", "mine")
OTHERS: Final = (
    *("/cards/sets/initiation/", "/decks/new/?q=heron", "/decks/new/?q=x", "/print/?q=heron", "/print/?set=initiation"),
    *("/champions/?page=300", "/champions/?sort=name", "/champions/?sort=cost&page=300", "/champions/?sort=remixed"),
    *("/champions/?q=heron", "/champions/?q=quetzal", "/champions/?q=rage", "/champions/?q=x"),
    *("/grimoire/by/crowd/", "/files/grimoire/pages-en.atom", "/files/grimoire/pages-fr.atom"),
    *("/rulings/?q=mana", "/rulings/?q=x", "/rulings/abilities/rage/"),
    *("/rulings/matrix/aura/aerial/", "/rulings/stronghold-falls/", "/editor/palette/?q=heron", "/editor/palette/?q=x"),
    *("/api/v1/cards?q=heron", "/api/v1/cards?q=quetzal", "/api/v1/cards?q=x", "/api/v1/cards?q=edition:1+is:remix"),
    *("/api/v1/cards?limit=200", "/api/v1/puzzles?limit=200", "/api/v1/decks?limit=200", "/api/v1/rulings?limit=200"),
    *("/sitemap-cards.xml", "/sitemap-cards.xml?p=150", "/sitemap-puzzles.xml", "/sitemap-puzzles.xml?p=150"),
    *("/sitemap-books.xml", "/sitemap-sets.xml", "/sitemap-pages.xml", "/sitemap-rules.xml", "/sitemap-rules.xml?p=2"),
    *("/fr/", "/fr/cards/?sort=name&page=900", "/fr/cards/?q=heron", "/fr/grimoire/search/?q=heron", "/fr/champions/"),
)
OWN: Final = (
    *("/workshop/?q=heron", "/workshop/?q=x", "/workshop/?kind=champion", "/workshop/?visibility=private"),
    *("/play/mine/?state=over", "/play/mine/?against=people", "/play/mine/?page=9"),
    *("/cards/?q=by:me", "/cards/?q=is:own", "/print/?own=1", "/decks/new/?q=by:me"),
)
ADMIN: Final = (
    *("accounts/owner/?q=crowd", "accounts/user/?q=crowd", "cards/card/?p=50", "cards/card/?q=heron"),
    *("cards/card/?q=quetzal", "cards/card/?q=x", "cards/card/?kind__exact=creature", "cards/card/?kind__exact=bridge"),
    *("cards/card/?visibility__exact=private", "cards/card/?hidden_at__isempty=0", "grimoire/puzzle/?p=50"),
    *("grimoire/puzzle/?q=heron", "grimoire/puzzle/?q=quetzal", "grimoire/puzzle/?level__exact=3"),
    *("grimoire/puzzle/?goal__exact=win&q=heron", "grimoire/puzzle/?visibility__exact=private"),
    *("grimoire/puzzle/?hidden_at__isempty=0", "grimoire/puzzle/?flagged_at__isempty=0"),
    *("grimoire/puzzle/?published_at__isempty=1", "grimoire/proof/?state__exact=done", "grimoire/proof/?q=0"),
)


class Looked(NamedTuple):
    """What an address cost: its answer's status, milliseconds in this process and in the server's, queries."""

    status: int
    own: float
    server: float
    queries: int


def addresses() -> Iterator[tuple[str, str]]:
    """Whoever looks, and at what."""
    for who in ("stranger", "crowd"):
        for address in (*_whole("", but=("admin/", "accounts/")), *_searches(), *_things()):
            yield who, address.rstrip("?")
    for address in (*OWN, *(f"/grimoire/search/?state={state}" for state in STATES)):
        yield "crowd", address
    for address in (*_whole("admin/"), *(f"/admin/{address}" for address in ADMIN)):
        yield "moderator", address


def _whole(below: str, but: tuple[str, ...] = ()) -> list[str]:
    """The addresses, in English, that are whole as they stand."""
    from django.urls import URLResolver, get_resolver

    def within(resolver: Any, before: str) -> Iterator[str]:
        for pattern in resolver.url_patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from within(pattern, route)
            elif not any(sign in route for sign in "<(?^$"):
                yield route

    routes = dict.fromkeys(within(get_resolver(), ""))
    return [f"/{route}" for route in routes if route.startswith(below) and not route.startswith(but or ("\0",))]


def _searches() -> list[str]:
    from contract.registry import GAMES

    lists = [*(f"/cards/?{query}" for query in CARDS), *(f"/grimoire/search/?{query}" for query in PAGES)]
    return [*lists, *OTHERS, *(f"/rulings/{name}/" for name in list(GAMES)[1:])]


def _things() -> Iterator[str]:
    """A page of each thing of which there are many, and pages of lists that go on after one."""
    from cards.models import Card, Deck
    from grimoire.models import Book, Puzzle
    from tables.models import LadderSeason, LiveGame, PlayerRating
    from tables.ratings.seasons import Quarter
    from tournaments.models import Tournament

    def cursor(key: int) -> str:
        return base64.urlsafe_b64encode(f"after {key}".encode()).decode().rstrip("=")

    deep = {model: model.objects.order_by("-pk").values_list("pk", flat=True)[50] for model in (Card, Puzzle)}
    yield f"/api/v1/cards?after={cursor(deep[Card])}"
    yield f"/api/v1/puzzles?after={cursor(deep[Puzzle])}"
    for card in (*Card.objects.filter(pk__in=range(deep[Card] - 9, deep[Card]))[:3], _first(Card)):
        yield card.get_absolute_url()
        yield f"/api/v1/cards/{card.reference}"
        yield f"/oembed/?url=http://localhost{card.get_absolute_url()}"
    for puzzle in (Puzzle.objects.get(pk=deep[Puzzle]), _first(Puzzle)):
        yield puzzle.get_absolute_url()
        yield f"/api/v1/puzzles/{puzzle.token}"
        yield f"/oembed/?url=http://localhost{puzzle.get_absolute_url()}"
    rating = PlayerRating.objects.filter(owner__isnull=False).order_by("-rating").first()
    if rating is not None and rating.owner is not None:
        yield f"/players/{rating.owner.name}/"
    tournament = Tournament.objects.order_by("-round", "pk").first()
    if tournament is not None:
        yield tournament.get_absolute_url()
        yield f"{tournament.get_absolute_url()}export/standings.csv"
        yield f"/api/v1/tournaments/{tournament.token}"
    season = LadderSeason.objects.filter(places__isnull=False).first()
    if season is not None:
        yield f"/play/ladder/seasons/{Quarter.of(season.starts).name}/"
    for thing in (_first(Deck), _first(Book)):
        yield thing.get_absolute_url()
    for status in (LiveGame.Status.OVER, LiveGame.Status.PLAY):
        game = LiveGame.objects.filter(status=status).order_by("pk")[100]
        yield f"/play/{game.token}/"
        yield f"/play/{game.token}/replay/"


def _first(model: Any) -> Any:
    """The site's own."""
    return model.objects.filter(owner=None).order_by("pk")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--only", default="", help="addresses with these words")
    options = parser.parse_args()
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection

    settings.LIMITS = False
    clients = _clients()
    slow = []
    before = _peer()
    print(f"| {connection.vendor} | who | status | ms | ms of the server | queries |\n{'| --- ' * 6}|")
    for who, address in addresses():
        if options.only not in f"{who} {address}":
            continue
        looked = _look(clients[who], address, options.times)
        if looked is None:
            continue
        print(f"| `{address}` | {who} | {' | '.join(_told(looked))} |", flush=True)
        if looked.own + looked.server > GOAL:
            slow.append((looked.own + looked.server, who, address))
    print(f"peer: {before:.0f} ms before, {_peer():.0f} ms after", file=sys.stderr)
    for spent, who, address in sorted(slow, reverse=True):
        print(f"over {GOAL:.0f} ms: {spent:.0f} {who} {address}", file=sys.stderr)


def _peer() -> float:
    """The processor's milliseconds that this machine takes now for words that are made, sorted and counted."""
    took = []
    for _ in range(15):
        chance, began = random.Random(1), time.process_time()
        words = sorted("".join(chance.choices("abcdefgh", k=6)) for _ in range(10_000))
        assert len(dict.fromkeys(word[:4] for word in words)) > 1000
        took.append(1000 * (time.process_time() - began))
    return statistics.median(took)


def _told(looked: Looked) -> list[str]:
    return [str(looked.status), f"{looked.own:.1f}", f"{looked.server:.1f}", str(looked.queries)]


def _clients() -> dict[str, Any]:
    from django.test import Client

    from accounts.models import User

    moderator, _ = User.objects.get_or_create(username="crowd-moderator", is_staff=True, is_superuser=True)
    clients = {name: Client(headers={"host": "localhost"}) for name in ("stranger", "crowd", "moderator")}
    backend = "django.contrib.auth.backends.ModelBackend"
    clients["crowd"].force_login(User.objects.get(username="crowd"), backend)
    clients["moderator"].force_login(moderator, backend)
    return clients


def _look(client: Any, address: str, times: int) -> Looked | None:
    """What it cost; None for what answers with no page: leads elsewhere, or asks for something to be sent."""
    from django.db import connection

    statements: list[str] = []

    def ask(execute: Any, sql: str, *params: Any) -> Any:
        statements.append(sql)
        return execute(sql, *params)

    began = time.process_time()
    response = client.get(address, follow=True)  # what is kept between requests is kept
    b"".join(response)
    times = 1 if time.process_time() - began > LONG else times
    if response.status_code != 200:
        print(f"left out, for it answers {response.status_code}: {address}", file=sys.stderr)
        return None
    if response.redirect_chain:
        address = response.redirect_chain[-1][0]
    with connection.execute_wrapper(ask):
        response = client.get(address, follow=True)
        b"".join(response)
    own, server = [], []
    for _ in range(times):
        servers, began = _of_server(), time.process_time()
        b"".join(client.get(address, follow=True))  # what is streamed is made when it is read
        own.append(1000 * (time.process_time() - began))
        server.append(_of_server() - servers)
    return Looked(response.status_code, statistics.median(own), statistics.median(server), len(statements))


def _of_server() -> float:
    """The processor's milliseconds of the server's processes that answer us, so far."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        pids = [pid for (pid,) in cursor.fetchall()]
    files = [Path(f"/proc/{pid}/schedstat") for pid in pids]
    return sum(int(file.read_text().split()[0]) for file in files if file.exists()) / 1e6


if __name__ == "__main__":
    main()
