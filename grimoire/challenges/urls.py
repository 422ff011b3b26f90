"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.challenges import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.challenges, name="challenges"),
]
