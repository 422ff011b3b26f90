"""Addresses of the API of live games that Clash of Decks has beside those of all games (``tables.api.urls``)."""

from __future__ import annotations

from django.urls import path

from accounts.api_requests import endpoint, metered
from games.decks import api

urlpatterns = [path("games/<token>/terms", endpoint(post=metered(api.terms)), name="terms")]
