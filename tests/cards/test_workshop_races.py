"""Two tabs that save one card at the same moment: threads of a process of its own, on a database as a server has it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

NAMES = """
from cards.models import Card
from cards.workshop import services
from cards.workshop.content import content_of
from tests.cards.factories import make_card, make_owner

owner = make_owner()
made = services.create_card(owner=owner, content=content_of(make_card("Lamp", owner=owner)))
def save(name, seen):
    return services.save_card(card=made, content={**content_of(made), "name": name}, seen=seen).name
"""


@pytest.fixture
def run(race: Callable[[str], Any]) -> Callable[[str], Any]:
    """Runs a script after ``NAMES``."""
    return lambda script: race(NAMES + script)


def test_one_of_several_tabs_is_saved_and_the_others_are_told(run: Callable[[str], Any]) -> None:
    answers, name, revision = run("""
answers = at_once(lambda name: save(name, made.revision), ["one", "two", "three", "four"], tell=True)
now = Card.objects.get(pk=made.pk)
print(json.dumps([answers, now.name, now.revision - made.revision]))
""")
    assert answers.count("StaleRevision") == 3
    assert name in answers
    assert revision == 1


def test_who_saves_over_whatever_there_is_loses_nobodys_state(run: Callable[[str], Any]) -> None:
    answers, revision = run("""
answers = at_once(lambda name: save(name, None), ["one", "two", "three", "four"], tell=True)
now = Card.objects.get(pk=made.pk)
print(json.dumps([sorted(answers), now.revision - made.revision]))
""")
    assert answers == ["four", "one", "three", "two"]
    assert revision == 4
