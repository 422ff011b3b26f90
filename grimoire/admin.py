"""Moderation of what people make here. Proofs are looked at, not changed: the solver alone writes them."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.admin import OwnedAdmin
from grimoire.models import Book, Comment, Proof, Puzzle


@admin.register(Puzzle)
class PuzzleAdmin(OwnedAdmin):
    list_display = ("title", "goal", "level", "owner", "visibility", "published_at", "flagged_at", "hidden_at")
    list_filter = (
        *OwnedAdmin.list_filter,
        ("published_at", admin.EmptyFieldListFilter),
        ("flagged_at", admin.EmptyFieldListFilter),
        "goal",
        "level",
    )
    search_fields = (*OwnedAdmin.search_fields, "title", "title_fr", "search_text")
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "proof", "remixed_from")
    # What follows from position and proof is worked out, and a position is set up in the editor.
    readonly_fields = (
        *OwnedAdmin.readonly_fields, "position", "position_key", "intended", "goal", "turns", "mode", "edition",
        "level", "flagged_at", "flag_reason",
    )  # fmt: skip


@admin.register(Book)
class BookAdmin(OwnedAdmin):
    list_display = ("title", "slug", "place", "owner", "visibility", "hidden_at", "updated")
    search_fields = (*OwnedAdmin.search_fields, "title", "title_fr", "slug")
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "set")


@admin.register(Comment)
class CommentAdmin(OwnedAdmin):
    list_display = ("__str__", "puzzle", "owner", "hidden_at", "created")
    search_fields = (*OwnedAdmin.search_fields, "text")
    raw_id_fields = (*OwnedAdmin.raw_id_fields, "puzzle")


@admin.register(Proof)
class ProofAdmin(admin.ModelAdmin):
    list_display = ("__str__", "state", "verdict", "complete", "level", "nodes", "seconds", "rules_version", "asked")
    list_filter = ("state", "verdict", "complete", "rules_version")
    search_fields = ("key",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
