"""The program of the page for authors of bots, as it stands there, plays whole games on a site that restarts."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from api.bots import ACTIONS
from contract.registry import GAMES
from engine.armies.rules.actions import parse_action as parse_cards
from engine.decks.rules.actions import parse_action as parse_decks
from engine.schools.rules.actions import parse_action as parse_schools
from tests.databases import EmptyDatabases
from tests.tables.clients import API, body_of
from tests.tables.sites import Site

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(root: Path, empty_databases: EmptyDatabases, tmp_path: Path) -> Iterator[Site]:
    served = Site(root, empty_databases.make(), tmp_path, ["development"], GRIMOIRE_LIMITS="true")
    yield served
    served.close()


def program(client: Client, language: str = "") -> str:
    page = client.get(f"{language}/api/bots/").content.decode()
    (shown,) = re.findall(r'<code class="python">(.*?)</code>', page, re.DOTALL)
    return html.unescape(shown)


def test_it_is_short_and_the_same_in_both_languages(client: Client) -> None:
    assert program(client) == program(client, "/fr")
    assert len([line for line in program(client).splitlines() if line.strip()]) <= 60


def test_each_action_that_the_page_shows_is_one_of_its_game() -> None:
    decks, schools, cards = (dict(rows) for _game, rows in ACTIONS)
    for text in (*schools, "cast 0 hypnox", "cast 0 inundatio dragombre"):
        assert str(parse_schools(text)) == text
    for text in (*cards, "surrender", "pass", "decline"):
        assert str(parse_cards(text)) == text
    assert all(str(parse_decks(text)) == text for text in decks if " pick " not in text)


def test_what_the_page_says_of_other_games_begins_them(client: Client) -> None:
    page = html.unescape(client.get("/api/bots/").content.decode())
    starts = [json.loads(text) for text in re.findall(r"<code>(\{.*?\})</code>", page)]
    games = {"clash-of-decks", *(start["game"] for start in starts)}
    assert games == set(GAMES) - {"high-card"}  # which is a test's
    for start in starts:
        made = client.post(API, start, content_type="application/json")
        assert made.status_code == 201 and made.json()["view"]["actions"]


def test_it_plays_to_the_end_against_a_bot_and_against_itself(client: Client, site: Site, tmp_path: Path) -> None:
    path = tmp_path / "first_bot.py"
    path.write_text(program(client), "utf-8")
    address = f"http://127.0.0.1:{site.ports['development']}"

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(path), address, *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    body = body_of("duel", "preconstructed")
    status, made = site.ask(
        "POST", API, {**body, "seats": {seat: {"kind": "open"} for seat in "AB"}}, port="development"
    )
    assert status == 201
    bots = [start(), *(start(f"{address}{seat['url']}") for seat in made["seats"].values())]
    for bot in bots:
        assert bot.stdout is not None and bot.stdout.readline().startswith("Playing as ")
    site.kill("development")
    site.start("development")
    for bot in bots:
        told, _ = bot.communicate(timeout=300)
        assert bot.returncode == 0 and re.search(r"Winners: \[('[AB]')?\]\n$", told), told
    _, look = site.ask("GET", f"{API}/{made['id']}", port="development")
    assert look["result"]["winners"] and look["result"]["reason"]
