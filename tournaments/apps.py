"""The app of tournaments."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Listens to which games end, who signs in, who leaves; goes on with what stands still; tells tables."""
        from tables.occasions import occasions
        from tournaments import leaving
        from tournaments.occasion import OfTournament
        from tournaments.services import following

        leaving.start()
        following.start()
        occasions.register("tournament", OfTournament())
