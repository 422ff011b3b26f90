"""The pages that live games of Clash of Decks alone have, in the namespace of all live games (``tables.urls``)."""

from __future__ import annotations

from django.urls import path

from games.decks.replaying import views as replaying
from games.decks.reviewing import views as reviewing
from games.decks.statistics import views as statistics
from games.decks.table import views as table

urlpatterns = [
    path("statistics/", statistics.statistics, name="statistics"),
    path("<str:token>/terms/", table.terms, name="terms"),
    path("<str:token>/decks/", table.decks, name="decks"),
    path("<str:token>/replay/edit/", replaying.edit, name="replay_edit"),
    path("<str:token>/replay/puzzle/", replaying.puzzle, name="replay_puzzle"),
    path("<str:token>/replay/go-on/", replaying.continue_game, name="continue_game"),
    path("<str:token>/review/", reviewing.review, name="review"),
]
