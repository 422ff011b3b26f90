"""Limits of print requests: by what it truly costs, and what was made before is not made again."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image, ImageChops

from cards.models import PrintJob
from cards.printing import montages, products, services
from cards.printing.montages import LOOK_FRESH
from cards.printing.options import MAX_CARDS, PrintOptions
from cards.printing.pieces import Piece, printed_sides
from cards.printing.products import make, preview, seconds_left
from cards.rendering import pdf, tabletop
from tests.cards.factories import make_card, make_set
from tests.cards.printing.sheets import creature

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

TABLE = PrintOptions(purpose="tabletop")
SHARE = PrintOptions(purpose="share")


@pytest.fixture(autouse=True)
def cold(settings: Any, tmp_path: Path, folders: None) -> None:
    settings.RENDER_CACHE = tmp_path / "rendered"


def deck(count: int) -> list[Piece]:
    return [Piece(f"Card {number}", creature(f"Effort {number}")) for number in range(count)]


def seconds_of(pieces: list[Piece], options: PrintOptions) -> float:
    return seconds_left(printed_sides(pieces, options), options)


@pytest.mark.django_db
def test_one_card_as_often_as_may_be_is_not_made_in_a_request(client: Client) -> None:
    """Its face is rendered, but its pictures would be 150 million pixels."""
    reference = make_card("Fox", make_set("embers")).reference
    assert client.post("/print/", {"cards": reference, "purpose": "tabletop"}).status_code == 200
    response = client.post("/print/", {"cards": ",".join([reference] * MAX_CARDS), "purpose": "tabletop"})
    assert response.status_code == 302
    job = PrintJob.objects.get()
    services.step(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE
    again = client.post("/print/", {"cards": ",".join([reference] * MAX_CARDS), "purpose": "tabletop"})
    assert again.status_code == 200  # it is kept by its content
    with job.file.open("rb") as file:
        assert again.content == file.read()


def test_what_it_takes_follows_places_pixels_and_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    single = deck(1)
    cold = seconds_of(single, TABLE)
    make("x", single, TABLE)
    assert seconds_of(single, TABLE) < cold
    assert seconds_of(single * 600, TABLE) > services.MAX_SECONDS_AT_ONCE > seconds_of(single * 10, TABLE)
    assert seconds_of(deck(5), PrintOptions(purpose="shop", format="png", dpi="600")) > services.MAX_SECONDS_AT_ONCE
    assert seconds_of(deck(5), PrintOptions(purpose="shop", format="png")) < services.MAX_SECONDS_AT_ONCE
    many = deck(20)
    for size in (1, 20):
        make("x", many[:size], PrintOptions())
    assert seconds_of(many, PrintOptions()) < seconds_of(many * 30, PrintOptions())


def test_a_face_is_brought_to_its_size_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, int]] = []
    original = tabletop.scaled

    def counted(content: bytes, size: tuple[int, int]) -> Image.Image:
        sizes.append(size)
        return original(content, size)

    monkeypatch.setattr(tabletop, "scaled", counted)
    make("x", deck(2) * 30, TABLE)
    assert len(sizes) == 3  # and the back
    make("x", deck(2) * 5, SHARE)
    assert len(sizes) == 5


@pytest.mark.parametrize(("options", "name"), [(TABLE, "board_picture"), (SHARE, "shared_picture")])
def test_a_picture_of_many_is_kept(options: PrintOptions, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = make("x", deck(3), options)
    monkeypatch.setattr(montages, name, lambda *_given: pytest.fail("made again"))
    assert make("x", deck(3), options) == first
    with pytest.raises(pytest.fail.Exception):
        make("x", list(reversed(deck(3))), options)  # another picture


def test_a_look_renders_a_few_faces_and_the_next_one_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered = 0
    original = pdf.card_pdf

    def counted(*args: Any, **more: Any) -> bytes:
        nonlocal rendered
        rendered += 1
        return original(*args, **more)

    monkeypatch.setattr(pdf, "card_pdf", counted)
    pieces = deck(2 * LOOK_FRESH + 2)
    looks, counts = [], []
    for _look in range(4):
        looks.append(preview("x", pieces, TABLE))
        counts.append(rendered)
        rendered = 0
    assert counts == [LOOK_FRESH + 1, LOOK_FRESH, 2, 0]  # the back is one of the first
    assert looks[2] == looks[3]
    first, last = (Image.open(BytesIO(content)).convert("RGB") for content in (looks[0], looks[2]))
    assert first.size == last.size
    box = ImageChops.difference(first, last).getbbox()
    assert box is not None
    assert box[1] > first.height * 0.2  # the first row is there at once
    assert box[3] > first.height * 0.9


def test_a_look_at_a_sheet_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    options = PrintOptions(backs="shared")
    front, back = preview("x", deck(2), options), preview("x", deck(2), options, behind=True)
    other = preview("another title", deck(2), options)
    assert len({front, back, other, preview("x", deck(2), PrintOptions(backs="shared", right=20))}) == 3
    assert preview("x", deck(2), PrintOptions(backs="shared", right=20), behind=True) != back
    monkeypatch.setattr(products, "raster", lambda *_given: pytest.fail("drawn again"))
    assert (preview("x", deck(2), options), preview("x", deck(2), options, behind=True)) == (front, back)
