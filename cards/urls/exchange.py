"""Import and export of cards."""

from django.urls import path, register_converter

from cards.views import backup
from cards.views import exchange as views


class KindConverter:
    """The kinds of files that cards are written to."""

    regex = "json|csv"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(KindConverter, "cardfile")

urlpatterns = [
    path("cards/import/", views.import_cards, name="import"),
    path("cards/backup/", backup.backup, name="backup"),
    path("cards/backup/part-<int:number>.zip", backup.part, name="backup_part"),
    path("cards/template.csv", views.template_table, name="template"),
    path("cards/schema.json", views.json_schema, name="schema"),
    path("cards/export/own.<cardfile:kind>", views.export_own, name="export_own"),
    path("cards/export/<slug:slug>.<cardfile:kind>", views.export_set, name="export"),
]
