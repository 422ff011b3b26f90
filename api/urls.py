"""The addresses of reading. They have no language; those of games are ``play.api.urls``."""

from __future__ import annotations

from django.urls import path

from api import documents, positions, views
from api.opening import open_to_all

app_name = "api"
urlpatterns = [
    path("library/openapi.json", open_to_all(get=documents.openapi), name="openapi"),
    path("library", open_to_all(get=documents.docs), name="docs"),
    path("cards", open_to_all(get=views.cards), name="cards"),
    path("cards/<slug:set_slug>/<str:slug>", open_to_all(get=views.card), name="card"),
    path("sets", open_to_all(get=views.sets), name="sets"),
    path("sets/<slug:slug>", open_to_all(get=views.card_set), name="set"),
    path("decks", open_to_all(get=views.decks), name="decks"),
    path("decks/<str:token>", open_to_all(get=views.deck), name="deck"),
    path("rulings", open_to_all(get=views.rulings), name="rulings"),
    path("rulings/<str:identifier>", open_to_all(get=views.ruling), name="ruling"),
    path("puzzles", open_to_all(get=views.puzzles), name="puzzles"),
    path("puzzles/<str:token>", open_to_all(get=views.puzzle), name="puzzle"),
    path("bulk/<str:name>", open_to_all(get=views.bulk), name="bulk"),
    path("positions/resolve", open_to_all(post=positions.resolved), name="resolve"),
    path("positions/legal", open_to_all(post=positions.legal), name="legal"),
    path("positions/solve", open_to_all(post=positions.solved), name="solve"),
]
