"""What lists, searches and pages cost in a crowd: ``python benchmarks/growth.py [--times 5] [--only WORDS]``.

Fill a database first: ``GRIMOIRE_DATABASE=FILE manage.py migrate``, ``load_sets``, ``load_books``, ``make_crowd``; or a
server's by ``GRIMOIRE_DATABASE_URL``. Of each address, as a stranger, as somebody who has made and tried much, or as a
moderator: the median of the processor's milliseconds in this process (SQLite's are among them) and in PostgreSQL's
(told where it runs on this machine), and the number of queries.
"""

from __future__ import annotations

import argparse
import base64
import os
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
)
PAGES: Final = (
    *("", "page=2", "page=4000", "sort=easiest", "sort=easiest&page=4000", "sort=hardest", "sort=liked"),
    *("sort=liked&page=4000", "sort=rating", "sort=book", "sort=book&page=900", "q=heron", "q=heron&sort=hardest"),
    *("q=heron&page=700", "q=heron+amber", "q=quetzal", "q=he", "q=x", "goal=win", "goal=win&goal=survive&level=3"),
    *("level=3", "level=5&sort=liked", "turns=2", "mode=duel", "edition=season-2", "a=rage", "a=rage&a=aim"),
    *("on=rage", "on=rage&on=aim", "least=1500", "least=1500&most=1510", "by=crowd", "book=basics"),
)
STATES: Final = ("new", "open", "solved", "unsolved", "failed", "shown", "favourite", "mine")
OTHERS: Final = (
    *("/", "/cards/sets/", "/cards/sets/initiation/", "/decks/", "/decks/new/", "/decks/new/?q=heron"),
    *("/champions/", "/champions/?page=300", "/champions/?sort=name", "/champions/?sort=cost"),
    *("/champions/?sort=remixed", "/champions/?q=heron", "/champions/?q=quetzal", "/champions/?q=rage"),
    *("/grimoire/", "/grimoire/daily/", "/grimoire/books/", "/grimoire/by/crowd/", "/grimoire/download/"),
    *("/grimoire/progress/", "/files/grimoire/pages-en.atom", "/play/", "/play/lobby/", "/play/statistics/"),
    *("/play/mine/", "/mutation/", "/scores/", "/rulings/", "/rulings/?q=mana", "/rulings/questions/"),
    *("/editor/palette/?q=heron", "/api/v1/cards", "/api/v1/cards?q=heron", "/api/v1/cards?q=quetzal"),
    *("/api/v1/cards?limit=200", "/api/v1/sets", "/api/v1/decks", "/api/v1/puzzles", "/api/v1/puzzles?limit=200"),
    *("/sitemap.xml", "/sitemap-cards.xml", "/sitemap-cards.xml?p=150", "/sitemap-puzzles.xml"),
    *("/sitemap-puzzles.xml?p=150", "/sitemap-books.xml", "/sitemap-rules.xml"),
)
OWN: Final = (
    *("/me/", "/me/sessions/", "/workshop/", "/workshop/?q=heron", "/workshop/pictures/", "/grimoire/mine/"),
    *("/grimoire/progress/again/", "/play/turns/", "/play/mine/?state=over", "/play/mine/?against=people"),
    *("/play/mine/?page=9", "/cards/?q=by:me", "/cards/?q=is:own", "/print/"),
)
ADMIN: Final = (
    *("/admin/", "/admin/accounts/owner/", "/admin/accounts/owner/?q=crowd", "/admin/accounts/user/"),
    *("/admin/accounts/report/", "/admin/cards/card/", "/admin/cards/card/?p=500", "/admin/cards/card/?q=heron"),
    *("/admin/cards/card/?kind__exact=creature", "/admin/cards/cardset/", "/admin/cards/deck/"),
    *("/admin/grimoire/puzzle/", "/admin/grimoire/puzzle/?p=500", "/admin/grimoire/puzzle/?q=heron"),
    *("/admin/grimoire/puzzle/?level__exact=3", "/admin/grimoire/comment/", "/admin/grimoire/book/"),
    *("/admin/grimoire/proof/", "/admin/mutation/mutationsession/", "/admin/scores/scoresheet/"),
)


class Looked(NamedTuple):
    """What an address cost: its answer's status, milliseconds in this process and in the server's, queries."""

    status: int
    own: float
    server: float
    queries: int


def addresses() -> Iterator[tuple[str, str]]:
    """Whoever looks, and at what."""
    from cards.models import Card
    from grimoire.models import Puzzle

    def cursor(key: int) -> str:
        return base64.urlsafe_b64encode(f"after {key}".encode()).decode().rstrip("=")

    deep = {model: model.objects.order_by("-pk").values_list("pk", flat=True)[50] for model in (Card, Puzzle)}
    listed = [
        *(f"/cards/?{query}" for query in CARDS),
        *(f"/grimoire/search/?{query}" for query in PAGES),
        *OTHERS,
        f"/api/v1/cards?after={cursor(deep[Card])}",
        f"/api/v1/puzzles?after={cursor(deep[Puzzle])}",
        *(one.get_absolute_url() for one in Card.objects.filter(pk__in=(deep[Card], deep[Card] - 1))),
        Puzzle.objects.get(pk=deep[Puzzle]).get_absolute_url(),
        Puzzle.objects.filter(owner=None).order_by("pk")[0].get_absolute_url(),
    ]
    for who in ("stranger", "crowd"):
        for address in listed:
            yield who, address.rstrip("?")
    for address in (*OWN, *(f"/grimoire/search/?state={state}" for state in STATES)):
        yield "crowd", address
    for address in ADMIN:
        yield "moderator", address


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
    print(f"| {connection.vendor} | who | status | ms | ms of the server | queries |\n{'| --- ' * 6}|")
    for who, address in addresses():
        if options.only not in f"{who} {address}":
            continue
        looked = _look(clients[who], address, options.times)
        print(f"| `{address}` | {who} | {' | '.join(_told(looked))} |", flush=True)
        if looked.own + looked.server > GOAL:
            slow.append((looked.own + looked.server, who, address))
    for spent, who, address in sorted(slow, reverse=True):
        print(f"over {GOAL:.0f} ms: {spent:.0f} {who} {address}", file=sys.stderr)


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


def _look(client: Any, address: str, times: int) -> Looked:
    from django.db import connection

    asked: list[str] = []

    def ask(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    client.get(address, follow=True)  # what is kept between requests is kept
    with connection.execute_wrapper(ask):
        answer = client.get(address, follow=True)
    own, server = [], []
    for _ in range(times):
        servers, began = _of_server(), time.process_time()
        b"".join(client.get(address, follow=True))  # what is streamed is made when it is read
        own.append(1000 * (time.process_time() - began))
        server.append(_of_server() - servers)
    return Looked(answer.status_code, statistics.median(own), statistics.median(server), len(asked))


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
