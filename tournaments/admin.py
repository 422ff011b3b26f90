"""Moderation of tournaments: hiding them, and their names. Results are the organiser's."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import OwnedAdmin
from tournaments.models import Tournament


@admin.register(Tournament)
class TournamentAdmin(OwnedAdmin):
    list_display = ("__str__", "kind", "phase", "owner", "visibility", "hidden_at", "updated")
    list_filter = (*OwnedAdmin.list_filter, "kind", "phase")
    search_fields = (*OwnedAdmin.search_fields, "name")
    readonly_fields = (
        *OwnedAdmin.readonly_fields, "asked", "rated", "on_site", "rounds", "minutes", "no_show", "capacity", "phase",
        "round", "version", "began", "ends",
    )  # fmt: skip
