"""An author's own draft, before it is proved: the line that the author has in mind stands where the solution will."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from grimoire.models import Puzzle
from tests.cards.factories import browser_of
from tests.grimoire.factories import make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db


def draft(line: list[str], position: Any) -> tuple[Puzzle, Client]:
    owner = make_owner("Ada")
    client = browser_of(owner)
    return make_puzzle(owner, published=False, position=position, proof=None, intended=line), client


@pytest.mark.parametrize("line", [["assault"], ["assault", "end-turn"], [], ["play:9:upper"], ["nonsense"]])
@pytest.mark.parametrize("name", ["win", "survive", "survive-two", "win-in-two"])
@pytest.mark.parametrize("view", ["way-0", "preview"])
def test_whatever_line_is_in_mind_can_be_looked_at(name: str, line: list[str], view: str) -> None:
    page, client = draft(line, position_json(name))
    assert client.get(f"{page.get_absolute_url()}?view={view}").status_code == 200


def test_a_card_that_is_named_like_a_reference_is_a_name() -> None:
    position = json.loads(json.dumps(position_json()).replace("Goat of War", "initiation/lamp-bat"))
    page, client = draft(["assault"], position)
    published = make_puzzle(page.owner, position=position)
    for address in (page, published):
        for query in ("", "?view=way-0", "?view=preview"):
            assert client.get(f"{address.get_absolute_url()}{query}").status_code == 200
    answer = Client().post("/board/position/", {"position_text": json.dumps(position)})
    assert "initiation/lamp-bat" in Client().get(answer["Location"]).content.decode()
