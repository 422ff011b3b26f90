"""The engine needs nothing but Python, and its tests nothing of the site: they run without Django, too.

    python -m pytest tests/engine -p no:django

is for whoever works on the engine alone (see CONTRIBUTING.md); in the whole run they are tests like all others.
"""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def english() -> None:
    """Instead of the site's: the engine speaks no language."""
