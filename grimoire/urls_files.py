"""Addresses without a language: pictures, feeds, downloads."""

from django.urls import URLPattern, URLResolver, include, path

app_name = "grimoire_files"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("grimoire.browsing.urls_files")),
    path("", include("grimoire.booklets.urls_files")),
]
