"""The golden files hold what the engine does; ``python -m tests.engine.decks.golden --write`` writes it down anew."""

from pathlib import Path

import pytest

from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.decks.rules.trace.events import EVENTS
from tests.engine.decks.golden import files, renewed
from tests.engine.golden_files import difference


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden(path: Path) -> None:
    problem = difference(path, renewed)
    if problem:
        pytest.fail(f"{problem}\n(python -m tests.engine.decks.golden --write, if this is right)", pytrace=False)


def test_every_ability_and_every_kind_of_event_is_in_some_file() -> None:
    texts = [path.read_text(encoding="utf-8") for path in files() if path.parent.name == "golden"]
    lines = [line.split("  ")[0].split(" ") for text in texts for line in text.split("\n") if "  " in line]
    lines += [line.split(" ") for text in texts for line in text.split("\n")]
    kinds = {words[2] for words in lines if len(words) == 5}
    assert set(EVENTS) - kinds == {"limit"}  # that takes hundreds of lines; see test_limits
    slugs = {slug for slug in FLAG_OF_SLUG if any(f" {slug}" in text for text in texts)}
    assert set(FLAG_OF_SLUG) - slugs == set()
