"""Editors answer readers, and make rulings of what they answered."""

from __future__ import annotations

import json
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import Field, JSONField
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import KeptJSON, OwnedAdmin
from rulings import services, tasks
from rulings.forms import EditorialRulingForm
from rulings.models import EditorialRuling, Question


@admin.register(Question)
class QuestionAdmin(OwnedAdmin):
    """Questions, the newest first."""

    list_display = ("__str__", "game", "status", "language", "owner", "created")
    list_filter = ("status", "game", "language")
    readonly_fields = (
        *("token", "created", "updated", "hidden_at", "game", "text", "position", "actions", "language"),
        *("may_be_public", "is_signed", "is_told", "answered_at", "publish"),
    )

    @admin.display(description=_("Publish as ruling"))
    def publish(self, question: Question) -> SafeString | str:
        """A link to a new ruling with what the question brings."""
        if question.pk is None:
            return ""
        href = f"{reverse('rulings:new-ruling')}?{urlencode({'question': question.token})}"
        return format_html('<a href="{}">{}</a>', href, _("Turn into a ruling"))

    def save_model(self, request: HttpRequest, obj: Question, form: Any, change: bool) -> None:
        """An open question that was given an answer is answered, whether or not the editor thought of saying so."""
        services.answered_in_admin(obj)
        super().save_model(request, obj, form, change)
        if "answer" in form.changed_data:
            tasks.tell_of_answer.enqueue(obj.pk)


@admin.register(EditorialRuling)
class EditorialRulingAdmin(admin.ModelAdmin):
    """Rulings that editors gave."""

    list_display = ("id", "title_en", "status", "date")
    search_fields = ("id", "title_en", "title_fr")
    raw_id_fields = ("question",)
    form = EditorialRulingForm
    formfield_overrides: ClassVar[dict[type[Field], dict[str, Any]]] = {JSONField: {"decoder": KeptJSON}}

    def get_readonly_fields(self, request: HttpRequest, obj: EditorialRuling | None = None) -> tuple[str, ...]:
        """The id and the date, once they are given."""
        return ("id", "date") if obj else ()

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """The initial values from a question; lists as such, for the fields write them as JSON."""
        start: dict[str, Any] = super().get_changeform_initial_data(request)
        for name in ("actions", "facts"):
            try:
                start[name] = json.loads(start.get(name, "[]"), cls=KeptJSON)
            except ValueError:
                start[name] = []
        return start

    def save_model(self, request: HttpRequest, obj: EditorialRuling, form: Any, change: bool) -> None:
        """Keeps the ruling, and tells the one who asked."""
        super().save_model(request, obj, form, change)
        if obj.question is not None:
            services.publish(question=obj.question, ruling=obj)
