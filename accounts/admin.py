"""Moderation: accounts, owners, reports; and what the admin of every owned thing has in common."""

from __future__ import annotations

import json
import re
from typing import Any, ClassVar, Final

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.contrib.auth.admin import UserAdmin
from django.core.paginator import Paginator
from django.db.models import Field, JSONField, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, Owned, Owner, Report, User
from accounts.services import forget, hide, hide_everything, restore

MOST_COUNTED: Final = 5000  # rows of a list
_ZERO: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # as JSON writes it


class BoundedPaginator(Paginator[Any]):
    """Pages of a list, of which at most ``MOST_COUNTED`` rows are counted: whoever looks for more narrows it."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, up to so many."""
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_COUNTED].count())


class BoundedList(ChangeList):
    """A list of which an index says what is on it, so that those rows alone are read."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet) -> list[Any]:
        """In one order alone where its admin says so, whatever an address asks."""
        one_order = self.model_admin.sortable_by is not None and not self.model_admin.sortable_by
        return list(self.model_admin.get_ordering(request)) if one_order else super().get_ordering(request, queryset)

    def get_results(self, request: HttpRequest) -> None:
        """Looks for the keys, then for what has them."""
        super().get_results(request)
        page: Any = self.result_list
        rows = self.model._base_manager.filter(pk__in=list(page.values_list("pk", flat=True)))
        rows.query.select_related = page.query.select_related
        self.result_list = rows.order_by(*page.query.order_by)


class BoundedAdmin(admin.ModelAdmin):
    """However many there are, no list reads or counts them all: the newest first, where nothing else is said."""

    ordering: ClassVar[tuple[str, ...]] = ("-pk",)
    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return BoundedList


@admin.register(User)
class AccountAdmin(BoundedAdmin, UserAdmin):
    """Accounts, the newest first."""


@admin.action(description=_("Hide everything they made"), permissions=["change"])
def hide_all_of(model_admin: admin.ModelAdmin, request: HttpRequest, owners: QuerySet[Owner]) -> None:
    """Hides all things of whoever was chosen, of all kinds."""
    count = sum(hide_everything(owner=owner, reason=f"moderation, {request.user}") for owner in owners)
    messages.success(request, _("Hidden: %(count)d") % {"count": count})


@admin.action(description=_("Delete everything they made and block the account"), permissions=["delete"])
def delete_all_of(model_admin: admin.ModelAdmin, request: HttpRequest, owners: QuerySet[Owner]) -> None:
    """Deletes all things of whoever was chosen. An account stays, so that its name and address are not free again."""
    owners = owners.exclude(user__is_staff=True)
    User.objects.filter(owner__in=owners).update(is_active=False)
    deleted = 0
    for owner in owners:
        forget(owner=owner, user=None)
        deleted += 1
    messages.success(request, _("Deleted: %(count)d") % {"count": deleted})


@admin.register(Owner)
class OwnerAdmin(BoundedAdmin):
    actions = (hide_all_of, delete_all_of)
    list_display = ("__str__", "created")
    list_select_related = ("user",)
    search_fields = ("user__username", "id")
    readonly_fields = ("id", "user", "created")


@admin.action(description=_("Hide from everyone but the owner"), permissions=["change"])
def hide_all(model_admin: admin.ModelAdmin, request: HttpRequest, things: QuerySet) -> None:
    for thing in things:
        hide(thing=thing, reason=f"moderation, {request.user}")
    messages.success(request, _("Hidden."))


@admin.action(description=_("Show again"), permissions=["change"])
def restore_all(model_admin: admin.ModelAdmin, request: HttpRequest, things: QuerySet) -> None:
    for thing in things:
        restore(thing=thing)
    messages.success(request, _("Shown again."))


class KeptJSON(json.JSONDecoder):
    """Reads JSON that every database can keep and every page can show.

    Not NaN, U+0000, halves of surrogate pairs, numbers of thousands of digits, or what is nested too deeply.
    """

    def decode(self, text: str, *more: Any) -> Any:
        """Raises ``json.JSONDecodeError`` for all that, as for what is no JSON."""
        try:
            read = super().decode(text, *more)
            json.dumps(read, ensure_ascii=False, allow_nan=False).encode()
        except json.JSONDecodeError:
            raise
        except (ValueError, RecursionError) as wrong:
            raise json.JSONDecodeError("cannot be kept", text, 0) from wrong
        if _ZERO.search(text):
            raise json.JSONDecodeError("cannot be kept", text, 0)
        return read


class OwnedAdmin(BoundedAdmin):
    """For things that are owned."""

    formfield_overrides: ClassVar[dict[type[Field], dict[str, Any]]] = {JSONField: {"decoder": KeptJSON}}
    actions = (hide_all, restore_all)
    list_display: tuple[str, ...] = ("__str__", "owner", "visibility", "hidden_at", "updated")
    list_filter: ClassVar[tuple[Any, ...]] = (
        "visibility",
        ("hidden_at", admin.EmptyFieldListFilter),
    )
    raw_id_fields: ClassVar[tuple[str, ...]] = ("owner",)
    readonly_fields: ClassVar[tuple[str, ...]] = ("token", "created", "updated", "hidden_at")
    search_fields: ClassVar[tuple[str, ...]] = ("token", "owner__user__username")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Owned]:
        return super().get_queryset(request).select_related("owner__user")


@admin.register(Report)
class ReportAdmin(BoundedAdmin):
    """Reports, the open ones first."""

    ordering = ("settled", "-created")
    list_display = ("created", "reason", "link", "original", "reporter", "text", "settled")
    list_filter = (("settled", admin.EmptyFieldListFilter), "reason")
    readonly_fields = ("content_type", "object_id", "link", "reporter", "reason", "original", "text", "created")
    actions = ("hide_and_settle", "settle")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Readers report; what they report about cannot be chosen here."""
        return False

    @admin.display(description=_("About"))
    def link(self, report: Report) -> SafeString | str:
        """A link to the object that the report is about."""
        if report.about is None:
            return str(_("It no longer exists."))
        if not hasattr(report.about, "get_absolute_url"):
            return str(report.about)
        return format_html('<a href="{}">{}</a>', report.about.get_absolute_url(), report.about)

    @admin.action(description=_("Hide it and close the report"), permissions=["change"])
    def hide_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """For reports that are right."""
        for report in reports:
            if report.about is not None:
                hide(thing=report.about, reason=report.get_reason_display())
        reports.update(settled=timezone.now())

    @admin.action(description=_("Dismiss the report"), permissions=["change"])
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """For reports that are not."""
        reports.update(settled=timezone.now())


@admin.register(ApiToken)
class ApiTokenAdmin(BoundedAdmin):
    """Tokens of programs, for moderators to end: nobody sees what opens them."""

    list_display = ("pk", "owner", "created", "expires", "last_used")
    list_select_related = ("owner__user",)
    search_fields = ("owner__user__username",)
    readonly_fields = ("owner", "name", "scopes", "created", "expires", "last_used")
    exclude = ("digest",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Accounts make their own."""
        return False
