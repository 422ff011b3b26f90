"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.championships import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.championships, name="championships"),
    path("new/", views.new_championship, name="new_championship"),
    path("<str:token>/", views.championship, name="championship"),
    path("<str:token>/change/", views.change_championship, name="change_championship"),
    path("<str:token>/<int:number>/", views.solve_championship, name="solve_championship"),
]
