"""Addresses of the home page."""

from __future__ import annotations

from django.urls import URLPattern, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

from home import views

app_name = "home"

urlpatterns: list[URLPattern] = [
    path("", views.home, name="home"),
    path("releases/", views.releases, name="releases"),
    path("bots/", views.bots, name="bots"),
    path("players/<str:name>/", views.player, name="player"),
    path("notifications/", views.notifications, name="notifications"),
    path("language/", set_language, name="language"),
    # Where positions were typed in while the board was the first page.
    path("position/", RedirectView.as_view(pattern_name="board:board", permanent=True), name="old_position"),
]
