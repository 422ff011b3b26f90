"""Addresses of booklets."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.booklets import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("page/<str:token>/", views.sheet, name="sheet"),
    path("<str:address>/", views.booklet, name="booklet"),
]
