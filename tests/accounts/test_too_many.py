"""Too many requests: each 429 says how many are not, and when to come back."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client

from accounts import adapter
from accounts.limits import Limit
from cards.views import exchange
from scores.paper import views as papers
from tests.answers import text_of

pytestmark = pytest.mark.django_db

SIGN_UP = {"username": "", "password1": "orchard-lamp-42", "email": ""}


@pytest.mark.parametrize(
    ("language", "words"), [("", "At most 20 a minute. Try again in"), ("/fr", "20 par minute au plus.")]
)
def test_a_class_that_signs_up_reads_the_limit_and_the_time(language: str, words: str) -> None:
    client = Client()
    for _ in range(20):
        assert client.post(f"{language}/accounts/signup/", SIGN_UP).status_code == 200
    response = client.post(f"{language}/accounts/signup/", {**SIGN_UP, "username": "pupil"})
    assert response.status_code == 429
    assert 1 <= int(response["Retry-After"]) <= 60
    assert words in text_of(response)


def test_mails_for_passwords_say_theirs() -> None:
    client = Client()
    answers = [client.post("/accounts/password/reset/", {"email": f"a{n}@example.org"}) for n in range(21)]
    assert answers[-1].status_code == 429 and "At most 20 a minute." in text_of(answers[-1])


@pytest.mark.parametrize(("words", "status"), [("database is locked", 503), ("database or disk is full", 507)])
@pytest.mark.parametrize("page", ["signup", "login"])
def test_a_database_that_takes_nothing_is_no_limit(
    page: str, words: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any, **__: Any) -> Any:
        raise OperationalError(words)

    monkeypatch.setattr(type(cache._connections["default"]), "_run", refused)  # type: ignore[attr-defined]
    body = {**SIGN_UP, "username": "pupil", "login": "pupil", "password": "wrong-one-42"}
    response = Client(raise_request_exception=False).post(f"/accounts/{page}/", body)
    assert response.status_code == status
    assert status == 507 or response["Retry-After"]


NONE_LEFT = Limit("tests-none", times=0, seconds=3600)


def test_an_answer_with_nothing_in_it_gets_words_and_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "DRAWN", NONE_LEFT)
    response = Client().get("/scores/blank/curriculum.pdf")
    assert response.status_code == 429 and int(response["Retry-After"]) <= 3600
    assert "At most 0 an hour. Try again in" in text_of(response)
    picture = Client(headers={"Sec-Fetch-Dest": "image"}).get("/scores/blank/curriculum.pdf")
    assert picture.status_code == 429 and picture["Retry-After"] and not picture.content


def test_a_form_that_is_refused_says_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "IMPORTS", NONE_LEFT)
    response = Client().post("/cards/import/", {"text": "name;type\nGreen Knight;creature"})
    assert response.status_code == 429 and response["Retry-After"]
    assert "At most 0 an hour. Try again in" in text_of(response)


def test_wrong_passwords_say_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "HERE", Limit("tests-here", times=1, seconds=300))
    client = Client()
    for _ in range(2):
        response = client.post("/accounts/login/", {"login": "olga", "password": "wrong-one-42"})
    assert "At most 1 in 5 minutes. Try again in" in text_of(response)
