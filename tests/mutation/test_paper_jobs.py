"""Papers that take longer than a request may are print jobs: asked for, drawn part by part, fetched by who asked."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Visibility
from cards.models import PrintJob
from cards.printing import services as printing
from mutation.paper.parts import PaperPart
from tests.mutation.sessions import Player, in_games
from tests.mutation.test_paper import words

pytestmark = pytest.mark.django_db
State = PrintJob.State


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[str]:
    """The parts that are drawn from now on, by their templates; none was drawn before."""
    settings.RENDER_CACHE = tmp_path
    parts: list[str] = []
    draw = PaperPart._drawn

    def noted(self: PaperPart, first: int) -> bytes:
        parts.append(self.context.get("chapter", self.template))
        return draw(self, first)

    monkeypatch.setattr(PaperPart, "_drawn", noted)
    return parts


def asked(player: Player, what: str = "booklet", **query: str) -> PrintJob:
    response = player.send(f"paper/{what}/", **query)
    assert response.status_code == 302
    job = PrintJob.objects.latest("created")
    assert response["Location"] == f"/print/jobs/{job.token}/"
    return job


def now(job: PrintJob) -> PrintJob:
    return PrintJob.objects.get(pk=job.pk)


def test_a_booklet_is_drawn_by_a_worker_part_by_part(drawn: list[str]) -> None:
    player = Player(in_games())
    job = asked(player)
    assert (job.kind, job.state, drawn) == ("session", State.WAITING, [])  # the request draws nothing
    assert "Friday" in player.http.get(f"/print/jobs/{job.token}/").content.decode()
    printing.step(job_id=job.pk, clock=0)
    job = now(job)
    assert (job.state, job.done, job.total) == (State.WAITING, 1, 12)
    assert len(drawn) == 1
    printing.step(job_id=job.pk, clock=float("inf"))
    job = now(job)
    assert (job.state, job.done, job.problem) == (State.DONE, 12, "")
    assert len(drawn) == 12  # what was drawn before is kept
    response = player.http.get(f"/print/jobs/{job.token}/file/")
    document = pdfium.PdfDocument(b"".join(response))
    assert "friday" in response["Content-Disposition"] and len(document) == 12
    numbers = [words(document, page).split()[-1] for page in range(1, 12)]
    assert numbers == [str(page + 1) for page in range(1, 12)]  # counted through, but for the cover
    assert f'href="{player.base}paper/"' in player.http.get(f"/print/jobs/{job.token}/").content.decode()


def test_what_is_quick_comes_at_once_and_what_is_not_waits(drawn: list[str]) -> None:
    player = Player(in_games())
    for what, query in (("scores", {}), ("prices", {}), ("blank", {}), ("deck", {"of": "A"}), ("patches", {})):
        response = player.send(f"paper/{what}/", **query)
        assert (response.status_code, response["Content-Type"]) == (200, "application/pdf"), what
    drawn.clear()
    for what in ("deck", "laboratory"):
        assert asked(player, what).options["what"] == what
    assert not drawn


def test_a_job_is_for_who_asked_and_for_who_may_see_the_session() -> None:
    session = in_games()
    player = Player(session)
    job = asked(player)
    for path in ("", "file/"):
        assert Client().get(f"/print/jobs/{job.token}/{path}").status_code == 404
    type(session).objects.update(visibility=Visibility.PRIVATE)
    printing.step(job_id=job.pk)
    assert (now(job).state, "you may not see it" in now(job).problem) == (State.FAILED, True)


def test_nobody_has_more_jobs_than_others_or_asks_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(in_games())
    for _time in range(printing.MAX_JOBS):
        asked(player)
        PrintJob.objects.update(created=timezone.now() - timedelta(minutes=5))  # no form that was sent twice
    response: Any = player.send("paper/booklet/")
    assert response["Location"] == f"{player.base}paper/"
    assert "several unfinished print jobs" in player.text("paper/")
    assert PrintJob.objects.count() == printing.MAX_JOBS
    monkeypatch.setattr("mutation.paper.views.PAPERS.__class__.allows", lambda *_: False)
    assert player.send("paper/scores/")["Location"] == f"{player.base}paper/"
    assert "Too many files" in player.text("paper/")


def test_a_paper_is_asked_for_by_a_form() -> None:
    player = Player(in_games())
    page = player.text("paper/")
    assert page.count('method="post"') >= 8 and "csrfmiddlewaretoken" in page
    assert player.look("paper/scores/").status_code == 405
