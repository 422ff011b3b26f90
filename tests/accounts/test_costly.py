"""No view that draws for paper or lets the engine search is without a budget of the processor."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts import api_requests, budgets
from accounts.budgets import ProcessorBudget
from tests.api.own.programs import Program
from tests.cards.factories import make_owner
from tests.reaching import is_costly, views, way_to

DRAWS = {
    ("cards.rendering.pdf", "press"), ("cards.rendering.pdf", "card_pdfs"), ("cards.rendering.pages", "page_png"),
    ("cards.rendering.png", "raster"), ("board.paper.fitting", "_laid_out"), ("tables.kits.drawing", "_pressed"),
}  # fmt: skip
SEARCHES = tuple(f"engine.{rest}" for rest in ("decks.solving", "schools.solving", "decks.bots", "armies.bots"))
READS = tuple(f"engine.decks.solving.{rest}" for rest in ("objective", "verdicts", "result", "naming"))  # and no more
# What is dear behind a table of names: bots at the tables, prints of all kinds, traces of positions and of games.
BEHIND_TABLES = re.findall(
    r"\S+",
    """
    play:game play:act play:terms play:ask play:replay play:replay_edit play:replay_puzzle play:continue_game
    play:question play:review
    play:deciding play:index play:custom play:another_game play:another_first_game play:first_moment
    play:first_real_game play:first_explaining play:first_lesson play:call play:take_seat play:stranger kits:kit
    mutation:paper mutation:bench mutation:glue scores:blank scores:paper cards:print cards:print_cut
    cards:print_object cards:backup cards:backup_part cards:export_own cards:export cards:preview accounts:export
    board:board board:open grimoire:editor_check grimoire:editor_trace rulings:example rulings:cell rulings:ruling
    rulings:ability rulings:game-ruling rulings:new-ruling rulings:edit-ruling
    rulings:questions rulings:similar rulings:question rulings:answer-question champions:champion champions:board
    champions:game champions:trial
    """,
)
# What is looked at there is the same for everybody, and kept; and whoever has to wait has to begin somewhere.
OPEN = {"home:home"}
DOORS = ("api:", "play-api:")  # where the door of each address charges what is done behind it


def is_dear(module: str, name: str) -> bool:
    return (module, name) in DRAWS or (module.startswith(SEARCHES) and not module.startswith(READS))


def test_whatever_draws_or_searches_is_under_a_budget() -> None:
    known = views()
    bare = {name for name, view in known.items() if not is_costly(view) and not name.startswith(DOORS)} - OPEN
    assert {name: way for name in bare if (way := way_to(known[name], is_dear))} == {}
    assert not bare & set(BEHIND_TABLES) and known.keys() >= set(BEHIND_TABLES)


def test_the_way_to_what_is_dear_is_found() -> None:
    for name in ("rulings_files:picture", "files:face", "grimoire:booklet", "grimoire:publish_puzzle", "scores:blank"):
        assert way_to(views()[name], is_dear), name
    for name in ("rulings:rules", "accounts:me", "cards:like"):
        assert not way_to(views()[name], is_dear), name


@pytest.fixture
def nothing_left(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets of which nothing is left at this address."""
    settings.LIMITS = True
    spent = ProcessorBudget("spent", seconds=10, every=1e6)
    monkeypatch.setattr(budgets, "LUMP", 0.0)
    monkeypatch.setattr(api_requests, "TABLES", spent)
    monkeypatch.setattr("api.opening.API", spent)
    monkeypatch.setattr("api.own.doors.PAGES", spent)
    spent.meter.add({"127.0.0.1": 1}, 15)


@pytest.mark.django_db
def test_the_doors_of_programs_charge_what_is_done_behind_them(nothing_left: None, client: Client) -> None:
    ada = make_owner("ada")
    ProcessorBudget("spent", seconds=10, every=1e6).meter.add({f"user {ada.user_id}": 1}, 15)
    program = Program(ada)
    asks = [
        lambda: client.post("/api/v1/games", "{}", content_type="application/json"),
        lambda: client.get("/api/v1/cards"),
        lambda: program.ask("get", "/own/cards"),
    ]
    for ask in asks:
        ask()  # by which this process learns that nothing is left
        answer = ask()
        assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
        assert b"too-many-requests" in answer.content
