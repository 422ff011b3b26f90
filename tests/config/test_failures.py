"""Answers of a site that fails: a page with words and with all headers, never the server's own."""

from __future__ import annotations

import errno
import json
import os
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import DatabaseError, IntegrityError, OperationalError, connection
from django.db.utils import DatabaseErrorWrapper
from django.http import HttpResponse, QueryDict
from django.test import Client, RequestFactory
from django.urls import reverse
from psycopg_pool import PoolTimeout

from background.outages import is_passing
from cards.models import Card, Deck
from cards.workshop import services
from config.failures import status_of
from config.wsgi import application
from tests.cards.workshops import content, guest, made, upload

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
BROKEN = {
    "utf-16": (f"{FORM}; charset=utf-16", b"name=x"),
    "utf-7": (f"{FORM}; charset=utf-7", b"name=x"),
    "not for text": (f"{FORM}; charset=hex", b"name=x"),
    "parts in utf-16": ("multipart/form-data; boundary=x; charset=utf-16", b"--x--\r\n"),
    "parts without a boundary": ("multipart/form-data", b"--x--\r\n"),
    "parts with a bad boundary": ("multipart/form-data; boundary=\xff", b"--x--\r\n"),
    "parts that are packed badly": (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--x--\r\n',
    ),
    "too many fields": (FORM, b"&".join(b"a=b" for _ in range(1001))),
}
ADDRESSES = ("/nowhere/", "/fr/nowhere/", "/decks/new/", "/fr/cards/import/", "/editor/check/", "/accounts/login/")


def page(answer: HttpResponse) -> str:
    """The text of a whole page of ours with its headers."""
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    text = answer.content.decode()
    assert '<main id="main"' in text
    return text


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("sent", BROKEN)
@pytest.mark.parametrize("is_checked", [False, True])
def test_what_cannot_be_read_gets_a_page(address: str, sent: str, is_checked: bool) -> None:
    client = Client(enforce_csrf_checks=is_checked)
    kind, body = BROKEN[sent]
    response = client.generic("POST", address, body, content_type=kind)
    assert response.status_code in (400, 403, 404) or not is_checked
    assert response.status_code < 500
    if response.status_code in (400, 403, 404):
        page(response)


@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "iso-8859-1"])
def test_addresses_are_utf_8_too(client: Client, charset: str) -> None:
    response = client.get("/cards/?q=fox", headers={"content-type": f"text/plain; charset={charset}"})
    assert response.status_code == 400
    assert client.get("/cards/?q=fox", headers={"content-type": "text/plain; charset=UTF-8"}).status_code == 200


@pytest.mark.parametrize("charset", ["hex", "zlib", "rot13", "idna"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_what_is_no_encoding_of_text_is_refused_by_the_server_itself(charset: str, method: str) -> None:
    said: list[Any] = []
    query = "q=" + "x" * 80
    environ = {
        **RequestFactory().generic(method, f"/cards/?{query}").environ,
        "CONTENT_TYPE": f"{FORM}; charset={charset}",
        "QUERY_STRING": query,
    }
    body = b"".join(application(environ, lambda status, headers: said.append((status, dict(headers)))))
    ((status, headers),) = said
    assert status == "400 Bad Request"
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert b"Bad request" in body


def test_a_closed_page_is_ours(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: Any, **__: Any) -> None:
        raise PermissionDenied

    monkeypatch.setattr("cards.views.decks.deck_lists", closed)
    response = client.generic("GET", "/decks/", b"--", content_type="multipart/form-data")
    assert response.status_code == 403
    assert "Access denied" in page(response)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        (Card.DoesNotExist(), 404),
        (IntegrityError("FOREIGN KEY constraint failed"), 404),
        (IntegrityError("UNIQUE constraint failed: cards_card.token"), None),
        (OperationalError("database is locked"), 503),
        (OperationalError("database table is locked: cards_card"), 503),
        (OperationalError("database or disk is full"), 507),
        (OperationalError("no such table: cards_card"), None),
        (DatabaseError("database disk image is malformed"), None),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), 507),
        (OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)), 507),
        (FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), None),
        (KeyError("name"), None),
    ],
)
def test_only_what_is_known_is_told_from_other_failures(wrong: Exception, status: int | None) -> None:
    assert status_of(wrong) == status


