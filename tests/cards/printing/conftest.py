"""Fixtures for tests of printing: a cache of faces for the whole run, pictures in a folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def faces_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rendered")


@pytest.fixture(autouse=True)
def folders(settings: Any, faces_cache: Path, tmp_path: Path) -> None:
    settings.RENDER_CACHE = faces_cache
    settings.MEDIA_ROOT = tmp_path
