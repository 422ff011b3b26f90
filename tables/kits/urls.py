"""The addresses of kits."""

from __future__ import annotations

from django.urls import path

from tables.kits import views

app_name = "kits"

urlpatterns = [path("<slug:name>/", views.kit, name="kit")]
