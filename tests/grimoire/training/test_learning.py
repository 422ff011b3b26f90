"""Three puzzles for each ability: each has its goal, is proved, and shows what it is there for."""

from __future__ import annotations

import json
import time
from functools import cache

import pytest
from django.test import Client

from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import FLAG_OF_SLUG
from engine.kernel.budget import Budget
from grimoire.book_files import BOOKS, VolumePage, read_volume
from grimoire.book_loading import load_books
from grimoire.proving.searching import search
from grimoire.training.learning import FACING, HARD, SIMPLE, TOGETHER, learning

LESSONS = [(slug, kind, reference) for slug, kinds in learning().items() for kind, reference in kinds.items()]


@cache
def pages() -> dict[str, VolumePage]:
    return {page.reference: page for book in BOOKS for page in read_volume(book).pages}


def test_every_ability_has_three_puzzles_and_none_is_there_twice() -> None:
    assert set(learning()) == {*FLAG_OF_SLUG, "aura"}
    for slug, kinds in learning().items():
        assert list(kinds) in ([SIMPLE, TOGETHER, FACING], [SIMPLE, TOGETHER, HARD]), slug
    references = [reference for _slug, _kind, reference in LESSONS]
    assert len(set(references)) == len(references)


@pytest.mark.slow("solves ninety puzzles")
@pytest.mark.parametrize("reference", [reference for _slug, _kind, reference in LESSONS])
def test_a_puzzle_is_solved(reference: str) -> None:
    position = read_position(pages()[reference].position)
    assert position.objective is not None
    finding = search(position, Budget(nodes=400_000, seconds=60, clock=time.monotonic))
    assert finding.answer["solved"] and finding.answer["solutions"]


@pytest.mark.parametrize(("slug", "kind", "reference"), LESSONS, ids=[f"{slug}-{kind}" for slug, kind, _ in LESSONS])
def test_a_puzzle_shows_what_it_is_there_for(slug: str, kind: str, reference: str) -> None:
    page = pages()[reference]
    seats = page.position["players"]
    me = page.position["objective"]["player"]
    bearing = {seat for seat, cards in seats.items() if f'"{slug}"' in json.dumps(cards)}
    lent = {seat for seat, cards in seats.items() if f'"aura:{slug if slug != "aura" else ""}' in json.dumps(cards)}
    if slug != "aura":
        assert slug in page.at_work
        assert len(page.at_work) > 1 or kind != TOGETHER
    assert bearing | lent
    if kind == FACING:
        assert me not in bearing | lent


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", ["", "/fr"])
def test_the_page_leads_to_its_puzzles_and_tells_no_solution(prefix: str, client: Client) -> None:
    load_books(volumes=[read_volume("belligerency"), read_volume("breaching-in")])
    answer = client.get(f"{prefix}/grimoire/learn/rage/")
    page = answer.content.decode()
    shown = [pages()[reference] for reference in learning()["rage"].values() if reference.startswith("belligerency/")]
    language = prefix.strip("/") or "en"
    assert answer.status_code == 200 and shown
    for each in shown:
        assert getattr(each.title, language) in page
        assert getattr(each.afterword, language)[:40] not in page
    assert f'href="{prefix}/rulings/abilities/rage/"' in page
    assert client.get(f"{prefix}/grimoire/learn/nonsense/").status_code == 404
    about = client.get(f"{prefix}/rulings/abilities/rage/").content.decode()
    assert f'href="{prefix}/grimoire/learn/rage/"' in about
