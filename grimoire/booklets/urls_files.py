"""Pictures of positions, which have no language in their address but their own."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.booklets import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("p/<str:token>-<str:language>.png", views.picture, name="picture"),
]
