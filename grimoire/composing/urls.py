"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.composing import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.find, name="find_puzzles"),
    path("changes/", views.ask, name="find_changes"),
    path("marks/<slug:key>/", views.marks, name="marks"),
    path("<slug:token>/", views.composition, name="composition"),
    path("<slug:token>/cancel/", views.cancel, name="cancel_composition"),
    path("<slug:token>/on/", views.search_on, name="search_on"),
]
