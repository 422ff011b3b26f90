"""The picture of the house, which has no language in its address but its own."""

from __future__ import annotations

from django.urls import URLPattern, path

from home import views

app_name = "home_files"

urlpatterns: list[URLPattern] = [
    path("<str:language>.png", views.picture, name="picture"),
]
