"""Marks that tests get by themselves: by what they ask for, and by how long their file takes.

``browser``, ``database`` and ``slow`` are what runs are picked by, see ``script/test``. ``slow`` says why.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent

DATABASE: Final = {"db", "transactional_db", "live_server", "empty_databases", "race_database"}  # fixtures
PROCESSES: Final = {"empty_databases", "race_database"}  # fixtures: for processes that have to import the site first

STARTS: Final = "starts the site anew in processes of its own"
DRAWS: Final = "draws pages as PDF and as pictures"
# What takes several seconds a test or many in all, by file; left out of ``script/test --fast``.
SLOW: Final = {
    "tests/accounts/test_limits.py": STARTS,
    "tests/background/test_processes.py": "starts and stops processes",
    "tests/background/test_worker.py": STARTS,
    "tests/cards/printing/test_command.py": DRAWS,
    "tests/cards/printing/test_workers.py": STARTS,
    "tests/cards/test_pictures_memory.py": "measures the memory of processes",
    "tests/cards/test_rasters.py": DRAWS,
    "tests/config/test_hostile.py": "sends nonsense to every address",
    "tests/config/test_settings.py": STARTS,
    "tests/engine/decks/sessions/test_fold.py": "folds a hundred ledgers, each event from scratch",
    "tests/engine/decks/solving/test_composing.py": "composes puzzles, for which hundreds of positions are solved",
    "tests/engine/decks/test_command_line.py": "starts the command line a hundred times",
    "tests/grimoire/booklets": DRAWS,
    "tests/grimoire/test_renewing.py": "composes pages that are lost",
    "tests/operations/test_backups.py": STARTS,
    "tests/operations/test_dumps.py": STARTS,
    "tests/operations/test_upgrades.py": STARTS,
    "tests/operations/test_webworker.py": STARTS,
    "tests/play/test_schema.py": "asks each operation of the API a hundred times",
    "tests/test_scripts.py": "runs scripts in copies of the project",
}

# Walks through whole parts of the site in the browser, and what is killed again and again: `script/test --long`. What
# they walk through is looked at piece by piece in tests that always run.
LONG: Final = {
    "tests/cards/test_letters_browser.py": {
        "test_every_font_has_its_letters", "test_names_are_the_same_on_screen_and_paper",
    },
    "tests/cards/printing/test_workers.py": {"test_slices_do_not_pile_up_processes"},
    "tests/grimoire/booklets/test_pictures.py": {"test_those_of_all_books_are_drawn_in_advance"},
    "tests/grimoire/browsing/test_browsing_browser.py": {
        "test_the_shelf_keeps_nobody_out", "test_a_book_is_put_in_order_by_dragging",
        "test_a_book_is_put_in_order_with_a_finger", "test_a_book_is_put_in_order_by_keys",
    },
    "tests/grimoire/editor/test_browser.py": {"test_the_address_round_trips"},
    "tests/grimoire/test_renewing.py": {"test_the_command_replaces_a_lost_page"},
    "tests/mutation/test_bench_browser.py": {"test_a_thumb_on_a_phone"},
    "tests/mutation/test_session_browser.py": {
        "test_a_whole_session_in_the_browser", "test_two_devices_draft_and_see_each_other",
        "test_the_choice_counts_and_a_game_leads_to_its_table",
    },
    "tests/play/test_first_game_browser.py": {"test_ten_moments_and_a_game_by_keys_on_a_desk"},
    "tests/play/test_streams.py": {"test_whole_games_survive_kills", "test_kills_lose_nothing"},
    "tests/play/test_whole_games_browser.py": {
        "test_a_free_for_all_on_a_desk_by_mouse", "test_a_duel_on_a_phone_by_touch",
        "test_a_solo_custom_5_by_keyboard_alone",
    },
    "tests/test_widths.py": {
        "test_no_page_of_the_site_is_wider_than_a_phone", "test_no_page_of_one_s_own_is_wider_than_a_phone",
    },
}  # fmt: skip


def mark(item: pytest.Item) -> None:
    """Adds the marks that a test has by itself."""
    fixtures = set(getattr(item, "fixturenames", ()))
    if "browser" in fixtures:
        item.add_marker(pytest.mark.browser)
    if fixtures & DATABASE or item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.database)
    path = item.path.relative_to(ROOT)
    if getattr(item, "originalname", item.name) in LONG.get(path.as_posix(), ()):
        item.add_marker(pytest.mark.long)
    reason = STARTS if fixtures & PROCESSES else ""
    for place in (path, *path.parents):
        reason = SLOW.get(place.as_posix(), reason)
    if reason:
        item.add_marker(pytest.mark.slow(reason))
