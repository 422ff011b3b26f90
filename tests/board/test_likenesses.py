"""One's own pictures on boards: of the reader, of a page's author, of the site's Champions; and nobody else's, ever."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, Visibility
from cards.loading import load_champions
from cards.models import Card, Kind, Picture
from cards.workshop import uploads
from engine.decks.formats import compact
from engine.decks.formats.interchange import read_position
from tests.cards.factories import browser_of, make_card
from tests.cards.workshops import photo, upload
from tests.grimoire.factories import make_owner, make_puzzle, position_json

pytestmark = pytest.mark.django_db
CROP = {"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0}


@pytest.fixture(autouse=True)
def _own_media(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def author() -> Owner:
    return make_owner("ada")


@pytest.fixture
def picture(author: Owner) -> Picture:
    return uploads.add_picture(owner=author, file=upload(photo()), name="fox.jpg")


def pictured(owner: Owner, picture: Picture, visibility: str = Visibility.PRIVATE, **more: Any) -> Card:
    """A card with an uploaded picture."""
    values = {"cost": 1, "av": 1, "hp": 1, "abilities": ["rage"], "art": CROP, "picture": picture, **more}
    return make_card("Vixen of Ours", owner=owner, visibility=visibility, **values)


def position_with(name: str = "Vixen of Ours", **changes: Any) -> dict[str, Any]:
    """A position in which the Goat of War of a hand is that card."""
    data = position_json("win")
    (goat,) = [
        card for card in data["players"]["B"]["hand"] if isinstance(card, dict) and card["name"] == "Goat of War"
    ]
    goat.update({"name": name, **changes})
    return data


def board(client: Client, data: dict[str, Any]) -> str:
    response = client.get("/board/", {"p": compact.pack(read_position(data))})
    assert response.status_code == 200
    return response.text


def address(picture: Picture) -> str:
    return reverse("files:picture", args=[picture.token])


def test_ones_own_card_on_a_board_has_its_picture(author: Owner, picture: Picture) -> None:
    pictured(author, picture)
    assert address(picture) in board(browser_of(author), position_with())


def test_another_card_of_that_name_has_it_not(author: Owner, picture: Picture) -> None:
    pictured(author, picture)
    for changes in ({"hp": 2}, {"abilities": []}, {"name": "Vixen"}):
        assert address(picture) not in board(browser_of(author), position_with(**changes))


@pytest.mark.parametrize("visibility", list(Visibility))
def test_nobody_else_sees_it_on_a_board_of_their_own(author: Owner, picture: Picture, visibility: str) -> None:
    pictured(author, picture, visibility)
    for client in (Client(), browser_of(make_owner("bo"))):
        assert address(picture) not in board(client, position_with())


def test_a_champion_of_ones_own_keeps_its_picture(author: Owner, picture: Picture) -> None:
    pictured(author, picture, kind=Kind.CHAMPION)
    data = position_with("Somebody Else")
    card = {"name": "Vixen of Ours", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": ["rage"]}
    data["players"]["B"]["champion"] = {"card": card, "state": "ready"}
    assert address(picture) in board(browser_of(author), data)
    assert address(picture) not in board(Client(), data)


def test_the_sites_champions_have_theirs(client: Client) -> None:
    load_champions()
    champion = Card.objects.filter(owner=None, kind=Kind.CHAMPION).first()
    assert champion is not None
    data = position_with()
    data["edition"] = f"season-{champion.editions[-1]}"
    data["players"]["B"]["champion"] = {"card": champion.printed.written_out(), "state": "ready"}
    response = client.get("/board/", {"p": compact.pack(read_position(data))})
    faces = [face for face in response.context["page"].faces.values() if face.champion]
    assert [face.art.icon for face in faces] == [champion.art["icon"]]


def test_a_published_page_shows_its_authors_picture_to_all(author: Owner, picture: Picture) -> None:
    pictured(author, picture)
    puzzle = make_puzzle(author, position=position_with())
    for client in (Client(), browser_of(make_owner("bo"))):
        assert address(picture) in client.get(puzzle.get_absolute_url()).text
        assert client.get(address(picture)).status_code == 200


def test_a_private_cards_picture_is_seen_no_longer_than_the_page_that_shows_it(author: Owner, picture: Picture) -> None:
    pictured(author, picture)
    assert Client().get(address(picture)).status_code == 404
    puzzle = make_puzzle(author, position=position_with())
    assert Client().get(address(picture)).status_code == 200
    for change in ({"published_at": None}, {"visibility": Visibility.PRIVATE}, {"hidden_at": puzzle.published_at}):
        type(puzzle).objects.filter(pk=puzzle.pk).update(**change)
        assert Client().get(address(picture)).status_code == 404, change
        puzzle.save()
    assert Client().get(address(picture)).status_code == 200
    Picture.objects.update(hidden_at=puzzle.published_at)  # by a moderator
    assert Client().get(address(picture)).status_code == 404
    assert address(picture) not in Client().get(puzzle.get_absolute_url()).text


def test_somebody_elses_page_with_such_a_card_shows_and_opens_nothing(author: Owner, picture: Picture) -> None:
    pictured(author, picture)
    thief = make_owner("bo")
    puzzle = make_puzzle(thief, position=position_with())
    for client in (Client(), browser_of(thief), browser_of(author)):
        assert address(picture) not in client.get(puzzle.get_absolute_url()).text
    assert browser_of(thief).get(address(picture)).status_code == 404


def test_a_card_in_the_bin_gives_its_picture_to_nothing(author: Owner, picture: Picture) -> None:
    card = pictured(author, picture)
    make_puzzle(author, position=position_with())
    Card.objects.filter(pk=card.pk).update(deleted_at=card.created)
    assert Client().get(address(picture)).status_code == 404
    assert address(picture) not in board(browser_of(author), position_with())
