"""Renews what is worked out of all pages kept so far: for migrations, which name a function here and never change.

The models are those that a migration gives (``apps``), so that columns of later releases are not asked for; nothing
else of the database is looked at.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction

from board.naming import written_out
from engine.decks.formats.interchange import read_position
from engine.kernel.errors import EngineError
from grimoire.keys import exact_key, position_key
from grimoire.nearness import FirstTurn, ways_of

BATCH: Final = 200  # pages read and written at a time, so that nobody waits long for the database


def renew_keys_and_ways(apps: Any) -> None:
    """Works out every page's key and the ways of its solutions; doing it twice does no harm."""
    puzzles = apps.get_model("grimoire", "Puzzle").objects.select_related("proof").order_by("pk")
    last = 0
    while pages := list(puzzles.filter(pk__gt=last)[:BATCH]):
        last = pages[-1].pk
        with transaction.atomic():
            _renew(apps, pages)


def _renew(apps: Any, pages: list[Any]) -> None:
    puzzle_model, way_model = apps.get_model("grimoire", "Puzzle"), apps.get_model("grimoire", "PuzzleWay")
    ways = []
    for page in pages:
        page.position_key = _key(page, position_key)
        ways += [way_model(puzzle=page, shape=way.signature, cards=way.cards) for way in _ways(page)]
    puzzle_model.objects.bulk_update(pages, ["position_key"])
    way_model.objects.filter(puzzle__in=pages).delete()
    way_model.objects.bulk_create(ways)


def _key(page: Any, key: Any) -> str:
    try:
        return str(key(read_position(written_out(page.position))))
    except EngineError:  # a position of older rules: it keeps what it has
        return str(page.position_key)


def _ways(page: Any) -> list[FirstTurn]:
    if page.published_at is None:
        return []
    proof = page.proof
    solutions = proof.answer.get("solutions") if proof is not None and proof.state == "done" else None
    try:
        ways = ways_of(proof.position, solutions) if solutions else ways_of(page.position, [page.intended])
    except EngineError:
        return []
    return [way for way in dict.fromkeys(map(FirstTurn.righted, ways)) if len(way.signature) <= 300]


def restore_exact_keys(apps: Any) -> None:
    puzzles = apps.get_model("grimoire", "Puzzle").objects.order_by("pk")
    last = 0
    while pages := list(puzzles.filter(pk__gt=last)[:BATCH]):
        last = pages[-1].pk
        for page in pages:
            page.position_key = _key(page, exact_key)
        puzzles.model.objects.bulk_update(pages, ["position_key"])
