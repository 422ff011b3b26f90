"""The address of the frame."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.framing import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("<str:token>/embed/", views.embed, name="embed"),
]
