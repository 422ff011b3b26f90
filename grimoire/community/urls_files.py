"""Addresses that other sites ask about a page, in whatever language its own is."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.community import views_embed

urlpatterns: list[URLPattern | URLResolver] = [
    path("oembed.json", views_embed.oembed_json, name="oembed"),
]
