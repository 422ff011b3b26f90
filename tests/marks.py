"""Marks that tests get by themselves: by what they ask for, and by how long their file takes.

``browser``, ``database`` and ``slow`` are what runs are picked by, see ``script/test``. ``slow`` says why.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.long_runs import LONG

ROOT: Final = Path(__file__).resolve().parent.parent

DATABASE: Final = {"db", "transactional_db", "live_server", "empty_databases", "race_database"}  # fixtures
PROCESSES: Final = {"empty_databases", "race_database"}  # fixtures: for processes that have to import the site first

STARTS: Final = "starts the site anew in processes of its own"
DRAWS: Final = "draws pages as PDF and as pictures"
GAMES: Final = "plays whole games through the site"
GAMES_OF_ENGINE: Final = "plays whole games"
# What takes several seconds a test or many in all, by file or by test; left out of ``script/test --fast``.
SLOW: Final = {
    "tests/accounts/test_accounts.py::test_discord_by_the_environment": STARTS,
    "tests/accounts/test_limits.py": STARTS,
    "tests/accounts/test_signing_in.py::test_processes_count_sign_ins_together": STARTS,
    "tests/background/test_processes.py": "starts and stops processes",
    "tests/background/test_worker.py": STARTS,
    "tests/board/test_keeping.py": "measures the memory of positions",
    "tests/cards/printing/test_command.py": DRAWS,
    "tests/cards/printing/test_drawings.py": DRAWS,
    "tests/cards/printing/test_effort.py": DRAWS,
    "tests/cards/printing/test_hostile_paper.py": DRAWS,
    "tests/cards/printing/test_layouts.py": DRAWS,
    "tests/cards/printing/test_parts.py": DRAWS,
    "tests/cards/printing/test_products.py": DRAWS,
    "tests/cards/printing/test_sheets.py": DRAWS,
    "tests/cards/printing/test_workers.py": STARTS,
    "tests/cards/test_catalogue.py::test_junk_is_answered_calmly": "sends nonsense to the search",
    "tests/cards/test_catalogue_sets.py": "asks for a page of each set, type and ability",
    "tests/cards/test_face_lines.py": DRAWS,
    "tests/cards/test_pictures_memory.py": "measures the memory of processes",
    "tests/cards/test_rasters.py": DRAWS,
    "tests/config/test_hostile.py": "sends nonsense to every address",
    "tests/config/test_settings.py": STARTS,
    "tests/config/test_unseen_sets.py": "asks for every address",
    "tests/config/test_strangers.py": "asks for every address as several people",
    "tests/config/test_static_files.py": "collects all static files",
    "tests/engine/armies/test_bots.py": GAMES_OF_ENGINE,
    "tests/engine/decks/bots/test_games.py::test_wrong_options": STARTS,
    "tests/engine/decks/game/test_foresight.py": GAMES_OF_ENGINE,
    "tests/engine/decks/game/test_knowledge.py": "deals every way that cards may lie",
    "tests/engine/decks/game/test_visibility.py": GAMES_OF_ENGINE,
    "tests/engine/decks/sessions/test_fold.py": "folds a hundred ledgers, each event from scratch",
    "tests/engine/decks/solving/test_composing.py": "composes puzzles, for which hundreds of positions are solved",
    "tests/engine/decks/test_command_line.py": "starts the command line a hundred times",
    "tests/engine/decks/test_junk.py": "tries hundreds of positions",
    "tests/engine/decks/test_properties.py": "plays games and checks every position",
    "tests/engine/decks/test_representation.py": "reads every position of a game back",
    "tests/engine/schools/test_bots.py": GAMES_OF_ENGINE,
    "tests/grimoire/authoring/test_upkeep.py": "proves pages anew",
    "tests/grimoire/booklets": DRAWS,
    "tests/grimoire/community/test_embedding.py": "asks for every kind of page in its frame",
    "tests/grimoire/editor/test_checking.py": "tries hundreds of documents",
    "tests/grimoire/editor/test_documents.py": "tries hundreds of documents",
    "tests/grimoire/editor/test_views.py": "asks for every step of a long trace",
    "tests/grimoire/proving/test_proof_services.py": "proves pages in several ways",
    "tests/grimoire/test_book_loading.py": "loads the shelf",
    "tests/grimoire/test_gates.py": "asks for the gates of every page",
    "tests/grimoire/test_nearness.py": "solves every position near a page",
    "tests/grimoire/test_renewing.py": "composes pages that are lost",
    "tests/grimoire/test_secrecy.py": "asks for every address as several people, twice",
    "tests/mutation/test_paper.py": DRAWS,
    "tests/mutation/test_session_secrets.py": GAMES,
    "tests/operations/test_backups.py": STARTS,
    "tests/operations/test_deployment.py": STARTS,
    "tests/operations/test_dumps.py": STARTS,
    "tests/operations/test_logs.py": STARTS,
    "tests/operations/test_upgrades.py": STARTS,
    "tests/operations/test_webworker.py": STARTS,
    "tests/tables/test_contract.py::test_a_random_game_with_random_take_backs_replays": GAMES,
    "tests/tables/test_first_game_secrets.py": GAMES,
    "tests/tables/test_games.py": GAMES,
    "tests/tables/test_kits.py": DRAWS,
    "tests/tables/test_other_games.py": GAMES,
    "tests/tables/test_other_pages.py": GAMES,
    "tests/tables/test_other_secrets.py": GAMES,
    "tests/tables/test_pages.py": GAMES,
    "tests/tables/test_review.py": GAMES,
    "tests/tables/test_schema.py": "asks each operation of the API a hundred times",
    "tests/tables/test_sealed.py": GAMES,
    "tests/tables/test_secrets.py": GAMES,
    "tests/tables/test_start.py": "begins a game of every mode and format with the site's own decks",
    "tests/tables/test_table_secrets.py": GAMES,
    "tests/rulings/test_pages.py": "asks for every page of the rules in both languages",
    "tests/rulings/test_searching.py": "searches for every ruling",
    "tests/scores/test_tables.py": GAMES,
    "tests/test_scripts.py": "runs scripts in copies of the project",
    "tests/test_weight.py": "weighs every kind of page with everything in the database",
}


def mark(item: pytest.Item) -> None:
    """Adds the marks that a test has by itself."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if "browser" in fixtures:
        item.add_marker(pytest.mark.browser)
    if fixtures & DATABASE or item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.database)
    if "race" in fixtures:
        item.add_marker(pytest.mark.race)
    path = item.path.relative_to(ROOT)
    if {getattr(item, "originalname", item.name), item.name} & LONG.get(path.as_posix(), set()):
        item.add_marker(pytest.mark.long)
    reason = STARTS if fixtures & PROCESSES else ""
    name = f"{path.as_posix()}::{getattr(item, 'originalname', item.name)}"
    for place in (name, path.as_posix(), *map(Path.as_posix, path.parents)):
        reason = SLOW.get(place, reason)
    if reason:
        item.add_marker(pytest.mark.slow(reason))
