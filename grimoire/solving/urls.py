"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.solving import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("<str:token>/", views.puzzle, name="puzzle"),
    path("<str:token>/line/", views.change_line, name="change_line"),
    path("<str:token>/free/", views.play_freely, name="play_freely"),
    path("<str:token>/foretell/", views.predict, name="foretell"),
    path("<str:token>/hint/", views.hint, name="hint"),
    path("<str:token>/solution/", views.solution, name="solution"),
]
# Of games beside Clash of Decks.
of_games: list[URLPattern | URLResolver] = [
    path("<str:token>/", views.puzzle, name="game_puzzle"),
    path("<str:token>/act/", views.change_line, name="game_act"),
    path("<str:token>/hint/", views.hint, name="game_hint"),
    path("<str:token>/solution/", views.solution, name="game_solution"),
]
