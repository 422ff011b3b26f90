"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.training import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("progress/again/", views.to_retry, name="to_retry"),
    path("train/", views.training, name="training"),
    path("train/next/", views.next_puzzle, name="next_puzzle"),
]
