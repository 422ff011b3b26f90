"""The portraits of Students as files, whose addresses have no language."""

from __future__ import annotations

from django.urls import path

from games.schools import views

app_name = "schools_files"

urlpatterns = [
    path("<slug:version>/<slug:element>-<int:number>.svg", views.portrait, name="portrait"),
]
