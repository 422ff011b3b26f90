"""Pictures and faces as files: who gets them, under which headers, and how sharp they are."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from accounts.models import Owner
from accounts.services import hide
from cards.models import Card, CardSet, Picture
from cards.views import files
from cards.workshop import services, uploads
from tests.cards.workshops import content, guest, made, photo

pytestmark = pytest.mark.django_db
CROP = {"x": 0.5, "y": 0.5, "zoom": 1, "rotation": 0}


@pytest.fixture
def mine() -> tuple[Owner, Client]:
    return guest()


@pytest.fixture
def stranger() -> Client:
    return guest()[1]


def picture_of(owner: Owner) -> Picture:
    return uploads.add_picture(owner=owner, file=BytesIO(photo(size=(900, 1400))), name="fox.jpg")


def face_url(card: Card, dpi: int = 150, language: str = "en") -> str:
    return reverse("files:face", args=[card.token, language, dpi])


@pytest.mark.parametrize(("dpi", "size"), [(150, (319, 502)), (300, (638, 1004)), (600, (1276, 2008))])
def test_a_face_has_the_size_and_says_its_resolution(
    mine: tuple[Owner, Client], dpi: int, size: tuple[int, int]
) -> None:
    owner, client = mine
    response = client.get(face_url(made(owner, name="Élan Fox!"), dpi))
    assert response.status_code == 200
    assert response["Content-Type"] == "image/png"
    assert response["Content-Disposition"] == f'attachment; filename="elan-fox-{dpi}dpi.png"'
    image = Image.open(BytesIO(response.content))
    assert image.size == size
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_a_face_with_a_picture_shows_it(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    token = picture_of(owner).token
    plain, pictured = made(owner), made(owner, picture=token, art=CROP)
    first = Image.open(BytesIO(client.get(face_url(plain)).content))
    second = Image.open(BytesIO(client.get(face_url(pictured)).content))
    assert first.tobytes() != second.tobytes()


@pytest.mark.parametrize("address", ["en-299", "en-0", "de-300", "fr-9999999"])
def test_other_resolutions_and_languages_are_not_there(mine: tuple[Owner, Client], address: str) -> None:
    owner, client = mine
    assert client.get(f"/files/faces/{made(owner).token}/{address}.png").status_code == 404


def test_faces_by_visibility(mine: tuple[Owner, Client], stranger: Client) -> None:
    owner, client = mine
    card = made(owner)
    assert [who.get(face_url(card)).status_code for who in (client, stranger, Client())] == [200, 404, 404]
    services.set_visibility(card=card, visibility="unlisted")
    assert [who.get(face_url(card)).status_code for who in (client, stranger, Client())] == [200, 200, 200]
    hide(thing=card, reason="no")
    assert [who.get(face_url(card)).status_code for who in (client, stranger, Client())] == [200, 404, 404]
    services.delete_card(card=card)
    assert client.get(face_url(card)).status_code == 404


def test_the_sites_own_cards_are_for_everybody() -> None:
    card_set = CardSet.objects.create(slug="site", name="Site", visibility="public")
    card = Card.objects.create(set=card_set, slug="fox", name="Fox", name_fr="Renard", hp=2, visibility="public")
    english, french = (Client().get(face_url(card, language=language)) for language in ("en", "fr"))
    assert english.content != french.content
    assert english["Cache-Control"] == "public, no-cache"


def test_a_face_is_not_drawn_again_for_who_has_it(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, client = mine
    card = made(owner)
    etag = client.get(face_url(card))["ETag"]
    monkeypatch.setattr(files, "cached_png", lambda *args, **options: pytest.fail("drawn again"))
    response = client.get(face_url(card), headers={"If-None-Match": etag})
    assert (response.status_code, response["ETag"], response["Cache-Control"]) == (304, etag, "private, no-cache")


@pytest.mark.parametrize(
    "changes",
    [{"name": "Ash Fox"}, {"cost": 9}, {"abilities": []}, {"flavour": "!"}, {"kind": "champion"}, {"art": CROP}],
)
def test_the_tag_follows_what_is_printed(mine: tuple[Owner, Client], changes: dict[str, Any]) -> None:
    owner, client = mine
    token = picture_of(owner).token
    card = made(owner, picture=token)
    before = client.head(face_url(card))["ETag"]
    assert client.head(face_url(card))["ETag"] == before
    services.save_card(card=card, content=content(**{"picture": token, **changes}), seen=None)
    assert client.head(face_url(card))["ETag"] != before


def test_faces_are_limited(mine: tuple[Owner, Client], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, client = mine
    monkeypatch.setattr(files, "PNGS", files.Limit("face-png-test", times=1, seconds=3600))
    first, second = made(owner), made(owner, name="Other")
    assert client.get(face_url(first)).status_code == 200
    assert client.get(face_url(second)).status_code == 429


def test_without_its_picture_a_face_says_so(mine: tuple[Owner, Client]) -> None:
    """As printing does, in the language of the face: the row is there, the file is not, or it is torn."""
    owner, client = mine
    picture = picture_of(owner)
    card = made(owner, name="Ash Fox", picture=picture.token, art=CROP)
    with picture.file.storage.open(picture.file.name, "wb") as file:
        file.write(b"no picture")
    torn = client.get(face_url(card))
    assert (torn.status_code, torn["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert "The picture of “Ash Fox” is missing" in torn.content.decode()
    picture.file.storage.delete(picture.file.name)
    assert client.get(face_url(card)).content == torn.content
    assert "est introuvable" in client.get(face_url(card, language="fr")).content.decode()
    assert [client.get(url).status_code for url in picture_urls(picture)] == [404, 404]


# Pictures


def picture_urls(picture: Picture) -> list[str]:
    return [reverse(f"files:{name}", args=[picture.token]) for name in ("picture", "full_picture")]


def test_pictures_by_visibility(mine: tuple[Owner, Client], stranger: Client) -> None:
    owner, client = mine
    picture = picture_of(owner)
    card = made(owner, picture=picture.token, art=CROP)
    for url in picture_urls(picture):
        assert [who.get(url).status_code for who in (client, stranger, Client())] == [200, 404, 404]
    services.set_visibility(card=card, visibility="public")
    for url in picture_urls(picture):
        assert [who.get(url).status_code for who in (client, stranger, Client())] == [200, 200, 200]
    hide(thing=card, reason="no")
    for url in picture_urls(picture):
        assert [who.get(url).status_code for who in (client, stranger, Client())] == [200, 404, 404]


def test_a_hidden_picture_is_hidden_on_every_card(mine: tuple[Owner, Client], stranger: Client) -> None:
    owner, client = mine
    picture = picture_of(owner)
    card = made(owner, picture=picture.token, art=CROP, visibility="public")
    pictured = stranger.get(face_url(card)).content
    hide(thing=picture, reason="no")
    for url in picture_urls(picture):
        assert [who.get(url).status_code for who in (client, stranger)] == [200, 404]
    assert stranger.get(face_url(card)).content != pictured
    assert b"/files/pictures/" not in client.get(reverse("cards:workshop")).content


def test_a_picture_can_only_be_looked_at(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    small, full = (client.get(url) for url in picture_urls(picture_of(owner)))
    for response in (small, full):
        assert response["Content-Type"] == "image/jpeg"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
        assert "Cookie" in response["Vary"]
        assert response["Cache-Control"].startswith("private")
    assert Image.open(BytesIO(full.content)).size == (900, 1400)
    assert Image.open(BytesIO(small.content)).size == (720, 1120)
    assert small["ETag"] != full["ETag"]


def test_a_picture_is_not_sent_again(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    for url in picture_urls(picture_of(owner)):
        assert client.get(url, headers={"If-None-Match": client.get(url)["ETag"]}).status_code == 304


@pytest.mark.parametrize("token", ["nothing", "..%2f..%2fetc%2fpasswd", "x" * 200])
def test_pictures_that_are_not_there(token: str) -> None:
    assert Client().get(f"/files/pictures/{token}.jpg").status_code == 404
    assert Client().get(f"/files/pictures/{token}/full.jpg").status_code == 404


def test_files_are_only_read(mine: tuple[Owner, Client]) -> None:
    owner, client = mine
    picture = picture_of(owner)
    assert {client.post(url).status_code for url in (*picture_urls(picture), face_url(made(owner)))} == {405}
