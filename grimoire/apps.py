"""The app of positions and their pages."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils.autoreload import BaseReloader, autoreload_started


class GrimoireConfig(AppConfig):
    name = "grimoire"

    def ready(self) -> None:
        """Listens for guests who sign in and for searches that end, and watches the engine's sources.

        Where the engine runs compiled, the reloader would see the compiled files alone.
        """
        from accounts.deletions import note_deletions
        from background.upkeep import register
        from board.reading import positions_shown
        from cards.sections import on_cards
        from cards.text_index import ensure_indexes, index_text
        from grimoire import adoption, departing  # noqa: F401 (adoption listens)
        from grimoire.authoring import waiting  # noqa: F401
        from grimoire.booklets import services as booklets
        from grimoire.browsing import dump, sections
        from grimoire.community import counting  # noqa: F401
        from grimoire.community import upkeep as news
        from grimoire.composing import services as composing
        from grimoire.models import Puzzle
        from grimoire.proving.levels import heed_readers
        from grimoire.published import position_of_page
        from grimoire.training.racing import sweep_races

        booklets.register()
        composing.start()
        departing.start()
        news.start()
        register("races that nobody started", sweep_races)
        register("levels that readers found otherwise", heed_readers)
        on_cards.register("puzzles", sections.puzzles_with_card, place=30)
        dump.register()
        for name in ("puzzle", "hint", "solution", "embed", "community"):
            positions_shown.register(f"grimoire:{name}", position_of_page)
        index_text(Puzzle, "search_text")
        note_deletions(Puzzle, lambda _: "puzzles")
        post_migrate.connect(ensure_indexes, sender=self)
        autoreload_started.connect(_watch_engine, dispatch_uid="grimoire.engine")


def _watch_engine(sender: BaseReloader, **_: Any) -> None:
    sender.watch_dir(settings.BASE_DIR / "engine", "**/*.py")
