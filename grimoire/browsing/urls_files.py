"""Addresses without a language."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.browsing.views import files

urlpatterns: list[URLPattern | URLResolver] = [
    path("pages.jsonl", files.dump, name="dump"),
    path("pages-<str:language>.atom", files.feed, name="feed"),
]
