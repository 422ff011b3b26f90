"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.contests import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.contests, name="contests"),
    path("new/", views.new_contest, name="new_contest"),
    path("<str:token>/", views.contest, name="contest"),
    path("<str:token>/change/", views.change_contest, name="change_contest"),
    path("<str:token>/judging/", views.judging, name="judging"),
]
