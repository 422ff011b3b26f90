"""Moderation of score sheets. What stands on them nobody edits by hand."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import OwnedAdmin
from scores.models import ScoreSheet


@admin.register(ScoreSheet)
class ScoreSheetAdmin(OwnedAdmin):
    list_display = ("__str__", "kind", "owner", "visibility", "hidden_at", "updated")
    list_filter = (*OwnedAdmin.list_filter, "kind")
    search_fields = (*OwnedAdmin.search_fields, "name")
    readonly_fields = (*OwnedAdmin.readonly_fields, "kind", "setup", "version", "is_over")
