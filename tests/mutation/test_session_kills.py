"""Web servers are killed while four people draft: what was acknowledged is in the ledger, once, and nothing else is."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import EmptyDatabases
from tests.tables.sites import Site

pytestmark = pytest.mark.django_db
KILLS = 4
AGAIN = 0.05  # seconds
WAITS = [(422, "not-your-turn"), (422, "no-such-card")]
MAKE = """
import json
import django
django.setup()
from django.core.management import call_command
from accounts.models import Owner
from mutation.services.seating import hold
from mutation.tokens import seat_token
from tests.mutation.sessions import make_session
call_command("load_sets", verbosity=0)
session = make_session(seats=dict.fromkeys("ABCD", "open"))
seats = {seat.letter: seat for seat in session.seats.all()}
for seat in seats.values():
    hold(session, seat, Owner.objects.create())
print(json.dumps([session.token, {letter: seat_token(session, seat) for letter, seat in seats.items()}]))
"""


@pytest.fixture
def served(root: Path, empty_databases: EmptyDatabases, tmp_path: Path) -> Iterator[tuple[Site, str, dict[str, str]]]:
    """Two web servers, a session in its draft, the tokens of its seats."""
    environment = empty_databases.make()
    process = subprocess.run([sys.executable, "-c", MAKE], cwd=root, env=environment, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    token, seats = json.loads(process.stdout)
    site = Site(root, environment, tmp_path, ("pages", "pages2"))
    yield site, f"/mutation/{token}/events/", seats
    site.close()


class Drafter(threading.Thread):
    """A client at a seat, which picks until it has its sixteen cards; ``acknowledged`` are the numbers of its picks."""

    failed = threading.Event()  # then the others need not wait

    def __init__(self, site: Site, address: str, letter: str, token: str) -> None:
        super().__init__(daemon=True)
        self.site, self.address, self.letter, self.token = site, address, letter, token
        self.acknowledged: list[int] = []
        self.sent_again = 0
        self.wrong = ""

    def ask(self, method: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """An answer, from whichever server gives one; sent again, it has the same key."""
        ports = ["pages", "pages2"]
        while True:
            try:
                headers = {"Idempotency-Key": key} if key else {}
                return self.site.ask(method, self.address, body, self.token, ports[0], **headers)
            except (OSError, http.client.HTTPException, ValueError):
                self.sent_again += bool(key)
                ports.reverse()
                time.sleep(AGAIN)

    def run(self) -> None:
        try:
            self._draft()
        except Exception as wrong:  # the test tells of it
            self.wrong = repr(wrong)
            self.failed.set()

    def _draft(self) -> None:
        while len(self.acknowledged) < 16 and not self.failed.is_set():
            _status, look = self.ask("GET")
            hand = look["state"]["players"][self.letter]["hand"]
            if not hand:
                time.sleep(AGAIN)
                continue
            body = {"expected": look["number"], "events": [{"kind": "pick", "card": hand[0]}]}
            status, reply = self.ask("POST", body, f"{self.letter}{len(self.acknowledged)} {hand[0]}")
            if status == 200:
                self.acknowledged.append(reply["first"])
            else:  # the others are still choosing, or the hands have gone on since the look
                assert (status, reply["error"]["code"]) in WAITS, reply
                time.sleep(AGAIN)


@pytest.mark.long
def test_a_draft_survives_kills(served: tuple[Site, str, dict[str, str]]) -> None:
    site, address, tokens = served
    clients = [Drafter(site, address, letter, token) for letter, token in tokens.items()]
    for client in clients:
        client.start()
    for number in range(KILLS):
        time.sleep(0.4)
        name = ("pages", "pages2")[number % 2]
        site.kill(name)
        site.start(name)
    for client in clients:
        client.join(120)
    assert [client.wrong for client in clients] == [""] * 4
    _status, look = clients[0].ask("GET")
    assert look["number"] == 64 and look["faults"] == [] and look["state"]["phase"] == "decks"
    events = look["events"]
    assert [event["n"] for event in events] == list(range(1, 65))
    assert Counter(event["by"] for event in events) == dict.fromkeys("ABCD", 16)
    for client in clients:
        assert [events[number - 1]["by"] for number in client.acknowledged] == [client.letter] * 16
    assert len({number for client in clients for number in client.acknowledged}) == 64
