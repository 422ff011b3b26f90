"""The addresses of the API of tournaments. They have no language."""

from __future__ import annotations

from django.urls import path

from accounts.api_requests import endpoint, metered
from tournaments.api import documents, views

app_name = "tournaments-api"
urlpatterns = [
    path("tournaments/openapi.json", endpoint(get=documents.openapi), name="openapi"),
    path("tournaments/docs", endpoint(get=metered(documents.docs)), name="docs"),
    path("tournaments", endpoint(get=metered(views.index)), name="index"),
    path("tournaments/coming", endpoint(get=metered(views.coming)), name="coming"),
    path("tournaments/<str:token>", endpoint(get=metered(views.look)), name="tournament"),
    path("tournaments/<str:token>/join", endpoint(post=metered(views.join)), name="join"),
    path("tournaments/<str:token>/withdraw", endpoint(post=metered(views.withdraw)), name="withdraw"),
    path("tournaments/<str:token>/ready", endpoint(post=metered(views.wait)), name="ready"),
    path("tournaments/<str:token>/start", endpoint(post=metered(views.start)), name="start"),
    path("tournaments/<str:token>/rounds", endpoint(post=metered(views.pair)), name="rounds"),
    path("tournaments/<str:token>/end", endpoint(post=metered(views.end)), name="end"),
    path("tournaments/<str:token>/matches/<int:number>/report", endpoint(post=metered(views.report)), name="report"),
    path("tournaments/<str:token>/matches/<int:number>/decide", endpoint(post=metered(views.decide)), name="decide"),
]
