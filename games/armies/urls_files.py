"""The portraits of characters as files, whose addresses have no language."""

from __future__ import annotations

from django.urls import path

from games.armies import views

app_name = "armies_files"

urlpatterns = [
    path("<slug:version>/<int:number>-<int:strength>.svg", views.portrait, name="portrait"),
]
