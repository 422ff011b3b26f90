"""Moderation of cards, sets, pictures and decks."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import OwnedAdmin
from cards.models import Card, CardSet, Deck, Picture, PrintJob
from cards.moderating import MOST_FOUND, WordsAdmin


@admin.register(CardSet)
class CardSetAdmin(OwnedAdmin):
    list_display = ("name", "slug", *OwnedAdmin.list_display[1:])
    readonly_fields = (*OwnedAdmin.readonly_fields, "shipped")
    search_fields = ("name", "name_fr", "slug", *OwnedAdmin.search_fields)


@admin.register(Card)
class CardAdmin(WordsAdmin):
    """Also those that their owners have thrown away: a report may be about one."""

    list_display = ("name", "kind", "set", *OwnedAdmin.list_display[1:])
    list_filter = ("kind", *OwnedAdmin.list_filter)
    list_select_related = ("set", "owner__user")
    raw_id_fields = ("owner", "set", "picture", "remixed_from")
    readonly_fields = (*OwnedAdmin.readonly_fields, "deleted_at", "revision")
    search_help_text = _("Words of names and flavour lines, a full token, or part of a set's or owner's name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Card]:
        return Card.everything.select_related("set", "owner__user")

    def ways(self, term: str, words: tuple[str, ...]) -> list[Q]:
        """By the set too."""
        sets = CardSet.objects.filter(slug__icontains=term).values_list("pk", flat=True)
        return [*super().ways(term, words), Q(set__in=list(sets[:MOST_FOUND]))]


@admin.register(Picture)
class PictureAdmin(OwnedAdmin):
    list_display = ("__str__", "width", "height", "size", *OwnedAdmin.list_display[1:])
    readonly_fields = (*OwnedAdmin.readonly_fields, "sha256", "file", "width", "height", "size")
    search_fields = ("name", "credit", "sha256", *OwnedAdmin.search_fields)


@admin.register(Deck)
class DeckAdmin(OwnedAdmin):
    list_display = ("name", *OwnedAdmin.list_display[1:])
    raw_id_fields = ("owner", "stronghold", "champion")
    search_fields = ("name", "name_fr", "about", *OwnedAdmin.search_fields)


@admin.register(PrintJob)
class PrintJobAdmin(OwnedAdmin):
    """To look at and to delete: what a job says follows from what its owner asked to print."""

    list_display = ("title", "state", "done", "total", "size", *OwnedAdmin.list_display[1:])
    list_filter = ("state", *OwnedAdmin.list_filter)
    search_fields = ("title", *OwnedAdmin.search_fields)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PrintJob | None = None) -> bool:
        return False
