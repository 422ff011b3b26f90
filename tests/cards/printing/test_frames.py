"""Frames to choose, and backs with a picture of one's own."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from PIL import Image

from accounts.models import Owner
from cards.models import Card, Kind, Picture, PrintJob
from cards.printing import services
from cards.printing.options import PrintOptions
from cards.printing.products import make
from cards.printing.selection import selection_of
from cards.workshop.uploads import add_picture
from tests.cards.factories import make_card, make_cards, make_owner, make_set, sign_in
from tests.cards.printing.sheets import by_pdfium, forms_on, opened, text_of

pytestmark = pytest.mark.django_db
PRINT = "/print/"
RED = (200, 20, 40)


@pytest.fixture
def cards() -> list[Card]:
    return make_cards(2, make_set("embers"), flavour="It burns.")


@pytest.fixture
def owner() -> Owner:
    return make_owner("Ada")


@pytest.fixture
def picture(owner: Owner) -> Picture:
    written = io.BytesIO()
    Image.new("RGB", (600, 900), RED).save(written, "PNG")
    written.seek(0)
    return add_picture(owner=owner, file=written, name="My back.png")


def printed(card: Card, frame: str, **more: str) -> Image.Image:
    pieces = selection_of({"cards": card.reference}, None).pieces("en")
    content = make("x", pieces, PrintOptions(purpose="shop", frame=frame, **more)).content
    assert card.name in text_of(content)
    assert "It burns." in text_of(content)
    return by_pdfium(content, 254)  # ten pixels a millimetre, of which three are bleed


def test_a_picture_goes_to_the_cut_where_there_is_no_frame(cards: list[Card]) -> None:
    framed, bare, full = (printed(cards[0], frame) for frame in ("framed", "borderless", "full-art"))
    edge = (30 + 5, 30 + 425)  # half a millimetre inside of the cut, halfway down
    assert framed.getpixel(edge) != bare.getpixel(edge) == full.getpixel(edge)
    panel = (30 + 270, 30 + 850 - 8)  # at the foot, below the set's sign
    assert bare.getpixel(panel) != full.getpixel(panel)


def test_the_frame_is_in_the_address_and_little_ink_has_none(client: Client, cards: list[Card]) -> None:
    response = client.get(PRINT, {"set": "embers", "frame": "full-art"}, headers={"HX-Request": "true"})
    assert response.headers["HX-Replace-Url"] == "/print/?set=embers&frame=full-art"
    pieces = selection_of({"set": "embers"}, None).pieces("en")
    plain, other = (
        make("x", pieces, PrintOptions(ink="saver", frame=frame)).content for frame in ("framed", "full-art")
    )
    assert plain == other


def test_a_back_of_ones_own_is_behind_every_card_without_another_side(
    client: Client, cards: list[Card], owner: Owner, picture: Picture
) -> None:
    keep = make_card("Keep", make_set("keeps"), kind=Kind.STRONGHOLD)
    params = {"cards": ",".join(card.reference for card in (*cards, keep)), "back": picture.token, "purpose": "shop"}
    signed = sign_in(client, owner)
    page = signed.get(PRINT, params).content.decode()
    assert f'<option value="{picture.token}" selected>My back</option>' in page
    content = signed.post(PRINT, params).content
    assert len(opened(content).pages) == 6
    for number, is_own in ((1, True), (3, True), (5, False)):
        back = by_pdfium(content, 100, number)
        seen = {back.getpixel(at) for at in ((2, 2), (back.width // 2, back.height // 2), (back.width - 3, 5))}
        assert all(sum(abs(a - b) for a, b in zip(pixel, RED, strict=True)) < 12 for pixel in seen) == is_own
    without = signed.post(PRINT, {**params, "backs": "none"}).content
    assert len(opened(without).pages) == 4  # the Stronghold's two sides, and no card for the picture


def test_nobody_else_prints_the_picture(client: Client, cards: list[Card], picture: Picture) -> None:
    stranger = sign_in(client, make_owner("Bob"))
    content = stranger.post(PRINT, {"set": "embers", "back": picture.token}).content
    assert len(opened(content).pages) == 1
    assert (
        f'value="{picture.token}"' not in stranger.get(PRINT, {"set": "embers", "back": picture.token}).content.decode()
    )


def test_a_job_keeps_the_back(cards: list[Card], owner: Owner, picture: Picture) -> None:
    selection = selection_of({"set": "embers", "back": picture.token}, owner)
    job = services.ask(owner=owner, selection=selection, options=PrintOptions())
    services.step(job_id=job.pk)
    job = PrintJob.objects.get(pk=job.pk)
    assert job.state == PrintJob.State.DONE, job.problem
    with job.file.open("rb") as file, opened(file.read()) as document:
        assert len(forms_on(document.pages[1])) == 2


def test_a_back_that_is_gone_is_told(client: Client, cards: list[Card], owner: Owner, picture: Picture) -> None:
    picture.file.storage.delete(picture.file.name)
    response = sign_in(client, owner).get(PRINT, {"set": "embers", "back": picture.token})
    assert response.status_code == 422
    assert "picture for the backs" in response.content.decode()


def test_cards_bear_the_symbol_and_colour_of_a_set_of_ones_own(client: Client, owner: Owner) -> None:
    card_set = make_set("wolves-abc", owner, name="Wolves")
    page = f"/workshop/sets/{card_set.slug}/"
    data = {"name": "Pack", "accent": "#AA3311", "symbol": "Wolf head", "visibility": "unlisted"}
    assert sign_in(client, owner).get(page).status_code == 200
    assert page in client.get(card_set.get_absolute_url()).content.decode()
    assert client.post(page, data).url == card_set.get_absolute_url()
    card_set.refresh_from_db()
    assert (card_set.name, card_set.accent, card_set.symbol) == ("Pack", "#aa3311", "wolf-head")
    piece = selection_of({"cards": f"own/{make_card(card_set=card_set, owner=owner).token}"}, owner).pieces("en")[0]
    assert (piece.front.emblem.accent, piece.front.emblem.symbol) == ("#aa3311", "wolf-head")  # type: ignore[union-attr]
    for wrong in ({"symbol": "no-such-thing"}, {"accent": "red"}, {"name": ""}, {"visibility": "all"}):
        assert client.post(page, {**data, **wrong}).status_code == 422
    stranger = sign_in(Client(), make_owner("Bob"))
    assert stranger.get(page).status_code == 404
    assert stranger.post(page, data).status_code == 404
    assert page not in stranger.get(card_set.get_absolute_url()).content.decode()
    assert client.get("/workshop/sets/initiation/").status_code == 404