def test_the_first_connection_that_finds_a_full_disk_says_so(tmp_path: Path) -> None:
    """The file that SQLite's connections share cannot be made: a limit of this process does what a full disk does."""
    path = tmp_path / "first.sqlite3"
    with closing(sqlite3.connect(path)) as made_before:
        made_before.execute("PRAGMA journal_mode=WAL")
        made_before.execute("CREATE TABLE lamps (colour)")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with closing(sqlite3.connect(path)) as first, pytest.raises(DatabaseError) as raised:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, limits[1]))
        try:
            with DatabaseErrorWrapper(SimpleNamespace(Database=sqlite3)):
                first.execute("SELECT * FROM lamps")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert str(raised.value) == "disk I/O error"
    assert status_of(raised.value) == 507
    assert is_passing(raised.value)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        (psycopg.errors.ForeignKeyViolation("Einfügen verletzt Fremdschlüssel-Constraint"), 404),
        (psycopg.errors.UniqueViolation("duplicate key value violates unique constraint"), None),
        (psycopg.errors.DeadlockDetected("deadlock detected"), 503),
        (psycopg.errors.TooManyConnections("sorry, too many clients already"), 503),
        (psycopg.errors.AdminShutdown("terminating connection due to administrator command"), 503),
        (psycopg.errors.ConnectionFailure("connection failure"), 503),
        (psycopg.OperationalError("consuming input failed: server closed the connection unexpectedly"), 503),
        (psycopg.errors.DiskFull("could not extend file"), 507),
        (psycopg.errors.UndefinedTable("relation is missing"), None),
        (PoolTimeout("couldn't get a connection after 10.00 sec"), 503),
        (psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes"), 400),
        (psycopg.errors.NumericValueOutOfRange("integer out of range"), None),
    ],
)
def test_failures_of_postgresql_are_told_by_its_codes(wrong: psycopg.Error, status: int | None) -> None:
    with pytest.raises(DatabaseError) as raised, DatabaseErrorWrapper(SimpleNamespace(Database=psycopg)):
        raise wrong
    assert status_of(raised.value) == status


def test_no_address_has_a_zero(client: Client) -> None:
    for address in ("/decks/%00/", "/fr/grimoire/by/a%00/", "/%00"):
        response = client.get(address)
        assert response.status_code == 404
        page(response)


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_what_is_no_text_is_refused_as_programs_read_it(client: Client, charset: str) -> None:
    kind = f"application/json; charset={charset}"
    for path in ("positions/legal", "own/cards", "decks/%00", "own/decks/%00", "own/sets/È", "nothing"):
        response = client.post(f"/api/v1/{path}", "{}", content_type=kind)
        problem = path.startswith("own")
        assert response.headers["Content-Type"] == ("application/problem+json" if problem else "application/json")
        body = json.loads(response.content)
        assert (body if problem else body["error"])["code"]
        assert response["Access-Control-Allow-Origin"] == "*"
        read = {"positions/legal": 422, "own/cards": 401}.get(path, 404)
        assert response.status_code == (read if charset == "utf-8" else 400), path


def test_a_zero_in_what_is_asked_is_a_space(client: Client) -> None:
    with_zero, with_space = (client.get(f"/decks/?q=a{letter}b&token={letter}") for letter in ("%00", "%20"))
    assert with_zero.status_code == 200
    assert with_zero.wsgi_request.GET == with_space.wsgi_request.GET == QueryDict("q=a+b&token=+")


def test_a_card_that_is_deleted_while_it_is_saved_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, client = guest()
    card = made(owner)
    save = services.save_card

    def deleted_first(*, card: Card, **options: Any) -> Card:
        Card.everything.filter(pk=card.pk).delete()
        return save(card=card, **options)

    monkeypatch.setattr(services, "save_card", deleted_first)
    monkeypatch.setattr("cards.workshop.forms.CardForm.is_valid", lambda form: True)
    monkeypatch.setattr("cards.workshop.forms.CardForm.content", lambda form: content(name="Ash Owl"))
    monkeypatch.setattr("cards.workshop.forms.CardForm.cleaned_data", {}, raising=False)
    response = client.post(reverse("cards:edit", args=[card.token]), {"action": "save"})
    assert response.status_code == 404
    assert "Page not found" in page(response)
    assert not Card.everything.exists()


def test_what_an_account_saves_that_is_deleted_meanwhile_is_not_kept(race: Callable[[str], Any]) -> None:
    answer = race(
        """
from django.test import Client
from accounts import services as accounts
from accounts.models import Owner, User
from cards.decks import services
from cards.models import Deck
settings.ALLOWED_HOSTS = ["testserver"]
user = User.objects.create_user("ada")
owner = Owner.objects.create(user=user)
client = Client()
client.force_login(user)
save = services.save_deck

def deleted_first(**options):
    accounts.forget(owner=Owner.objects.get(), user=User.objects.get())
    return save(**options)

services.save_deck = deleted_first
answer = client.post("/decks/new/", {"name": "Embers", "visibility": "private"})
print(json.dumps([answer.status_code, Deck.objects.count(), User.objects.count()]))
"""
    )
    assert answer == [404, 0, 0]


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.skipif(connection.vendor != "sqlite", reason="locks and fills a file of SQLite")
def test_where_others_write_the_page_says_when_to_come_again(race: Callable[[str], Any]) -> None:
    answer = race(
        """
import sqlite3
from django.test import Client
settings.ALLOWED_HOSTS = ["testserver"]
client = Client(raise_request_exception=False)
token = client.get("/me/").status_code
other = sqlite3.connect(settings.DATABASES["default"]["NAME"], isolation_level=None)
other.execute("BEGIN IMMEDIATE")
with connection.cursor() as cursor:
    cursor.execute("PRAGMA busy_timeout = 20")
deck = {"name": "Embers", "visibility": "private"}
refused = client.post("/fr/decks/new/", deck)
from django.contrib.sessions.backends.db import SessionStore
session = SessionStore()
session["seen"] = True
other.execute("COMMIT")
session.create()
client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
other.execute("BEGIN IMMEDIATE")
settings.SESSION_SAVE_EVERY_REQUEST = True  # fails behind the view
late = client.get("/me/")
other.execute("COMMIT")
settings.SESSION_SAVE_EVERY_REQUEST = False
print(json.dumps([
    [refused.status_code, refused["Retry-After"], "Revenez en arri" in refused.content.decode()],
    [late.status_code, late["Retry-After"], "default-src" in late["Content-Security-Policy"]],
    client.post("/decks/new/", deck).status_code,
]))
"""
    )
    assert answer == [[503, "5", True], [503, "5", True], 302]


