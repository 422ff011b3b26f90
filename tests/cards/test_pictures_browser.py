"""Pictures that are larger than the server takes, in a real browser: made smaller there, and taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from cards.models import Picture
from tests.browsing import eventually
from tests.cards.test_workshop_browser import named

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def huge(tmp_path: Path) -> Path:
    """A PNG of 30 megapixels, of which 24 are taken."""
    Image.new("RGB", (6000, 5000), "teal").save(tmp_path / "huge.png", compress_level=1)
    return tmp_path / "huge.png"


def sizes() -> list[tuple[int, int, str]]:
    return list(Picture.objects.values_list("width", "height", "name"))


def test_a_picture_that_is_too_large_is_sent_smaller(page: Page, huge: Path) -> None:
    named(page)
    page.locator('[name="art"][value="picture"]').check(force=True)
    page.set_input_files("#upload", huge)
    expect(page.locator("#preview .crop-pad[data-width]")).to_be_visible()
    assert sizes() == [(3000, 2500, "huge")]
    expect(page.locator("[data-upload-problem]")).to_be_hidden()


def test_so_it_is_on_the_page_of_pictures(page: Page, huge: Path, tmp_path: Path) -> None:
    page.goto("/workshop/pictures/")
    page.set_input_files("#upload", huge)
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".gallery li")).to_have_count(1)
    eventually(sizes, [(3000, 2500, "huge")])
    Image.new("RGB", (300, 400), "teal").save(tmp_path / "small.bmp")  # as it is
    page.set_input_files("#upload", tmp_path / "small.bmp")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".gallery li")).to_have_count(2)
    assert (300, 400, "small") in sizes()
