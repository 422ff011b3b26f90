"""Editors answer readers, and make rulings of what they answered."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import OwnedAdmin
from rulings import services
from rulings.models import EditorialRuling, Question


@admin.register(Question)
class QuestionAdmin(OwnedAdmin):
    """Questions, the newest first."""

    list_display = ("__str__", "status", "language", "owner", "created")
    list_filter = ("status", "language")
    readonly_fields = ("token", "created", "updated", "hidden_at", "text", "position", "actions", "language", "publish")

    @admin.display(description=_("Publish as ruling"))
    def publish(self, question: Question) -> SafeString | str:
        """A link to a new ruling with what the question brings."""
        if question.pk is None:
            return ""
        start = {"position": question.position, "question": question.pk}
        href = f"{reverse('admin:rulings_editorialruling_add')}?{urlencode(start)}"
        return format_html('<a href="{}">{}</a>', href, _("Make a ruling of it"))


@admin.register(EditorialRuling)
class EditorialRulingAdmin(admin.ModelAdmin):
    """Rulings that editors gave."""

    list_display = ("id", "title_en", "status", "date")
    search_fields = ("id", "title_en", "title_fr")
    raw_id_fields = ("question",)

    def get_readonly_fields(self, request: HttpRequest, obj: EditorialRuling | None = None) -> tuple[str, ...]:
        """The id, once it is given."""
        return ("id",) if obj else ()

    def save_model(self, request: HttpRequest, obj: EditorialRuling, form: Any, change: bool) -> None:
        """Keeps the ruling, and tells the one who asked."""
        super().save_model(request, obj, form, change)
        if obj.question is not None:
            services.publish(question=obj.question, ruling=obj)
