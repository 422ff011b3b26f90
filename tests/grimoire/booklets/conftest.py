"""What tests of booklets share: a cache of parts for the whole run, files in a folder of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def parts_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("booklets")


@pytest.fixture(autouse=True)
def folders(settings: Any, parts_cache: Path, tmp_path: Path) -> None:
    settings.RENDER_CACHE = parts_cache
    settings.MEDIA_ROOT = tmp_path
