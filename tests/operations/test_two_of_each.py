"""Two web servers, two of streams and two workers on one database: one of each is killed while clients play,
have positions solved and print, and nothing is lost or done twice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pypdfium2
import pytest
from django_tasks_db.models import DBTaskResult

from tests.databases import EmptyDatabases
from tests.operations.busy import PRINTING, QUEUING, SolvingClient, Worker, queue
from tests.operations.test_backup_races import Place
from tests.tables.killing import play_while_killing
from tests.tables.sites import Site

pytestmark = pytest.mark.django_db

PROOFS = 12
PRINTS, CARDS = 3, 18  # jobs, each of another visitor, and cards of each
PATIENCE = 600.0  # seconds: what a killed worker had in hand is taken up when it was silent for 90, looked at each 90


@pytest.fixture
def site(root: Path, empty_databases: EmptyDatabases, tmp_path: Path) -> Iterator[Site]:
    names = ("pages", "pages2", "streams", "streams2")
    folders = {"GRIMOIRE_MEDIA_ROOT": str(tmp_path / "media"), "GRIMOIRE_RENDER_CACHE": str(tmp_path / "rendered")}
    served = Site(root, empty_databases.make(), tmp_path, names, **folders)
    yield served
    served.close()


@pytest.mark.long
def test_one_of_each_is_killed(site: Site, root: Path, tmp_path: Path) -> None:
    place = Place(root, site.environment, tmp_path / "media")
    queue(QUEUING, root, site.environment, PROOFS)
    queue(PRINTING, root, site.environment, PRINTS, CARDS)
    ((queued,),) = place.ask("SELECT COUNT(*) FROM grimoire_proof WHERE state = 'waiting'")
    assert queued == PROOFS
    workers, stop, client = [Worker(site), Worker(site)], Event(), SolvingClient(site, root)
    begun = time.monotonic()

    def wait_for(query: str, wanted: int) -> None:
        while place.ask(query) < [(wanted,)]:
            assert time.monotonic() < begun + PATIENCE, place.ask(
                "SELECT state, COUNT(*) FROM cards_printjob GROUP BY 1"
            )
            time.sleep(0.1)

    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(client.run, stop)
        try:
            wait_for("SELECT COUNT(*) FROM cards_printjob WHERE done > 0 OR state = 'done'", 1)
            workers[0].kill()  # perhaps in the middle of a sheet
            report = play_while_killing(site, 4)
            assert report.kills == 4 and report.games >= 2
            wait_for("SELECT COUNT(*) FROM grimoire_proof WHERE state = 'done'", PROOFS)
            wait_for("SELECT COUNT(*) FROM cards_printjob WHERE state = 'done'", PRINTS)
        finally:
            stop.set()
            for worker in workers:
                worker.kill()
        solving.result()
    assert not client.failed and client.answers[200] > 20, client.answers
    solved = "SELECT COUNT(*) FROM grimoire_proof WHERE verdict LIKE 'unique%'"
    assert place.ask(solved) == [(PROOFS,)]
    # Each was ended by one task: what the killed worker had in hand counts as nobody's.
    tasks = DBTaskResult._meta.db_table
    ended = f"SELECT COUNT(*) FROM {tasks} WHERE status = 'SUCCESSFUL' AND task_path LIKE 'grimoire.proving%'"
    assert PROOFS <= place.ask(ended)[0][0] <= PROOFS + 2
    # Each job has one file, whole, with all its cards; nothing else lies there.
    files = {name for (name,) in place.ask("SELECT file FROM cards_printjob")}
    kept = {path.relative_to(place.media).as_posix(): path for path in place.media.glob("prints/*")}
    assert kept.keys() == files and len(files) == PRINTS
    for path in kept.values():
        with pypdfium2.PdfDocument(path) as made:
            text = "".join(page.get_textpage().get_text_bounded() for page in made)
        assert all(f"{number}" in text for number in range(CARDS))
        assert text.count("Fox") == CARDS
    took = time.monotonic() - begun
    print({**vars(report), **client.answers, "proofs": PROOFS, "prints": PRINTS, "all": round(took)})
