"""PDFs as pictures when many threads ask at once, as a web server's do."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium
import pytest
from django.db import connection
from django.test import Client

from tests.cards.factories import make_cards, make_set

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

# In a process of its own: what is wrong here brings a process to its end, and pytest with it.
HAMMER = """
import django
django.setup()
from concurrent.futures import ThreadPoolExecutor
from cards.faces import bridge_face, face_of, stronghold_faces
from cards.rendering.pdf import card_pdf
from cards.rendering.png import raster
from engine.decks.rules.cards import Card
faces = [bridge_face("Ford"), *stronghold_faces("Keep"), None]
faces += [face_of(Card(f"Fox {n}", True, 4, 3, 5, ("aerial", "aura:rage")), str.title) for n in range(4)]
pdfs = [card_pdf(face) for face in faces]
alone = [raster(pdf, (160, 240)).tobytes() for pdf in pdfs]
with ThreadPoolExecutor(8) as threads:
    drawn = list(threads.map(lambda n: raster(pdfs[n % len(pdfs)], (160, 240)).tobytes(), range(240)))
assert all(pixels == alone[n % len(pdfs)] for n, pixels in enumerate(drawn)), "other pixels than alone"
print("as alone")
"""


@pytest.mark.long
def test_threads_draw_what_one_alone_draws(root: Path) -> None:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run([sys.executable, "-c", HAMMER], cwd=root, capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stdout, done.stderr[-2000:]) == (0, "as alone\n", "")


@pytest.mark.django_db(transaction=True)
def test_of_requests_at_once_one_is_in_pdfium(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RENDER_CACHE = tmp_path
    cards = make_cards(4, make_set("embers"))
    faces = [f"/files/faces/{card.token}/en-150.png" for card in cards]
    previews = [f"/print/preview.png?cards={card.reference}&up=0.{number}" for number, card in enumerate(cards)]
    inside, most_at_once = 0, 0
    original = pdfium.FPDF_RenderPageBitmap

    def watched(*args: Any) -> None:
        nonlocal inside, most_at_once
        inside += 1
        most_at_once = max(most_at_once, inside)
        time.sleep(0.2)  # so long that another thread would come along
        original(*args)
        inside -= 1

    monkeypatch.setattr(pdfium, "FPDF_RenderPageBitmap", watched)

    def status(address: str) -> int:
        try:
            return Client().get(address).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(status, [*faces, *previews])) == [200] * 8
    assert (inside, most_at_once) == (0, 1)
