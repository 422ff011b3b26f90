"""What is left of a limit is told with each answer, and each limit stands in the table of the guide."""

from __future__ import annotations

import html
import re
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts.budgets import API as READING
from accounts.limits import Limit
from accounts.request_rate import BURST, LUMP, RATE
from api.own.doors import CHANGES
from api.own.guide import BUDGETS, LIMITS, limit_rows
from background import meters
from background.meters import Meter
from cards.decks.forms import SAVES
from contract.registry import GAMES
from tests.api.own.programs import API, Program
from tests.cards.factories import make_owner
from web.cors import EXPOSED_HEADERS
from web.rate_headers import LEFT, POLICY

pytestmark = [pytest.mark.django_db, pytest.mark.noted]
ITEM = re.compile(r'"([a-z-]+)"((?:;[a-z]+=(?:[0-9]+|"[a-z-]+"))+)')


def items(header: str) -> dict[str, dict[str, str]]:
    """A list of strings with parameters, as structured fields have it."""
    found = {}
    for item in header.split(", "):
        match = ITEM.fullmatch(item)
        assert match, item
        found[match[1]] = dict(part.split("=") for part in match[2].strip(";").split(";"))
    return found


@pytest.fixture(autouse=True)
def limited(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """With limits, at a moment that does not pass: however slow the machine is, nothing comes back."""
    settings.LIMITS = True
    monkeypatch.setattr(meters, "time", SimpleNamespace(time=lambda: 1.8e9, monotonic=lambda: 1.8e9))


def test_each_answer_says_what_is_left(client: Client) -> None:
    for number in range(3):
        answer = client.get(f"{API}/games/open")
        policy, left = items(answer[POLICY]), items(answer[LEFT])
        assert policy["requests"] == {"q": f"{BURST:.0f}", "w": f"{BURST / RATE:.0f}"}
        assert set(policy) == set(left) and int(left["requests"]["r"]) <= BURST - 1
        assert 0 <= int(left["requests"]["t"]) <= BURST / RATE
        if number == 0:
            assert left["requests"]["r"] == f"{BURST - 1:.0f}"
    assert {LEFT, POLICY} <= set(EXPOSED_HEADERS.split(", "))


def test_refusals_say_it_too(client: Client) -> None:
    for path in ("/games/nothing", "/own", "/own/nothing", "/own/decks", "/nothing", "/cards?limit=x"):
        answer = client.get(f"{API}{path}")
        assert answer.status_code >= 400
        assert "requests" in items(answer[POLICY]) and "requests" in items(answer[LEFT]), path


def test_who_has_nothing_left_is_told_so(client: Client) -> None:
    answer: Any = None
    for _ in range(2 * int(BURST)):
        answer = client.get(f"{API}/own/nothing")
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert items(answer[LEFT])["requests"] == {"r": "0", "t": answer["Retry-After"]}


def test_what_a_program_counts_for_is_told_by_name() -> None:
    ada = Program(make_owner("ada"))
    first, second = (ada.ask("post", "/own/decks", {"name": name}) for name in ("Tide", "Moon"))
    for number, answer in enumerate((first, second), 1):
        left = items(answer[LEFT])
        assert items(answer[POLICY])["api-changes"] == {"q": str(CHANGES.times), "w": str(CHANGES.seconds)}
        assert left["api-changes"]["r"] == str(CHANGES.times - number)
        assert left["processor-pages"]["t"].isdigit()
        if answer.status_code == 201:
            assert left["deck"]["r"] == str(SAVES.times - number)


def test_a_cached_answer_tells_the_limits_and_nobody_s_rest(client: Client) -> None:
    answer = client.get(f"{API}/cards")
    assert "public" in answer["Cache-Control"] and LEFT not in answer
    policy = items(answer[POLICY])["processor-api"]
    assert policy == {"q": f"{READING.seconds:.0f}", "w": f"{READING.every:.0f}", "qu": '"processor-seconds"'}


def test_other_doors_tell_theirs_too(client: Client) -> None:
    refused, shown = client.get("/oembed/"), client.get("/oembed/?url=http://testserver/rulings/")
    assert items(refused[LEFT])["oembed"]["r"] == "599" and refused.status_code == 400
    assert shown.status_code in (200, 404) and "oembed" in items(shown[POLICY])


def test_without_limits_nothing_is_told(settings: Any, client: Client) -> None:
    settings.LIMITS = False
    answer = client.get(f"{API}/games/open")
    assert LEFT not in answer and POLICY not in answer


def test_a_meter_knows_what_is_left() -> None:
    meter, keys = Meter("test-left", 60, 600), {"192.0.2.1": 1.0}
    assert meter.left(keys) == (60, 0)
    for _ in range(LUMP - 1):
        meter.note(keys, 1, LUMP)
    assert meter.left(keys)[0] == pytest.approx(60 - LUMP + 1, abs=0.1)
    for _ in range(100):
        meter.note(keys, 1, LUMP)
    assert meter.left(keys) == (0, 600)


@pytest.mark.parametrize("address", ["/api/", "/fr/api/"])
def test_each_limit_stands_in_the_guide(client: Client, address: str) -> None:
    page = html.unescape(client.get(address).content.decode())
    rows = {
        match[2]: match[1] for match in re.finditer(r"<td>([^<]*)</td>\s*<td>(?:<code>([a-z-]+)</code>)?</td>", page)
    }
    of_games = [limit for game in GAMES.values() for _, limit in game.api_limits]
    for limit in (*(limit for _, limit in LIMITS), *of_games):
        assert str(limit.times) in re.findall(r"[0-9]+", rows[limit.name])
    for _, budget in BUDGETS:
        assert f"{budget.seconds:.0f}" in re.findall(r"[0-9]+", rows[f"processor-{budget.name}"])
    assert re.findall(r"[0-9]+", rows["requests"])[:2] == [f"{RATE:.0f}", f"{BURST:.0f}"]
    assert len(rows) == len(limit_rows())


def test_the_guide_leaves_out_no_limit_of_the_api() -> None:
    told = {name for name, _, _ in limit_rows()}
    for name, module in list(sys.modules.items()):
        if name.startswith(("api.own", "tables.api", "tables.limits", "api.oembed", "api.discord")):
            for value in vars(module).values():
                assert not isinstance(value, Limit) or value.name in told, f"{name}: {value}"
