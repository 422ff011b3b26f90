"""Trying passwords: so many and no more, in one place, and without keeping anybody else out."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.cache import cache
from django.test import Client

from accounts import adapter, devices
from accounts.models import CacheEntry, RateWindow, User
from tests.databases import on_file

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
PASSWORD = "correct horse battery"
HOME = {"REMOTE_ADDR": "192.0.2.1"}
TOO_MANY = "Too many failed login attempts"


@pytest.fixture(autouse=True)
def ada() -> User:
    return User.objects.create_user("Ada", email="ada@example.org", password=PASSWORD)


def attempt(client: Client, password: str = "wrong", name: str = "Ada", **where: str) -> bool | None:
    """Tries a password: True when it opens, False when it is wrong, None when there were too many."""
    response = client.post(LOGIN, {"login": name, "password": password}, **where)
    if response.status_code == 302:
        return True
    return None if TOO_MANY in response.content.decode() else False


def address(number: int) -> dict[str, str]:
    return {"REMOTE_ADDR": f"198.51.100.{number}"}


def test_so_many_wrong_passwords_from_an_address() -> None:
    stranger = Client(**address(1))
    assert [attempt(stranger) for _number in range(6)] == [False] * 5 + [None]
    assert attempt(stranger, PASSWORD) is None
    assert attempt(stranger, PASSWORD, "ada") is None  # capitals do not make it another name


def test_nobody_keeps_somebody_else_out() -> None:
    stranger = Client(**address(1))
    for _number in range(30):
        attempt(stranger)
    assert attempt(Client(**HOME), PASSWORD) is True


def test_who_has_signed_in_before_gets_in_whatever_strangers_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "ANYWHERE", adapter.Limit("password", times=8, seconds=10**9))
    own, new = Client(**HOME), Client(**HOME)
    assert attempt(own, PASSWORD) is True
    own.post("/accounts/logout/")
    for number in range(1, 5):
        for _number in range(3):
            attempt(Client(**address(number)))
    assert attempt(new, PASSWORD) is None  # all together have a bound as well
    assert attempt(own, PASSWORD) is True
    own.post("/accounts/logout/")
    assert attempt(own, PASSWORD, "ada@example.org") is True


def test_a_known_browser_is_no_way_to_try_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "KNOWN", adapter.Limit("password-known", times=2, seconds=10**9))
    own = Client(**HOME)
    assert attempt(own, PASSWORD) is True
    own.post("/accounts/logout/")
    assert [attempt(own) for _number in range(3)] == [False, False, None]


def test_the_cookie_is_of_one_account_and_ours() -> None:
    User.objects.create_user("Bob", password=PASSWORD)
    own = Client(**HOME)
    assert attempt(own, PASSWORD) is True
    own.post("/accounts/logout/")
    cookie = own.cookies[devices.COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    assert [attempt(own, name="Bob") for _number in range(6)] == [False] * 5 + [None]
    own.cookies[devices.COOKIE] = cookie.value[:-1] + "x"
    for name in ("Ada", "Nobody", "", "\ud800"):
        request = Client().get("/").wsgi_request
        request.COOKIES[devices.COOKIE] = own.cookies[devices.COOKIE].value
        assert not devices.is_known(request, name)


def test_what_succeeds_does_not_count() -> None:
    for _number in range(8):
        client = Client(**HOME)
        assert attempt(client, PASSWORD) is True
    assert set(RateWindow.objects.filter(key__startswith="password").values_list("count", flat=True)) == {0}


def test_an_address_has_a_bound_whatever_the_names(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "10/99h/ip"}
    stranger = Client(**address(1))
    outcomes = [attempt(stranger, name=f"name{number}") for number in range(12)]
    assert outcomes == [False] * 10 + [None] * 2


@pytest.mark.parametrize(
    ("there", "not_there"), [("Ada", "Eve"), ("ada", "eve"), ("ada@example.org", "eve@example.org")]
)
def test_no_answer_takes_longer_where_there_is_an_account(
    monkeypatch: pytest.MonkeyPatch, there: str, not_there: str
) -> None:
    """What takes time is the hash of the password: as many of it are made."""
    made: Counter[str] = Counter()
    encode = MD5PasswordHasher.encode

    def counting(self: Any, password: str, salt: str) -> str:
        made[name] += 1
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    for number, name in enumerate((there, not_there), 1):
        assert attempt(Client(**address(number)), name=name) is False
    assert made[there] == made[not_there] > 0


def test_moderators_sign_in_as_everybody_does(client: Client, ada: User) -> None:
    response = client.get("/admin/login/?next=/admin/accounts/user/")
    assert response.status_code == 302 and response["Location"].startswith(f"{LOGIN}?next=")
    response = client.post("/admin/login/", {"username": "Ada", "password": PASSWORD, "next": "/admin/"})
    assert response.status_code == 302 and response["Location"].startswith(LOGIN)
    assert "_auth_user_id" not in client.session
    assert client.get("/admin/").status_code == 302
    client.force_login(ada)
    assert client.get("/admin/login/").status_code == 403
    ada.is_staff = ada.is_superuser = True
    ada.save()
    assert client.get("/admin/").status_code == 200


def test_what_allauth_counts_is_in_the_database() -> None:
    cache.clear()
    attempt(Client(**address(7)))
    assert CacheEntry.objects.filter(cache_key__contains="login_failed").exists()


@pytest.mark.long
@pytest.mark.slow("starts the site anew in processes of its own")
def test_processes_count_sign_ins_together(root: Path, tmp_path: Path) -> None:
    environment = on_file(tmp_path / "shared.sqlite3")
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=root, env=environment, check=True)
    code = (
        "import django; django.setup()\n"
        "from django.conf import settings; settings.ALLOWED_HOSTS = ['testserver']\n"
        "settings.ACCOUNT_RATE_LIMITS = {'login_failed': '10/99h/ip'}\n"  # however long the processes take
        "from django.test import Client\n"
        "pages = [Client().post('/accounts/login/', {'login': f'n{i}', 'password': 'x'}).content for i in range(8)]\n"
        "print(sum(b'Too many' in page for page in pages))\n"
    )
    refused = [
        int(subprocess.run([sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True,
                           check=True).stdout)
        for _process in range(2)
    ]  # fmt: skip
    assert refused[0] == 0 and refused[1] >= 5


def test_everything_else_of_allauth_keeps_its_limits(settings: Any) -> None:
    from allauth.account import app_settings

    assert set(app_settings.RATE_LIMITS) >= {"login", "signup", "reset_password", "login_failed"}
    assert "key" not in app_settings.RATE_LIMITS["login_failed"]
