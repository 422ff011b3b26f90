"""Pages of the shelf after a card's values were changed: those that hold keep their words, or nothing is written."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.sets import SetFile, read_set
from engine.decks.formats.interchange import read_position
from grimoire.book_files import VolumePage, read_volume, volume_paths
from tools.books.book_file import short_key
from tools.books.renewing import HoldsNoLonger, renewed

pytestmark = pytest.mark.slow("composes pages that are lost")

INITIATION = read_set("initiation")
LESSON = "a-diver-in-the-doorway"  # the Boar with Rage clears the road


def stored(page: VolumePage) -> dict[str, Any]:
    """A page as its file keeps it."""
    lines = volume_paths(page.book)[1].read_text(encoding="utf-8").splitlines()
    return next(data for data in map(json.loads, lines) if data["key"] == page.key)


def lesson() -> dict[str, Any]:
    return stored(next(page for page in read_volume("initiation").pages if page.slug == LESSON))


def with_values(slug: str, **values: int) -> SetFile:
    """The Initiation set with other values on a card."""
    cards = tuple(replace(card, **values) if card.slug == slug else card for card in INITIATION.cards)
    return replace(INITIATION, cards=cards)


def test_a_page_with_the_cards_that_it_has_stays_as_it_is() -> None:
    page = lesson()
    assert renewed(page, INITIATION) == page


def test_a_page_that_still_holds_gets_the_new_values() -> None:
    page = lesson()
    now = renewed(page, with_values("lantern-eel", cost=6, hp=7))
    eel = next(
        card for card in now["position"]["players"]["B"]["hand"] if card != "fort" and card["name"] == "Lantern Eel"
    )
    assert (eel["cost"], eel["hp"]) == (6, 7)
    assert now["answer"]["solutions"] == page["answer"]["solutions"]
    assert now["key"] == short_key(read_position(now["position"])) != page["key"]
    assert (now["part"], now["attempt"]) == (page["part"], page["attempt"])


@pytest.mark.parametrize("values", [{"cost": 4}, {"av": 1}])
def test_a_page_without_its_solution_holds_no_longer(values: dict[str, int]) -> None:
    with pytest.raises(HoldsNoLonger, match=lesson()["key"]):
        renewed(lesson(), with_values("kiln-boar", **values))


# The command


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the Initiation book, which the command takes for the shelf."""
    for path in volume_paths("initiation"):
        copy(path, tmp_path)
    command = "tools.management.commands.compose_books"
    monkeypatch.setattr(f"{command}.volume_paths", lambda name: volume_paths(name, tmp_path))
    return tmp_path


def test_the_command_renews_a_book(monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    changed = with_values("acorn-squire", hp=2)
    monkeypatch.setattr("tools.management.commands.compose_books.read_set", lambda _slug: changed)
    before = read_volume("initiation").pages
    out = io.StringIO()
    call_command("compose_books", "initiation", "--renew", stdout=out)
    after = read_volume("initiation", shelf).pages
    other = [old.key != two.key for old, two in zip(before, after, strict=True)]
    assert other == ["Acorn Squire" in json.dumps(page.position) for page in before]
    assert [(page.slug, page.title, page.level) for page in after] == [
        (page.slug, page.title, page.level) for page in before
    ]
    assert f"{sum(other)} of 32 pages have other cards; all of them hold" in out.getvalue()


def test_the_command_writes_nothing_if_a_page_is_lost(monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    changed = with_values("kiln-boar", cost=4)
    monkeypatch.setattr("tools.management.commands.compose_books.read_set", lambda _slug: changed)
    before = [path.read_bytes() for path in volume_paths("initiation", shelf)]
    with pytest.raises(CommandError, match=f"nothing was written(.|\n)*{lesson()['key']}"):
        call_command("compose_books", "initiation", "--renew")
    assert [path.read_bytes() for path in volume_paths("initiation", shelf)] == before


@pytest.mark.long
def test_the_command_replaces_a_lost_page(monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    changed = with_values("cinder-hound", cost=2)
    monkeypatch.setattr("tools.management.commands.compose_books.read_set", lambda _slug: changed)
    before = read_volume("initiation").pages
    lost = [page.key for page in before if not holds(page, changed)]
    assert 0 < len(lost) < len(before)
    out = io.StringIO()
    call_command("compose_books", "initiation", "--renew", "--replace", stdout=out)
    after = read_volume("initiation", shelf).pages
    assert [(page.slug, page.part, page.level) for page in after] == [
        (page.slug, page.part, page.level) for page in before
    ]
    assert len({page.likeness for page in after}) == len(after)
    for number, (old, page) in enumerate(zip(before, after, strict=True), start=1):
        is_told = f"Page {number} is new and needs another text" in out.getvalue()
        assert is_told == (old.key in lost)
        assert page.answer["verdict"] in ("unique", "unique-up-to-order")
        for card in written_out(page.position):
            assert card["name"] != "Cinder Hound" or card["cost"] == 2
    assert f"{len(lost)} pages were replaced" in out.getvalue()


@pytest.mark.long
def test_a_page_that_nothing_can_replace_is_named(monkeypatch: pytest.MonkeyPatch, shelf: Path) -> None:
    changed = with_values("kiln-boar", cost=4)
    monkeypatch.setattr("tools.management.commands.compose_books.read_set", lambda _slug: changed)
    monkeypatch.setattr("tools.books.replacing.composed", lambda _folder, _file: [])
    before = [path.read_bytes() for path in volume_paths("initiation", shelf)]
    with pytest.raises(CommandError, match=r"no candidate for [a-z-]+, level"):
        call_command("compose_books", "initiation", "--renew", "--replace", stdout=io.StringIO())
    assert [path.read_bytes() for path in volume_paths("initiation", shelf)] == before


def holds(page: VolumePage, file: SetFile) -> bool:
    try:
        renewed(stored(page), file)
    except HoldsNoLonger:
        return False
    return True


def written_out(data: Any) -> Iterator[Mapping[str, Any]]:
    """The cards that a position's JSON writes out."""
    if isinstance(data, list):
        for item in data:
            yield from written_out(item)
    elif isinstance(data, dict):
        if "cost" in data:
            yield data
        for value in data.values():
            yield from written_out(value)
