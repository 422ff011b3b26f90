"""Moderation of analyses. Their trees nobody edits by hand."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import OwnedAdmin
from games.decks.models import Analysis


@admin.register(Analysis)
class AnalysisAdmin(OwnedAdmin):
    search_fields = (*OwnedAdmin.search_fields, "title")
    readonly_fields = (*OwnedAdmin.readonly_fields, "start", "nodes", "last_node", "undo", "seat", "revision")
