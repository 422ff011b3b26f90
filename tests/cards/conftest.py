"""What the tests of cards share: folders of their own, and whose the cards are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from accounts.models import Owner


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def rendered_once(settings: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Fonts are cut, and faces drawn, once for all tests."""
    settings.RENDER_CACHE = tmp_path_factory.getbasetemp() / "rendered"


@pytest.fixture
def owner() -> Owner:
    return Owner.objects.create()
