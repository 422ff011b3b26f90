"""Addresses of Clash of Decks beside those of all tables."""

from __future__ import annotations

from django.urls import path

from games.decks.table import views as table

urlpatterns = [
    path("<str:token>/terms/", table.terms, name="terms"),
    path("<str:token>/decks/", table.decks, name="decks"),
]
