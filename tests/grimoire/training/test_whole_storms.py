"""Storms of bots keep what storms promise; ``manage.py play_storms`` plays 1,000 of them on the site's own books."""

from __future__ import annotations

import random
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from grimoire.models import Puzzle
from grimoire.training import runs
from tests.grimoire.factories import make_owner, make_puzzle
from tests.marks import some_long
from tools import whole_storms
from tools.whole_storms import BOTS, Fault, Storms, check_counts, play_storm

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages() -> list[Puzzle]:
    return [make_puzzle(position=name) for name in ("win", "win-hard", "damage", "destroy", "win", "bastion")]


@pytest.mark.parametrize("count", some_long([8], 1000))
def test_nothing_is_counted_or_shown_twice_and_no_solution_is_sent(pages: list[Puzzle], count: int) -> None:
    out = StringIO()
    call_command("play_storms", str(count), stdout=out)
    assert f"{count} storms" in out.getvalue()
    assert Puzzle.objects.filter(solved_count__gt=0).exists()


def test_faults_are_found(pages: list[Puzzle], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each check fails on what it is there for."""
    chance, owner = random.Random(0), make_owner("bot")
    storms = Storms()
    play_storm(owner, BOTS["master"], storms, chance)
    check_counts(storms, {})
    Puzzle.objects.filter(pk=storms.answers[0][1]).update(solved_count=5)
    with pytest.raises(Fault, match="counts"):
        check_counts(storms, {})
    monkeypatch.setattr(runs, "run_puzzles", lambda *_: [pages[0].pk, pages[0].pk])
    with pytest.raises(Fault, match="twice"):
        play_storm(owner, BOTS["master"], storms, chance)
    monkeypatch.undo()
    whole = whole_storms.run_context

    def telling(run: Any, attempt: Any, *rest: Any) -> dict[str, object]:
        return {**whole(run, attempt, *rest), "panel": attempt.puzzle.proof.answer["solutions"]}

    monkeypatch.setattr(whole_storms, "run_context", telling)
    monkeypatch.setattr(whole_storms, "render_to_string", lambda _name, context: str(context["panel"]))
    with pytest.raises(Fault, match="shows in what is sent"):
        play_storm(owner, BOTS["master"], Storms(), chance)
