"""Forms that are refused before a view sees them: what was typed is kept, and limits are told in words."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from mutation.models import LedgerLine
from tests.mutation.sessions import Player, in_games

pytestmark = pytest.mark.django_db

OURS = {"Sec-Fetch-Site": "same-origin"}
TYPED = "4 Ferry Pike\n2 <b>Harbour</b> Seal & co\nquestions never end"
# Forms with text in them, and the field that holds it.
FORMS = {
    "/cards/decks/import/": "text",
    "/decks/import/": "text",
    "/rulings/questions/": "text",
    "/workshop/new/": "text",
    "/mutation/new/": "name",
    "/play/": "text",
    "/": "text",
}


def browser(**more: Any) -> Client:
    return Client(enforce_csrf_checks=True, headers=OURS, **more)


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("encoding", ["urlencoded", "multipart"])
def test_an_expired_form_keeps_what_was_typed(path: str, encoding: str) -> None:
    client = browser()
    body: Any = {FORMS[path]: TYPED, "begun": "abc", "tags": ["one", "two"], "csrfmiddlewaretoken": "x" * 64}
    if encoding == "urlencoded":
        body, kind = "text=a%20%22quote%22%0Anext&csrfmiddlewaretoken=" + "x" * 64, "application/x-www-form-urlencoded"
        answer = client.post(path, body, content_type=kind)
        kept = {"text": ['a "quote"\nnext']}
    else:
        answer = client.post(path, body)
        kept = {FORMS[path]: [TYPED], "begun": ["abc"], "tags": ["one", "two"]}
    page = answer.content.decode()
    assert answer.status_code == 403 and "Your text is kept" in page
    assert "no-store" in answer["Cache-Control"]
    assert f'<form method="post" action="{path}"' in page
    assert {name: fields_of(page)[name] for name in kept} == kept


def fields_of(page: str) -> dict[str, list[str]]:
    """The fields of the form that is shown again, as a browser sends them."""
    form = page[page.index('class="kept-form') :]
    form = form[: form.index("</form>")]
    values_by_name: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form):
        values_by_name.setdefault(name, []).append(unescape(value))
    for name, value in re.findall(r'<textarea[^>]* name="(\w+)"[^>]*>\n(.*?)</textarea>', form, re.DOTALL):
        values_by_name.setdefault(name, []).append(unescape(value).replace("\r\n", "\n"))
    return values_by_name


def test_the_kept_form_is_taken_when_it_is_sent_again() -> None:
    session = in_games()
    dan = Player(session, "D")
    client = browser()
    client.cookies = dan.http.cookies
    path = f"{dan.base}enter/"
    form = {"kind": "ready", "game": 1, "seat": "D", "seen": session.version, "csrfmiddlewaretoken": "old"}
    refused = client.post(path, form)
    lines = LedgerLine.objects.count()
    assert refused.status_code == 403
    answer = client.post(path, {name: values[0] for name, values in fields_of(refused.content.decode()).items()})
    assert answer.status_code == 302 and LedgerLine.objects.count() == lines + 1


STRANGERS: dict[str, dict[str, str]] = {
    "another site": {"Sec-Fetch-Site": "cross-site", "Origin": "http://testserver"},
    "a sister": {"Sec-Fetch-Site": "same-site"},
    "an address typed in": {"Sec-Fetch-Site": "none"},
    "another origin": {"Origin": "https://evil.example"},
    "an opaque origin": {"Origin": "null"},
    "another port": {"Origin": "http://testserver:81"},
    "another page": {"Referer": "https://evil.example/http://testserver/"},
    "nobody knows": {},
    "a broken origin": {"Origin": "http://["},
}


@pytest.mark.parametrize("who", STRANGERS)
def test_what_other_sites_send_is_never_offered(who: str) -> None:
    client = Client(enforce_csrf_checks=True, headers=STRANGERS[who])
    answer = client.post("/decks/import/", {"text": TYPED})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "Harbour" not in page and "kept-form" not in page


@pytest.mark.parametrize("headers", [{"Origin": "http://testserver"}, {"Referer": "http://testserver/decks/import/"}])
def test_browsers_that_say_less_are_believed_by_origin(headers: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True, headers=headers)
    assert "Your text is kept" in client.post("/decks/import/", {"text": TYPED}).content.decode()


@pytest.mark.parametrize("field", ["password", "password1", "oldpassword", "code", "secret", "recovery_code"])
def test_nothing_of_a_form_with_a_secret_is_shown(field: str) -> None:
    answer = browser().post("/accounts/login/", {"login": "somebody-typed", field: "hunter2 42"})
    assert answer.status_code == 403
    assert "hunter2" not in answer.content.decode() and "somebody-typed" not in answer.content.decode()


def test_files_are_not_kept_and_the_page_says_so() -> None:
    body = {"text": TYPED, "file": SimpleUploadedFile("cards.csv", b"name;of-the-file")}
    page = browser().post("/cards/import/", body).content.decode()
    assert "of-the-file" not in page and "choose it again" in page and "Send again" not in page
    assert "Harbour" in page


def test_what_is_no_form_is_not_shown() -> None:
    answer = browser().post("/decks/import/", json.dumps({"text": TYPED}), content_type="application/json")
    assert answer.status_code == 403 and "Harbour" not in answer.content.decode()


def test_a_very_long_text_is_not_sent_back() -> None:
    answer = browser().post("/decks/import/", {"text": "x" * 1_200_000})
    assert answer.status_code == 403 and len(answer.content) < 100_000


LARGE = "name;type\n" + "Green Knight;creature\n" * 130_000  # 2.8 MB


@pytest.mark.parametrize(
    ("path", "limit"), [("/cards/import/", 1000), ("/decks/import/", 2621), ("/rulings/questions/", 2621)]
)
@pytest.mark.parametrize("is_multipart", [True, False])
def test_a_paste_that_is_too_large_is_told_the_limit(path: str, limit: int, is_multipart: bool) -> None:
    kind = {} if is_multipart else {"content_type": "application/x-www-form-urlencoded"}
    body: Any = {"text": LARGE} if is_multipart else f"text={LARGE}"
    for client in (Client(), browser()):
        answer = client.post(path, body, **kind)
        assert answer.status_code == 413
        assert f"{limit} KB at most" in answer.content.decode()
    assert "au plus" in Client().post(f"/fr{path}", body, **kind).content.decode()


def test_a_text_above_the_import_s_own_limit_has_the_same_words() -> None:
    answer = Client().post("/cards/import/", {"text": LARGE[:1_500_000]})
    assert "1000 KB at most" in answer.content.decode()


def test_too_many_fields_are_told_their_limit() -> None:
    body = "&".join(f"c{number}=1" for number in range(1100))
    answer = Client().post("/print/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413 and "at most 1000 fields" in answer.content.decode()


def test_scripts_and_programs_are_told_in_json() -> None:
    body = json.dumps({"text": "x" * 2_700_000})
    for path in ("/editor/check/", "/api/v1/positions/legal", "/api/v1/games"):
        answer = Client().post(path, body, content_type="application/json")
        assert answer["Content-Type"].startswith("application/json"), path
        assert answer.status_code in (200, 413) and b"at most" in answer.content, path
