"""The pictures of tables, whose language stands in their address."""

from __future__ import annotations

from django.urls import URLPattern, path

from tables.inviting import views

app_name = "play_files"

urlpatterns: list[URLPattern] = [
    path("<slug:name>/<str:language>.png", views.picture, name="invitation"),
]
