"""How fast the catalogue's list page is: ``python benchmarks/catalogue.py [--json] [--cards 1000] [--times 30]``.

A database in memory gets that many public cards (the site's own sets, and variations of them by somebody else). Then
the page is asked for through all of Django but the network: middleware, queries, template, compression. For each
address, in processor time on one core: ``median_ms`` and ``max_ms`` with faces drawn before, ``cold_ms`` for the first
time, when none is; ``queries`` a page; ``kilobytes`` as sent (compressed) and ``html_kilobytes`` before that.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")
os.environ["GRIMOIRE_DATABASE"] = ":memory:"

ADDRESSES = {
    "all": "/cards/",
    "second page": "/cards/?page=2",
    "by name": "/cards/?sort=name",
    "query": "/cards/?q=t:creature+cost%3C%3D4+av%3E%3D2+%28a:rage+or+a:aquatic+or+hp%3Eav%29",
    "edition": "/cards/?q=edition:1",
    "table": "/cards/?view=table",
    "deck builder": "/decks/new/",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--times", type=int, default=30)
    options = parser.parse_args()
    count = prepare(options.cards)
    figures = {name: measure(address, options.times) for name, address in ADDRESSES.items()}
    if options.json:
        print(json.dumps({"cards": count, "pages": figures}, indent=1))
        return
    print(f"{count} cards, {options.times} times each")
    for name, row in figures.items():
        print(
            f"{name:14} median {row['median_ms']:6.1f} ms   max {row['max_ms']:6.1f} ms   cold {row['cold_ms']:7.1f} ms"
            f"   {row['queries']} queries   {row['kilobytes']} kB sent, {row['html_kilobytes']} kB of HTML"
        )


def prepare(wanted: int) -> int:
    """Makes the database and its cards; how many cards anybody finds."""
    import django

    django.setup()
    from django.core.management import call_command

    from accounts.models import Owner
    from cards.models import Card

    call_command("migrate", verbosity=0)
    call_command("load_sets", verbosity=0)
    owner = Owner.objects.create()
    originals = list(Card.objects.playable())
    for number in range(max(wanted - Card.objects.count(), 0)):
        card = originals[number % len(originals)]
        card.pk, card.set, card.slug, card.owner = None, None, "", owner
        card.token = f"bench{number}"
        card.name, card.name_fr = f"{card.name[:30]} {number}", ""
        card._state.adding = True
        card.save()
    return Card.objects.listed().count()


def measure(address: str, times: int) -> dict[str, Any]:
    """The figures of one address."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from cards import tiles

    client = Client(SERVER_NAME="localhost", headers={"accept-encoding": "gzip"})
    client.get("/cards/sets/")  # templates and settings are read
    tiles._drawn.cache_clear()
    cold = ask(client, address)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        response = client.get(address)
        query_count = len(queries)
    taken = [ask(client, address) for _ in range(times)]
    plain = Client(SERVER_NAME="localhost").get(address)
    return {
        "median_ms": round(1000 * statistics.median(taken), 1),
        "max_ms": round(1000 * max(taken), 1),
        "cold_ms": round(1000 * cold, 1),
        "queries": query_count,
        "kilobytes": len(response.content) // 1000,
        "html_kilobytes": len(plain.content) // 1000,
    }


def ask(client: Any, address: str) -> float:
    """The seconds of processor time that one answer takes."""
    start = time.process_time()
    response = client.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return time.process_time() - start


if __name__ == "__main__":
    main()
