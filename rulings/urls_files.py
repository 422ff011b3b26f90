"""Pictures of what the rules say, whose language stands in their address."""

from __future__ import annotations

from django.urls import URLPattern, path

from rulings.views import pictures

app_name = "rulings_files"

urlpatterns: list[URLPattern] = [
    path("<str:kind>/<path:identifier>/<str:language>.png", pictures.picture, name="picture"),
]
