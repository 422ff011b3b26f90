"""How long a look at a long Mutation session takes: ``python benchmarks/session_pages.py [--events 500] [--times 21]``.

A session of bots is played to its end and filled up to so many events with corrections that change nothing. Printed are
medians of processor time in milliseconds, through all of Django but the network, for somebody who holds no seat:
``warm`` by a process that has the ledger, ``cold`` by one that reads it from the database and folds it, ``entered`` by
one that had it before the last entry.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")
FOLDER: Final = tempfile.mkdtemp()
os.environ["GRIMOIRE_DATABASE"] = f"{FOLDER}/sessions.sqlite3"
PAGES: Final = {"games": "", "decks": "decks/", "ledger": "ledger/", "timeline": "history/", "story": "story/"}


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=500)
    parser.add_argument("--times", type=int, default=21)
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from accounts.models import Owner
    from mutation.services import ledgers
    from tests.mutation.test_session_tables import lengthen
    from tools.whole_sessions import make, play_whole

    call_command("migrate", verbosity=0)
    call_command("load_sets", verbosity=0)
    session = play_whole(make(Owner.objects.create(), ("initiation", "treachery"), "season-2"))
    lengthen(session, options.events - 1)
    earlier = ledgers.ledger_of(session)
    lengthen(session, options.events)
    client = Client(SERVER_NAME="localhost")

    def put_back() -> None:
        ledgers._ledgers.clear()
        ledgers.keep(session, earlier)

    figures: dict[str, Any] = {"events": session.version}
    for name, page in PAGES.items():
        address = session.get_absolute_url() + page
        figures[name] = {
            "warm_ms": median(lambda: None, client, address, options.times),
            "cold_ms": median(ledgers._ledgers.clear, client, address, options.times),
            "entered_ms": median(put_back, client, address, options.times),
        }
    print(json.dumps(figures, indent=1))
    shutil.rmtree(FOLDER)


def median(before: Callable[[], object], client: Any, address: str, times: int) -> float:
    """The median of so many looks, in milliseconds, ``before`` done each time and not counted."""
    taken = []
    for number in range(times + 2):
        before()
        gc.collect()
        begun = time.process_time()
        response = client.get(address)
        if number > 1:
            taken.append(1000 * (time.process_time() - begun))
        if response.status_code != 200:
            raise SystemExit(f"{address}: {response.status_code}")
    return round(statistics.median(taken), 1)


if __name__ == "__main__":
    main()
