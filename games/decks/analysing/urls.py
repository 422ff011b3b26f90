"""The pages of analyses."""

from __future__ import annotations

from django.urls import path

from games.decks.analysing import views

app_name = "analysing"

urlpatterns = [
    path("", views.index, name="index"),
    path("board/", views.from_board, name="from_board"),
    path("game/<str:token>/", views.from_game, name="from_game"),
    path("puzzle/<str:token>/", views.from_puzzle, name="from_puzzle"),
    path("<str:token>/", views.analysis, name="analysis"),
    path("<str:token>/<int:number>/", views.analysis, name="node"),
    path("<str:token>/<int:number>/beside/<int:other>/", views.compare, name="compare"),
    path("<str:token>/lesson/", views.lesson, name="lesson"),
    path("<str:token>/settings/", views.settings, name="settings"),
    path("<str:token>/copy/", views.copy, name="copy"),
    path("<str:token>/delete/", views.delete, name="delete"),
    path("<str:token>/analysis.json", views.as_json, name="json"),
    path("<str:token>/analysis.txt", views.as_text, name="text"),
]
