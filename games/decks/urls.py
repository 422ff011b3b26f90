"""The pages that live games of Clash of Decks alone have, in the namespace of all live games (``tables.urls``)."""

from __future__ import annotations

from django.urls import path

from games.decks.deal import views as deal
from games.decks.first_game import views as first_game
from games.decks.gathering import views as gathering
from games.decks.replaying import views as replaying
from games.decks.starting import views as starting
from games.decks.statistics import views as statistics
from games.decks.strangers import views as strangers
from games.decks.table import views as table

urlpatterns = [
    path("", starting.index, name="index"),
    path("custom/", starting.custom, name="custom"),
    path("gathering/<str:token>/", gathering.gathering, name="gathering"),
    path("gathering/<str:token>/deck/", gathering.build_deck, name="build_deck"),
    path("gathering/<str:token>/join/<str:invitation>/", gathering.bring_deck, name="bring_deck"),
    path("gathering/<str:token>/join/<str:invitation>/deck/", gathering.build_deck, name="build_deck_invited"),
    path("stranger/", strangers.stranger, name="stranger"),
    path("deal/", deal.deal, name="deal"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("first/", first_game.first_game, name="first_game"),
    path("first/game/", first_game.begin_game, name="first_real_game"),
    path("first/explaining/<str:token>/", first_game.explain, name="first_explaining"),
    path("first/lesson/<slug:slug>/", first_game.lesson, name="first_lesson"),
    path("<str:token>/terms/", table.terms, name="terms"),
    path("<str:token>/decks/", table.decks, name="decks"),
    path("<str:token>/replay/edit/", replaying.edit, name="replay_edit"),
    path("<str:token>/replay/puzzle/", replaying.puzzle, name="replay_puzzle"),
    path("<str:token>/replay/go-on/", replaying.continue_game, name="continue_game"),
]
