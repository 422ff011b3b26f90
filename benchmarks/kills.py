"""Servers are killed, one after the other, while clients play whole games: nothing is lost, doubled or out of order.

    python benchmarks/kills.py                                    200 kills, on SQLite
    script/postgresql python benchmarks/kills.py                  on PostgreSQL
    python benchmarks/kills.py --kills 20 --modes duel,ffa

Two web servers and two of streams, each with ``kill -9``. What clients were told is
compared with the log (``tests/tables/killing.py``); whatever is wrong ends it with an AssertionError.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("GRIMOIRE_ENV", "test")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--modes", default="duel,ffa,coop")
    options.add_argument("--tables", type=int, default=3)
    options.add_argument("--seed", type=int, default=0)
    args = options.parse_args()
    from tests.tables.killing import play_while_killing
    from tests.tables.sites import Site

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = dict(os.environ)
        if "GRIMOIRE_DATABASE_URL" not in environment:
            environment["GRIMOIRE_DATABASE"] = str(folder / "kills.sqlite3")
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        site = Site(ROOT, environment, folder, ("pages", "pages2", "streams", "streams2"))
        try:
            report = play_while_killing(
                site, args.kills, modes=args.modes.split(","), tables=args.tables, seed=args.seed
            )
        finally:
            site.close()
    for key, value in asdict(report).items():
        print(f"{key.replace('_', ' '):16} {value:.0f}")


if __name__ == "__main__":
    main()
