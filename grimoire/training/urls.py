"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.training.views import learning, racing, running, training

urlpatterns: list[URLPattern | URLResolver] = [
    path("progress/again/", training.to_retry, name="to_retry"),
    path("train/", training.training, name="training"),
    path("learn/<slug:slug>/", learning.learn, name="learn"),
    path("train/next/", training.next_puzzle, name="next_puzzle"),
    path("train/start/", running.start, name="start_run"),
    path("train/race/", racing.new, name="new_race"),
    path("train/race/<str:token>/", racing.race, name="race"),
    path("train/race/<str:token>/standings/", racing.standings, name="race_standings"),
    path("train/race/<str:token>/change/", racing.change, name="change_race"),
    path("train/<str:token>/", running.run, name="run"),
    path("train/<str:token>/line/", running.change_run, name="change_run"),
]
