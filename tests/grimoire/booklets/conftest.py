"""Fixtures for tests of booklets: a cache of parts for the whole run, files in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from board.paper import pictures
from board.paper.fitting import laid_out
from grimoire.booklets import booklet

Drawn = list[tuple[str, str, bytes]]


@pytest.fixture(scope="session")
def parts_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("booklets")


@pytest.fixture(autouse=True)
def folders(settings: Any, parts_cache: Path, tmp_path: Path) -> None:
    settings.RENDER_CACHE = parts_cache
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """(markup, style, PDF) of each page that is drawn, all in one size of letters."""
    seen: Drawn = []

    def draw(html: str, style: str) -> bytes:
        seen.append((html, style, laid_out(html, style)))
        return seen[-1][2]

    def fitted(html: str, style_of: Callable[[float], str], sizes: Sequence[float]) -> bytes:
        return draw(html, style_of(sizes[len(sizes) // 2]))

    for module in (pictures, booklet):
        monkeypatch.setattr(module, "fitted", fitted)
    monkeypatch.setattr(booklet, "laid_out", draw)
    return seen
