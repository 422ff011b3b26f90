"""Moderation: accounts, owners, reports; and what the admin of every owned thing has in common."""

from __future__ import annotations

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import Owned, Owner, Report, User
from accounts.services import hide, restore

admin.site.register(User, UserAdmin)


@admin.register(Owner)
class OwnerAdmin(admin.ModelAdmin):
    list_display = ("__str__", "created")
    list_select_related = ("user",)
    search_fields = ("user__username", "id")
    readonly_fields = ("id", "user", "created")


@admin.action(description=_("Hide from everybody but the owner"), permissions=["change"])
def hide_all(model_admin: admin.ModelAdmin, request: HttpRequest, things: QuerySet) -> None:
    """Hides what was chosen."""
    for thing in things:
        hide(thing=thing, reason=f"moderation, {request.user}")
    messages.success(request, _("Hidden."))


@admin.action(description=_("Show again"), permissions=["change"])
def restore_all(model_admin: admin.ModelAdmin, request: HttpRequest, things: QuerySet) -> None:
    """Shows what was chosen."""
    for thing in things:
        restore(thing=thing)
    messages.success(request, _("Shown again."))


class OwnedAdmin(admin.ModelAdmin):
    """For things that are owned."""

    actions = (hide_all, restore_all)
    list_display = ("__str__", "owner", "visibility", "hidden_at", "updated")
    list_filter = ("visibility", ("hidden_at", admin.EmptyFieldListFilter))
    raw_id_fields = ("owner",)
    readonly_fields = ("token", "created", "updated", "hidden_at")
    search_fields = ("token", "owner__user__username")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Owned]:
        return super().get_queryset(request).select_related("owner__user")


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """Reports, the open ones first."""

    list_display = ("created", "reason", "link", "reporter", "text", "settled")
    list_filter = (("settled", admin.EmptyFieldListFilter), "reason")
    readonly_fields = ("content_type", "object_id", "link", "reporter", "reason", "text", "created")
    actions = ("hide_and_settle", "settle")

    @admin.display(description=_("About"))
    def link(self, report: Report) -> SafeString | str:
        """What it is about, to look at."""
        if report.about is None:
            return _("It is gone.")
        if not hasattr(report.about, "get_absolute_url"):
            return str(report.about)
        return format_html('<a href="{}">{}</a>', report.about.get_absolute_url(), report.about)

    @admin.action(description=_("Hide what it is about, and settle"), permissions=["change"])
    def hide_and_settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """For reports that are right."""
        for report in reports:
            if report.about is not None:
                hide(thing=report.about, reason=report.get_reason_display())
        reports.update(settled=timezone.now())

    @admin.action(description=_("Settle: it may stay"), permissions=["change"])
    def settle(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        """For reports that are not."""
        reports.update(settled=timezone.now())
