"""The server of browser tests: a database that its threads may share, when it has answered all, and how it is slowed.

Races between a page, its server and a test hardly show on a quiet machine. To hunt them:

    GRIMOIRE_SLOW=4 script/test --only -m browser -n 4

makes the browser's processor four times slower and holds each answer back by up to 400 milliseconds, some more than
others, so that they overtake each other. Another number draws other delays.
"""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections import Counter
from pathlib import Path
from threading import Condition, current_thread, get_ident, main_thread
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started

from tests.databases import kept_database, kept_template

if TYPE_CHECKING:
    from playwright.sync_api import Page

SLOW = float(os.environ.get("GRIMOIRE_SLOW") or 0)
DELAY = 0.1  # seconds for each of SLOW, at most
LINGERING = 5  # seconds that a connection may stay open without anything to say
PATIENCE = 60  # seconds; only a test that fails waits so long
UNCHANGING = {"django_content_type", "auth_permission"}


def prepare_database(folder: Path, root: Path) -> None:
    """Has the tests' database made, when it is asked for, as a copy of the kept one, which has all tables.

    On SQLite in a file: one in memory is one connection, which the test and all threads of the server would share:
    transactions of two requests at the same moment get into each other. With a file each has its own, as in production.
    """
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("postgresql"):
        database.setdefault("TEST", {})["TEMPLATE"] = kept_template(root)
        return
    path = folder / "test.sqlite3"
    shutil.copyfile(kept_database(root), path)
    database.setdefault("TEST", {})["NAME"] = str(path)
    options = database["OPTIONS"]
    options["timeout"] = PATIENCE
    options["init_command"] += ";PRAGMA synchronous=OFF"  # nobody needs it after a power cut


def empty_quickly(patch: pytest.MonkeyPatch) -> None:
    """After a test that commits, only tables with rows in them are emptied, by ``DELETE``: to truncate all of them
    takes PostgreSQL a second, and to make Django's content types and permissions anew, which stay, as long again."""

    def statements(_style: Any, connected: Any, **_: Any) -> list[str]:
        tables = connected.introspection.django_table_names(only_existing=True, include_views=False)
        emptied = [connected.ops.quote_name(table) for table in tables if table not in UNCHANGING]
        asked = " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in emptied)
        with connected.cursor() as cursor:
            cursor.execute(asked)
            return [f"DELETE FROM {table}" for (table,) in cursor.fetchall()]  # foreign keys are looked at in the end

    patch.setattr("django.core.management.commands.flush.sql_flush", statements)
    patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *_: None)


class Traffic:
    """Requests that the server still has to answer: one that outlives its test would write into the next one's."""

    def __init__(self, live_server: Any) -> None:
        self.address = (live_server.thread.host, live_server.thread.port)
        self.changed = Condition()
        self.open: set[socket.socket] = set()
        self.answering: set[int] = set()  # threads
        self.taken: set[int] = set()  # ports of the browser, and of `rest`
        server = live_server.thread.httpd
        self._take, self._end = server.process_request, server.shutdown_request
        server.process_request, server.shutdown_request = self.take, self.end
        request_started.connect(self.begin)
        request_finished.connect(self.finish)

    def take(self, request: socket.socket, client: Any) -> None:
        with self.changed:
            self.open.add(request)
            self.taken.add(client[1])
        self._take(request, client)

    def end(self, request: socket.socket) -> None:
        self._end(request)
        with self.changed:
            self.open.discard(request)
            self.changed.notify_all()

    def begin(self, **_: Any) -> None:
        with self.changed:
            self.answering.add(get_ident())

    def finish(self, **_: Any) -> None:
        with self.changed:
            self.answering.discard(get_ident())
            self.changed.notify_all()

    def rest(self) -> None:
        """Waits until all is answered that the browser has asked. Its windows have to be closed, which ends their
        connections; one that the browser keeps open nevertheless is waited for no longer than need be."""
        with socket.create_connection(self.address) as last:  # stands behind all others in the server's queue
            port = last.getsockname()[1]
        with self.changed:
            if self.changed.wait_for(lambda: port in self.taken and not self.open, LINGERING):
                self.taken.clear()
            elif not self.changed.wait_for(lambda: not self.answering - {get_ident()}, PATIENCE):
                raise TimeoutError(
                    f"The server has not answered {len(self.answering)} requests for {PATIENCE} seconds."
                )


class Delays:
    """Holds back what the server answers; the same test asks for the same delays."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def __call__(self, environ: dict[str, Any] | None = None, **_: Any) -> None:
        if environ is None or current_thread() is main_thread():
            return  # a test client's
        test = os.environ.get("PYTEST_CURRENT_TEST", "").split(" ")[0]
        request = f"{SLOW} {test} {environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
        self.asked[request] += 1
        time.sleep(SLOW * DELAY * crc32(f"{request} {self.asked[request]}".encode()) / 2**32)


def slow_server_down() -> Delays:
    """From here on, until the answer is forgotten. Asks for `SLOW`."""
    delays = Delays()
    request_started.connect(delays)
    return delays


def slow_page_down(page: Page) -> None:
    """Makes the processor slower for a page. Asks for `SLOW`."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
