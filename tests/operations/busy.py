"""What keeps a site busy while something happens to it: proofs and prints in the queue, a client that has positions
solved, workers that can be killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Event

from tests.processes import PATIENCE
from tests.tables.killing import BROKEN
from tests.tables.sites import Site

QUEUING = """
import django, json, sys; django.setup()
from pathlib import Path
from background import services as background
from engine.decks.formats.interchange import read_position
from grimoire.proving.services import _begun
puzzles = json.loads(Path("tests/grimoire/puzzles.json").read_text())
for data in list(puzzles.values())[:int(sys.argv[1])]:
    background.queue(job=_begun(read_position(data)), nodes=0, seconds=0)
"""
PRINTING = """
import django, sys; django.setup()
from accounts.models import Owner
from background.lanes import asked_by
from cards.models import Card
from cards.printing import services
from cards.printing.options import PrintOptions
from cards.printing.selection import selection_of
for visitor in range(int(sys.argv[1])):
    owner = Owner.objects.create()
    for number in range(int(sys.argv[2])):
        Card.objects.create(name=f"Fox {visitor} {number}", kind="creature", cost=2, av=2, hp=3, owner=owner)
    with asked_by(lambda: str(visitor)):
        services.ask(owner=owner, selection=selection_of({"own": "1"}, owner), options=PrintOptions())
"""


def queue(script: str, root: Path, environment: dict[str, str], *numbers: int) -> None:
    """Has one of those put something into the queue."""
    subprocess.run([sys.executable, "-c", script, *map(str, numbers)], cwd=root, env=environment, check=True)


class Worker:
    """A worker that can be killed, or asked to end."""

    def __init__(self, site: Site, root: Path | None = None) -> None:
        with (site.folder / "worker.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "db_worker"],
                cwd=root or site.root,
                env=site.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def drain(self) -> int:
        """As an upgrade ends it; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """As when the power fails."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class SolvingClient:
    """A client that asks for solutions and pages, one after the other, until it is told to stop. ``answers`` counts
    them by status, and by "again" what got none."""

    def __init__(self, site: Site, root: Path) -> None:
        self.site = site
        self.positions = list(json.loads((root / "tests/grimoire/puzzles.json").read_text()).values())
        self.answers: Counter[int | str] = Counter()

    def run(self, stop: Event) -> None:
        """Asks the servers by turns."""
        number = 0
        while not stop.is_set():
            number += 1
            position = self.positions[number % len(self.positions)]
            try:
                servers = [name for name in list(self.site.ports) if name.startswith("pages")]
                port = servers[number % len(servers)]
                status, solution = self.site.ask("POST", "/api/v1/positions/solve", position, port=port)
                assert status != 200 or solution["solved"]
                self.answers[status] += 1
                self.answers[self.site.ask("GET", "/api/v1/cards?q=mana", port=port)[0]] += 1
            except (*BROKEN, KeyError):  # killed, or drained between being chosen and being asked
                self.answers["again"] += 1
            time.sleep(0.1)

    @property
    def failed(self) -> dict[int, int]:
        """Answers that are failures, but for those after which everybody asks again."""
        return {
            status: times
            for status, times in self.answers.items()
            if isinstance(status, int) and status >= 400 and status not in (502, 503)
        }
