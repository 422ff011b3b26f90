"""How often somebody may do something: counted in the database, by account or address, and forgotten in time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.test import RequestFactory

from accounts.limits import Limit, visitor
from accounts.models import Allowance, User

pytestmark = pytest.mark.django_db

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
    for request in (asking(), asking("192.0.2.2"), asking(user=ada), asking(user=bob)):
        assert [LIMIT.allows(request, now=0) for _number in range(4)] == [True, True, True, False]
    assert Limit("other", 1, 60).allows(asking(), now=0)


def test_another_process_counts_on() -> None:
    """What one process has counted is what the others read: nothing is kept in memory."""
    for _number in range(3):
        LIMIT.allows(asking(), now=0)
    assert Allowance.objects.get().count == 3
    Allowance.objects.update(count=2)  # as if another process had
    assert LIMIT.allows(asking(), now=0)
    assert not LIMIT.allows(asking(), now=0)


def test_what_counts_no_more_is_forgotten() -> None:
    for number in range(5):
        LIMIT.allows(asking(f"192.0.2.{number}"), now=0)
    Limit("trials", 3, 60).allows(asking(), now=0)
    LIMIT.allows(asking("192.0.2.9"), now=60)
    assert sorted(Allowance.objects.values_list("key", flat=True)) == ["trial:192.0.2.9", "trials:192.0.2.1"]


def test_an_address_is_believed_only_from_the_proxy(settings: Any) -> None:
    request = asking("192.0.2.1", **{"x-forwarded-for": "203.0.113.5, 198.51.100.7"})
    assert visitor(request) == "192.0.2.1"
    settings.BEHIND_PROXY = True
    assert visitor(request) == "198.51.100.7"
    assert visitor(asking("192.0.2.1")) == "192.0.2.1"


def test_half_of_an_ipv6_address_counts() -> None:
    assert visitor(asking("2001:db8:1:2:3:4:5:6")) == visitor(asking("2001:db8:1:2::9")) == "2001:db8:1:2::/64"
    assert visitor(asking("2001:db8:1:3::9")) != visitor(asking("2001:db8:1:2::9"))
    assert visitor(asking("")) == ""
    assert visitor(asking("what is this")) == "what is this"


@pytest.fixture
def shared_database(root: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of processes that share a database of their own."""
    environment = {**os.environ, "GRIMOIRE_ENV": "test", "GRIMOIRE_DATABASE": str(tmp_path / "shared.sqlite3")}
    migrate = [sys.executable, "manage.py", "migrate", "accounts", "--verbosity", "0"]
    subprocess.run(migrate, cwd=root, env=environment, check=True)
    return environment


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
