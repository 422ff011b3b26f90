"""The pages of Mutation sessions."""

from __future__ import annotations

from django.urls import path

from mutation import views
from mutation.bench import views as bench
from mutation.drafting import views as drafting
from mutation.games import views as games
from mutation.history import views as history
from mutation.organising import views as organising
from mutation.paper import views as paper
from mutation.starting import views as starting
from mutation.tv import views as tv

app_name = "mutation"

urlpatterns = [
    path("", starting.index, name="index"),
    path("new/", starting.begin, name="begin"),
    path("<str:token>/", views.session, name="session"),
    path("<str:token>/events/", views.events, name="events"),
    path("<str:token>/join/<str:invitation>/", starting.join, name="join"),
    path("<str:token>/t/<str:secret>/", starting.take, name="take"),
    path("<str:token>/pick/", drafting.pick, name="pick"),
    path("<str:token>/deck/", drafting.choose, name="choose"),
    path("<str:token>/enter/", games.enter_event, name="enter"),
    path("<str:token>/table/", games.table, name="table"),
    path("<str:token>/tv/", tv.tv, name="tv"),
    path("<str:token>/decks/", games.decks, name="decks"),
    path("<str:token>/bench/<str:letter>/", bench.bench, name="bench"),
    path("<str:token>/bench/<str:letter>/glue/", bench.glue, name="glue"),
    path("<str:token>/history/", history.timeline, name="history"),
    path("<str:token>/story/", history.story, name="story"),
    path("<str:token>/export/<str:file>", history.export, name="export"),
    path("<str:token>/paper/", paper.papers, name="papers"),
    path("<str:token>/paper/<str:what>/", paper.pdf, name="paper"),
    path("<str:token>/prices/", bench.prices, name="prices"),
    path("<str:token>/ledger/", organising.ledger, name="ledger"),
    path("<str:token>/ledger/<int:number>/", organising.correct, name="correct"),
    path("<str:token>/organise/", organising.organise, name="organise"),
]
