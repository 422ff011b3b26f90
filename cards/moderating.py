"""What moderators see of things whose texts have an index: however many there are, no list reads them all."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import OwnedAdmin
from accounts.models import Owner
from cards.folding import folded

MOST_FOUND: Final = 500  # things that a search finds by its words, by a token, by an owner's name


class WordsAdmin(OwnedAdmin):
    """For models with ``search_text`` and its index (``cards.text_index``). They stand in one order, the newest first:
    any other would have to be made of all of them."""

    sortable_by = ()
    search_fields = ("search_text",)
    search_help_text = _("Words of its texts, a full token, or part of its owner's name")

    def ways(self, term: str, words: tuple[str, ...]) -> list[Q]:
        """How things are found by what was typed, or by its words."""
        owners = Owner.objects.filter(user__username__icontains=term).values_list("pk", flat=True)
        return [Q(search_text__holds=words), Q(token=term), Q(owner__in=list(owners[:MOST_FOUND]))]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The newest that are found in each way, each asked for by itself, so that an index answers."""
        words = tuple(folded(search_term).split())
        if not words:
            return queryset, False
        newest = queryset.order_by("-pk").values_list("pk", flat=True)
        ways = self.ways(search_term.strip(), words)
        keys = {key for way in ways for key in newest.filter(way)[:MOST_FOUND]}
        return queryset.filter(pk__among=keys), False


def choice_filter(field: str, name: Any, names: dict[Any, Any]) -> type[admin.SimpleListFilter]:
    """A filter by the known values of a field, from value to name: those that there are need not be read of all."""

    class Filter(admin.SimpleListFilter):
        title = name
        parameter_name = f"{field}__exact"

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
            return list(names.items())

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            known = {str(value): value for value in names}
            chosen = self.value()
            return queryset.filter(**{field: known[chosen]}) if chosen in known else queryset

    return Filter
