"""How often somebody may do something: counted in the database, by account or address, and forgotten in time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory

from accounts.adapter import AccountAdapter
from accounts.limits import ACCOUNTS_AT_AN_ADDRESS, Limit, address_of
from accounts.models import RateWindow, User
from tests.databases import on_file

pytestmark = [pytest.mark.django_db, pytest.mark.slow("starts the site anew in processes of its own")]

LIMIT = Limit("trial", times=3, seconds=60)


def asking(address: str = "192.0.2.1", user: User | None = None, **headers: str) -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)
    request.user = user or AnonymousUser()
    return request


def test_so_many_and_no_more_in_each_span() -> None:
    assert [LIMIT.allows(asking(), now=1000.0) for _number in range(5)] == [True] * 3 + [False] * 2
    assert LIMIT.allows(asking(), now=1060.0)


def test_everybody_is_counted_alone() -> None:
    ada, bob = User.objects.create_user("ada"), User.objects.create_user("bob")
    for request in (asking(), asking("192.0.2.2"), asking(user=ada), asking(user=bob), asking("192.0.2.2", user=bob)):
        if request.user == bob and request.META["REMOTE_ADDR"] == "192.0.2.2":
            assert not LIMIT.allows(request, now=0)  # at another address an account is the same
            continue
        assert [LIMIT.allows(request, now=0) for _number in range(4)] == [True, True, True, False]
    assert Limit("other", 1, 60).allows(asking(), now=0)


def test_new_accounts_do_not_begin_anew() -> None:
    """All accounts of an address together have a bound as well, whatever the end of an IPv6 address is."""
    allowed = 0
    for number in range(3 * ACCOUNTS_AT_AN_ADDRESS):
        user = User.objects.create_user(f"user{number}")
        allowed += sum(LIMIT.allows(asking(f"2001:db8::{number}", user=user), now=0) for _use in range(4))
    assert allowed <= ACCOUNTS_AT_AN_ADDRESS * LIMIT.times
    assert LIMIT.allows(asking("2001:db8:0:1::", user=User.objects.create_user("elsewhere")), now=0)
    assert LIMIT.allows(asking("2001:db8::1"), now=0)  # guests there are counted by themselves
    assert LIMIT.allows(asking("2001:db8::1", user=user), now=60)


def test_several_at_once() -> None:
    limit = Limit("several", times=10, seconds=60)
    assert limit.allows(asking(), now=0, amount=8)
    assert not limit.allows(asking(), now=0, amount=3)  # and those do not count
    assert limit.allows(asking(), now=0, amount=2)
    assert not limit.allows(asking(), now=0)
    assert limit.allows(asking(), now=60, amount=10)


def test_what_is_given_back_does_not_count() -> None:
    assert [LIMIT.allows_each({"x": 3}, now=0) for _number in range(3)] == [True] * 3
    LIMIT.give_back("x", now=0)
    assert [LIMIT.allows_each({"x": 3}, now=0) for _number in range(2)] == [True, False]
    LIMIT.give_back("x", now=600)  # another span: nothing to give back
    assert RateWindow.objects.get().count == 4


def test_another_process_counts_on() -> None:
    """What one process has counted is what the others read: nothing is kept in memory."""
    for _number in range(3):
        LIMIT.allows(asking(), now=0)
    assert RateWindow.objects.get().count == 3
    RateWindow.objects.update(count=2)  # as if another process had
    assert LIMIT.allows(asking(), now=0)
    assert not LIMIT.allows(asking(), now=0)


def test_what_counts_no_more_is_forgotten() -> None:
    for number in range(5):
        LIMIT.allows(asking(f"192.0.2.{number}"), now=0)
    Limit("trials", 3, 60).allows(asking(), now=0)
    LIMIT.allows(asking("192.0.2.9"), now=60)
    assert sorted(RateWindow.objects.values_list("key", flat=True)) == ["trial:192.0.2.9", "trials:192.0.2.1"]


def test_an_address_is_believed_only_from_the_proxy(settings: Any) -> None:
    request = asking("192.0.2.1", **{"x-forwarded-for": "203.0.113.5, 198.51.100.7"})
    assert address_of(request) == "192.0.2.1"
    settings.BEHIND_PROXY = True
    assert address_of(request) == "198.51.100.7"
    assert address_of(asking("192.0.2.1")) == "192.0.2.1"


def test_half_of_an_ipv6_address_counts() -> None:
    assert address_of(asking("2001:db8:1:2:3:4:5:6")) == address_of(asking("2001:db8:1:2::9")) == "2001:db8:1:2::/64"
    assert address_of(asking("2001:db8:1:3::9")) != address_of(asking("2001:db8:1:2::9"))
    assert address_of(asking("")) == ""
    assert address_of(asking("what is this")) == "what is this"


def test_ipv4_written_as_ipv6_is_ipv4() -> None:
    assert address_of(asking("::ffff:192.0.2.1")) == "192.0.2.1"
    assert address_of(asking("::ffff:198.51.100.1")) == "198.51.100.1"  # else all of IPv4 is one visitor
    request = asking("::ffff:192.0.2.1")
    assert AccountAdapter(request).get_client_ip(request) == "192.0.2.1"  # what allauth counts by


@pytest.fixture
def shared_database(root: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of processes that share a database of their own."""
    environment = on_file(tmp_path / "shared.sqlite3")
    migrate = [sys.executable, "manage.py", "migrate", "accounts", "--verbosity", "0"]
    subprocess.run(migrate, cwd=root, env=environment, check=True)
    return environment


@pytest.mark.long
def test_processes_count_together(root: Path, shared_database: dict[str, str]) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.test import RequestFactory\n"
        "from accounts.limits import Limit\n"
        "request = RequestFactory().get('/')\n"
        "print(sum(Limit('trial', 30, 60).allows(request, now=0) for _ in range(20)))\n"
    )
    environment = {**shared_database, "DJANGO_SETTINGS_MODULE": "config.settings"}
    started = [
        subprocess.Popen([sys.executable, "-c", code], cwd=root, env=environment, stdout=subprocess.PIPE, text=True)
        for _number in range(2)
    ]
    allowed = [int(process.communicate(timeout=300)[0]) for process in started]
    assert sum(allowed) == 30
