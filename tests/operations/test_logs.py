"""Errors in production leave a trace: in the log with its request, and in a mail to those who are named."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path
from django_tasks_db.models import DBTaskResult

from background.working import Worker
from config.urls import urlpatterns as site
from operations import logs
from tests.production import GOOD, production
from web import request_ids
from web.request_ids import within

pytestmark = pytest.mark.slow("starts the site anew in processes of its own")

SECRET_WORD = "open-sesame"


def broken(_request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError("the page\nis broken")


def unavailable(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=503)


urlpatterns = [path("broken/", broken), path("unavailable/", unavailable), *site]


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Any:
    """Reads what has been logged since the last time."""
    return lambda: capsys.readouterr().err


@pytest.fixture
def mailed(monkeypatch: pytest.MonkeyPatch) -> logs.MailHandler:
    """The handler that mails, as new, for the time of a test."""
    (handler,) = (candidate for candidate in logging.getLogger().handlers if isinstance(candidate, logs.MailHandler))
    now = [0.0]
    monkeypatch.setattr(handler, "sent", {})
    monkeypatch.setattr(handler, "clock", lambda: now[0])
    handler.now = now  # type: ignore[attr-defined]
    return handler


@pytest.mark.django_db
@override_settings(ROOT_URLCONF="tests.operations.test_logs")
def test_fault_of_a_page_is_logged_with_its_request(log: Any) -> None:
    response = Client(raise_request_exception=False).post("/broken/?q=1", {"password": SECRET_WORD})
    assert response.status_code == 500
    said = log()
    first, *rest = said.splitlines()
    assert first.split()[1:4] == ["ERROR", "django.request", response["X-Request-ID"]]
    assert "/broken/" in first
    assert rest[0] == "    Traceback (most recent call last):"
    assert "    ZeroDivisionError: the page" in rest
    assert all(line.startswith("    ") for line in rest)
    assert SECRET_WORD not in said


@pytest.mark.django_db
@override_settings(ROOT_URLCONF="tests.operations.test_logs")
def test_answer_that_is_a_fault_is_logged_with_its_request(log: Any) -> None:
    response = Client().get("/unavailable/")
    assert log().split()[1:4] == ["ERROR", "django.request", response["X-Request-ID"]]


def test_each_request_has_an_id_of_its_own() -> None:
    answers = [logs.RequestIdMiddleware(lambda _request: HttpResponse())(RequestFactory().get("/")) for _ in range(2)]
    first, second = (answer["X-Request-ID"] for answer in answers)
    assert first != second
    assert len(first) == 16
    assert request_ids.request_id.get() == request_ids.NO_REQUEST


@pytest.mark.parametrize(
    ("behind", "sent", "is_kept"),
    [(True, "proxy-id-1", True), (False, "proxy-id-1", False), (True, "forged\nline", False), (True, "x", False)],
)
def test_only_a_proxy_may_give_the_id(behind: bool, sent: str, is_kept: bool) -> None:
    request = RequestFactory().get("/", headers={"x-request-id": sent})
    with override_settings(BEHIND_PROXY=behind):
        answer = logs.RequestIdMiddleware(lambda _request: HttpResponse())(request)
    assert (answer["X-Request-ID"] == sent) is is_kept


def test_nobody_forges_lines(log: Any) -> None:
    logging.getLogger("cards").warning("Not found: %s", "/x\n2026-01-01T00:00:00.000Z ERROR root - all is lost")
    (line,) = log().splitlines()
    assert "\\n2026" in line


@override_settings(ADMINS=[("", "ada@example.org")])
def test_the_same_fault_is_mailed_once_in_a_while(mailed: Any) -> None:
    def fail() -> None:
        try:
            raise ZeroDivisionError("broken")
        except ZeroDivisionError:
            logging.getLogger("cards").exception("It failed: %s", len(mail.outbox))

    fail()
    fail()
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    assert "ZeroDivisionError: broken" in mail.outbox[0].body
    assert "\n" not in mail.outbox[0].subject
    mailed.now[0] += logs.SAME_AGAIN
    fail()
    assert len(mail.outbox) == 2
    logging.getLogger("cards").warning("Not worth a mail")
    logging.getLogger("cards").error("Another fault")
    assert len(mail.outbox) == 3


@override_settings(ADMINS=[("", "ada@example.org")])
def test_nobody_drowns_in_mail(mailed: Any) -> None:
    for number in range(3 * logs.MAX_MAILS):
        record = logging.LogRecord("cards", logging.ERROR, "file.py", number, "One of many", (), None)
        logging.getLogger("cards").handle(record)
    assert len(mail.outbox) == logs.MAX_MAILS


@override_settings(ADMINS=[])
def test_without_administrators_no_mail_goes_out(mailed: Any) -> None:
    logging.getLogger("cards").error("A fault")
    assert mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_fault_of_a_task_is_logged(log: Any) -> None:
    from background.tasks import wake  # enqueued with an argument that it does not take

    wake.enqueue(17)
    worker = Worker(
        queue_names=["*"],
        interval=0,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=1,
        worker_id="w",
        excluded_queue_names=[],
    )
    worker.run()
    assert DBTaskResult.objects.get().status == "FAILED"
    said = log()
    assert f"ERROR background.working {DBTaskResult.objects.get().pk} background.tasks.wake(17,) failed" in said
    assert "    TypeError: wake() takes 0 positional arguments but 1 was given" in said


def test_json_is_one_object_on_a_line() -> None:
    record = logging.LogRecord("cards", logging.ERROR, "file.py", 7, "Not found: %s\n%s", ("/x", "é"), None)
    with within("request-of-ada"):
        entry = json.loads(logs.JsonFormatter().format(record))
    assert (entry["level"], entry["logger"], entry["request"]) == ("ERROR", "cards", "request-of-ada")
    assert entry["message"] == "Not found: /x\né" and entry["time"].endswith("Z") and "trace" not in entry
    try:
        raise ZeroDivisionError("broken")
    except ZeroDivisionError:
        record.exc_info = sys.exc_info()
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["trace"].endswith("ZeroDivisionError: broken")


def test_production_wants_a_mail_server_for_its_administrators(root: Path) -> None:
    done = production(root, "import config.wsgi", GRIMOIRE_ADMINS="ada@example.org", **GOOD)
    assert done.returncode != 0
    assert "GRIMOIRE_EMAIL_HOST" in done.stderr.splitlines()[-1]


def test_production_logs_what_ends_a_page(root: Path, tmp_path: Path, collected_static: Path) -> None:
    """A database without tables: in a process as it runs in production, the log says what is missing."""
    code = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "client = Client(headers={'host': 'grimoire.example'}, raise_request_exception=False)\n"
        "print(client.get('/robots.txt', secure=True).status_code)\n"
        "print(client.get('/cards/', secure=True).status_code)\n"
    )
    paths = {"GRIMOIRE_DATABASE": str(tmp_path / "empty.sqlite3"), "GRIMOIRE_STATIC_ROOT": str(collected_static)}
    done = production(root, code, **paths, **GOOD)  # the error page names style sheets, too
    assert done.stdout.split() == ["200", "500"], done.stderr
    assert " ERROR django.request " in done.stderr
    assert "    django.db.utils.OperationalError: no such table: cards_card" in done.stderr
