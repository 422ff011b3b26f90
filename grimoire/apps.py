"""The app of positions and their pages."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate
from django.urls import reverse
from django.utils.autoreload import BaseReloader, autoreload_started


class GrimoireConfig(AppConfig):
    name = "grimoire"

    def ready(self) -> None:
        """Listens for guests who sign in and for searches that end, and watches the engine's sources.

        Where the engine runs compiled, the reloader would see the compiled files alone.
        """
        from accounts.models import read_with_owner
        from accounts.parts import parts
        from board import desks, links
        from board.reading import positions_shown
        from cards.text_index import ensure_indexes, index_text
        from cards.workshop.queries import pictures_shown
        from grimoire import adoption, departing  # noqa: F401 (adoption listens)
        from grimoire.authoring import waiting  # noqa: F401
        from grimoire.booklets import services as booklets
        from grimoire.browsing import dump, sections
        from grimoire.community import counting  # noqa: F401
        from grimoire.editor.desk import desk
        from grimoire.models import Book, Puzzle
        from grimoire.published import position_of_page, shows_picture
        from operations.deployment import shipped

        parts.register("pages that no longer hold", "grimoire/authoring/_flagged.html", place=10)
        parts.register("new comments", "grimoire/community/_news.html", place=20)
        read_with_owner.register("solver", "solver")
        booklets.register()
        departing.start()
        sections.register()
        dump.register()
        shipped.register("load_books", lambda: Book.objects.filter(owner=None).exists())
        pictures_shown.register("grimoire", shows_picture)
        links.pages.register(links.EDITOR, partial(reverse, "grimoire:editor"))
        for name in ("puzzle", "hint", "solution", "embed", "community"):
            positions_shown.register(f"grimoire:{name}", position_of_page)
        index_text(Puzzle, "search_text")
        post_migrate.connect(ensure_indexes, sender=self)
        desks.makers.register(desks.EDITOR, desk)
        autoreload_started.connect(_watch_engine, dispatch_uid="grimoire.engine")


def _watch_engine(sender: BaseReloader, **_: Any) -> None:
    sender.watch_dir(settings.BASE_DIR / "engine", "**/*.py")
