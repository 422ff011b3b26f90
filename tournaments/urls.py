"""The pages of tournaments."""

from __future__ import annotations

from django.urls import path

from tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("", views.index, name="index"),
    path("calendar.ics", views.calendar_file, name="calendar"),
    path("new/", views.new, name="new"),
    path("<str:token>/", views.tournament, name="tournament"),
    path("<str:token>/join/", views.join, name="join"),
    path("<str:token>/deck/", views.deck, name="deck"),
    path("<str:token>/do/", views.do, name="do"),
    path("<str:token>/change/", views.change, name="change"),
    path("<str:token>/session/", views.session, name="session"),
    path("<str:token>/wall/", views.wall, name="wall"),
    path("<str:token>/match/<int:number>/", views.match, name="match"),
    path("<str:token>/export/<str:file>", views.export, name="export"),
]
