"""Moderation of sessions. What a session is made of stands in its ledger, which nobody edits by hand."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin import OwnedAdmin
from mutation.models import MutationSession


@admin.register(MutationSession)
class MutationSessionAdmin(OwnedAdmin):
    list_display = ("__str__", "phase", "owner", "visibility", "hidden_at", "updated")
    list_filter = (*OwnedAdmin.list_filter, "phase")
    search_fields = (*OwnedAdmin.search_fields, "name")
    exclude = ("nonce",)  # what the secrets of its seats are made from
    readonly_fields = (
        *OwnedAdmin.readonly_fields, "header", "invitations", "sees_all", "version", "changes", "phase", "waits_for",
    )  # fmt: skip
