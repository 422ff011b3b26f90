"""Whatever is written on a card, its PDF does nothing by itself, leads nowhere and shows the words."""

from __future__ import annotations

import io

import pikepdf
import pytest

from cards.printing.options import PrintOptions
from cards.printing.pieces import Piece
from cards.printing.products import make
from tests.cards.printing.sheets import creature, opened, text_of
from tests.config.test_strangers import HOSTILE, alive_in_pdf

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

WORDS = "\n".join(HOSTILE.values())
SHOWN = ("{{7*7}}", ")/JS(x)", "<b>&amp;")


def test_words_on_paper_stay_words() -> None:
    pieces = [Piece(text, creature(text[:60], 1, flavour=text[:90])) for text in (*list(HOSTILE.values())[:6], *SHOWN)]
    product = make(")/JavaScript(/OpenAction<<" + WORDS, pieces, PrintOptions(backs="none"))
    assert alive_in_pdf(product.content) == []
    with opened(product.content) as document:
        pages = len(document.pages)
    text = " ".join(text_of(product.content, page) for page in range(pages))
    for shown in SHOWN:
        assert shown in text
    assert not set('\r\n\0/\\"') & set(product.name)


def test_what_a_pdf_does_is_found() -> None:
    document = pikepdf.new()
    script = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    document.Root.OpenAction = document.make_indirect(script)
    written = io.BytesIO()
    document.save(written)
    assert len(alive_in_pdf(written.getvalue())) == 2
