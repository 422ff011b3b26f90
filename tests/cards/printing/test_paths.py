"""Paths that are converted once: the PDF is the same as without."""

from __future__ import annotations

import pytest
from weasyprint import svg

from cards.faces import Face, bridge_face, stronghold_faces
from cards.rendering import paths
from cards.rendering.pdf import card_pdf
from tests.cards.printing.sheets import creature


@pytest.mark.parametrize("face", [creature(), *stronghold_faces("Keep"), bridge_face("Ford"), None])
def test_the_pdf_is_the_same(face: Face | None, monkeypatch: pytest.MonkeyPatch) -> None:
    remembering = svg.TAGS["path"]
    paths._known.clear()
    first, second = card_pdf(face), card_pdf(face)
    monkeypatch.setitem(svg.TAGS, "path", remembering.converts)
    assert first == second == card_pdf(face)


def test_doing_it_twice_changes_nothing() -> None:
    before = svg.TAGS["path"]
    paths.remember_paths()
    assert svg.TAGS["path"] is before


def test_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "MOST", 5)
    paths._known.clear()
    card_pdf(creature())
    assert len(paths._known) == 5
