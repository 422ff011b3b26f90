"""The cost of requests, counted in cards that are drawn and lines that are judged, not in seconds."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from board import views
from board.pages import BoardPage
from board.samples import all_samples
from board.services import MAX_DRAWN, MAX_STEPS, count_cards, resolve
from engine.decks.formats import compact
from engine.decks.formats.interchange import read_position
from grimoire.models import Attempt, Puzzle
from grimoire.solving import judging
from grimoire.solving import views as solving
from tests.cards.factories import browser_of
from tests.grimoire.factories import make_owner, make_puzzle

pytestmark = pytest.mark.django_db


def full_board(creatures: int = 104) -> dict[str, Any]:
    creature = {"name": "Imp", "type": "creature", "cost": 1, "av": 1, "hp": 9, "abilities": ["splash"]}
    line = [{"card": creature}] * (creatures // 4)
    player = {"turn": 3, "hand": ["bastion", creature, creature], "upper": line, "lower": line}
    return {
        "format": "clash-position/1",
        "edition": "season-2",
        "mode": "duel",
        "active": "A",
        "phase": "summoning",
        "mana": 9,
        "players": {"A": player, "B": player},
    }


ACTIONS = ["assault", "end-turn"] * 6


def test_a_full_board_shows_fewer_steps() -> None:
    position = read_position(full_board())
    resolved = resolve(position, ACTIONS)
    assert count_cards(position) == 108
    assert resolved.cut
    assert 0 < len(resolved.events) <= MAX_DRAWN // 108
    assert resolved.weight <= MAX_DRAWN + 108


def test_a_usual_board_shows_them_all() -> None:
    resolved = resolve(read_position(full_board(8)), ACTIONS)
    assert not resolved.cut or len(resolved.events) == MAX_STEPS
    for sample in all_samples():
        shown = resolve(sample.position, sample.actions)
        assert not shown.cut and shown.weight < views.LARGE_FROM, sample.slug


def test_piles_are_counted() -> None:
    ai = next(sample.position for sample in all_samples() if sample.position.mode.ai_seats)
    shown = BoardPage(resolve(ai, []), views.services.BoardAddress(), 0, "en").now.zones
    assert count_cards(ai) <= sum(map(len, shown.values())) <= count_cards(ai) + 2 * ai.mode.seats


def test_a_position_that_leads_to_its_address_is_not_drawn(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(views, "BoardPage")
    sent = {"position_text": json.dumps(full_board()), "then": "assault"}
    answer = client.post("/board/position/", sent)
    assert answer.status_code == 302 and answer["Location"].startswith("/board/?p=")
    assert answer["Location"].endswith("&a=assault&step=0")


def test_large_boards_are_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "LARGE", views.Limit("large-board", times=1, seconds=10**9))
    large = {"p": compact.pack(read_position(full_board())), "a": "assault"}
    small = {"p": compact.pack(read_position(full_board(8))), "a": "assault"}
    statuses = [client.get("/board/", params).status_code for params in (large, small, large, small)]
    assert statuses == [200, 200, 429, 200]
    assert "Too fast" in client.get("/board/", large).text
    assert Client(REMOTE_ADDR="192.0.2.9").get("/board/", large).status_code == 200


def test_large_boards_that_fit_no_address_are_limited_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "LARGE", views.Limit("large-board", times=0, seconds=10**9))
    sent = {"position_text": json.dumps(full_board(40)), "actions_text": "assault\nnonsense"}
    assert client.post("/board/position/", sent).status_code == 429


@pytest.fixture
def long_page() -> Puzzle:
    return make_puzzle(make_owner("mirabel"), position="win-in-two")


def judged(client: Client, puzzle: Puzzle) -> int:
    sent = {"do": "judge", "revision": 0, "line": ""}
    return client.post(
        reverse("grimoire:change_line", args=[puzzle.token]), sent, headers={"HX-Request": "true"}
    ).status_code


def test_judging_where_enemies_answer_is_limited(long_page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "JUDGED_LONG", solving.Limit("solving-long", times=1, seconds=10**9))
    short = make_puzzle(make_owner("vera"), position="win")
    client = Client()
    assert judged(client, long_page) == 200
    assert [judged(client, page) for page in (long_page, short)] == [429, 200]


def test_looking_at_solutions_of_more_turns_is_limited(long_page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "LOOKED", solving.Limit("solutions-long", times=1, seconds=10**9))
    client = browser_of(long_page.owner)
    address = long_page.get_absolute_url()
    assert [client.get(f"{address}?view=way-0").status_code for _time in range(2)] == [200, 429]
    assert client.get(address).status_code == 200
    short = make_puzzle(long_page.owner, position="win").get_absolute_url()
    assert [client.get(f"{short}?view=way-0").status_code for _time in range(3)] == [200] * 3


def test_the_same_line_is_judged_once(long_page: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    judging.verdict_on.cache.clear()
    commits = []
    commit = judging.judge_line_state
    monkeypatch.setattr(judging, "judge_line_state", lambda *arguments: commits.append(1) or commit(*arguments))
    for _reader in range(3):
        assert judged(Client(), long_page) == 200
    assert len(commits) == 1
    assert Attempt.objects.filter(puzzle=long_page).count() == 3
