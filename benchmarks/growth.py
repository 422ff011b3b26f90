"""What lists and searches cost in a crowd: ``python benchmarks/growth.py [--times 5]``, on the environment's database.

Fill it first, in a place of its own: ``GRIMOIRE_DATABASE=FILE manage.py migrate``, ``load_sets``, ``load_books``,
``make_crowd``; or a server's by ``GRIMOIRE_DATABASE_URL``. Of each address: the median of the processor's milliseconds
in this process, of the milliseconds that pass (with the database's), and the queries.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")

ADDRESSES: Final = (
    "/",
    "/cards/",
    "/cards/?q=cost%3E5",
    "/cards/?q=heron",
    "/cards/sets/",
    "/decks/",
    "/grimoire/",
    "/grimoire/search/",
    "/grimoire/search/?q=heron",
    "/grimoire/search/?level=3",
    "/grimoire/daily/",
    "/grimoire/books/",
    "/files/grimoire/pages-en.atom",
    "/play/",
    "/play/lobby/",
    "/play/statistics/",
    "/rulings/?q=mana",
    "/champions/",
    "/api/v1/cards",
    "/api/v1/cards?q=heron",
    "/api/v1/puzzles",
    "/api/v1/decks",
    "/sitemap.xml",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    settings.LIMITS = False
    client = Client(headers={"host": "localhost"})
    print(f"| {connection.vendor} | status | ms | ms passed | queries |\n| --- | --- | --- | --- | --- |")
    for address in ADDRESSES:
        asked: list[str] = []

        def ask(execute: Any, sql: str, *rest: Any, asked: list[str] = asked) -> Any:
            asked.append(sql)
            return execute(sql, *rest)

        with connection.execute_wrapper(ask):
            status = client.get(address, follow=True).status_code
        spent, passed = [], []
        for _ in range(options.times):
            begun, began = time.process_time(), time.perf_counter()
            client.get(address, follow=True).content  # noqa: B018  (what is streamed is made when it is read)
            spent.append(1000 * (time.process_time() - begun))
            passed.append(1000 * (time.perf_counter() - began))
        print(
            f"| `{address}` | {status} | {statistics.median(spent):.1f} | {statistics.median(passed):.1f} "
            f"| {len(asked)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
