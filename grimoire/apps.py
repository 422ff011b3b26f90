"""The app of positions and their pages."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.utils.autoreload import BaseReloader, autoreload_started


class GrimoireConfig(AppConfig):
    name = "grimoire"

    def ready(self) -> None:
        """Listens for guests who sign in, and watches the engine's sources.

        Where the engine runs compiled, the reloader would see the compiled files alone.
        """
        from grimoire import adoption  # noqa: F401
        from grimoire.booklets import services as booklets

        booklets.register()
        from grimoire.browsing import sections

        sections.register()
        from grimoire.community import counting  # noqa: F401

        autoreload_started.connect(_watch_engine, dispatch_uid="grimoire.engine")


def _watch_engine(sender: BaseReloader, **_: Any) -> None:
    sender.watch_dir(settings.BASE_DIR / "engine", "**/*.py")
