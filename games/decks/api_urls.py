"""Addresses of the API of live games that Clash of Decks has beside those of all games (``tables.api.urls``)."""

from __future__ import annotations

from django.urls import path

from accounts.api_requests import endpoint, metered
from accounts.budgets import API
from games.decks import api
from games.decks.analysing.api import tree, trees
from games.decks.analysing.thinking_api import analyze

urlpatterns = [
    path("analysis", endpoint(get=metered(trees, lambda: API), post=metered(analyze, lambda: API)), name="analyze"),
    path("analysis/<token>", endpoint(get=metered(tree, lambda: API)), name="analysis"),
    path("games/<token>/terms", endpoint(post=metered(api.terms)), name="terms"),
]
