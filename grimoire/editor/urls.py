"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.editor import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.editor, name="editor"),
    path("check/", views.check_document, name="editor_check"),
    path("palette/", views.palette, name="editor_palette"),
    path("trace/", views.trace, name="editor_trace"),
]
