"""The commands of docs/programmer/api.md that need no token answer as it says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

pytestmark = pytest.mark.django_db
GUIDE = (settings.BASE_DIR / "docs" / "programmer" / "api.md").read_text(encoding="utf-8")
BLOCKS = [block for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL) if "curl" in block]
OPEN = [block for block in BLOCKS if "Bearer" not in block and "/puzzles/daily" not in block]


@pytest.fixture
def cards(db: None) -> None:
    call_command("load_sets")


@pytest.mark.parametrize("block", OPEN)
def test_commands_without_a_token(client: Client, cards: None, block: str) -> None:
    path = re.search(r'"\$S(/[^"]*)"', block)
    body = re.search(r"--data '(.*?)'", block, re.DOTALL)
    assert path
    address = path[1].replace("$S", "http://testserver")
    answer: Any = (
        client.post(address, json.loads(body[1]), content_type="application/json") if body else client.get(address)
    )
    assert answer.status_code in (200, 201), answer.text


def test_there_is_an_example_of_each_kind() -> None:
    assert len(OPEN) >= 8
    for part in (
        "/cards",
        "/decks",
        "/rulings",
        "/puzzles",
        "/positions/solve",
        "/own/cards",
        "/games",
        "/stream",
        "/oembed",
    ):
        assert any(part in block for block in BLOCKS), part
