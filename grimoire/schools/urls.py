"""Addresses of pages of Clash of Magic Schools."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.schools import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("<str:token>/", views.turn, name="schools_puzzle"),
    path("<str:token>/act/", views.act, name="schools_act"),
    path("<str:token>/solution/", views.solution, name="schools_solution"),
]
