"""The picture of a link: its size, whose pages have one, and that it shows nothing but the start."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Visibility
from grimoire.booklets import pictures
from grimoire.booklets.pictures import SIZE, picture_of
from grimoire.models import Puzzle
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions

pytestmark = pytest.mark.django_db


def address(puzzle: Puzzle, language: str = "en") -> str:
    return reverse("grimoire_files:picture", args=[puzzle.token, language])


@pytest.mark.parametrize("name", names_of_positions())
def test_a_picture_has_its_size_and_is_no_empty_page(name: str) -> None:
    with Image.open(io.BytesIO(picture_of(make_puzzle(position=name), "fr"))) as picture:
        assert (picture.size, picture.format) == (SIZE, "PNG")
        small = picture.convert("RGB").resize((60, 30))
    right = {small.getpixel((x, y)) for x in range(22, 58) for y in range(2, 28)}
    assert len(right) > 60


def test_it_is_made_of_the_start_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(title="Plain Sight", afterword="The walrus", intended=["assault"])
    seen: list[str] = []
    drawn = pictures.fitted

    def fitted(html: str, *more: Any) -> bytes:
        seen.append(html)
        return drawn(html, *more)

    monkeypatch.setattr(pictures, "fitted", fitted)
    picture_of(puzzle, "en")
    assert seen and "Plain Sight" in seen[0]
    assert "walrus" not in seen[0]


def test_a_second_look_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle()
    first = picture_of(puzzle, "en")
    monkeypatch.setattr(pictures, "fitted", lambda *_: pytest.fail("drawn again"))
    assert picture_of(puzzle, "en") == first


def test_only_published_pages_have_one(client: Client) -> None:
    author = make_owner("ada")
    assert client.get(address(make_puzzle(author))).status_code == 200
    assert client.get(address(make_puzzle(author, published=False))).status_code == 404
    secret = make_puzzle(author, visibility=Visibility.PRIVATE)
    client.force_login(author.user)
    assert client.get(address(secret)).status_code == 404
    assert client.get(address(make_puzzle(), "de")).status_code == 404
    assert client.get(reverse("grimoire_files:picture", args=["nobody", "en"])).status_code == 404
