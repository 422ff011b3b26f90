"""Moderation of what is written at tables: of private lines moderators see those alone that a player reported."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import OwnedAdmin
from accounts.models import Owned, Report
from tables.models import ChatLine


@admin.register(ChatLine)
class ChatLineAdmin(OwnedAdmin):
    list_display = ("__str__", "owner", "hidden_at", "created")
    list_filter: ClassVar = ()
    search_fields = (*OwnedAdmin.search_fields, "name")
    exclude = ("visibility",)  # without a meaning here
    readonly_fields = (*OwnedAdmin.readonly_fields, "owner", "game", "seat_name", "name", "text")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Owned]:
        """The lines that were reported."""
        kind = ContentType.objects.get_for_model(ChatLine)
        reported = Report.objects.filter(content_type=kind).values("object_id")
        return super().get_queryset(request).filter(pk__in=reported)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players write them."""
        return False
