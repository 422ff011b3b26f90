"""An author's own draft, before it is proved: the line that the author has in mind stands where the solution will."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from grimoire.models import Puzzle
from tests.grimoire.factories import make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db


def draft(line: list[str], position: Any) -> tuple[Puzzle, Client]:
    owner = make_owner("Ada")
    client = Client()
    client.force_login(owner.user)
    return make_puzzle(owner, published=False, position=position, proof=None, intended=line), client


@pytest.mark.parametrize("line", [["assault"], ["assault", "end-turn"], [], ["play:9:upper"], ["nonsense"]])
@pytest.mark.parametrize("name", ["win", "survive", "survive-two", "win-in-two"])
@pytest.mark.parametrize("view", ["way-0", "preview"])
def test_whatever_line_is_in_mind_can_be_looked_at(name: str, line: list[str], view: str) -> None:
    page, client = draft(line, position_json(name))
    assert client.get(f"{page.get_absolute_url()}?view={view}").status_code == 200
