"""The count of solutions beside the board editor: right, quick, kept nowhere, and no way round a puzzle's gate."""

from __future__ import annotations

import itertools
import json
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse

from accounts import budgets
from accounts.budgets import ProcessorBudget
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import parse
from engine.decks.solving import Budget, solve
from grimoire.models import Proof
from grimoire.proving import counting, searching, services, views
from grimoire.proving.near_misses import explained_try, near_misses_of, read_line
from grimoire.proving.searching import search
from grimoire.proving.verdict_text import verdict_more
from tests.engine.decks.solving.positions import Maker
from tests.grimoire.factories import make_owner, make_puzzle, position_json, position_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(counting, "COUNT_SECONDS", 60.0)


def count(client: Client, position: Any, language: str = "") -> str:
    text = position if isinstance(position, str) else json.dumps(position)
    answer = client.post(f"{language}{reverse('grimoire:count_solutions')}", {"position": text})
    assert answer.status_code == 200
    return " ".join(answer.text.split())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("win", "1 solution · 1 near miss · level 2 of 5"),
        ("win-in-two", "1 solution · 1 near miss · level 4 of 5"),
        ("predict", "Resolved: one outcome"),
    ],
)
def test_solutions_are_counted(client: Client, name: str, text: str) -> None:
    assert text in count(client, position_json(name))
    assert not Proof.objects.exists()  # an edit later it is another position


def test_each_move_leads_to_the_board(client: Client) -> None:
    assert count(client, position_json("win")).count('href="/board/?p=') >= 2


def test_what_is_not_found_at_once_is_searched_on_asking(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "COUNT_SECONDS", 0.0)
    text = count(client, position_json("win"))
    assert "Search for up to a minute" in text and "1 solution" not in text
    services.prove_now(position=position_of("win"))
    assert "1 solution" in count(client, position_json("win"))  # known from then on


NEARLY = (
    "cod1 duel A summoning m2 | A t2 [B Zap(c1 1) Zip(c2 2)] upper Imp(c1 1/1)"
    " | B t2 [F x(c9 1/1)] upper Wall(c1 0/1 reinforcement)"
    " | objective A damage 1 in 1 whatever B [Guard(c1 0/9) Far(c9 0) Far(c9 0)]"
)


def test_near_misses_against_a_hidden_hand_name_one_that_refutes_them(client: Client) -> None:
    position = write_position(parse(NEARLY))
    text = count(client, position)
    assert "No solution · 2 near misses" in text
    assert text.count("It fails against 1 hand: when B holds, from left to right: Guard.") == 2
    assert "Cela échoue contre 1 main : quand B a," in count(client, position, "/fr")
    proof = services.prove_now(position=parse(NEARLY))
    near = near_misses_of(proof)
    assert [tried["fails"] for tried in near.tries] == [1, 1] and near.more == 0


def test_a_line_against_a_hidden_hand_is_explained_by_the_hands_that_refute_it() -> None:
    position = parse(NEARLY)
    tried = explained_try(position, read_line(position, [{"do": "assault"}]))
    assert tried is not None and (tried["fails"], len(tried["hand"])) == (2, 1)
    position = parse(NEARLY.replace(" reinforcement", "").replace("Imp(c1 1/1)", "Imp(c1 1/1 sprint)"))
    for line in solve(position).solutions:
        assert explained_try(position, line) is None


@pytest.mark.parametrize("typed", ["", "nonsense", "{}", json.dumps(position_json("win"))[:-3]])
def test_of_what_is_no_position_nothing_is_said(client: Client, typed: str) -> None:
    assert count(client, typed) == ""


def test_without_a_target_it_says_what_is_missing(client: Client) -> None:
    position = position_json("win")
    position["objective"]["player"] = "A" if position["active"] == "B" else "B"
    assert "whose turn it is" in count(client, position)


def test_a_published_puzzle_is_not_solved_by_counting(client: Client) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win", title="Behind the Gate")
    for changed in (0, 1):
        position = position_json("win")
        position["players"]["A"]["hand"][1]["cost"] += changed  # another position, which its solution would give away
        text = count(client, position)
        assert page.get_absolute_url() in text and "Solutions" not in text and "solution ·" not in text


def test_counting_uses_no_other_budget(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LIMITS = True
    monkeypatch.setattr(budgets, "PAGES", ProcessorBudget("spent-pages", seconds=1, every=1e6))
    budgets.PAGES.meter.add({"127.0.0.1": 1}, 15)
    assert "1 solution" in count(client, position_json("win"))
    monkeypatch.setattr(views, "COUNTS", ProcessorBudget("spent-counts", seconds=1, every=1e6))
    views.COUNTS.meter.add({"127.0.0.1": 1}, 15)
    assert count(client, position_json("win")) == ""


def test_shorter_goals_are_searched_after_a_search_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = Mock(side_effect=searching.solve)
    monkeypatch.setattr(searching, "solve", searched)
    monkeypatch.setattr(searching, "SHORTER_SECONDS", 5.0)
    assert search(position_of("win-in-two"), Budget()).complete
    assert [call.kwargs.get("turns") for call in searched.mock_calls] == [None]
    searched.reset_mock()
    ticks = itertools.count()
    crowded = Maker(0, "duel", cards=8, creatures=3, mana=10).puzzle("win", 2)
    assert not search(crowded, Budget(nodes=2_000, seconds=1e6, clock=lambda: next(ticks))).complete
    first, shorter = (call.kwargs["budget"] for call in searched.mock_calls)
    assert (first.stopped_by, shorter.stopped_by) == ("nodes", "time")


def test_an_unfinished_search_says_what_is_proved() -> None:
    position = Maker(0, "duel", cards=8, creatures=3, mana=10).puzzle("win", 2)
    finding = search(position, Budget(nodes=3_000))
    assert not finding.complete and finding.answer["stopped_by"] == "nodes"
    refuted, met = finding.answer["first_turns"]
    assert 0 < refuted <= met
    assert finding.answer["none_within"] == 1
    answer = {"stopped_by": "time", "solutions": [], "none_within": 1, "first_turns": [412, 1293]}
    text = verdict_more(Proof(complete=False, verdict="unproven", answer=answer))
    assert text.endswith("No solution within 1 turn: proven. 412 of 1293 first turns are refuted.")
