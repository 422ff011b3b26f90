"""Drawings taken out of pages: what is printed stays the same, and nothing else can be asked for."""

from __future__ import annotations

import pytest
from weasyprint import CSS

from cards.faces import Face, bridge_face, stronghold_faces
from cards.rendering import pdf
from cards.rendering.drawings import SCHEME, for_images, taken_out
from cards.rendering.geometry import DEFAULT
from cards.rendering.pdf import Fetcher, Refused, card_pdf, face_html, paper_css, press
from cards.rendering.png import raster
from tests.cards.printing.sheets import creature


@pytest.mark.parametrize("face", [creature(), *stronghold_faces("Keep"), bridge_face("Ford"), None])
@pytest.mark.parametrize("saver", [False, True])
def test_what_is_printed_is_the_same(face: Face | None, saver: bool) -> None:
    style = CSS(string=paper_css(DEFAULT, 0), font_config=pdf.font_configuration()[0])
    inline = pdf._boxed(press(face_html(face, saver=saver), style), DEFAULT, 0)
    taken = card_pdf(face, bleed=0, saver=saver)
    assert raster(taken, (426, 670)).tobytes() == raster(inline, (426, 670)).tobytes()


def test_drawings_are_named_by_what_they_are() -> None:
    html, files = taken_out('<p><svg class="a" viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0"/></svg></p>')
    ((address, markup),) = files.items()
    assert html == f'<p><img class="a" src="{address}"></p>'
    assert address.startswith(SCHEME)
    assert markup == b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>'
    with pytest.raises(Refused):
        Fetcher(files).fetch(SCHEME + "0" * 64)


def test_a_picture_stays_in_its_page() -> None:
    html = '<svg><image href="picture:x"/></svg>'
    assert taken_out(html) == (html, {})


def test_styles_count_for_images_too() -> None:
    assert for_images(".card svg { a }\n.card .b { c }") == ".card svg, .card img { a }\n.card .b { c }"