@pytest.mark.long
@pytest.mark.sqlite
@pytest.mark.skipif(connection.vendor != "sqlite", reason="locks and fills a file of SQLite")
def test_a_full_disk_is_said_and_what_was_kept_stays(race: Callable[[str], Any]) -> None:
    answer = race(
        """
from django.test import Client
from cards.models import Deck
settings.ALLOWED_HOSTS = ["testserver"]
client = Client(raise_request_exception=False)
deck = lambda: client.post("/decks/new/", {"name": "Embers", "about": "x" * 400, "visibility": "private"})
first = deck().status_code
with connection.cursor() as cursor:
    cursor.execute("PRAGMA page_count")
    pages = cursor.fetchone()[0]
    cursor.execute(f"PRAGMA max_page_count = {pages}")
for _number in range(100):
    answer = deck()
    if answer.status_code != 302:
        break
kept = Deck.objects.count()
with connection.cursor() as cursor:
    cursor.execute(f"PRAGMA max_page_count = {pages + 1000}")
said = "Storage full" in answer.content.decode()
again = [deck().status_code, Deck.objects.count() - kept]
print(json.dumps([first, answer.status_code, said, kept == _number + 1, again]))
"""
    )
    assert answer == [302, 507, True, True, [302, 1]]


def test_a_picture_that_finds_no_room_is_no_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        with open("/dev/full", "wb", buffering=0) as disk:
            disk.write(b"x")

    monkeypatch.setattr("cards.workshop.uploads.encode", full)
    _owner, client = guest()
    response = client.post(reverse("cards:pictures"), {"upload": upload()})
    assert response.status_code == 507
    assert "copy your text" in page(response)
    assert not Deck.objects.exists()


def test_a_file_that_finds_no_room_before_any_page_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handler: TemporaryFileUploadHandler, *_: Any) -> None:
        handler.file.close()
        with open("/dev/full", "wb", buffering=0) as disk:
            disk.write(b"x")

    monkeypatch.setattr(TemporaryFileUploadHandler, "receive_data_chunk", full)
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "x" * 32
    response = client.post(reverse("cards:pictures"), {"upload": upload(b"x" * 3_000_000)})
    assert response.status_code == 507
    page(response)


def test_deleting_at_the_moment_of_saving_and_looking_fails_nobody(race: Callable[[str], Any]) -> None:
    answer = race(
        """
from django.test import Client
from accounts.models import Owner, User
from cards.models import Card
from grimoire import departing
from grimoire.models import Book
from tests.cards.workshops import content, fields, made
settings.ALLOWED_HOSTS = ["testserver"]
settings.ACCOUNT_RATE_LIMITS = False

def somebody(name):
    user = User.objects.create_user(name)
    owner = Owner.objects.create(user=user)
    return owner, [Client(raise_request_exception=False) for _ in range(4)], user

def sent(work):
    return work().status_code

told = set()
for number in range(4):
    owner, clients, user = somebody(f"ada{number}")
    for client in clients:
        client.force_login(user)
    card = made(owner)
    book = Book.objects.create(owner=owner, title="Embers")
    one, two, three, four = clients
    told |= set(at_once(sent, [
        lambda: one.post(f"/workshop/{card.token}/delete/"),
        lambda: two.post(f"/workshop/{card.token}/", fields(name="Ash Owl", action="mine")),
        lambda: three.get(f"/cards/own/{card.token}/"),
        lambda: four.post(f"/workshop/{card.token}/visibility/", {"visibility": "public"}),
    ]))
    told |= set(at_once(sent, [
        lambda: one.post(f"/grimoire/books/{book.token}/delete/"),
        lambda: two.post(f"/grimoire/books/{book.token}/edit/", {"title": "Ashes", "visibility": "public"}),
        lambda: three.get(f"/grimoire/books/{book.token}/edit/"),
        lambda: four.post(f"/grimoire/books/{book.token}/pages/", {"act": "save"}),
    ]))
    told |= set(at_once(sent, [
        lambda: one.post("/me/delete/", {"word": f"ada{number}"}),
        lambda: two.post("/decks/new/", {"name": "Embers", "visibility": "private"}),
        lambda: three.get("/me/export/"),
        lambda: four.post("/me/delete/", {"word": f"ada{number}"}),
    ]))
departing.sweep_deleted()
print(json.dumps([sorted(told - {200, 302, 400, 404, 409, 410}), Book.objects.count(), User.objects.count()]))
"""
    )
    assert answer == [[], 0, 0]
