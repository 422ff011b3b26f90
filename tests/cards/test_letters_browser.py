"""Letters beyond Latin-1 on paper and in pictures: the pixels of a real browser's, for a text layer may be right where
the letters that are seen are not."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from playwright.sync_api import Page

from cards.fonts import BESIDE_DISPLAY, FONTS, Font
from cards.rendering.geometry import DEFAULT, PIXEL
from cards.rendering.pages import page_png
from cards.rendering.pdf import in_millimetres, press
from cards.rendering.png import raster
from champions import previews
from tests.cards.test_face_browser import BLOCK, differences, kelpie, on_paper, shoot
from tests.drawn import NAMES, SCALE, in_browser, unlike, worst_square

__all__ = ["shoot"]

pytestmark = pytest.mark.usefixtures("rendered_once")

WORST = 40.0  # of 255 in one square of a word; letters that are right differ by 23 at most, wrong ones by 60
PICTURE = 50.0  # the same of a whole picture, where lines may lie a little higher or lower; wrong letters make 110
SAMPLE = (320, 240)


def test_no_two_fonts_of_paper_are_told_apart_by_their_files_alone() -> None:
    assert len({(font.family, font.weight, font.style) for font in FONTS}) == len(FONTS)


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_names_are_the_same_on_screen_and_paper(shoot: Callable[..., Image.Image], name: str) -> None:
    face = kelpie(name, flavour=f"{name}, {name.upper()}.")
    assert differences(shoot(face), on_paper(face))[1] < BLOCK


@pytest.mark.long
@pytest.mark.parametrize("font", FONTS, ids=lambda font: f"{font.family}-{font.weight}-{font.style}")
def test_every_font_has_its_letters(new_page: Callable[..., Page], font: Font) -> None:
    samples = ["ŁŹĞŞĄ", "žşłąőűșțėŵ"] if font.family == BESIDE_DISPLAY else list(NAMES)
    lines = "".join(f"<p>{name}</p>" for name in samples)
    html = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Letters</title></head><body>{lines}</body>'
    )
    style = (
        f"@page {{ size: {SAMPLE[0]}px {SAMPLE[1]}px; margin: 0 }} body {{ margin: 8px }} p {{ margin: 0; height: 30px;"
        f" font: {font.style} {font.weight} 21px/30px '{font.family}', '{BESIDE_DISPLAY}' }}"
    )
    pdf = press(html, style)
    paper = raster(pdf, (SAMPLE[0] * SCALE, SAMPLE[1] * SCALE))
    screen = in_browser(new_page, html, style, SAMPLE)
    words = [word for name in samples for word in name.split()]
    assert max(unlike(pdf, paper, screen, word) for word in words) < WORST
    other = in_browser(new_page, html.replace(samples[0], samples[1]), style, SAMPLE)
    assert unlike(pdf, paper, other, words[0]) > WORST


def test_the_picture_of_a_champion_s_link_has_its_letters(
    new_page: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    face = kelpie(NAMES[0], flavour=f"{NAMES[1]}, {NAMES[2]}, {NAMES[3]}.", champion=True)
    seen: list[str] = []
    monkeypatch.setattr(previews, "page_png", lambda html, *_args, **_more: seen.append(html) or b"")
    previews._drawn(face, NAMES[4])
    width = previews.CARD_HEIGHT * PIXEL * DEFAULT.width / DEFAULT.height
    size = previews.SIZE
    paper = Image.open(io.BytesIO(page_png(seen[0], face, size=size, card_height=previews.CARD_HEIGHT))).convert("RGB")
    screen = in_browser(new_page, seen[0], in_millimetres(width), size).resize(size, Image.Resampling.LANCZOS)
    assert worst_square(paper, screen) < PICTURE
