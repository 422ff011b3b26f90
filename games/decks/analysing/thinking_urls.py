"""The address of the panel of an analysis."""

from __future__ import annotations

from django.urls import path

from games.decks.analysing import thinking_views

app_name = "thinking"

urlpatterns = [path("analysis/", thinking_views.think, name="think")]
