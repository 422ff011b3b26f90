"""Pictures that something can be seen through, in the editor: sent, laid over a landscape, taken out of the frame."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from cards.models import Card, Picture
from tests.browsing import eventually
from tests.cards.test_cutouts import cutout
from tests.cards.test_workshop_browser import named, saved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hat(tmp_path: Path) -> Path:
    (tmp_path / "hat.png").write_bytes(cutout())
    return tmp_path / "hat.png"


def test_over_a_landscape_and_out_of_the_frame(page: Page, hat: Path) -> None:
    named(page)
    page.locator('[name="art"][value="picture"]').check(force=True)
    over, out = page.get_by_label("Over a landscape"), page.get_by_label("Out of the frame")
    expect(over).to_be_hidden()
    page.set_input_files("#upload", hat)
    expect(over).to_be_visible()
    expect(over).to_be_checked()
    expect(page.get_by_label("Landscape", exact=True)).to_be_visible()
    assert page.locator("#preview .f-art path").count() > 5
    page.get_by_label("Landscape", exact=True).select_option("peaks")
    page.get_by_label("Colours", exact=True).select_option("tide")
    out.check()
    expect(page.locator("#preview .f-breaks image")).to_be_visible()
    page.locator("#preview").focus()
    for _press in range(12):
        page.keyboard.press("-")
    expect(page.locator("#id_zoom")).to_have_value("55")
    drawn = page.locator("#preview image")
    expect(drawn).to_have_count(3)  # the third where nothing stands out of the frame: not shown
    assert {image.get_attribute("width") for image in drawn.all()} == {"55.00"}
    saved(page)
    art = Card.objects.get().art
    assert (art["scene"], art["tint"], art["out"], art["zoom"]) == ("peaks", "tide", True, 0.55)
    over.uncheck()
    expect(page.get_by_label("Landscape", exact=True)).to_be_hidden()


def test_a_large_one_stays_clear_when_it_is_made_smaller(page: Page, tmp_path: Path) -> None:
    image = Image.new("RGBA", (6000, 5000), (0, 0, 0, 0))
    image.paste((200, 30, 30, 255), (1000, 1000, 5000, 4000))
    image.save(tmp_path / "large.png", compress_level=1)
    named(page)
    page.locator('[name="art"][value="picture"]').check(force=True)
    page.set_input_files("#upload", tmp_path / "large.png")
    expect(page.get_by_label("Over a landscape")).to_be_visible(timeout=30_000)
    assert list(Picture.objects.values_list("width", "height", "name")) == [(3000, 2500, "large")]
    assert Picture.objects.get().is_clear


def test_a_photograph_of_sixty_megapixels_is_sent_smaller(page: Page, tmp_path: Path) -> None:
    Image.linear_gradient("L").resize((9000, 6700)).convert("RGB").save(tmp_path / "large.jpg", quality=80)
    page.goto("/workshop/pictures/")
    page.set_input_files("#upload", tmp_path / "large.jpg")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".gallery li")).to_have_count(1, timeout=60_000)
    eventually(lambda: list(Picture.objects.values_list("width", "height", "name")), [(3000, 2233, "large")])
